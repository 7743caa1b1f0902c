// States of the explorer, one JSON object a line, each answered with its address, the state that this address
// gives back, the doctest, and the trace of the algorithms in detail.
import { createInterface } from "node:readline";
import "../../docs/javascripts/monfknn.js";
import "../../docs/javascripts/explorer.js";

const { started, addressOf, stateOf, doctestOf, questionOf, readTable } = globalThis.MonFkNNExplorer;

function answered({ state, tosses, table }) {
  if (table) return readTable(...table);
  const full = started({ id: "", ...state }), address = addressOf(full), again = stateOf(address), trace = [];
  const at = (line, where, values) => trace.push({ line, ...where, ...values });
  globalThis.MonFkNN.fit(questionOf(again, tosses), at).predict([again.query]);
  return { address, again, doctest: doctestOf(again, tosses), trace };
}

for await (const line of createInterface({ input: process.stdin })) {
  let answer;
  try {
    answer = answered(JSON.parse(line));
  } catch (error) {
    answer = { error: error.message };
  }
  const exactly = (_, value) => (value?.plus ? String(value) : value); // fractions and shares as text
  process.stdout.write(JSON.stringify(answer, exactly) + "\n");
}
