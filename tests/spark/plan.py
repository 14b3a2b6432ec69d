"""What a whole crawl of Common Crawl would take, from measured tasks: a table with every input named, and a simulation.

    . tests/spark/environment
    python3 tests/spark/plan.py --made made.json --real real.json --large large.json --scaling scaling.json

The files come from `tests/spark/measure … --tasks FILE`, on a made-up crawl and on one of real pages, from large_site.py
and from scaling.py. Writes plan.md, plan.svg, and measured.md of what these have printed.
"""
import argparse
import heapq
import json
import math
import pathlib
import re
import sys

import numpy as np

sys.dont_write_bytecode = True
HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "bench"))
import plots

PAGES, HOSTS, FILES = 2.6e9, 38e6, 90_000  # Common Crawl 2024-51
FILE_BYTES = 1e9
MOST_PAGES = 10e6  # of a host
NODES, CORES = 100, 16
READERS, SHARDS, PIECE_PAGES = 10_000, 8_000, 20_000
GBIT = 10  # network of a node
EUROS = 0.04  # a core and hour
STRAGGLERS, SLOWER = 0.01, (3, 10)  # the share of tasks that take longer, and how many times
QUANTILE, MULTIPLIER = 0.9, 3  # of spark.speculation: when copies are started, and of which tasks

INPUTS = [
    ("pages, hosts, WARC files", f"{PAGES / 1e9:.1f} billion, {HOSTS / 1e6:.0f} million, {FILES:,}",
     "Common Crawl 2024-51"),
    ("a WARC file", f"{FILE_BYTES / 1e9:.0f} GB, {FILE_BYTES * FILES / PAGES / 1000:.0f} kB a page", "assumed"),
    ("pages of a host", f"Zipf's law, exponent 1, at most {MOST_PAGES / 1e6:.0f} million", "assumed"),
    ("cluster", f"{NODES} nodes of {CORES} cores, {GBIT} Gbit/s each", "given"),
    ("tasks that read; shards; pieces of large sites", f"{READERS:,}; {SHARDS:,}; {PIECE_PAGES:,} pages",
     "settings of the job"),
    ("price", f"{EUROS:.2f} € a core and hour", "assumed"),
    ("stragglers", f"{STRAGGLERS:.0%} of the tasks take {SLOWER[0]} to {SLOWER[1]} times as long", "assumed"),
    ("`spark.speculation`", f"true: from {QUANTILE:.0%} of the tasks on, for those over {MULTIPLIER} medians",
     "a setting; these two are Spark's defaults"),
]

# Of their own jobs, in the descriptions of their packages on PyPI: the package, the work, what it took.
PUBLISHED = [
    ("cc2dataset/1.5.0", "PySpark: links and alt texts from 5 million WAT files of Common Crawl",
     "70,000 core hours, $2,800 at $0.04 an hour"),
    ("py-data-juicer/1.6.1", "70 billion samples through its operators, on Ray", "2 hours on 6,400 cores"),
    ("nemo-curator/1.4.0", "near duplicates in a part of RedPajama v2",
     "0.65 hours on 3 nodes with H100, $190; on CPUs 10.7 hours, $315"),
]


def times_of_equal_tasks(run):
    """The seconds of tasks that read files of the same size, relative to their mean; without the first of each worker,
    which starts Java and Python."""
    seconds = np.array([task["seconds"] for task in run["tasks"] if task["stage"] == 0][run["workers"]:])
    return seconds / seconds.mean()


def sizes_of_hosts():
    rank = np.arange(1, HOSTS + 1)
    most = PAGES
    for _ in range(40):  # the size of the largest host without the bound, such that the sum is right
        sizes = np.minimum(most / rank, MOST_PAGES)
        most *= PAGES / sizes.sum()
    return sizes


def simulate(seconds, usual, cores, speculate):
    """When all tasks have ended. `seconds`: of each, with its bad luck; `usual`: without, as a copy would take."""
    free = [0.0] * cores
    heapq.heapify(free)
    ends = []
    for each in seconds:
        end = heapq.heappop(free) + each
        ends.append(end)
        heapq.heappush(free, end)
    if speculate:
        ends = np.array(ends)
        begun = ends - seconds
        start = np.quantile(ends, QUANTILE)
        limit = MULTIPLIER * np.median(seconds)
        late = (ends > start) & (seconds > limit)
        copy = np.maximum(start, begun + limit) + usual
        ends = np.where(late, np.minimum(ends, copy), ends)
    return float(np.max(ends))


def peers():
    """How many times the time of Pith with a site's model other libraries take for a page, parsing included, by
    tests/bench/README.md."""
    text = (HERE.parent / "bench/README.md").read_text()
    whole = float(re.search(r"^\| whole \| ([\d.]+) \|", text, re.M)[1])
    rows = re.findall(r"^\| (trafilatura|resiliparse|jusText) \| [\d.]+ \| ([\d.]+) \|", text, re.M)
    return [(name, float(milliseconds) / whole) for name, milliseconds in rows]


class Plan:
    def __init__(self, real, made, large):
        chance = np.random.default_rng(26)
        page_bytes = FILE_BYTES * FILES / PAGES
        # What `pith` does grows with the bytes of a page; what Spark does, with the number of pages.
        scale = page_bytes / (real["input_bytes"] / real["pages"])
        self.extract = real["map_cpu_seconds"] / real["pages"] * scale
        self.read = real["shuffle_cpu_seconds"] / real["pages"] * scale
        self.engine = max(0, made["cpu_seconds"] - made["map_cpu_seconds"]) / made["pages"]
        self.learn, self.fold = (large["seconds"][stage] * scale for stage in ("learn", "fold"))
        self.shuffled = sum(task["shuffle_written"] for task in real["tasks"]) / real["pages"] * scale
        self.network_hours = (self.shuffled * PAGES + FILES * FILE_BYTES) * 8 / (NODES * GBIT * 1e9) / 3600

        self.sizes = sizes_of_hosts()
        is_cut = self.sizes > PIECE_PAGES
        self.cut = self.sizes[is_cut]
        self.whole = np.bincount(chance.integers(0, SHARDS, int((~is_cut).sum())), weights=self.sizes[~is_cut],
                                 minlength=SHARDS)
        count = np.ceil(self.cut / PIECE_PAGES).astype(int)
        tasks = min(int(count.sum()), 10 * SHARDS)
        pieces = np.bincount(chance.integers(0, tasks, count.sum()), weights=np.repeat(self.cut / count, count))
        of_cut = np.bincount(chance.integers(0, min(len(self.cut), SHARDS), len(self.cut)), weights=self.cut)
        self.unequal = np.concatenate([times_of_equal_tasks(real), times_of_equal_tasks(made)])
        reading = np.full(READERS, (self.read + self.engine) * PAGES / READERS)

        def tasks_of(usual):
            usual = usual * chance.choice(self.unequal, len(usual))
            slow = chance.random(len(usual)) < STRAGGLERS
            return usual * np.where(slow, chance.uniform(*SLOWER, len(usual)), 1), usual

        # Sites that are cut are learned first; meanwhile others are mapped.
        self.stages = {"read, pack, sort": tasks_of(reading),
                       "learn large sites, map others": tasks_of(np.concatenate([self.learn * of_cut,
                                                                                 self.extract * self.whole])),
                       "extract pieces": tasks_of(self.extract * pieces[pieces > 0]),
                       "fold pieces": tasks_of(self.fold * of_cut)}

    def cpu_hours(self):
        return sum(float(usual.sum()) for _, usual in self.stages.values()) / 3600

    def hours(self, cores, speculate=True):
        return {name: simulate(*tasks, cores, speculate) / 3600 for name, tasks in self.stages.items()}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("made", "real", "large", "scaling"):
        parser.add_argument(f"--{name}", type=pathlib.Path, required=True)
    files = parser.parse_args()
    real, made, large, scaling = (json.loads(file.read_text())
                                  for file in (files.real, files.made, files.large, files.scaling))
    plan = Plan(real, made, large)
    (HERE / "plan.md").write_text("\n".join(table(plan, real, made)) + "\n", encoding="utf-8")
    (HERE / "plan.svg").write_text(plots.document("The job for Spark: scaling, skew and memory",
                                                  panels(plan, scaling, large), 1230),
                                   encoding="utf-8")
    parts = [("A made-up crawl", files.made), ("Real pages: labelled pages, judged crawls and manuals (`real_crawl.py`)",
                                               files.real),
             ("A large site", files.large), ("By workers", files.scaling)]
    text = ["# The job for Spark, measured", "", "Written by `tests/spark/plan.py`; do not edit. `measure`, `large_site.py` "
            "and `scaling.py` have printed this.", ""]
    for name, file in parts:
        text += [f"## {name}", file.with_suffix(".md").read_text()]
    (HERE / "measured.md").write_text("\n".join(text).rstrip() + "\n", encoding="utf-8")
    print("written: tests/spark/plan.md, tests/spark/plan.svg, tests/spark/measured.md")


def table(plan, real, made):
    cluster = NODES * CORES
    stages = plan.hours(cluster)
    total = sum(stages.values()) + plan.network_hours
    page_bytes = FILE_BYTES * FILES / PAGES
    out = ["# One crawl of Common Crawl", "",
           "Written by `tests/spark/plan.py`; do not edit. Nobody has run this: tasks measured on one small machine",
           "([measured.md](measured.md)), scaled and simulated.", "",
           f"**{total:,.0f} hours and {total * cluster * EUROS:,.0f} €** on {NODES} nodes of {CORES} cores; "
           f"{plan.cpu_hours():,.0f} core hours of CPU time.", "",
           "| | hours |", "|---|--:|"]
    out += [f"| {name} | {hours:.1f} |" for name, hours in stages.items()]
    out += [f"| network: the files, and the shuffles; nothing else meanwhile | {plan.network_hours:.1f} |", "",
            "| input | value | from |", "|---|---|---|"]
    out += [f"| {name} | {value} | {source} |" for name, value, source in INPUTS]
    out += [f"| `pith map` | {1000 * plan.extract:.2f} ms a page | measured, on pages of "
            f"{real['input_bytes'] / real['pages'] / 1000:.1f} kB, compressed; scaled to {page_bytes / 1000:.0f} kB |",
            f"| reading, packing and sorting | {1000 * plan.read:.2f} ms a page | `pith shuffle`, measured and scaled "
            "likewise |",
            f"| Spark and Python | {1000 * plan.engine:.2f} ms a page | measured: what the job takes besides `pith map`, "
            f"with {made['pages']:,} pages |",
            f"| learning and folding sites in pieces | {1000 * plan.learn:.2f} and {1000 * plan.fold:.2f} ms a page | "
            "measured on a large site, scaled likewise |",
            f"| pages of sites in pieces | {plan.cut.sum() / PAGES:.0%}, in {len(plan.cut):,} sites | by the law above |",
            f"| shuffled | {plan.shuffled / 1000:.1f} kB a page, {plan.shuffled * PAGES / 1e12:.0f} TB | measured, scaled; "
            "disks must also keep what was read |",
            f"| tasks with the same work | the longest of {len(plan.unequal)} takes {plan.unequal.max():.1f} times their "
            "mean | measured, on an overloaded machine |", ""]
    own = plan.extract * PAGES / 3600
    out += ["## Beside others",
            "Extractors of single pages need no sort and no sites. Their CPU times on the same pages as Pith's, parsing",
            "included, are those of the [benchmark](../bench/README.md), scaled as Pith's.", "",
            "| | core hours | € |", "|---|--:|--:|",
            f"| Pith: all of the job | {plan.cpu_hours():,.0f} | {plan.cpu_hours() * EUROS:,.0f} |",
            f"| Pith: `pith map` alone | {own:,.0f} | {own * EUROS:,.0f} |"]
    out += [f"| {name}: extraction alone | {own * times:,.0f} | {own * times * EUROS:,.0f} |" for name, times in peers()]
    out += ["", "Published of other jobs, by the descriptions of these packages on 2026-11-27. None of them is the same work:",
            "cc2dataset parses no HTML, and the others begin with texts. DCLM and HPLT publish in papers, which were not at",
            "hand.", "", "| | work | took |", "|---|---|---|"]
    out += [f"| [{package}](https://pypi.org/project/{package}/) | {work} | {took} |" for package, work, took in PUBLISHED]
    out += ["", "## More executors", "An executor has one core. Efficiency is the time that one core would take, divided by "
            "cores and time, without the network.", "",
            "| executors | hours | without speculation | efficiency |", "|--:|--:|--:|--:|"]
    for cores, speed in curve_of(plan):
        out.append(f"| {cores:,} | {sum(plan.hours(cores).values()):,.1f} | "
                   f"{sum(plan.hours(cores, False).values()):,.1f} | {speed / cores:.0%} |")
    uncut = uncut_shards(plan)
    hours = plan.sizes[0] * plan.extract / 3600
    return out + ["", f"Skew: the largest of {SHARDS:,} shards of whole sites has {plan.whole.max() / plan.whole.mean():.1f} "
                  f"times the mean number of pages; if large sites were not cut, {uncut.max() / uncut.mean():,.0f} times. "
                  f"The largest site, with {plan.sizes[0] / 1e6:,.0f} million pages, would then take {hours:,.0f} hours.",
                  "", "![Speed, skew and memory](plan.svg)"]


def curve_of(plan):
    """(cores, speed in cores' worth)"""
    return [(cores, plan.cpu_hours() / sum(plan.hours(cores).values()))
            for cores in (1, 10, 100, 1_000, NODES * CORES, 10_000, 30_000)]


def uncut_shards(plan):
    """Pages of each shard if no site were cut."""
    chance = np.random.default_rng(27)
    return np.bincount(chance.integers(0, SHARDS, len(plan.sizes)), weights=plan.sizes, minlength=SHARDS)


def panels(plan, scaling, large):
    out = list(plots.growth_panel("Speed by executors, in cores' worth (simulated)", [("Pith on Spark", curve_of(plan))], 30,
                                  "executors", "cores' worth"))
    ranks = [int(10 ** (k / 4)) for k in range(0, 4 * int(math.log10(SHARDS)) + 1)]
    whole, cut = np.sort(uncut_shards(plan))[::-1], np.sort(plan.whole)[::-1]
    out += plots.growth_panel("Pages of a shard, by rank", [("sites cut", [(r, cut[r - 1]) for r in ranks]),
                                                            ("not cut", [(r, whole[r - 1]) for r in ranks])],
                              330, "rank of the shard", "pages")
    strong = [(run["workers"], run["pages"] / run["seconds"]) for run in scaling if run["files"] == 3]
    weak = [(run["workers"], run["pages"] / run["seconds"]) for run in scaling if run["files"] == run["workers"]]
    out += plots.growth_panel("Pages a second by workers, on two cores (measured)",
                              [("same crawl", strong), ("growing crawl", weak)], 630, "workers", "pages a second")
    return out + list(plots.growth_panel("Memory by pages of a site in pieces (measured)", list(large["peaks"].items()), 930,
                                         "pages", "MB"))


if __name__ == "__main__":
    main()
