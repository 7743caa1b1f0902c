// MonFkNN under the reading PAPER, computed in doubles. Classes are 0, ..., c - 1; rows are arrays of numbers.
// Sums that miss one half by no more than the tolerance count as one half.

export function monfknn({ X, y, c, queries, k, K, RCr, typeRange, pOR, m }, tolerance = 1e-13) {
  const classes = [...Array(c).keys()];
  const dominates = (x, z) => x.every((value, a) => value >= z[a]);
  const distance = (x, z) => x.reduce((sum, value, a) => sum + (value - z[a]) ** 2, 0); // squared

  function median(u) {
    let low = 0, high = c - 1;
    for (let below = u[0]; below < 0.5 - tolerance; below += u[++low]);
    for (let above = u[high]; above < 0.5 - tolerance; above += u[--high]);
    return Math.floor((low + high) / 2);
  }

  function validRange(x, labels, itself) {
    let low = 0, high = c - 1;
    D.forEach((row, i) => {
      if (i === itself) return;
      if (dominates(x, row)) low = Math.max(low, labels[i]);
      if (dominates(row, x)) high = Math.min(high, labels[i]);
    });
    return low <= high ? [low, high] : [0, c - 1];
  }
  const inside = (l, [low, high]) => low <= l && l <= high;

  function neighbors(x, range, count, type, labels, itself) {
    return D.map((row, i) => [distance(x, row), i])
      .filter(([, i]) => i !== itself && (type === "outRange" || inside(labels[i], range)))
      .sort(([d, i], [e, j]) => d - e || i - j)
      .slice(0, count);
  }
  const shares = (list) => classes.map((l) => list.filter((other) => other === l).length / list.length);

  // Algorithm 1
  const copies = new Map();
  X.forEach((row, i) => {
    const name = row.map((value) => value + 0).join(); // -0 and 0 are one number
    if (!copies.has(name)) copies.set(name, { row, labels: [] });
    copies.get(name).labels.push(y[i]);
  });
  const D = [...copies.values()].map(({ row }) => row);
  const given = [...copies.values()].map(({ labels }) => labels);
  const first = given.map(shares).map(median);
  const u = D.map((row, i) => {
    if (given[i].length > 1) return shares(given[i]);
    const found = neighbors(row, validRange(row, first, i), k, "inRange", first, i);
    const around = shares(found.length ? found.map(([, j]) => first[j]) : given[i]);
    return around.map((share, l) => share * (1 - RCr) + (l === given[i][0] ? RCr : 0));
  });

  // Algorithm 3
  const labels = u.map(median);
  const memberships = queries.map((x) => {
    const range = validRange(x, labels, -1);
    const found = neighbors(x, range, K, typeRange, labels, -1);
    const nearest = found.length ? found[0][0] : 0;
    const weights = found.map(([d, j]) => {
      const weight = m === 1 ? 1 : nearest > 0 ? (nearest / d) ** ((m - 1) / 2) : d > 0 ? 0 : 1;
      return inside(labels[j], range) ? weight : weight * pOR;
    });
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    if (total === 0) return classes.map((l) => (inside(l, range) ? 1 / (range[1] - range[0] + 1) : 0));
    return classes.map((l) => found.reduce((sum, [, j], n) => sum + weights[n] * u[j][l], 0) / total);
  });
  return { memberships, predictions: memberships.map(median) };
}
