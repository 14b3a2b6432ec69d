"""Shared by the measuring scripts: running programs, and describing the machine."""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import threading
import time

THREADS = 2  # for `pith index`


class Watch(threading.Thread):
    """Samples the resident set of a process until it ends: more often in its first seconds, then twice a second."""

    def __init__(self, pid):
        super().__init__(daemon=True)
        self.pid, self.samples, self.peak, self.ended = pid, [], 0.0, threading.Event()
        self.begun = time.monotonic()
        self.start()

    def run(self):
        while True:
            try:
                status = pathlib.Path(f"/proc/{self.pid}/status").read_text()
            except OSError:
                return
            memory = {name: int(kb) / 1024 for name, kb in re.findall(r"^(Vm\w+):\s+(\d+) kB", status, re.M)}
            if "VmRSS" not in memory:  # it has ended
                return
            passed = time.monotonic() - self.begun
            self.samples.append((passed, memory["VmRSS"]))
            self.peak = max(self.peak, memory["VmHWM"])
            if self.ended.wait(0.02 if passed < 1 else 0.1 if passed < 10 else 0.5):
                return


def run(command, pages, source=None, good=(0,)):
    """Runs the command; returns its figures and its output. Ends this program if its exit code is not one of the good ones."""
    process = subprocess.Popen(command, stdin=source, stdout=subprocess.PIPE)
    watch = Watch(process.pid)
    printed = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.monotonic() - watch.begun
    process.returncode = os.waitstatus_to_exitcode(status)
    watch.ended.set()
    watch.join()
    if process.returncode not in good:
        sys.exit(f"{os.path.basename(sys.argv[0])}: {' '.join(map(str, command))}: exit code {process.returncode}")
    cpu = usage.ru_utime + usage.ru_stime
    return {"seconds": seconds, "cpu": cpu, "cpu_ms": 1000 * cpu / pages, "peak": watch.peak, "samples": watch.samples}, printed


def pith_at(binaries, work):
    """The command `pith` with its own cache and index."""
    return [str(binaries / "pith"), "--json", "--set", f"cache.path={work}/cache", "--set", f"index.path={work}/index"]


def index_command(pith):
    return pith + ["--set", f"extract.threads={THREADS}", "index"]


def ingest_and_index(binaries, pages, sites):
    """Made-up pages through `pith ingest` and `pith index` in a fresh directory."""
    with tempfile.TemporaryDirectory(prefix="pith-scale-") as work:
        pith = pith_at(binaries, work)
        generator = subprocess.Popen([str(binaries / "pith_scale_pages"), "--sites", str(sites), "--pages", str(pages)],
                                     stdout=subprocess.PIPE)
        ingest, read = run(pith + ["ingest", "--capture-only", "--type", "jsonl", "-"], pages, generator.stdout)
        generator.stdout.close()
        if generator.wait() != 0:
            sys.exit(f"{os.path.basename(sys.argv[0])}: pith_scale_pages failed")
        index, done = run(index_command(pith), pages)
        counts = json.loads(subprocess.run(pith + ["stats"], check=True, stdout=subprocess.PIPE).stdout)["total"]
        return {"pages": pages, "sites": sites, "html": counts["bytes"] / 1e6, "ingest": ingest, "index": index,
                "captured": json.loads(read)["captured"], "written": json.loads(done)["written"], "indexed": counts["indexed"],
                "cache": disk_mb(f"{work}/cache"), "disk_index": disk_mb(f"{work}/index")}


def disk_mb(path):
    return sum(file.stat().st_size for file in pathlib.Path(path).rglob("*") if file.is_file()) / 1e6


def machine():
    model = re.search(r"^model name\s*: (.*)", pathlib.Path("/proc/cpuinfo").read_text(), re.M)
    memory = int(re.search(r"MemTotal:\s+(\d+)", pathlib.Path("/proc/meminfo").read_text()).group(1))
    return f"{model.group(1) if model else os.uname().machine}, {os.cpu_count()} cores, {memory / 2**20:.0f} GB of memory"


def commit():
    """The commit; changes to the files that `report` writes do not count."""
    def git(*arguments):
        done = subprocess.run(["git", "-C", str(pathlib.Path(__file__).resolve().parent), *arguments], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        return done.stdout.strip() if done.returncode == 0 else None

    name = git("rev-parse", "--short", "HEAD")
    if name is None:
        return "an unknown commit"
    changed = git("status", "--porcelain", "--", ":/", ":!/tests/bench/README.md", ":!/tests/bench/growth.svg")
    return f"commit {name}{'-dirty' if changed else ''}"
