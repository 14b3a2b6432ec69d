"""Runs the job for Spark with 1, 2 and 3 workers on the same crawl (strong scaling), and on as much of it as there are
workers (weak scaling); prints Markdown, and writes what plan.py reads.

    . tests/spark/environment; python3 tests/spark/scaling.py BUILD_DIR CRAWL [--tasks scaling.json]

Without a crawl of one's own: real_crawl.py or made_up_crawl.py makes one.
"""
import argparse
import datetime
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True
from cluster import PROJECT, submit

sys.path.insert(0, str(PROJECT / "tests/bench"))
from measuring import commit, machine

WORKERS = [1, 2, 3]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("crawl", type=pathlib.Path)
    parser.add_argument("--shards", type=int, default=24)
    parser.add_argument("--tasks", type=pathlib.Path, help="a file for the figures, as JSON, for plan.py; "
                        "what is printed is beside it, in a file that ends in .md")
    arguments = parser.parse_args()
    files = sorted(arguments.crawl.resolve().iterdir())
    runs = []
    with tempfile.TemporaryDirectory() as work:
        work = pathlib.Path(work)
        archive = work / "pith.tar.gz"
        subprocess.run([PROJECT / "deploy/spark/bundle", arguments.build / "bin/pith", archive], check=True,
                       stdout=subprocess.DEVNULL)

        def job(workers, share):
            crawl = work / f"crawl-{share}"
            crawl.mkdir(exist_ok=True)
            for file in files[:len(files) * share // WORKERS[-1]]:
                if not (crawl / file.name).exists():
                    os.link(file, crawl / file.name)
            begun = time.monotonic()
            outcome = submit(archive, ["--input", crawl, "--output", work / f"out-{workers}-{share}", "--shards",
                                       arguments.shards, "--format", "jsonl"], work, workers=workers)
            if outcome.code != 0:
                sys.exit(f"{workers} workers: exit code {outcome.code}\n{outcome.errors[-3000:]}")
            return {"workers": workers, "files": share, "pages": outcome.account["pages"],
                    "seconds": time.monotonic() - begun}

        for workers in WORKERS:
            runs.append(job(workers, WORKERS[-1]))
            if workers < WORKERS[-1]:
                runs.append(job(workers, workers))
    strong = [run for run in runs if run["files"] == WORKERS[-1]]
    weak = [run for run in runs if run["files"] == run["workers"]]
    out = [f"Measured on {datetime.date.today()} at {commit()}, on {machine()}.", "",
           "| | workers | pages | seconds | pages a second | times that of one worker |", "|---|--:|--:|--:|--:|--:|"]
    for name, its in (("the same crawl", strong), ("a crawl that grows with the workers", weak)):
        for run in its:
            speed = run["pages"] / run["seconds"]
            out.append(f"| {name} | {run['workers']} | {run['pages']:,} | {run['seconds']:.0f} | "
                       f"{speed:.0f} | {speed / (its[0]['pages'] / its[0]['seconds']):.2f} |")
    print("\n".join(out))
    if arguments.tasks:
        arguments.tasks.with_suffix(".md").write_text("\n".join(out) + "\n")
        arguments.tasks.write_text(json.dumps(runs))


if __name__ == "__main__":
    main()
