// Check an implementation against files of vectors: node check_vectors.mjs FILE...
import { readFileSync } from "node:fs";
import { monfknn } from "./monfknn_doubles.mjs";

const TOLERANCE = 1e-9;
let wrong = 0;

function solve({ X, y, classes, queries, k, K, RCr, typeRange, pOR, m, directions }) {
  const sign = (a) => (directions !== null && directions[a] === "-" ? -1 : 1);
  const numbers = (table) => table.map((row) => row.map((value, a) => sign(a) * Number(value)));
  return monfknn({
    X: numbers(X), y: y.map((label) => classes.indexOf(label)), c: classes.length, queries: numbers(queries),
    k, K, RCr: Number(RCr), typeRange, pOR: Number(pOR), m: Number(m),
  });
}

function problem(vector) {
  const { classes, expected, accepted, flags } = vector;
  const { predictions, memberships } = solve(vector);
  for (const [q, wanted] of expected.predictions.entries()) {
    const given = classes[predictions[q]];
    const allowed = accepted?.predictions[q] === undefined ? [wanted] : accepted.predictions[q] ?? classes;
    if (!allowed.includes(given)) return `query ${q}: ${given}, should be ${allowed.join(" or ")}`;
  }
  if (flags.includes("several-memberships") || flags.includes("ties-not-enumerated")) return "";
  for (const [q, wanted] of expected.memberships.entries()) {
    const l = memberships[q].findIndex((u, l) => !(Math.abs(u - (wanted[l] ?? 0)) <= TOLERANCE));
    if (l >= 0) return `query ${q}, class ${classes[l]}: ${memberships[q][l]}, should be ${wanted[l] ?? 0}`;
  }
  return "";
}

for (const path of process.argv.slice(2)) {
  const file = JSON.parse(readFileSync(path, "utf8"));
  if (file.format !== "monfknn_ref vectors 2") throw new Error(`${path}: the format is ${file.format}`);
  const problems = file.cases.map((vector) => [vector.id, problem(vector)]).filter(([, what]) => what);
  for (const [id, what] of problems) console.log(`${id}: ${what}`);
  console.log(`${file.family}: ${file.cases.length - problems.length} of ${file.cases.length} cases agree`);
  wrong += problems.length;
}
process.exitCode = wrong ? 1 : 0;
