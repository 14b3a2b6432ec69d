"""Measures the job for Spark on a made-up crawl, against one machine, without and with kills. See `measure`."""
import argparse
import collections
import datetime
import hashlib
import json
import pathlib
import resource
import statistics
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True
import pyarrow as pa

from cluster import PROJECT, submit
from made_up_crawl import make

sys.path.insert(0, str(PROJECT / "tests/bench"))
from measuring import commit, machine

WORKERS = 3
KEY = "5"  # by which near duplicates are chosen


def digests(lines):
    """By URL, a digest of its line without the file that it comes from, whose name depends on the directory."""
    out = {}
    for line in lines:
        document = json.loads(line)
        document.get("place", {}).pop("file", None)
        assert document["url"] not in out, document["url"]
        out[document["url"]] = hashlib.sha1(json.dumps(document, sort_keys=True).encode()).digest()
    return out


def shard_lines(directory):
    for shard in sorted(pathlib.Path(directory).glob("part-*.jsonl.zst")):
        with pa.CompressedInputStream(pa.OSFile(str(shard)), "zstd") as stream:
            rest = b""
            while block := stream.read(1 << 20):
                *lines, rest = (rest + block).split(b"\n")
                yield from lines


def timed(command, **options):
    """Seconds and CPU seconds of a command."""
    before, begun = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    subprocess.run(command, check=True, **options)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.monotonic() - begun, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def tasks_of(event_log):
    """Of each task that succeeded, in the order of their ends: its stage, seconds and bytes."""
    out = []
    for path in sorted(pathlib.Path(event_log).rglob("*")):
        if not path.is_file() or path.name.startswith("."):
            continue
        for line in path.read_text().splitlines():
            event = json.loads(line)
            if event["Event"] == "SparkListenerTaskEnd" and event["Task End Reason"]["Reason"] == "Success":
                metrics = event["Task Metrics"]
                written, read = metrics["Shuffle Write Metrics"], metrics["Shuffle Read Metrics"]
                out.append({"stage": event["Stage ID"], "seconds": metrics["Executor Run Time"] / 1000,
                            "jvm_cpu_seconds": metrics["Executor CPU Time"] / 1e9,
                            "gc_seconds": metrics["JVM GC Time"] / 1000,
                            "shuffle_written": written["Shuffle Bytes Written"],
                            "shuffle_read": read["Remote Bytes Read"] + read["Local Bytes Read"],
                            "spilled": metrics["Disk Bytes Spilled"]})
    return out


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("build")
    parser.add_argument("--pages", type=int, default=1_000_000)
    parser.add_argument("--sites", type=int, default=100_000)
    parser.add_argument("--files", type=int, default=60)
    parser.add_argument("--shards", type=int, default=24)
    parser.add_argument("--piece-pages", type=int, default=20_000)
    parser.add_argument("--kills", type=int, default=30, help="0: only the job that nobody disturbs")
    parser.add_argument("--crawl", help="a directory of made_up_crawl.py with these numbers, instead of making it")
    parser.add_argument("--tasks", help="a file for what each task of the job took, as JSON, for plan.py; "
                        "what is printed is beside it, in a file that ends in .md")
    parser.add_argument("--work", help="for all files, instead of a temporary directory")
    arguments = parser.parse_args()
    pith = str(pathlib.Path(arguments.build, "bin/pith").resolve())
    with tempfile.TemporaryDirectory(dir=arguments.work) as work:
        report(pith, arguments, pathlib.Path(work))


def report(pith, arguments, work):
    crawl = pathlib.Path(arguments.crawl or work / "crawl")
    if not arguments.crawl:
        make(crawl, arguments.pages, arguments.sites, arguments.files)
    archive = work / "pith.tar.gz"
    subprocess.run([PROJECT / "deploy/spark/bundle", pith, archive], check=True, stdout=subprocess.DEVNULL)
    files = sorted(map(str, crawl.iterdir()))

    sorting = timed([pith, "--quiet", "shuffle", *files], stdout=open(work / "sorted.frames", "wb"))
    mapping = timed([pith, "--quiet", "map", "--content-key", KEY, work / "sorted.frames"],
                    stdout=open(work / "documents.jsonl", "wb"))
    learning = timed([pith, "--quiet", "map", "--learn", work / "models", work / "sorted.frames"])
    models = sorted(file.stat().st_size for file in (work / "models").iterdir())
    expected = digests(open(work / "documents.jsonl", "rb"))

    def job(name, **options):
        begun = time.monotonic()
        outcome = submit(archive, ["--input", crawl, "--output", work / name, "--shards", arguments.shards,
                                   "--format", "jsonl", "--content-key", KEY, "--piece-pages", arguments.piece_pages],
                         work, workers=WORKERS, **options)
        if outcome.cpu is None:
            sys.exit("no control group can be made, by which CPU time is measured; run this as root")
        if outcome.code != 0:
            sys.exit(f"{name}: exit code {outcome.code}\n{outcome.errors[-3000:]}")
        return outcome, time.monotonic() - begun, digests(shard_lines(work / name)) == expected

    log = work / "events"
    log.mkdir()
    whole, whole_seconds, whole_same = job("whole", conf={"spark.eventLog.enabled": "true",
                                                          "spark.eventLog.compress": "false",
                                                          "spark.eventLog.dir": log.as_uri()})
    killed, killed_seconds, killed_same = (job("killed", kills=arguments.kills, seed=7,
                                               every=whole_seconds / (1.5 * arguments.kills))
                                           if arguments.kills else (whole, whole_seconds, whole_same))

    pages, account = whole.account["pages"], whole.account
    out = [f"{account['records']:,} records, {pages:,} pages of {account['sites']:,} sites; "
           f"{account['sites_in_pieces']} of them in pieces; {len(files)} files, {WORKERS} workers, "
           f"{arguments.shards} shards. Measured on {datetime.date.today()} at {commit()}, on {machine()}.", ""]
    say = out.append
    say("| | seconds | CPU seconds | CPU ms a page | documents |\n|---|--:|--:|--:|---|")

    def row(name, seconds, cpu, documents):
        say(f"| {name} | {seconds:,.0f} | {cpu:,.0f} | {1000 * cpu / pages:.2f} | {documents} |")

    row("`pith shuffle`", *sorting, "")
    row("`pith map`", *mapping, f"{len(expected):,} lines")
    row("`pith map --learn`", *learning, f"{len(models):,} models, the largest {models[-1] / 1000:.0f} kB")
    row("the job", whole_seconds, whole.cpu, "the same" if whole_same else "DIFFER")
    if arguments.kills:
        row(f"the job, {len(killed.kills)} kills", killed_seconds, killed.cpu, "the same" if killed_same else "DIFFER")
        kinds = collections.Counter(killed.kills)
        say(f"\nKilled with SIGKILL: {', '.join(f'{count} {kind}' for kind, count in sorted(kinds.items()))}. "
            f"Accounts {'are the same' if killed.account == whole.account else 'DIFFER'}.")
    say(f"\nThe job takes {whole.cpu / mapping[1]:.2f} times the CPU time of `pith map`.\n")
    say("| largest resident set | MB |\n|---|--:|")
    for kind in sorted(set(whole.peaks) | set(killed.peaks)):
        say(f"| {kind} | {max(whole.peaks.get(kind, 0), killed.peaks.get(kind, 0)):,.0f} |")
    tasks = tasks_of(log)
    say("\n| stage | tasks | median s | longest s | shuffled bytes a page |\n|--:|--:|--:|--:|--:|")
    for stage in sorted({task["stage"] for task in tasks}):
        its = [task for task in tasks if task["stage"] == stage]
        seconds = [task["seconds"] for task in its]
        say(f"| {stage} | {len(its)} | {statistics.median(seconds):.1f} | {max(seconds):.1f} | "
            f"{sum(task['shuffle_written'] for task in its) / pages:,.0f} |")
    say(f"\nJava took {sum(task['jvm_cpu_seconds'] for task in tasks):,.0f} CPU seconds in tasks, collected garbage for "
        f"{sum(task['gc_seconds'] for task in tasks):,.0f} seconds, and spilled "
        f"{sum(task['spilled'] for task in tasks) / 1e6:,.0f} MB.")
    print("\n".join(out))
    if arguments.tasks:
        pathlib.Path(arguments.tasks).with_suffix(".md").write_text("\n".join(out) + "\n")
        pathlib.Path(arguments.tasks).write_text(json.dumps(
            {"pages": pages, "sites": account["sites"], "records": account["records"], "files": len(files),
             "input_bytes": sum(pathlib.Path(file).stat().st_size for file in files), "workers": WORKERS,
             "seconds": whole_seconds, "cpu_seconds": whole.cpu, "map_cpu_seconds": mapping[1],
             "shuffle_cpu_seconds": sorting[1], "tasks": tasks}))
    if not (whole_same and killed_same and killed.account == whole.account):
        sys.exit(1)


if __name__ == "__main__":
    main()
