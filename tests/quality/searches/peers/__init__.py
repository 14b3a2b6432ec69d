"""Other search engines, each as its own manual tells a newcomer. To add one: a module with what ENGINES' have, in ENGINES.

    NAME                       as in the report
    DEFAULTS                   how it is set up, one line
    missing()                  what to do to have it; None if it is here
    version()
    ask(folder, queries, work) its answers: for each query [(file, score)], best first, at most MOST_HITS; the files are
                               relative to the folder of pages, the scores are its own; work: an empty folder
"""
import os
import pathlib
import subprocess

from pith import Failed

MOST_HITS = 1000


def home():
    """Where node_modules/ and lucene/ are; None if nothing says."""
    return pathlib.Path(os.environ["PITH_PEERS"]) if os.environ.get("PITH_PEERS") else None


def run(command, **more):
    """What it prints."""
    done = subprocess.run(list(map(str, command)), capture_output=True, **more)
    if done.returncode != 0:
        last = done.stderr.decode(errors="replace").strip().splitlines()[-5:]
        raise Failed("\n".join([f"{' '.join(map(str, command[:4]))}: exit code {done.returncode}", *last]))
    return done.stdout.decode()


def answers_of(printed, queries):
    """[(file, score)] of each query, of what a helper prints: a line FILE TAB SCORE a hit, an empty line after each query."""
    out, hits = [], []
    for line in printed.split("\n")[:-1]:
        if line:
            file, score = line.rsplit("\t", 1)
            hits.append((file, float(score)))
        else:
            out.append(hits)
            hits = []
    if len(out) != len(queries) or hits:
        raise Failed(f"a search engine has answered {len(out)} of {len(queries)} queries")
    return out


from . import lucene, omega, pagefind  # noqa: E402: they use what is above

ENGINES = {"omega": omega, "pagefind": pagefind, "lucene": lucene}
