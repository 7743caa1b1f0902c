/* MonFkNN in plain JavaScript: Algorithms 1 to 3 and Eq. 1 and 4 to 7, line by line and with the tags of the
   Python in `monfknn_ref/paper`. It sets one global name, MonFkNN, in a browser and in node.

   Rows become whole numbers on one grid: Numbers where every square stays below 2^53, BigInts elsewhere.
   Memberships are fractions. A weight is a power of the squared distance, for m = 2 one over a square root, and
   "at least one half" is the sign of a sum of such powers, found without rounding. What is out of reach, such as
   an m of many digits or a coin without tosses, is Unsupported. */
globalThis.MonFkNN = (function () {
"use strict";

class Unsupported extends Error {}

// --- Exact numbers

function gcd(a, b) {
  while (b) [a, b] = [b, a % b];
  return a < 0n ? -a : a;
}
const lcm = (a, b) => (a / gcd(a, b)) * b;

/** The whole part of the b-th root of a BigInt. */
function root(n, b) {
  if (n < 2n) return n;
  let x = 1n << (BigInt(n.toString(16).length * 4) / b + 1n);
  for (;;) {
    const next = ((b - 1n) * x + n / x ** (b - 1n)) / b;
    if (next >= x) return x;
    x = next;
  }
}

class Fraction {
  constructor(n, d = 1n) {
    const g = d === 1n ? 1n : gcd(n, d);
    this.n = n / g;
    this.d = d / g;
  }
  get isZero() { return this.n === 0n; }
  plus(other) {
    if (this.isZero) return other;
    if (!(other instanceof Fraction)) return other.plus(this);
    return other.isZero ? this : new Fraction(this.n * other.d + other.n * this.d, this.d * other.d);
  }
  minus(other) { return this.plus(new Fraction(-other.n, other.d)); }
  times(other) {
    if (!(other instanceof Fraction)) return other.times(this);
    return this.isZero ? this : new Fraction(this.n * other.n, this.d * other.d);
  }
  over(other) {
    const sign = other.n < 0n ? -1n : 1n;
    return this.isZero ? this : new Fraction(sign * this.n * other.d, sign * this.d * other.n);
  }
  power(p) { return p < 0n ? ONE.over(this.power(-p)) : new Fraction(this.n ** p, this.d ** p); }
  atLeastHalf() { return 2n * this.n >= this.d; }
  equals(n) { return this.d === 1n && this.n === BigInt(n); }
  valueOf() { return Number((this.n << 60n) / this.d) / 2 ** 60; }
  toString() { return this.d === 1n ? `${this.n}` : `${this.n}/${this.d}`; }
}
const ZERO = new Fraction(0n), ONE = new Fraction(1n);

/** The b-th root of q / r if it is rational, otherwise null. */
function rootOfRatio(q, r, b) {
  const g = gcd(q, r), [n, d] = [q / g, r / g], [x, z] = [root(n, b), root(d, b)];
  return x ** b === n && z ** b === d ? new Fraction(x, z) : null;
}

/** A sum of terms a q^(-s), one fraction s for all. No two of its terms are rational multiples of each other:
    these are collected, and what is left is independent, so that only the empty sum is 0. */
class PowerSum {
  constructor(s, terms = []) {
    this.s = s;
    this.terms = new Map(terms);
  }
  get isZero() { return this.terms.size === 0; }
  /** The term over the q of a term already there, where it is a multiple of one. */
  likeKnown(q, a) {
    if (this.terms.has(q)) return [q, a];
    for (const known of this.terms.keys()) {
      const ratio = rootOfRatio(q, known, this.s.d);
      if (ratio) return [known, a.times(ratio.power(-this.s.n))];
    }
    return [q, a];
  }
  plus(other) {
    if (!(other instanceof PowerSum)) return this; // only 0 is ever added
    const sum = new PowerSum(this.s, this.terms);
    for (const term of other.terms) {
      const [q, a] = sum.likeKnown(...term), total = a.plus(sum.terms.get(q) ?? ZERO);
      if (total.isZero) sum.terms.delete(q);
      else sum.terms.set(q, total);
    }
    return sum;
  }
  minus(other) { return this.plus(other.times(new Fraction(-1n))); }
  times(factor) {
    return new PowerSum(this.s, factor.isZero ? [] : [...this.terms].map(([q, a]) => [q, a.times(factor)]));
  }
  /** A Fraction if one sum is a rational multiple of the other. */
  over(total) {
    if (this.isZero) return ZERO;
    for (const term of total.terms) {
      const [known, factor] = this.likeKnown(...term);
      if (this.terms.has(known)) { // only this quotient can be rational
        const quotient = this.terms.get(known).over(factor);
        if (this.minus(total.times(quotient)).isZero) return quotient;
        break;
      }
    }
    return new Share(this, total);
  }
  /** The sum times 2^bits, off by less than 1 for each term. */
  scaled(bits) {
    let sum = 0n;
    for (const [q, a] of this.terms) {
      const { n, d } = a.power(this.s.d).times(new Fraction(q).power(-this.s.n)); // the term to the power b
      const size = root(((n < 0n ? -n : n) << (this.s.d * bits)) / d, this.s.d);
      sum += a.n < 0n ? -size : size;
    }
    return sum;
  }
  /** -1, 0 or 1: with ever more bits until it is certain. */
  sign() {
    if (this.isZero || [...this.terms.values()].every((a) => a.n > 0n)) return this.isZero ? 0 : 1;
    for (let bits = 64n; ; bits *= 2n) {
      const sum = this.scaled(bits), error = BigInt(this.terms.size);
      if (sum > error || -sum > error) return sum > 0n ? 1 : -1;
    }
  }
  toString() {
    const sorted = [...this.terms].sort(([q], [r]) => (q < r ? -1 : 1));
    const power = new Fraction(-this.s.n, this.s.d);
    return sorted.map(([q, a]) => `${a.equals(1) ? "" : `${a}*`}${q}^(${power})`).join(" + ");
  }
}

/** An irrational membership: one sum over another. */
class Share {
  constructor(part, total) {
    this.part = part;
    this.total = total;
  }
  plus(other) {
    const part = other instanceof Share ? other.part : this.total.times(other);
    return this.part.plus(part).over(this.total);
  }
  atLeastHalf() { return this.part.times(new Fraction(2n)).minus(this.total).sign() >= 0; }
  valueOf() {
    let bits = 64n;
    while (this.total.scaled(bits) >> 80n === 0n) bits *= 2n;
    return Number((this.part.scaled(bits) << 60n) / this.total.scaled(bits)) / 2 ** 60;
  }
  toString() { return `(${this.part}) / (${this.total})`; }
}

/** The exact value of a number written as 3, "0.1" or "-1.5e3". */
function number(value) {
  const match = /^([+-]?)(\d*)(?:\.(\d*))?(?:e([+-]?\d+))?$/i.exec(String(value).trim());
  if (!match || !(match[2] || match[3])) throw new RangeError(`a number must be a decimal, got ${value}`);
  const [, sign, whole, after = "", power = 0] = match, digits = BigInt(sign.replace("+", "") + whole + after);
  if (Math.abs(power) > 5000) throw new Unsupported(`numbers of so many digits as ${value}`);
  const places = power - after.length, scale = 10n ** BigInt(Math.abs(places));
  return places < 0 ? new Fraction(digits, scale) : new Fraction(digits * scale);
}
const share = (part, whole) => (part === 0 ? ZERO : part === whole ? ONE : new Fraction(BigInt(part), BigInt(whole)));

/** The least factor that makes every value of a table whole. */
function denominator(table) {
  const different = new Set(table.flat().filter((value) => !Number.isSafeInteger(value)));
  return [...different].reduce((factor, value) => lcm(factor, number(value).d), 1n);
}
/** The rows times that factor, with the attributes that lower the class turned. */
function onGrid(table, factor, directions) {
  return table.map((row) => row.map((value, a) => {
    const { n, d } = Number.isSafeInteger(value) ? { n: BigInt(value), d: 1n } : number(value);
    return (directions?.[a] === "-" ? -n : n) * (factor / d);
  }));
}
/** BigInt rows as Numbers, if no squared distance among them can reach 2^53. */
function small(...tables) {
  let largest = 0n;
  for (const value of tables.flat(2)) if (value > largest || -value > largest) largest = value < 0n ? -value : value;
  if (4 * tables[0][0].length * Number(largest) ** 2 >= 2 ** 53) return tables;
  return tables.map((table) => table.map((row) => row.map(Number)));
}

/** The squared distance, in the numbers of the rows. */
function distance(x, z) {
  let total = typeof x[0] === "bigint" ? 0n : 0;
  for (let a = 0; a < x.length; a++) total += (x[a] - z[a]) * (x[a] - z[a]);
  return total;
}
/** One over the distance to the power of the exponent, from the squared distance q. */
function inversePower(q, exponent) {
  const s = exponent.over(new Fraction(2n));
  if (s.d > 64n || s.n > 1000n || s.n < -1000n) throw new Unsupported(`an exponent as long as ${exponent}`);
  return s.d === 1n ? new Fraction(BigInt(q)).power(-s.n) : new PowerSum(s, [[BigInt(q), ONE]]);
}

// --- Readings

const PAPER = {
  weights: "printed", coincident: "limit", leave_one_out: "yes", open_bound: "all-classes",
  crossed_range: "all-classes", duplicated: "equal", fewer_than_k: "found", no_neighbor: "uniform",
  median_gap: "lower", rcr_one: "as-written", neighbor_ties: "earlier", arithmetic: "exact",
};
const DRAWN = 0.8444218515250481; // Python's random.Random(0).random(), what is drawn without a coin

/** One answer to every open point, for c classes. A tie is "lower", "upper" or a string of tosses 0 and 1. */
class Rules {
  constructor(reading, c, tie, highest, at) {
    Object.assign(this, { reading, c, at, tosses: 0 });
    this.Y = Array.from({ length: c }, (_, l) => l);
    this.tie = tie ?? reading.median_gap;
    this.highest = reading.open_bound === "highest-in-training" ? highest : c - 1;
    if (reading.arithmetic !== "exact") throw new Unsupported("doubles: every number here is exact");
    if (this.tie === "coin") throw new Unsupported("medians by coin: a tie must be given");
  }
  candidates(x, D, itself) {
    const { coincident, neighbor_ties } = this.reading, found = [];
    for (const row of this.others(D, itself)) {
      const q = distance(x, D[row]);
      if (coincident === "limit" || q != 0) { // 0 or 0n
        found.push({ distance: q, place: neighbor_ties === "earlier" ? row : -row, row });
      }
    }
    return found;
  }
  others(D, itself) {
    const all = [...D.keys()];
    return itself === null || this.reading.leave_one_out === "no" ? all : all.filter((i) => i !== itself);
  }
  openBounds(y) {
    if (this.reading.open_bound !== "present-classes") return [0, this.highest];
    return [Math.min(...y), Math.max(...y)];
  }
  crossed(y_min, y_max) {
    if (y_min <= y_max) return [y_min, y_max];
    return this.reading.crossed_range === "swapped" ? [y_max, y_min] : [0, this.highest];
  }
  middle(l_m, l_M) {
    const middle = Math.floor((l_m + l_M) / 2);
    if ((l_M - l_m) % 2 === 0 || this.tie === "lower") return middle;
    if (this.tie === "upper") return middle + 1;
    if (this.tosses >= this.tie.length) throw new Unsupported(`more than ${this.tie.length} tosses`);
    return middle + Number(this.tie[this.tosses++]);
  }
  duplicated(labels) {
    return (this.reading.duplicated === "conflicting" ? new Set(labels).size : labels.length) > 1;
  }
  secondLook(D, RCr) { return RCr.equals(1) && this.reading.rcr_one === "skipped" ? [] : [...D.keys()]; }
  sharesOfNeighbors(classes, y_i, k, r) {
    let counted = classes;
    if (this.reading.fewer_than_k === "own-class") counted = [...classes, ...Array(k - classes.length).fill(y_i)];
    else if (!classes.length && this.reading.no_neighbor === "uniform") counted = [y_i];
    if (!counted.length) return this.drawn(r);
    const counts = Array(this.c).fill(0);
    for (const l of counted) counts[l]++;
    return counts.map((count) => share(count, counted.length));
  }
  exponent(m) {
    const less = m.minus(ONE);
    if (this.reading.weights === "printed") return less;
    if (less.isZero) throw new Unsupported("m = 1 where weights is keller: its exponent has no value");
    return new Fraction(2n).over(less);
  }
  weights(x, D, nn, m) {
    const exponent = this.exponent(m), distances = nn.map((j) => distance(x, D[j]));
    const alone = exponent > 0 && distances.some((q) => q == 0);
    return distances.map((q) => {
      if (q == 0) return alone || exponent.isZero ? ONE : ZERO;
      return alone ? ZERO : inversePower(q, exponent);
    });
  }
  withoutNeighbors(r) {
    return this.reading.no_neighbor === "drawn" ? this.drawn(r) : this.spread(Array(r[1] - r[0] + 1).fill(ONE), r);
  }
  drawn(r) {
    const size = r[1] - r[0] + 1, chosen = Math.floor(DRAWN * size), tenth = new Fraction(1n, 10n);
    if (!["lower", "upper"].includes(this.tie)) throw new Unsupported("classes drawn by chance");
    if (size === 1) return this.spread([ONE], r);
    const less = ONE.minus(tenth.over(new Fraction(BigInt(size - 1))));
    return this.spread(Array.from({ length: size }, (_, n) => (n === chosen ? ONE.plus(tenth) : less)), r);
  }
  spread(shares, r) {
    const total = shares.reduce((sum, share) => sum.plus(share));
    return this.Y.map((l) => (inRange(l, r) ? shares[l - r[0]].over(total) : ZERO));
  }
}

// --- Sections 2.1 and 2.2: order and ranges

function dominates(x, z) {
  for (let a = 0; a < x.length; a++) if (x[a] < z[a]) return false;
  return true;
}
const inRange = (l, r) => r[0] <= l && l <= r[1];

function validRange(x, D, y, rules, itself = null) {  // Eq 1
  const [lowest, highest] = rules.openBounds(y);
  let y_min = null, y_max = null;
  for (const i of rules.others(D, itself)) {
    if (dominates(x, D[i]) && (y_min === null || y[i] > y_min)) y_min = y[i];
    if (dominates(D[i], x) && (y_max === null || y[i] < y_max)) y_max = y[i];
  }
  return rules.crossed(y_min ?? lowest, y_max ?? highest);
}

// --- Section 3.1: medians

function medianRange(u) {  // Eq 4
  let l_m = 0, l_M = u.length - 1;
  for (let below = u[l_m]; l_m < u.length - 1 && !below.atLeastHalf(); below = below.plus(u[l_m])) l_m++;
  for (let above = u[l_M]; l_M > 0 && !above.atLeastHalf(); above = above.plus(u[l_M])) l_M--;
  return [l_m, l_M];
}
const median = (u, rules) => rules.middle(...medianRange(u));

// --- Section 3.2: Algorithm 2

const nearer = (a, b) => a.distance < b.distance || (a.distance === b.distance && a.place < b.place);

function neighborsAsMkNN(x, r, k, typeRange, D, y, rules, itself = null, whose = {}, names = []) {  // Alg 2.1
  const at = rules.at?.brief ? null : rules.at, seen = (x_i) => ({ ...whose, neighbor: names[x_i.row] });
  at?.("Alg 2.1", whose);
  const nn = [];  // Alg 2.2
  at?.("Alg 2.2", whose, { neighbors: [] });
  for (const x_i of rules.candidates(x, D, itself)) {  // Alg 2.3
    at?.("Alg 2.3", seen(x_i));
    const counts = typeRange === "outRange" || inRange(y[x_i.row], r);
    at?.("Alg 2.4", seen(x_i), { holds: counts });
    if (counts) {  // Alg 2.4
      at?.("Alg 2.5", seen(x_i), { holds: nn.length < k });
      if (nn.length < k) {  // Alg 2.5
        nn.push(x_i);  // Alg 2.6
        at?.("Alg 2.6", seen(x_i), { neighbors: nn.map((x_j) => names[x_j.row]) });
      } else {  // Alg 2.7
        const x_max = nn.reduce((a, b) => (nearer(a, b) ? b : a));  // Alg 2.8
        at?.("Alg 2.8", seen(x_i), { farthest: names[x_max.row] });
        at?.("Alg 2.9", seen(x_i), { holds: nearer(x_i, x_max) });
        if (nearer(x_i, x_max)) {  // Alg 2.9
          nn[nn.indexOf(x_max)] = x_i;  // Alg 2.10
          at?.("Alg 2.10", seen(x_i), { neighbors: nn.map((x_j) => names[x_j.row]) });
        }
      }
    }
  }
  const found = nn.sort((a, b) => (nearer(a, b) ? -1 : 1)).map((x_j) => x_j.row);
  at?.("Alg 2.15", whose, { neighbors: found.map((j) => names[j]) });
  return found;  // Alg 2.15
}

// --- Section 3.2: Algorithm 1

function frequencyOfClass(l, labels) {  // Eq 5
  return share(labels.filter((label) => label === l).length, labels.length);
}

function membershipWithRelevance(l, y_i, shares, RCr) {  // Eq 6
  const rest = shares[l].times(ONE.minus(RCr));
  return y_i === l ? RCr.plus(rest) : rest;
}

/** For each row the labels of all rows equal to it, and the place of the first of them. */
function equalRows(D, y) {
  const known = new Map();
  const alike = D.map((x_i, i) => {
    const key = String(x_i);
    if (!known.has(key)) known.set(key, { at: i, labels: [] });
    known.get(key).labels.push(y[i]);
    return known.get(key);
  });
  return { equal: alike.map(({ labels }) => labels), firsts: alike.map(({ at }) => at) };
}

function trainClassMemberships(D, y, k, RCr, rules) {  // Alg 1.1
  const { equal, firsts } = equalRows(D, y), { at } = rules;
  let u = D.map(() => []);
  at?.("Alg 1.1", {});
  for (const i of D.keys()) {  // Alg 1.2
    at?.("Alg 1.2", { row: i });
    const duplicated = rules.duplicated(equal[i]);
    for (const l of rules.Y) {  // Alg 1.3
      at?.("Alg 1.3", { row: i, class: l });
      at?.("Alg 1.4", { row: i, class: l }, { holds: duplicated });
      if (duplicated) {  // Alg 1.4
        u[i].push(frequencyOfClass(l, equal[i]));  // Alg 1.5
        at?.("Alg 1.5", { row: i, class: l }, { membership: u[i][l] });
      } else {  // Alg 1.6
        u[i].push(y[i] === l ? ONE : ZERO);  // Alg 1.7
        at?.("Alg 1.7", { row: i, class: l }, { membership: u[i][l] });
      }
    }
  }
  const first = [...new Set(firsts)];  // Alg 1.11
  at?.("Alg 1.11", {}, { rows: first });
  const D_ = first.map((i) => D[i]), y_ = [], ranges = [], neighbors = [];
  u = first.map((i) => u[i]);
  for (const i of D_.keys()) {  // Alg 1.12
    at?.("Alg 1.12", { row: first[i] });
    y_.push(median(u[i], rules));  // Alg 1.13
    at?.("Alg 1.13", { row: first[i] }, { label: y_[i] });
  }
  const firstMemberships = u.map((u_i) => [...u_i]);
  for (const i of rules.secondLook(D_, RCr)) {  // Alg 1.15
    const row = first[i];
    at?.("Alg 1.15", { row });
    at?.("Alg 1.16", { row }, { holds: !rules.duplicated(equal[row]) });
    if (!rules.duplicated(equal[row])) {  // Alg 1.16
      const r = validRange(D_[i], D_, y_, rules, i);  // Alg 1.17
      at?.("Alg 1.17", { row }, { range: r });
      const nn = neighborsAsMkNN(D_[i], r, k, "inRange", D_, y_, rules, i, { row }, first);  // Alg 1.19
      at?.("Alg 1.19", { row }, { neighbors: nn.map((j) => first[j]) });
      const shares = rules.sharesOfNeighbors(nn.map((j) => y_[j]), y[row], k, r);
      for (const l of rules.Y) {  // Alg 1.20
        at?.("Alg 1.20", { row, class: l });
        u[i][l] = membershipWithRelevance(l, y[row], shares, RCr);  // Alg 1.21
        at?.("Alg 1.21", { row, class: l }, { membership: u[i][l] });
      }
      [ranges[i], neighbors[i]] = [r, nn];
    }
  }
  at?.("Alg 1.25", {});
  const more = { firstLabels: y_, firstMemberships, appearances: first, firsts, ranges, neighbors };
  return { D: D_, u, y: [...y_], ...more };  // Alg 1.25
}

// --- Section 3.3: Algorithm 3

function aggregate(u, nn, pOR, weights, r, rules) {  // Eq 7
  const numerators = rules.Y.map(() => ZERO);
  let denominator = ZERO;
  nn.forEach((j, n) => {
    const weight = weights[n].times(pOR[n]);
    for (const l of rules.Y) numerators[l] = numerators[l].plus(weight.times(u[j][l]));
    denominator = denominator.plus(weight);
  });
  if (denominator.isZero) return rules.withoutNeighbors(r); // 0 / 0: no neighbor has a weight
  return numerators.map((numerator) => numerator.over(denominator)); // they sum to exactly 1
}

function learn(D, y, k, RCr, rules) {  // Alg 3.1
  rules.at?.("Alg 3.1", {});
  const learned = trainClassMemberships(D, y, k, RCr, rules);  // Alg 3.2
  rules.at?.("Alg 3.2", {});
  for (const i of rules.secondLook(learned.D, RCr)) learned.y[i] = median(learned.u[i], rules);  // Alg 3.3
  learned.y.forEach((label, i) => rules.at?.("Alg 3.3", { row: learned.appearances[i] }, { label }));
  return learned;
}

function classify(x, learned, K, typeRange, pOR_, m, rules, query = 0) {
  const { at } = rules, { D, u, y, appearances } = learned, pOR = [];
  const r = validRange(x, D, y, rules);  // Alg 3.4
  at?.("Alg 3.4", { query }, { range: r });
  const nn = neighborsAsMkNN(x, r, K, typeRange, D, y, rules, null, { query }, appearances);  // Alg 3.6
  at?.("Alg 3.6", { query }, { neighbors: nn.map((j) => appearances[j]) });
  for (const j of nn) {  // Alg 3.7
    const where = { query, neighbor: appearances[j] }, whole = typeRange === "inRange" || inRange(y[j], r);
    at?.("Alg 3.7", where);
    at?.("Alg 3.8", where, { holds: whole });
    if (whole) {  // Alg 3.8
      pOR.push(ONE);  // Alg 3.9
      at?.("Alg 3.9", where, { penalty: 1 });
    } else {  // Alg 3.10
      pOR.push(pOR_);  // Alg 3.11
      at?.("Alg 3.11", where, { penalty: pOR_ });
    }
  }
  const weights = rules.weights(x, D, nn, m);
  const memberships = aggregate(u, nn, pOR, weights, r, rules);  // Alg 3.14
  at?.("Alg 3.14", { query }, { memberships });
  const label = median(memberships, rules);
  at?.("Alg 3.15", { query }, { label });
  return { x, D, range: r, neighbors: nn, penalties: pOR, weights, memberships, label };  // Alg 3.15
}

// --- At the door

/** A model of the rows X with labels y and the paper's parameters. `at` is called at every tagged line, with the
    line, where in the data it is, and what came out; inside Algorithm 2 only if it is not `brief`. */
function fit(given, at = null) {
  const { X, y, classes, k = 5, RCr = "0.5", directions = null, reading = PAPER, tie = null } = given;
  const position = new Map(classes.map((label, l) => [label, l])), labels = y.map((label) => position.get(label));
  if (labels.includes(undefined)) throw new RangeError(`no class is called ${y[labels.indexOf(undefined)]}`);
  const rules = new Rules(reading, classes.length, tie, Math.max(...labels), at);
  const factor = denominator(X), whole = onGrid(X, factor, directions);
  const learned = learn(small(whole)[0], labels, k, number(RCr), rules);
  const { tosses } = rules;

  /** What Algorithm 3 finds for each query; K, typeRange, pOR and m may be others than fit was given. */
  function predict(queries, { K = 9, typeRange = "inRange", pOR = "0.5", m = 2 } = given) {
    rules.tosses = tosses; // predicting repeats itself
    const finer = lcm(factor, denominator(queries)), scaled = (i) => whole[i].map((value) => value * (finer / factor));
    const [D, asked] = small(learned.appearances.map(scaled), onGrid(queries, finer, directions));
    const [penalty, influence] = [pOR, m].map(number);
    return asked.map((x, query) => classify(x, { ...learned, D }, K, typeRange, penalty, influence, rules, query));
  }
  return { classes, learned, predict };
}

return { fit, dominates, inRange, medianRange, number, Unsupported, PAPER };
})();
