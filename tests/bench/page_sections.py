"""Sections of `report` about single pages: stages of processing, other programs on the same pages, memory."""
import collections
import json
import re
import shutil
import statistics
import subprocess

from sections import HERE, PER_SET, Goal, table

# The bars of speed, as ratios, so that they hold on any machine.
GUMBO_MS, PARSE_MS, AFTER_MS = 6.2, 1.0, 0.8  # gumbo's time for a page where the bars were set, and the bars there
PEERS = {"resiliparse": 1.0, "rs-trafilatura": 1.0, "trafilatura": 0.1, "readability-lxml": 0.1, "jusText": 0.1}  # shares of their time
SITE_MODEL_MB = 1
CONSTANT_MB = 4       # memory of a real page beyond eight times its size
DENSE_TIMES = 16      # memory of a dense page by its size
MISSING = "–"


def instructions(run, stages):
    """Instructions per page, by stage; empty without valgrind."""
    if not shutil.which("valgrind"):
        return {}
    printed = run.printed("valgrind", "-q", "--tool=callgrind", "--toggle-collect=pith_measured", "--dump-before=pith_stage_ends",
                          f"--callgrind-out-file={run.work}/callgrind", run.binaries / "pith_page_counts", *stages, "--pages", 1)
    found = {}
    for number, count in enumerate(map(json.loads, printed.splitlines()), start=1):
        totals = re.search(r"^(?:totals|summary): (\d+)", (run.work / f"callgrind.{number}").read_text(), re.M)
        found[count["stage"]] = int(totals.group(1)) / count["pages"]
    return found


def pages(run):
    timed = {name.removeprefix("page, "): each for name, each in run.benchmarks("^page, ").items()}
    rounds = [run.benchmarks("^page, (parse|parse, gumbo|after parsing)$") for _ in range(run.rounds)]
    for name in rounds[0]:
        timed[name.removeprefix("page, ")] = sorted((each[name] for each in rounds), key=lambda found: found["page"])[len(rounds) // 2]
    counted = run.counts(timed, "--pages", PER_SET)
    executed = instructions(run, ["decode", "parse"] if run.quick else list(timed))
    parsing = timed["parse"]["page"]

    def row(stage):
        each = timed[stage]
        return (stage, f"{each['page'] * 1e3:.3f}", f"{each['bytes_per_second'] / 1e6:,.1f}",
                f"{executed[stage] / 1e6:,.2f}" if stage in executed else MISSING, f"{counted[stage]['allocations']:,.0f}",
                f"{100 * each['page'] / parsing:.1f} %")

    head = ["ms/page", "MB/s", "million instructions/page", "allocations/page", "of parsing's time"]
    extractors = [stage for stage in timed if stage.startswith("extractor ")]
    goals = []
    for stage, bar, what in (("parse", PARSE_MS, "parsing takes"),
                             ("after parsing", AFTER_MS, "everything after parsing takes, for the default extractor with a site model,")):
        share = statistics.median(each[f"page, {stage}"]["page"] / each["page, parse, gumbo"]["page"] for each in rounds)
        goals.append(Goal(f"{what} at most {100 * bar / GUMBO_MS:.0f} % of the time in which gumbo parses", f"{100 * share:.1f} %",
                          share <= bar / GUMBO_MS))
    any_stage = counted["parse"]
    lines = [
        "## Per page",
        f"On {any_stage['pages']} pages of {any_stage['bytes'] / any_stage['pages'] / 1e3:,.0f} kB on average. *After parsing* is "
        "everything that `pith index` does with a parsed page; *whole*",
        "begins with its bytes. *HTML to text, alone* is the work of other libraries; the other stages are parts of these.",
        f"*Parse*, *after parsing* and the goals are medians of {run.rounds} rounds.",
        "Instructions are for one page of each set." if executed else "Instructions are left out: valgrind is not installed.", "",
        *(line for goal in goals for line in (goal.line(), "")), *table(["stage", *head], [row(stage) for stage in timed if stage not in extractors]), "",
        "Extractors, with four siblings already parsed:", "",
        *table(["extractor", *head], [(row(stage)[0].removeprefix("extractor "), *row(stage)[1:]) for stage in extractors]), ""]
    return lines, goals


def peers(run):
    directory = run.work / "peer-pages"
    directory.mkdir()
    run.printed(run.binaries / "pith_page_counts", "--write", directory, "--pages", PER_SET)
    stage = "page, HTML to text, alone"
    ours, others = [], collections.defaultdict(list)  # by round
    for _ in range(run.rounds):
        ours.append(run.benchmarks(f"^{stage}$")[stage]["page"] * 1e3)
        done = subprocess.run([str(HERE / "peers"), str(directory), *(["--installed"] if run.quick else [])], stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, text=True)
        if done.returncode != 0:
            break
        for peer in map(json.loads, done.stdout.splitlines()):
            others[peer["name"]].append(peer)
    rows, goals = [("Pith", "", f"{statistics.median(ours):.2f}", "1.0", 0)], []
    skipped = ["Others were skipped: " + done.stderr.strip().splitlines()[-1], ""] if done.returncode != 0 else []
    for name, rounds in others.items():
        share = statistics.median(pith / peer["ms"] for pith, peer in zip(ours, rounds))
        rows.append((name, rounds[0]["version"], f"{statistics.median(peer['ms'] for peer in rounds):.2f}", f"{1 / share:.1f}", rounds[0]["failed"]))
        goals.append(Goal(f"Pith takes at most {PEERS[name]:.1f} times as long as {name}", f"{share:.2f} times", share <= PEERS[name]))
    count = len(list(directory.iterdir()))
    return ["## Other libraries",
            f"HTML in, main text out, parsing included, one page alone: the same {count} pages in the same run, on one core:",
            f"{run.rounds} rounds, in each of them all libraries in turn. Times and ratios are medians.", "",
            *(line for goal in goals for line in (goal.line(), "")),
            *table(["library", "version", "ms/page", "times Pith's", "pages that failed"], rows), "", *skipped], goals


def memory(run):
    stages = ["parse", "after parsing", "whole"]
    per_set = 2 if run.quick else 40
    dense = [100_000, 1_000_000] if run.quick else [1_000_000, 10_000_000]
    real = run.counts(stages, "--pages", per_set)
    rows, goals = [], []

    def row(pages, count):
        rows.append((pages, count["stage"], f"{count['peak_by_size']:.2f}", f"{count['over_8_sizes'] / 1e6:+,.3f}"))

    for stage in stages:
        row(f"{real[stage]['pages']} real pages", real[stage])
    worst = max(real[stage]["over_8_sizes"] for stage in stages) / 1e6
    goals.append(Goal(f"a page takes at most eight times its size and {CONSTANT_MB} MB, on {real['whole']['pages']} real pages",
                      f"eight times its size and {max(worst, 0):.3f} MB", worst <= CONSTANT_MB))
    times = 0
    for size in dense:
        for stage, count in run.counts(stages, "--synthetic", size).items():
            row(f"dense, {size / 1e6:g} MB", count)
            times = max(times, count["peak_by_size"])
    goals.append(Goal(f"a dense page, with a node for every six bytes, takes at most {DENSE_TIMES} times its size", f"{times:.2f} times",
                      times <= DENSE_TIMES))
    models = run.benchmarks("^site, model/50$" if run.quick else "^site, model/")
    largest = max(each["bytes"] for each in models.values()) / 1e6
    goals.append(Goal(f"the model of a site takes at most {SITE_MODEL_MB} MB", f"{largest:.2f} MB", largest <= SITE_MODEL_MB))
    return ["## Memory",
            "Peak of allocated memory while a page is processed: divided by the size of the page, and at most how far beyond eight",
            "times the size (negative: below). *After parsing* does not count the parsed page; *whole* counts everything. Of a dense",
            "page, what lexbor has finished is copied while it builds the rest (with gumbo, parsing takes over 40 times its size).", "",
            *(line for goal in goals for line in (goal.line(), "")),
            *table(["pages", "stage", "peak by size", "beyond eight sizes, MB"], rows), "",
            "The model of a site, by the number of its pages (it describes a sample, so it stops growing):", "",
            *table(["pages of the site", "MB"], [(f"{int(name.split('/')[1]):,}", f"{each['bytes'] / 1e6:.2f}") for name, each in models.items()]), "",
            "What bounds whole processes: [scale.md](scale.md).", ""], goals
