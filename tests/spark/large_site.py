"""Measures what the pages of a large site take that is cut into pieces: learning it, extracting, folding. Takes the
largest site of a crawl, some of its pages and all of them; prints Markdown, and writes what plan.py reads.

    . tests/spark/environment; python3 tests/spark/large_site.py BUILD_DIR CRAWL [--few 2000] [--tasks large.json]
"""
import argparse
import collections
import datetime
import json
import pathlib
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
from cluster import PROJECT

sys.path.insert(0, str(PROJECT / "tests/bench"))
sys.path.insert(0, str(PROJECT / "deploy/spark"))
from measuring import commit, machine, run
from pith_tasks import frames_in


def largest_site(pith, crawl):
    """Its records, sorted."""
    sites = collections.defaultdict(list)
    with subprocess.Popen([pith, "--quiet", "shuffle", *sorted(crawl.iterdir())], stdout=subprocess.PIPE) as sorting:
        for head, frame in frames_in(sorting.stdout):
            sites[head["site"]].append(frame)
    return max(sites.values(), key=len)


def stages(pith, pages, work):
    """CPU seconds and peak MB by stage, for these records of a site."""
    records, frames, models = work / "records", work / "frames", work / "models"
    records.write_bytes(b"".join(pages))
    out = {}
    for name, arguments, output in (("learn", ["map", "--learn", models, records], "/dev/null"),
                                    ("extract", ["map", "--models", models, records], frames),
                                    ("fold", ["fold", frames], "/dev/null")):
        # A shell, so that the output goes to a file; it replaces itself.
        command = ["sh", "-c", 'exec "$@" > "$0"', str(output), pith, "--quiet", *map(str, arguments)]
        figures, _ = run(command, len(pages))
        out[name] = {"cpu": figures["cpu"], "peak": figures["peak"]}
    return out


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("crawl", type=pathlib.Path)
    parser.add_argument("--few", type=int, default=2000, metavar="PAGES")
    parser.add_argument("--tasks", type=pathlib.Path, help="a file for the figures, as JSON, for plan.py; "
                        "what is printed is beside it, in a file that ends in .md")
    arguments = parser.parse_args()
    pith = str(arguments.build.resolve() / "bin/pith")
    pages = largest_site(pith, arguments.crawl)
    few, many = arguments.few, len(pages)
    if many <= few:
        sys.exit(f"large_site: the largest site has {many} pages; --few must be less")
    measured = {}
    for count in few, many:
        with tempfile.TemporaryDirectory() as work:
            measured[count] = stages(pith, pages[:count], pathlib.Path(work))
    out = [f"The largest site of the real pages. Measured on {datetime.date.today()} at {commit()}, on {machine()}.", "",
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
