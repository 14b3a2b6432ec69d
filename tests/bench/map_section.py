"""The section of `report` about `pith map`: what it takes besides the extraction that it is for."""
import json
import statistics
import subprocess

from measuring import run as timed
from pipeline_section import write_warc
from sections import Goal, figure, labelled_pages, table

ROUNDS = 3  # of both programs in turn
BAR = 0.9   # of the pages a second of extraction alone


def map_alone(run):
    pages = list(labelled_pages(run.data))
    warc, frames = run.work / "pages.warc", run.work / "pages.frames"
    count, size = write_warc(pages, warc)
    with open(frames, "wb") as out:
        subprocess.run([run.binaries / "pith", "--quiet", "shuffle", warc], stdout=out, check=True)
    warc.unlink()
    wholes, alone = [], []  # CPU seconds by round
    for _ in range(min(run.rounds, ROUNDS)):
        figures, _ = timed([str(run.binaries / "pith"), "--quiet", "map", str(frames)], count)
        extraction = json.loads(run.printed(run.binaries / "pith_map_bench", frames))
        if extraction["pages"] != count:
            raise SystemExit(f"report: {count} pages were written, but {extraction['pages']} extracted alone")
        wholes.append(figures)
        alone.append(extraction["seconds"])
    share = statistics.median(part / whole["cpu"] for part, whole in zip(alone, wholes))
    goal = Goal(f"`pith map` makes at least {BAR:.0%} as many pages a second of CPU time as extraction alone", f"{share:.1%}",
                share >= BAR)
    whole, part = statistics.median(each["cpu"] for each in wholes), statistics.median(alone)
    peak = max(each["peak"] for each in wholes)
    return ["## `pith map`, and extraction alone",
            f"{count:,} pages with {size / 1e6:,.0f} MB of HTML, sorted by `pith shuffle`, on one core; {len(alone)} rounds, in each of",
            "them both; medians. *Extraction alone* learns the sites and extracts their pages, and neither reads records, nor",
            "leaves out duplicates, nor writes documents.", "", goal.line(), "",
            *table(["", "CPU s", "pages/s", "peak MB"],
                   [("`pith map`", figure(whole), figure(count / whole), figure(peak)),
                    ("extraction alone", figure(part), figure(count / part), "")]), ""], [goal]
