"""The section of `report` that compares this build with one of an older version: where the time of a page goes, by group of
functions, on the same pages in one run."""
import shutil
import statistics
import subprocess

from measuring import index_command, run as timed
from pipeline_section import captured
from sections import Run, labelled_pages, table
from where_time_goes import shares

EVERY_PAGE = 4  # of the labelled pages, for the index: all of them would take an hour


def extraction(build, work):
    """Of the benchmark of whole pages: (a function that measures milliseconds per page once, shares by group)."""
    def once():
        return build.benchmarks("^page, whole$")["page, whole"]["page"] * 1e3

    found = None if build.quick else shares(build.build, [str(build.binaries / "pith_bench"), "--benchmark_filter=^page, whole$"], work)
    return once, found


def indexing(build, name, pages, work):
    """The same of `pith ingest` and `pith index`, in CPU time; each run has its own cache and index."""
    runs = iter(range(1000))

    def once():
        at = f"{name}-{next(runs)}"
        pith, ingest, count, _ = captured(build, at, pages)
        index, _ = timed(index_command(pith), count)
        shutil.rmtree(build.work / at)
        return (ingest["cpu"] + index["cpu"]) / count * 1e3

    if build.quick:
        return once, None
    pith, _, _, _ = captured(build, f"{name}-profiled", pages)
    return once, shares(build.build, index_command(pith), work)


def compared(what, builds, rounds):
    """A table of both builds, from what the functions above return for each."""
    measured = [[], []]
    for _ in range(rounds):
        for times, (once, _) in zip(measured, builds):
            times.append(once())
    sums = [statistics.median(times) for times in measured]
    parts = [{group: share * total for group, share in found[1]} if found else {} for total, (_, found) in zip(sums, builds)]
    rows = [(what, sums)] + [(group, [part.get(group, 0) for part in parts]) for group in
                             sorted(parts[0] | parts[1], key=lambda group: -max(part.get(group, 0) for part in parts))]
    return table(["CPU ms/page", "before", "now", "now : before"],
                 [(group, f"{old:.2f}", f"{new:.2f}", f"{new / old:.2f}" if old else "–") for group, (old, new) in rows])


def before(run):
    old = Run(run.before, run.output, run.quick, run.work)
    pages = list(labelled_pages(run.data))[::EVERY_PAGE]
    version = subprocess.run(["git", "-C", str(run.before.parent), "rev-parse", "--short", "HEAD"], stdout=subprocess.PIPE, text=True).stdout.strip()
    lines = ["## Before and now",
             f"The same pages in the same run with an older version, commit {version or 'unknown'}, and this one: {run.rounds} runs of each in turn, medians.",
             "", "From the bytes of a page to everything that the index gets:", "",
             *compared("whole", [extraction(build, run.work) for build in (old, run)], run.rounds), "",
             f"`pith ingest` and `pith index`, {len(pages):,} pages; the groups are those of `pith index`:", "",
             *compared("both commands", [indexing(build, name, pages, run.work) for name, build in (("before", old), ("now", run))], run.rounds), ""]
    return lines, []
