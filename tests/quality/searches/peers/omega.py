"""Xapian Omega, as its quickstart tells: omindex --db DB --url / FOLDER, then omega 'P=words'."""
import os
import re
import shutil
from urllib.parse import unquote

from . import MOST_HITS, run

NAME = "Xapian Omega"
DEFAULTS = "`omindex --db DB --url / FOLDER`, `omega P=WORDS`: all words, English stemmer"
PROGRAM = "/usr/lib/cgi-bin/omega/omega"
# The settings of the template `query` that it ships, but hits as lines.
TEMPLATE = """$set{flag_spelling,$ne{$cgi{SPELL},0}}$setmap{prefix,,$split{ S B F},title,S,author,A,topic,B}
$hitlist{hit\t$field{url}\t$weight
}"""


def missing():
    if shutil.which("omindex") and os.access(PROGRAM, os.X_OK):
        return None
    return "apt-get install xapian-omega"


def version():
    return re.search(r"[\d.]+", run(["omindex", "--version"]))[0]


def ask(folder, queries, work):
    for name in ("data", "templates", "log"):
        (work / name).mkdir()
    (work / "templates/lines").write_text(TEMPLATE, encoding="utf-8")
    (work / "omega.conf").write_text(f"database_dir {work}/data\ntemplate_dir {work}/templates\n"
                                     f"log_dir {work}/log\ncdb_dir {work}\n", encoding="utf-8")
    run(["omindex", "--db", work / "data/default", "--url", "/", folder])
    # Without REQUEST_METHOD it reads its parameters from the command line.
    environment = {k: v for k, v in os.environ.items() if k not in ("REQUEST_METHOD", "QUERY_STRING")}
    environment["OMEGA_CONFIG_FILE"] = str(work / "omega.conf")
    return [_hits(run([PROGRAM, f"P={query}", "FMT=lines", f"HITSPERPAGE={MOST_HITS}"], env=environment))
            for query in queries]


def _hits(page):
    lines = [line.split("\t") for line in page.splitlines() if line.startswith("hit\t")]
    return [(unquote(url).removeprefix("/"), float(weight)) for _, url, weight in lines]
