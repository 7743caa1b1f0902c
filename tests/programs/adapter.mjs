// An adapter in JavaScript: node adapter.mjs
import { createInterface } from "node:readline";
import { monfknn } from "./monfknn_doubles.mjs";

const tolerance = Number(process.argv[2] ?? 1e-13);

function answer({ X, y, classes, queries, k, K, RCr, typeRange, pOR, m, directions }) {
  const sign = (a) => (directions !== null && directions[a] === "-" ? -1 : 1);
  const numbers = (table) => table.map((row) => row.map((value, a) => sign(a) * Number(value)));
  const place = new Map(classes.map((label, l) => [label, l]));
  const problem = {
    X: numbers(X), y: y.map((label) => place.get(label)), c: classes.length, queries: numbers(queries),
    k, K, RCr: Number(RCr), typeRange, pOR: Number(pOR), m: Number(m),
  };
  const { memberships, predictions } = monfknn(problem, tolerance);
  if (memberships.flat().some(Number.isNaN)) return { unsupported: "squares beyond doubles" };
  return { memberships, predictions: predictions.map((l) => classes[l]) };
}

for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line);
  if (message.ask === "stop") break;
  const reply = message.ask === "start"
    ? { name: "adapter.mjs", language: "JavaScript", readings: ["paper"] }
    : { id: message.id, ...answer(message) };
  process.stdout.write(JSON.stringify(reply) + "\n");
}
