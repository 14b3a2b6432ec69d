"""What a whole crawl of Common Crawl would take, from measured tasks: a table with every input named, and a simulation.

    . tests/spark/environment
    python3 tests/spark/plan.py --made made.json --real real.json --scaling scaling.json    writes plan.md, plan.svg

The files come from `tests/spark/measure … --tasks FILE`, on a made-up crawl and on one of real pages, and from
scaling.py.
"""
import argparse
import heapq
import json
import math
import pathlib
import re
import statistics
import sys

import numpy as np

sys.dont_write_bytecode = True
HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "bench"))
import plots

PAGES, HOSTS, FILES = 2.6e9, 38e6, 90_000  # Common Crawl 2024-51
FILE_BYTES = 1e9
NODES, CORES = 100, 16
SHARDS, PIECE_PAGES = 64_000, 20_000
GBIT = 10  # network of a node
EUROS = 0.04  # a core and hour
STRAGGLERS, SLOWER = 0.01, (3, 10)  # the share of tasks that take longer, and how many times
QUANTILE, MULTIPLIER = 0.9, 3  # of spark.speculation: when copies are started, and of which tasks

INPUTS = [
    ("pages, hosts, WARC files", f"{PAGES / 1e9:.1f} billion, {HOSTS / 1e6:.0f} million, {FILES:,}",
     "Common Crawl 2024-51, as its announcement counts them"),
    ("a WARC file", f"{FILE_BYTES / 1e9:.0f} GB, {FILE_BYTES * FILES / PAGES / 1000:.0f} kB a page", "assumed"),
    ("pages of a host", "Zipf's law, exponent 1", "assumed; a heavier tail than the crawl has, which bounds each host"),
    ("cluster", f"{NODES} nodes of {CORES} cores, {GBIT} Gbit/s each", "given"),
    ("shards; pieces of large sites", f"{SHARDS:,}; {PIECE_PAGES:,} pages", "settings of the job"),
    ("price", f"{EUROS:.2f} € a core and hour", "assumed: what clouds ask for a virtual core lies around it"),
    ("stragglers", f"{STRAGGLERS:.0%} of the tasks take {SLOWER[0]} to {SLOWER[1]} times as long", "assumed"),
    ("speculation", f"from {QUANTILE:.0%} of the tasks on, for those over {MULTIPLIER} medians", "Spark's defaults"),
]


def relative_times(run):
    """The seconds of each task, relative to the mean of its stage: how unequal tasks are. Stages of few tasks say
    nothing."""
    out = []
    for stage in {task["stage"] for task in run["tasks"]}:
        seconds = [task["seconds"] for task in run["tasks"] if task["stage"] == stage]
        if len(seconds) >= 12 and statistics.mean(seconds) > 1:
            out += [each / statistics.mean(seconds) for each in seconds]
    return np.array(out)


def shard_pages(chance):
    """The pages of each task of the last stage. Sites go to shards at random; those that are cut, piece by piece."""
    sizes = PAGES / (np.arange(1, HOSTS + 1) * (math.log(HOSTS) + 0.5772))
    cut = sizes > PIECE_PAGES
    whole = np.bincount(chance.integers(0, SHARDS, int((~cut).sum())), weights=sizes[~cut], minlength=SHARDS)
    pieces = np.repeat(sizes[cut] / np.ceil(sizes[cut] / PIECE_PAGES), np.ceil(sizes[cut] / PIECE_PAGES).astype(int))
    tasks = min(len(pieces), 10 * SHARDS)
    of_pieces = np.bincount(chance.integers(0, tasks, len(pieces)), weights=pieces, minlength=tasks)
    return np.concatenate([whole, of_pieces[of_pieces > 0]]), sizes


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
    """How many times Pith's time other libraries take for a page, by tests/bench/README.md."""
    text = (HERE.parent / "bench/README.md").read_text()
    rows = re.findall(r"^\| (trafilatura|resiliparse|jusText) \| [\d.]+ \| [\d.]+ \| ([\d.]+) \|", text, re.M)
    return [(name, float(times)) for name, times in rows]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("made", "real", "scaling"):
        parser.add_argument(f"--{name}", type=lambda path: json.loads(pathlib.Path(path).read_text()), required=True)
    arguments = parser.parse_args()
    real, made, chance = arguments.real, arguments.made, np.random.default_rng(26)

    # What a page costs: extraction and all else of `pith` grow with its bytes; Spark's part is the rest.
    scale = FILE_BYTES * FILES / PAGES / (real["input_bytes"] / real["pages"])
    extract = real["map_cpu_seconds"] / real["pages"] * scale
    engine = made["cpu_seconds"] / made["map_cpu_seconds"] - 1  # of the job that is large enough for its start
    page = extract * (1 + engine)
    cpu_hours = page * PAGES / 3600
    shuffled = sum(task["shuffle_written"] for task in real["tasks"]) / real["pages"] * scale
    network_hours = shuffled * PAGES * 8 / (NODES * GBIT * 1e9) / 3600

    pages, sizes = shard_pages(chance)
    unequal = np.concatenate([relative_times(real), relative_times(made)])
    read_share = 1 - (1 / (1 + engine))  # what reading and sorting take, as a share of the CPU time

    def tasks_of(total, weights):
        usual = total * weights / weights.sum() * chance.choice(unequal, len(weights)) / unequal.mean()
        slow = chance.random(len(weights)) < STRAGGLERS
        return usual * np.where(slow, chance.uniform(*SLOWER, len(weights)), 1), usual

    stages = [tasks_of(page * PAGES * read_share, np.ones(FILES)), tasks_of(page * PAGES * (1 - read_share), pages)]

    def hours(cores, speculate=True):
        return sum(simulate(*stage, cores, speculate) for stage in stages) / 3600

    cluster = NODES * CORES
    total = hours(cluster) + network_hours
    out = ["# One crawl of Common Crawl", "",
           "Written by `tests/spark/plan.py`; do not edit. Nobody has run this: measured tasks of this machine, scaled and",
           "simulated.", "",
           f"**{total:,.0f} hours and {total * cluster * EUROS:,.0f} €** on {NODES} nodes of {CORES} cores: "
           f"{cpu_hours:,.0f} core hours of CPU, {network_hours:.1f} hours for the shuffle.", "",
           "| input | value | from |", "|---|---|---|"]
    out += [f"| {name} | {value} | {source} |" for name, value, source in INPUTS]
    out += [f"| CPU of `pith map`, real pages | {1000 * real['map_cpu_seconds'] / real['pages']:.2f} ms a page of "
            f"{real['input_bytes'] / real['pages'] / 1000:.1f} kB, compressed; scaled to "
            f"{FILE_BYTES * FILES / PAGES / 1000:.0f} kB: {1000 * extract:.2f} ms | measured |",
            f"| reading, sorting, writing | {engine:.0%} of that | measured, {made['pages']:,} pages |",
            f"| shuffled | {shuffled / 1000:.1f} kB a page | measured, scaled |",
            f"| tasks | {len(unequal)} of them: the longest takes {unequal.max():.1f} times the mean of its stage | "
            "measured |", ""]
    out += ["## Beside others",
            "Extractors of single pages need no sort. Their times on the same pages as Pith's are those of the",
            "[benchmark](../bench/README.md), scaled as Pith's; read, written and paid for at the same prices.", "",
            "| | core hours | € |", "|---|--:|--:|",
            f"| Pith, with sites | {cpu_hours:,.0f} | {cpu_hours * EUROS:,.0f} |"]
    out += [f"| {name}, extraction alone | {extract * times * PAGES / 3600:,.0f} | "
            f"{extract * times * PAGES / 3600 * EUROS:,.0f} |" for name, times in peers()]
    out += ["", "## More executors", "An executor has one core. The last column is the time that one core would take, "
            "divided by cores and time.", "",
            "| executors | hours | without speculation | efficiency |", "|--:|--:|--:|--:|"]
    one = sum(float(np.sum(usual)) for _, usual in stages) / 3600
    curve = []
    for cores in (1, 10, 100, 1_000, cluster, 10_000, 30_000):
        curve.append((cores, one / hours(cores)))
        out.append(f"| {cores:,} | {hours(cores):,.1f} | {hours(cores, False):,.1f} | {curve[-1][1] / cores:.0%} |")
    uncut = np.bincount(chance.integers(0, SHARDS, len(sizes)), weights=sizes, minlength=SHARDS)
    out += ["", f"Skew: the largest of {SHARDS:,} shards has {pages[:SHARDS].max() / pages[:SHARDS].mean():.1f} times the "
            f"mean number of pages; if large sites were not cut, {uncut.max() / uncut.mean():,.0f} times. The largest site, "
            f"with {sizes[0] / 1e6:,.0f} million pages, would alone take {sizes[0] * page / 3600:,.0f} hours.", "",
            "![Speed and skew](plan.svg)"]
    (HERE / "plan.md").write_text("\n".join(out) + "\n", encoding="utf-8")

    panels = list(plots.growth_panel("Speed by executors, in cores' worth (simulated)", [("Pith on Spark", curve)], 0,
                                     "executors", "cores' worth"))
    ranks = [int(10 ** (k / 4)) for k in range(0, 4 * int(math.log10(SHARDS)) + 1)]
    whole, cut = np.sort(uncut)[::-1], np.sort(pages[:SHARDS])[::-1]
    panels += plots.growth_panel("Pages of a shard, by rank", [("sites cut", [(r, cut[r - 1]) for r in ranks]),
                                                               ("not cut", [(r, whole[r - 1]) for r in ranks])],
                                 290, "rank of the shard", "pages")
    strong = [(run["workers"], run["pages"] / run["seconds"]) for run in arguments.scaling if run["files"] == 3]
    weak = [(run["workers"], run["pages"] / run["seconds"]) for run in arguments.scaling
            if run["files"] == run["workers"]]
    panels += plots.growth_panel("Pages a second by workers, on two cores (measured)",
                                 [("same crawl", strong), ("growing crawl", weak)], 580, "workers", "pages a second")
    (HERE / "plan.svg").write_text(plots.document("The job for Spark: scaling and skew", panels, 870), encoding="utf-8")
    print("written: tests/spark/plan.md, tests/spark/plan.svg")


if __name__ == "__main__":
    main()
