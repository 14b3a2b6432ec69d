"""The section of `report` about the whole way, from a WARC file to the index."""
import json
import shutil
import statistics

from measuring import THREADS, disk_mb, index_command, pith_at, run as timed
from sections import Goal, figure, labelled_pages, table
from where_time_goes import shares

ROUNDS = 3  # of both programs in turn: each takes minutes
PROFILED = 200  # pages, if callgrind does the counting
CPU, WALL = 0.9, 0.5  # shares of omindex's time for both commands: CPU time, and time on all cores against its one


def write_warc(pages, file):
    """Writes a response record for each page; returns the number of pages and the bytes of HTML."""
    count = size = 0
    with open(file, "wb") as out:
        for _, _, url, page in pages:
            body = page.read_bytes()
            block = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + body
            out.write(f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:pith:{count}>\r\nWARC-Date: 2026-01-01T00:00:00Z\r\n"
                      f"WARC-Target-URI: {url}\r\nContent-Type: application/http;msgtype=response\r\n"
                      f"Content-Length: {len(block)}\r\n\r\n".encode() + block + b"\r\n\r\n")
            count, size = count + 1, size + len(body)
    return count, size


def captured(run, name, pages):
    """Ingests these pages into a new cache; returns the command `pith` for it, figures of `pith ingest`, pages, bytes."""
    work = run.work / name
    work.mkdir()
    count, size = write_warc(pages, work / "pages.warc")
    pith = pith_at(run.binaries, work)
    figures, printed = timed(pith + ["ingest", "--capture-only", str(work / "pages.warc")], count)
    taken = json.loads(printed)["captured"]
    if taken != count:
        raise SystemExit(f"report: {count} pages were written to {work / 'pages.warc'}, but {taken} ingested")
    return pith, figures, count, size


def omindex(run, files, count):
    """Figures of omindex on the same files, and the index's size."""
    figures, _ = timed(["omindex", "--db", str(run.work / "omega"), "--url", "/", "--follow", str(files)], count)
    figures["disk"] = disk_mb(run.work / "omega")
    shutil.rmtree(run.work / "omega")
    return figures


def ingest_and_index(run, pages):
    """Figures of both commands, from an empty cache."""
    pith, ingest, count, size = captured(run, "whole", pages)
    index, printed = timed(index_command(pith), count)
    index["disk"] = disk_mb(run.work / "whole" / "index")
    shutil.rmtree(run.work / "whole")
    return ingest, index, count, size, json.loads(printed)["written"]


def median_of(runs):
    """The run with the median CPU time."""
    return sorted(runs, key=lambda figures: figures["cpu"])[len(runs) // 2]


def pipeline(run):
    pages, files = list(labelled_pages(run.data)), run.work / "files"
    files.mkdir()
    for manifest in run.data.glob("*/manifest.jsonl"):
        (files / manifest.parent.name).symlink_to((manifest.parent / "html").resolve())
    ours, others = [], []  # by round
    for _ in range(min(run.rounds, ROUNDS)):
        ingest, index, count, size, written = ingest_and_index(run, pages)
        both = {key: ingest[key] + index[key] for key in ("seconds", "cpu")} | {"peak": max(ingest["peak"], index["peak"])}
        ours.append({"cpu": both["cpu"], "ingest": ingest, "index": index, "both": both})
        if shutil.which("omindex"):
            others.append(omindex(run, files, count))
    middle = median_of(ours)
    ingest, index, whole = middle["ingest"], middle["index"], middle["both"]
    seconds, cpu = whole["seconds"], whole["cpu"]
    rate = run.benchmarks("^page, parse$")["page, parse"]["bytes_per_second"]
    bound = size / rate / THREADS

    def row(name, figures, disk):
        seconds, peak = figures["seconds"], figures["peak"]
        return (name, figure(seconds), figure(count / seconds), figure(size / 1e6 / seconds), figure(figures["cpu"]), figure(peak) if peak else "",
                figure(disk) if disk else "")

    rows = [row("`pith ingest`", ingest, 0), row("`pith index`", index, index["disk"]), row("both", whole, 0),
            row(f"parsing alone, on {THREADS} cores", {"seconds": bound, "cpu": bound * THREADS, "peak": 0}, 0)]
    goals = []
    if others:
        other = median_of(others)
        rows.append(row("`omindex` of Xapian Omega, on one core", other, other["disk"]))
        for what, bar, key in (("CPU time", CPU, "cpu"), (f"time on {THREADS} cores", WALL, "seconds")):
            share = statistics.median(mine["both"][key] / theirs[key] for mine, theirs in zip(ours, others))
            goals.append(Goal(f"from a WARC file to the index, Pith's {what} is at most {bar} times omindex's", f"{share:.2f} times", share <= bar))
    lines = [
        "## From a WARC file to the index",
        f"{count:,} pages with {size / 1e6:,.0f} MB of HTML; {written:,} of them are indexed. `extract.threads` is {THREADS}. "
        f"{len(ours)} rounds, in each of them both programs; the rows are of the round with the median CPU time, the ratios medians. Both commands together take {seconds / bound:.1f}",
        f"times as long as parsing alone would on {THREADS} cores (at the speed of the first table), and keep {cpu / seconds:.1f} "
        "cores busy.", "",
        *(line for goal in goals for line in (goal.line(), "")),
        *table(["", "s", "pages/s", "MB/s", "CPU s", "peak MB", "index, MB"], rows), ""]
    if not others:
        lines += ["`omindex` was skipped: it is not installed (`./deploy/install-packages bench`).", ""]
    few = pages if shutil.which("perf") else pages[::max(1, len(pages) // PROFILED)][:PROFILED]
    pith, _, _, _ = captured(run, "profiled", few)
    found = shares(run.build, index_command(pith), run.work)
    if not found:
        return lines + ["Where the time goes was skipped: neither perf nor valgrind is installed (`./deploy/install-packages bench`).", ""], goals
    counted, parts = found
    return lines + [f"Where the {counted} of `pith index` go{'es' if counted == 'time' else ''}, for {len(few):,} pages:", "",
                    *table(["functions", "share"], [(group, f"{100 * share:.1f} %") for group, share in parts]), ""], goals
