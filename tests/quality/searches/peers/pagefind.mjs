// Asks a Pagefind bundle through its own pagefind.js. Standard input: {"bundle": FOLDER, "queries": [...]}; prints a line
// FILE TAB SCORE a hit, and an empty line after each query.
//
// Node has no page and no fetch() of files, so both are played here: a page in the language that most pages have, as a
// visitor's would be, since pagefind.js asks only the index of the page's language.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";

const MOST_HITS = 1000;
const { bundle, queries } = JSON.parse(readFileSync(0, "utf8"));
const { languages } = JSON.parse(readFileSync(`${bundle}/pagefind-entry.json`, "utf8"));
const [language] = Object.entries(languages).sort(([, a], [, b]) => b.page_count - a.page_count)[0];

globalThis.document = { currentScript: null, querySelector: () => ({ getAttribute: () => language }) };
globalThis.fetch = async (url) => new Response(readFileSync(fileURLToPath(String(url).replace(/\?.*$/, ""))));
console.log = console.warn = console.error; // standard output is for hits
writeFileSync(`${bundle}/package.json`, '{"type": "module"}');
const pagefind = await import(pathToFileURL(`${bundle}/pagefind.js`).href);
await pagefind.options({ baseUrl: "/" });

const files = new Map(); // by the id of a fragment
async function file_of(result) {
  if (!files.has(result.id)) {
    const url = decodeURIComponent((await result.data()).raw_url);
    files.set(result.id, url.replace(/^\//, "").replace(/(^|\/)$/, "$1index.html"));
  }
  return files.get(result.id);
}
let out = "";
for (const query of queries) {
  const { results } = await pagefind.search(query);
  for (const result of results.slice(0, MOST_HITS)) out += `${await file_of(result)}\t${result.score}\n`;
  out += "\n";
}
writeFileSync(1, out);
process.exit(0);
