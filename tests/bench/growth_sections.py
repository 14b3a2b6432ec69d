"""Sections of `report` about growth: with the size of a page, of a site, the number of sites; about the index; about crawling."""
import math
import pathlib
import re
import shutil
import subprocess

import plots
from measuring import ingest_and_index
from sections import HERE, Goal, figure, table

STEEPEST = 1.15  # exponent from one size to the next that still counts as linear: Lucene++'s merging adds a logarithm
OVERHEAD = 0.03  # relative to crawling without the plugin
CRAWLS = 10
PHRASE_MS, FIRST_ANSWER_MS = 25, 40


def exponents(points):
    """The exponent of each step from one size to the next."""
    return [math.log(after / before) / math.log(larger / smaller) for (smaller, before), (larger, after) in zip(points, points[1:])]


def growth_of_pages(run):
    """Curves of CPU milliseconds by kilobytes."""
    names = ["parse", "pith, no siblings", "pith"]
    found = run.benchmarks(f"^({'|'.join(names)})/" + ("10+$" if not run.quick else "10{4,5}$"))
    curves = {name: [] for name in names}
    for name, each in found.items():
        stage, size = name.split("/")
        curves[stage].append((int(size) / 1e3, each["cpu_time"]))
    return curves


def growth_of_crawls(run, sizes, by):
    """Curves of CPU seconds by pages, or by sites."""
    curves = {"pith ingest": [], "pith index": []}
    for pages, sites in sizes:
        result = ingest_and_index(run.binaries, pages, sites)
        for program in ("ingest", "index"):
            curves[f"pith {program}"].append((result[by], result[program]["cpu"]))
    return curves


def growth(run):
    of_site = [10, 100] if run.quick else [10, 100, 1000, 5000, 20_000]
    sites = [1, 10] if run.quick else [10, 100, 1000, 10_000]
    of_each = 4
    parts = [
        ("page size", "kB", "ms", growth_of_pages(run)),
        ("pages of one site", "pages", "s", growth_of_crawls(run, [(pages, 1) for pages in of_site], "pages")),
        (f"sites of {of_each} pages", "sites", "s", growth_of_crawls(run, [(of_each * count, count) for count in sites], "sites"))]
    lines, goals, panels = [], [], []
    for i, (what, x_name, y_name, curves) in enumerate(parts):
        steepest = {name: max(exponents(points)) for name, points in curves.items()}
        goals.append(Goal(f"time against {what} is linear or better (an exponent of at most {STEEPEST} from each size to the next)",
                          "; ".join(f"{name} {value:.2f}" for name, value in steepest.items()), max(steepest.values()) <= STEEPEST))
        sizes = [size for size, _ in next(iter(curves.values()))]
        rows = [(f"{size:,.0f}", *(figure(points[row][1]) for points in curves.values()))
                for row, size in enumerate(sizes)]
        lines += [goals[-1].line(), "", *table([what + (", kB" if x_name == "kB" else ""), *(f"{name}, CPU {y_name}" for name in curves)], rows), ""]
        panels += plots.growth_panel(f"Time against {what}", list(curves.items()), 30 + 300 * i, f"{what}, {x_name}" if x_name == "kB" else what,
                                     f"CPU time, {y_name}")
    (run.output / "growth.svg").write_text(plots.document("CPU time against sizes", panels, 900))
    return ["## Growth", "Pages are made up. `pith` has four siblings of the same size.", "", *lines,
            "![CPU time against page size, pages of a site, and sites](growth.svg)", "", "The dashed lines are linear.", ""], goals


def crawler(run):
    title = ["## Crawling with the plugin"]
    if not shutil.which("httrack") or not pathlib.Path("/usr/share/doc/python3-doc/html/index.html").exists():
        return title + ["Skipped: httrack or python3-doc is not installed (`./deploy/install-packages build demo`).", ""], []
    runs, depth = (1, ["2"]) if run.quick else (CRAWLS, [])
    done = subprocess.run([str(HERE / "crawl-overhead"), str(run.build), str(runs), *depth], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    pairs = re.findall(r"^\d+ +([\d.]+) +([\d.]+)$", done.stdout, re.M)
    last = re.search(r"^median +([\d.]+) +([\d.]+) +the plugin costs ([+-][\d.]+) % \((\d+) pages captured\)", done.stdout, re.M)
    if not last or len(pairs) != runs:
        raise SystemExit(f"report: tests/bench/crawl-overhead: exit code {done.returncode}\n{done.stdout}")
    cost = float(last.group(3))
    goal = Goal(f"HTTrack with the plugin takes at most {100 * OVERHEAD:.0f} % longer than without, by the median of {runs} alternating pairs of runs",
                f"{cost:+.1f} %", cost <= 100 * OVERHEAD)
    return [*title, f"Debian's python3-doc over loopback, {last.group(4)} pages. `tests/bench/crawl-overhead` measures it.", "", goal.line(), "",
            *table(["run", "without, s", "with, s"], [(i, *pair) for i, pair in enumerate(pairs, start=1)] + [("median", *last.group(1, 2))]), ""], [goal]


def index(run):
    written = next(iter(run.benchmarks("^index, write/" + ("2000/" if run.quick else "50000/")).values()))
    searched = run.benchmarks("^search, .*/" + ("1000/" if run.quick else "100000/"))
    documents = int(written["name"].split("/")[1])
    searched_pages = int(next(iter(searched)).split("/")[1])
    rows = [("documents/s, one thread", f"{written['documents_per_second']:,.0f}"), ("bytes/document in the index", f"{written['bytes_per_document']:,.0f}"),
            ("bytes/document of text", f"{written['text_per_document']:,.0f}"), ("commit of 200 documents, p50, ms", f"{written['commit_p50_ms']:.1f}"),
            ("commit of 200 documents, p99, ms", f"{written['commit_p99_ms']:.1f}")]
    goals = []
    for what, query, key, bar in (("99 of 100 phrases are answered", "phrase", "p99_ms", PHRASE_MS),
                                  ("a new process answers half of the words", "a word, by a new process", "p50_ms", FIRST_ANSWER_MS)):
        took = next(each for name, each in searched.items() if name.startswith(f"search, {query}/"))[key]
        goals.append(Goal(f"{what} within {bar} ms", f"{took:.0f} ms", took <= bar))
    return ["## Index", *(line for goal in goals for line in (goal.line(), "")), f"{documents:,} made-up documents, committed {written['commits']:.0f} times. A commit is on disk when it ends; merging is included.", "",
            *table(["", ""], rows), "", f"Searches in {searched_pages:,} documents; with facets, all hits are counted by site, language and year:", "",
            *table(["query", "p50, ms", "p99, ms"], [(name.split("/")[0].removeprefix("search, "), f"{each['p50_ms']:.2f}", f"{each['p99_ms']:.2f}")
                                                     for name, each in searched.items()]), ""], goals
