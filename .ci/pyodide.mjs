// The tour, the examples in the docstrings and the cross-check under Pyodide, which brings a newer Python than
// this machine has:
//
//     npm install --no-save --prefix build pyodide && node .ci/pyodide.mjs

import { fileURLToPath } from "node:url";
import { loadPyodide } from "../build/node_modules/pyodide/pyodide.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const pyodide = await loadPyodide({ stdout: (line) => console.log(line), env: { PYTHONDONTWRITEBYTECODE: "1" } });
pyodide.mountNodeFS("/home/pyodide", root);
const failed = await pyodide.runPythonAsync(`
import contextlib, doctest, importlib, io, pkgutil, sys
import monfknn_ref
from monfknn_ref.commands import main

print("Python", sys.version.split()[0], "under", sys.platform)
said = io.StringIO()
with contextlib.redirect_stdout(said):
    code = main([])
print("tour:", next(line for line in said.getvalue().splitlines() if "checks passed" in line))

NEED_THREADS = {"monfknn_ref.beyond.certificate.search"}  # of which WebAssembly has none
failures, examples = 0, 0
for found in pkgutil.walk_packages(monfknn_ref.__path__, "monfknn_ref."):
    if "with_numpy" in found.name or found.name.endswith("__main__") or found.name in NEED_THREADS:
        continue
    try:
        module = importlib.import_module(found.name)
    except ImportError as missing:  # processes, databases and the like that a browser lacks
        print("left out:", found.name, "-", missing)
        continue
    result = doctest.testmod(module, optionflags=doctest.NORMALIZE_WHITESPACE)
    failures, examples = failures + result.failed, examples + result.attempted
print("examples:", examples, "run,", failures, "failed")

crosschecked = main(["crosscheck", "monfknn_ref:MonFkNN", "--quick"])
code != 0 or failures != 0 or examples < 300 or crosschecked != 0
`);
process.exit(failed ? 1 : 0);
