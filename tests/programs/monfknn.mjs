// MonFkNN in JavaScript, with exact whole numbers, behind the line protocol of `crosscheck --program`.
// An argument makes one mistake on purpose: own-range, squared, argmax.
import { createInterface } from "node:readline";

const mistake = process.argv[2] ?? "none";

// Exact fractions of BigInts: [numerator, denominator]
const gcd = (a, b) => { a = a < 0n ? -a : a; while (b) [a, b] = [b, a % b]; return a; };
const fraction = (n, d = 1n) => { const g = gcd(n, d) || 1n; return [n / g, d / g]; };
const add = (a, b) => fraction(a[0] * b[1] + b[0] * a[1], a[1] * b[1]);
const times = (a, b) => fraction(a[0] * b[0], a[1] * b[1]);
const over = (a, b) => fraction(a[0] * b[1], a[1] * b[0]);
const less = (a, b) => a[0] * b[1] < b[0] * a[1];
const sum = (list) => list.reduce(add, [0n, 1n]);
const asNumber = (a) => Number((a[0] * 10n ** 18n) / a[1]) / 1e18;
const ZERO = [0n, 1n], ONE = [1n, 1n];

// "-1.25e3" is [-125, 1]: digits and power of ten
function decimal(value) {
  const [, digits, after = "", power = "0"] = /^(-?\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/.exec(String(value));
  return [BigInt(digits + after), Number(power) - after.length];
}
function parameter(value) {
  const [digits, power] = decimal(value);
  return power < 0 ? fraction(digits, 10n ** BigInt(-power)) : [digits * 10n ** BigInt(power), 1n];
}
function wholeNumbers(tables) {
  const parsed = tables.map((table) => table.map((row) => row.map(decimal)));
  const lowest = Math.min(0, ...parsed.flat(2).map(([, power]) => power));
  return parsed.map((table) => table.map((row) => row.map(([d, p]) => d * 10n ** BigInt(p - lowest))));
}
function root(n, b) {  // the largest whole number whose b-th power is at most n
  if (b === 1n || n < 2n) return n;
  let x = 1n << (BigInt(n.toString(2).length) / b + 1n);
  for (;;) {
    const next = ((b - 1n) * x + n / x ** (b - 1n)) / b;
    if (next >= x) return x;
    x = next;
  }
}

const DIGITS = 10n ** 150n;   // of a weight
const NOTHING = [1n, 10n ** 100n];  // sums this close to one half are one half: they cannot be closer otherwise

function median(u) {
  const half = add([1n, 2n], [-NOTHING[0], NOTHING[1]]);
  let low = 0, high = u.length - 1;
  for (let below = u[0]; less(below, half); below = add(below, u[++low]));
  for (let above = u[high]; less(above, half); above = add(above, u[--high]));
  return Math.floor((low + high) / 2);
}
const decide = (u) => (mistake === "argmax" ? u.reduce((best, v, l) => (less(u[best], v) ? l : best), 0) : median(u));

const dominates = (x, z) => x.every((value, a) => value >= z[a]);
const distance = (x, z) => x.reduce((total, value, a) => total + (value - z[a]) ** 2n, 0n);

function validRange(x, D, y, c, leaveOut) {
  let low = 0, high = c - 1;
  D.forEach((row, i) => {
    if (i === leaveOut) return;
    if (dominates(x, row)) low = Math.max(low, y[i]);
    if (dominates(row, x)) high = Math.min(high, y[i]);
  });
  return low <= high ? [low, high] : [0, c - 1];
}
const inRange = (l, [low, high]) => low <= l && l <= high;

function neighbors(x, r, k, typeRange, D, y, leaveOut) {
  return D.map((row, i) => [distance(x, row), i])
    .filter(([, i]) => i !== leaveOut && (typeRange === "outRange" || inRange(y[i], r)))
    .sort(([d, i], [e, j]) => (d < e ? -1 : d > e ? 1 : i - j))
    .slice(0, k);
}

function weights(found, m) {
  const exponent = mistake === "squared" ? [2n, 1n] : add(m, [-1n, 1n]);
  const [p, b] = fraction(exponent[0], exponent[1] * 2n);  // of the squared distance
  if (p === 0n) return found.map(() => ONE);
  if (found.some(([d]) => d === 0n)) return found.map(([d]) => (d === 0n ? ONE : ZERO));
  const nearest = found.length ? found[0][0] : 1n;
  return found.map(([d]) => fraction(root((nearest ** p * DIGITS ** b) / d ** p, b), DIGITS));
}

function solve({ X, y, classes, queries, k, K, RCr, typeRange, pOR, m, directions }) {
  const c = classes.length;
  let [rows, asked] = wholeNumbers([X, queries]);
  const turn = (row) => row.map((value, a) => (directions && directions[a] === "-" ? -value : value));
  [rows, asked] = [rows.map(turn), asked.map(turn)];
  [RCr, pOR, m] = [RCr, pOR, m].map(parameter);

  const copies = new Map();
  rows.forEach((row, at) => {
    if (!copies.has(String(row))) copies.set(String(row), { row, at, labels: [] });
    copies.get(String(row)).labels.push(classes.indexOf(y[at]));
  });
  const D = [...copies.values()].map(({ row }) => row);
  const labels = [...copies.values()].map(({ labels }) => labels);
  const place = [...copies.values()].map(({ at }) => at);
  const trace = [];
  const record = (line, where, range, found) => trace.push(
    { line: line[0], ...where, range },
    { line: line[1], ...where, neighbors: found.map(([, j]) => place[j]) });
  const shares = (list) => classes.map((_, l) => fraction(BigInt(list.filter((n) => n === l).length), BigInt(list.length)));
  const first = labels.map(shares).map(median);
  const u = D.map((row, i) => {
    if (labels[i].length > 1) return shares(labels[i]);
    const r = validRange(row, D, first, c, mistake === "own-range" ? -1 : i);
    const found = neighbors(row, r, k, "inRange", D, first, i);
    record(["Alg 1.17", "Alg 1.19"], { row: place[i] }, r, found);
    const own = labels[i][0];
    return shares(found.length ? found.map(([, j]) => first[j]) : [own]).map((share, l) =>
      add(times(share, add(ONE, [-RCr[0], RCr[1]])), l === own ? RCr : ZERO));
  });
  const final = u.map(median);

  const memberships = asked.map((x, query) => {
    const r = validRange(x, D, final, c, -1);
    const found = neighbors(x, r, K, typeRange, D, final, -1);
    record(["Alg 3.4", "Alg 3.6"], { query }, r, found);
    const weight = weights(found, m).map((w, n) => (inRange(final[found[n][1]], r) ? w : times(w, pOR)));
    const total = sum(weight);
    if (total[0] === 0n) {
      return classes.map((_, l) => (inRange(l, r) ? fraction(1n, BigInt(r[1] - r[0] + 1)) : ZERO));
    }
    return classes.map((_, l) => over(sum(found.map(([, j], n) => times(weight[n], u[j][l]))), total));
  });
  const named = (list) => list.map((l) => classes[l]);
  return {
    first_labels: named(first),
    training_memberships: u.map((row) => row.map(([n, d]) => `${n}/${d}`)),
    training_labels: named(final),
    memberships: memberships.map((row) => row.map(asNumber)),
    predictions: named(memberships.map(decide)),
    trace,
  };
}

const models = new Map(); // what each was fitted to; the work is done when it is asked
const answers = {
  start: () => ({ name: "monfknn.mjs", language: "JavaScript", readings: ["paper"], models: true }),
  case: (message) => ({ id: message.id, ...solve(message) }),
  fit: (message) => (models.set(message.model, message), { id: message.id }),
  predict: ({ id, model, queries }) => ({ id, ...solve({ ...models.get(model), queries }) }),
};
for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line);
  if (message.ask === "stop") break;
  process.stdout.write(JSON.stringify(answers[message.ask](message)) + "\n");
}
