// docs/javascripts/monfknn.js, the JavaScript behind the explorer, behind the line protocol of
// `crosscheck --program`. It shows all stages and the trace; --detail adds the lines inside the loops, and
// --steps every tagged line that is carried out, in its order.
import { createInterface } from "node:readline";
import "../../docs/javascripts/monfknn.js";

const { fit, PAPER, Unsupported } = globalThis.MonFkNN;
const TRACED = ["Alg 1.5", "Alg 1.11", "Alg 1.13", "Alg 1.17", "Alg 1.19", "Alg 1.21", "Alg 3.3", "Alg 3.4",
  "Alg 3.6", "Alg 3.9", "Alg 3.11", "Alg 3.14", "Alg 3.15"];
const DETAILS = ["Alg 1.7", "Alg 2.6", "Alg 2.8", "Alg 2.10"];
const detail = process.argv.includes("--detail"), everything = process.argv.includes("--steps");
const wanted = (line) => everything || TRACED.includes(line) || (detail && DETAILS.includes(line));

// Whole numbers that a Number would round travel as marked strings
const MARK = "\u0001";
const marked = (found) => (found[0] === '"' ? found : `"\\u0001${found}"`);
const parse = (line) => JSON.parse(line.replace(/"(?:[^"\\]|\\.)*"|-?\d{16,}/g, marked));
const exactly = (_, value) => (value?.plus ? String(value) : value); // fractions and shares as text
const written = (answer) => JSON.stringify(answer, exactly).replace(/"\\u0001(-?\d+)"/g, "$1");
const unmarked = (table) => table.map((row) => row.map((v) => (typeof v === "string" ? v.replace(MARK, "") : v)));

// A model with its trace so far
function fitted(question) {
  const trace = [];
  const at = (line, where, values) => wanted(line) && trace.push({ line, ...where, ...values });
  const reading = { ...PAPER, ...question.reading };
  return { model: fit({ ...question, X: unmarked(question.X), reading }, at), trace };
}

function predicted({ model, trace }, queries) {
  const before = trace.length, found = model.predict(unmarked(queries)), { learned, classes } = model;
  const named = (labels) => labels.map((l) => classes[l]);
  const answer = {
    predictions: named(found.map(({ label }) => label)),
    memberships: found.map(({ memberships }) => memberships.map((u_l) => (/\^/.test(u_l) ? Number(u_l) : u_l))),
    first_labels: named(learned.firstLabels),
    training_memberships: learned.u,
    training_labels: named(learned.y),
    trace: [...trace],
  };
  trace.length = before;
  return answer;
}

const LONGEST = 900_000; // characters: of a larger case only what fits is shown
function shortened(answer) {
  for (const field of ["trace", "training_memberships", "memberships"]) {
    const text = written(answer);
    if (text.length < LONGEST) return text;
    delete answer[field];
  }
  return written(answer);
}

const models = new Map();
function answered(message) {
  if (message.ask === "fit") models.set(message.model, fitted(message));
  else if (message.ask === "predict") return predicted(models.get(message.model), message.queries);
  else return predicted(fitted(message), message.queries);
  return {};
}

for await (const line of createInterface({ input: process.stdin })) {
  const message = parse(line);
  if (message.ask === "stop") break;
  let answer;
  if (message.ask === "start") {
    answer = { name: "twin.mjs", language: "JavaScript", readings: ["paper"], models: true };
  } else {
    answer = { id: message.id };
    try {
      Object.assign(answer, answered(message));
    } catch (error) {
      answer[error instanceof Unsupported ? "unsupported" : "error"] = error.message;
    }
  }
  process.stdout.write(shortened(answer) + "\n");
}
