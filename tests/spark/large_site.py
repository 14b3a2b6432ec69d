"""Measures what the pages of a large site take that is cut into pieces: learning it, extracting, folding. Takes the
largest site of a crawl, some of its pages and all of them, and for what a whole site has to fit in, all of them several
times; prints Markdown, and writes what plan.py reads.

    . tests/spark/environment; python3 tests/spark/large_site.py BUILD_DIR CRAWL [--few 2000] [--tasks large.json]
"""
import argparse
import collections
import datetime
import json
import pathlib
import re
import struct
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
from cluster import PROJECT

sys.path.insert(0, str(PROJECT / "tests/bench"))
sys.path.insert(0, str(PROJECT / "deploy/spark"))
from measuring import commit, machine, run
from pith_tasks import frames_in

STAGES = "learn", "extract", "fold"
COPIES = 5, 20


def largest_site(pith, crawl):
    """Its records, sorted."""
    sites = collections.defaultdict(list)
    with subprocess.Popen([pith, "--quiet", "shuffle", *sorted(crawl.iterdir())], stdout=subprocess.PIPE) as sorting:
        for head, frame in frames_in(sorting.stdout):
            sites[head["site"]].append(frame)
    return max(sites.values(), key=len)


def copies(frames, number):
    """The frames of a site that has its pages `number` times, each time in another directory; by URL."""
    heads = []
    for at, frame in enumerate(frames):
        size, = struct.unpack_from(">I", frame)
        head = json.loads(frame[8:8 + size])
        scheme, host, path = re.fullmatch(r"(https?://)([^/]*)/?(.*)", head["url"], re.S).groups()
        heads += [(f"{scheme}{host}/{copy:02}/{path}", at, head) for copy in range(number)]
    for url, at, head in sorted(heads, key=lambda each: each[0]):
        size, body_size = struct.unpack_from(">II", frames[at])
        text = json.dumps({**head, "url": url}).encode()
        yield struct.pack(">II", len(text), body_size) + text + frames[at][8 + size:]


class Measuring:
    def __init__(self, pith, work):
        self.pith, self.work = pith, work
        self.cpu, self.peaks = {}, {}  # by stage and number of pages

    def stage(self, name, arguments, count, output="/dev/null"):
        # A shell, so that the output goes to a file; it replaces itself.
        command = ["sh", "-c", 'exec "$@" > "$0"', str(output), self.pith, "--quiet", *map(str, arguments)]
        figures, _ = run(command, count)
        self.cpu[name, count], self.peaks[name, count] = figures["cpu"], figures["peak"]

    def write(self, name, frames):
        """Returns their number."""
        with open(self.work / name, "wb") as file:
            return sum(file.write(frame) > 0 for frame in frames)

    def learn(self, pages):
        count = self.write("records", pages)
        self.stage("learn", ["map", "--learn", self.work / "models", self.work / "records"], count)

    def extract(self, pages):
        count = self.write("records", pages)
        self.stage("extract", ["map", "--models", self.work / "models", self.work / "records"], count,
                   self.work / "frames")
        with open(self.work / "frames", "rb") as file:
            return [frame for _, frame in frames_in(file)]

    def fold(self, frames):
        count = self.write("folded", frames)
        self.stage("fold", ["fold", self.work / "folded"], count)


def measure(pith, pages, few):
    with tempfile.TemporaryDirectory() as work:
        measuring = Measuring(pith, pathlib.Path(work))
        for some in pages[:few], pages:
            measuring.learn(some)
            frames = measuring.extract(some)
            measuring.fold(frames)
        for number in COPIES:
            measuring.learn(copies(pages, number))
            measuring.fold(copies(frames, number))
    return measuring


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
    measured = measure(pith, pages, few)
    out = [f"The largest site of the real pages; beyond its {many:,} pages, copies of them at other URLs. Measured on "
           f"{datetime.date.today()} at {commit()}, on {machine()}.", "",
           "| stage | pages | CPU s | µs a page | peak MB |", "|---|--:|--:|--:|--:|"]
    for (name, count), cpu in sorted(measured.cpu.items(), key=lambda each: (STAGES.index(each[0][0]), each[0][1])):
        out.append(f"| {name} | {count:,} | {cpu:.1f} | {1e6 * cpu / count:,.0f} | {measured.peaks[name, count]:,.0f} |")
    print("\n".join(out))
    if arguments.tasks:
        arguments.tasks.with_suffix(".md").write_text("\n".join(out) + "\n")
        arguments.tasks.write_text(json.dumps(
            {"seconds": {name: (measured.cpu[name, many] - measured.cpu[name, few]) / (many - few) for name in STAGES},
             "peaks": {name: sorted((count, peak) for (stage, count), peak in measured.peaks.items() if stage == name)
                       for name in STAGES}}))


if __name__ == "__main__":
    main()
