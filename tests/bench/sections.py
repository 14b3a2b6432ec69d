"""Shared by the sections of `report`: a section is a function from a Run to its lines and the goals that it judges."""
import json
import os
import pathlib
import subprocess
import sys
import typing

HERE = pathlib.Path(__file__).resolve().parent
PROJECT = HERE.parent.parent
PER_SET = 8  # pages of each set where few are enough: as many as in pith_bench


class Goal(typing.NamedTuple):
    promise: str
    measured: str
    met: bool

    def line(self):
        return f"**{'Met' if self.met else 'Missed'}:** {self.promise}; measured: {self.measured}."


class Run:
    """Where things are, and how thoroughly to measure. `work` is a temporary directory."""

    def __init__(self, build, output, quick, work):
        self.build, self.output, self.quick, self.work = build, output, quick, work
        self.binaries = build / "bin"
        self.rounds = 1 if quick else 5  # of what is compared: a machine's speed changes from minute to minute
        labelled = os.environ.get("PITH_DATA")
        self.data = pathlib.Path(labelled) if labelled and not quick else PROJECT / "tests" / "pages"
        self.environment = {**os.environ, "PITH_DATA": str(self.data)}

    def printed(self, *command):
        """Runs the command and returns its output. Ends this program if it fails."""
        done = subprocess.run([str(word) for word in command], env=self.environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              text=True)
        if done.returncode != 0:
            sys.exit(f"report: {' '.join(map(str, command))}: exit code {done.returncode}\n{done.stderr}")
        return done.stdout

    def benchmarks(self, pattern):
        """The benchmarks of pith_bench whose names match, by name."""
        printed = self.printed(self.binaries / "pith_bench", f"--benchmark_filter={pattern}", "--benchmark_format=json",
                               *(["--benchmark_min_time=0.01"] if self.quick else []))
        found = {each["name"]: each for each in json.loads(printed)["benchmarks"] if each["run_type"] == "iteration"}
        if not found:
            sys.exit(f'report: pith_bench has no benchmark like "{pattern}"')
        return found

    def counts(self, stages, *options):
        """The output of pith_page_counts, by stage."""
        lines = self.printed(self.binaries / "pith_page_counts", *stages, *options).splitlines()
        return {count["stage"]: count for count in map(json.loads, lines)}


def figure(value):
    """Three digits, or all digits before the point."""
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def table(head, rows):
    """The first column is text, the others are figures."""
    yield "| " + " | ".join(head) + " |"
    yield "|---|" + "--:|" * (len(head) - 1)
    for row in rows:
        yield "| " + " | ".join(map(str, row)) + " |"


def labelled_pages(data):
    """(set, id, URL, file) of each page; URLs are distinct, and made up if unknown."""
    seen = set()
    for manifest in sorted(data.glob("*/manifest.jsonl")):
        for line in manifest.read_text().splitlines():
            entry = json.loads(line)
            url = entry["url"]
            if not isinstance(url, str) or not url.startswith("http") or url in seen:
                url = f"http://{entry.get('site') or manifest.parent.name + '.example'}/{manifest.parent.name}/{len(seen)}.html"
            seen.add(url)
            yield manifest.parent.name, entry["id"], url, manifest.parent / "html" / f"{entry['id']}.html"
