"""Measures what a large site takes that is cut into pieces: learning it, extracting its pages, folding them; prints
Markdown, and writes what plan.py reads.

    . tests/spark/environment; python3 tests/spark/large_site.py BUILD_DIR [--pages 20000 120000] [--tasks large.json]
"""
import argparse
import datetime
import json
import pathlib
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
from cluster import PROJECT
from made_up_crawl import make

sys.path.insert(0, str(PROJECT / "tests/bench"))
from measuring import commit, machine, run


def stages(pith, pages, work):
    """CPU seconds and peak MB by stage, of a site of this size."""
    make(work / "crawl", pages, 1, 1)
    records, frames, models = work / "records", work / "frames", work / "models"
    with open(records, "wb") as out:
        subprocess.run([pith, "--quiet", "shuffle", *(work / "crawl").iterdir()], stdout=out, check=True)
    out = {}
    for name, arguments, output in (("learn", ["map", "--learn", models, records], "/dev/null"),
                                    ("extract", ["map", "--models", models, records], frames),
                                    ("fold", ["fold", frames], "/dev/null")):
        # A shell, so that the output goes to a file; it replaces itself.
        command = ["sh", "-c", 'exec "$@" > "$0"', str(output), pith, "--quiet", *map(str, arguments)]
        figures, _ = run(command, pages)
        out[name] = {"cpu": figures["cpu"], "peak": figures["peak"]}
    return out


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--pages", type=int, nargs=2, default=[20_000, 120_000], metavar=("FEW", "MANY"))
    parser.add_argument("--tasks", type=pathlib.Path, help="a file for the figures, as JSON, for plan.py; "
                        "what is printed is beside it, in a file that ends in .md")
    arguments = parser.parse_args()
    few, many = arguments.pages
    measured = {}
    for pages in few, many:
        with tempfile.TemporaryDirectory() as work:
            measured[pages] = stages(str(arguments.build.resolve() / "bin/pith"), pages, pathlib.Path(work))
    out = [f"Made-up pages of one site. Measured on {datetime.date.today()} at {commit()}, on {machine()}.", "",
           f"| stage | {few:,} pages, CPU s | {many:,} pages, CPU s | µs a page more | peak MB | peak MB "
           "| bytes a page more |", "|---|--:|--:|--:|--:|--:|--:|"]
    more = {}
    for name in measured[few]:
        first, second = measured[few][name], measured[many][name]
        more[name] = {"seconds": (second["cpu"] - first["cpu"]) / (many - few),
                      "bytes": (second["peak"] - first["peak"]) * (1 << 20) / (many - few)}
        out.append(f"| {name} | {first['cpu']:.1f} | {second['cpu']:.1f} | {1e6 * more[name]['seconds']:.0f} | "
                   f"{first['peak']:.0f} | {second['peak']:.0f} | {more[name]['bytes']:,.0f} |")
    print("\n".join(out))
    if arguments.tasks:
        arguments.tasks.with_suffix(".md").write_text("\n".join(out) + "\n")
        arguments.tasks.write_text(json.dumps({"pages": [few, many], "more": more}))


if __name__ == "__main__":
    main()
