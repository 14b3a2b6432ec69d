"""Pagefind, as its manual tells: `pagefind --site FOLDER`, then search() of its pagefind.js, as a visitor's browser does."""
import json
import pathlib

from . import answers_of, home, run

NAME = "Pagefind"
DEFAULTS = "`pagefind --site FOLDER`, `search()` of its pagefind.js: all words, stemmer of the main language"
HELPER = pathlib.Path(__file__).with_name("pagefind.mjs")


def _program():
    return home() / "node_modules/.bin/pagefind" if home() else None


def missing():
    if _program() and _program().exists():
        return None
    return "export PITH_PEERS=DIR; npm install --prefix $PITH_PEERS pagefind"


def version():
    return run([_program(), "--version"]).split()[-1]


def ask(folder, queries, work):
    bundle = work / "pagefind"
    run([_program(), "--site", folder, "--output-path", bundle])
    asked = json.dumps({"bundle": str(bundle), "queries": queries})
    return answers_of(run(["node", HELPER], input=asked.encode()), queries)
