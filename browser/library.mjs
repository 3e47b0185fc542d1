/** Runs Pyodide in Node: node library.mjs PYODIDE STAGE TARGET makes both archives of bytecode, and what Sapper offers. */

import fs from "node:fs";
import path from "node:path";

const [pyodide, stage, target] = process.argv.slice(2);
const { loadPyodide } = await import(path.resolve(pyodide, "pyodide.mjs"));
const python = await loadPyodide();
const site = "/lib/python3.14/site-packages";

/** @param {string} from @param {string} to */
function put(from, to) {
  python.FS.mkdirTree(to);
  for (const entry of fs.readdirSync(from, { withFileTypes: true })) {
    const source = path.join(from, entry.name);
    if (entry.isDirectory()) put(source, `${to}/${entry.name}`);
    else python.FS.writeFile(`${to}/${entry.name}`, fs.readFileSync(source));
  }
}

put(stage, site);
python.runPython(fs.readFileSync(path.join(import.meta.dirname, "inside.py"), "utf8"));
python.runPython(`
names = trace()
pack(names, "/library.zip", mine=False)
pack(names, "/sapper.zip", mine=True)
`);
const offer = python.runPython(
  "from sapper.web.forms.serialisation import to_json; from sapper.web.routes.boards import offer; to_json(offer()).decode()",
);
fs.writeFileSync(path.join(target, "offer.json"), offer);
for (const name of ["library.zip", "sapper.zip"])
  fs.writeFileSync(path.join(target, name), python.FS.readFile(`/${name}`));
