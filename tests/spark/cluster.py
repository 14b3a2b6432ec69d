"""Runs the job as a user would, with spark-submit, and kills what belongs to it."""
import dataclasses
import json
import os
import pathlib
import random
import signal
import socket
import subprocess
import threading
import time
import uuid

import pyspark

PROJECT = pathlib.Path(__file__).resolve().parent.parent.parent
MEMORY_MB = 768  # of an executor's heap
JAVA = "-XX:+UseSerialGC -XX:TieredStopAtLevel=1"  # an executor has one core, and `pith` does the work
# Spark gives up after a few failures; a test of kills has more of them than a cluster.
PATIENT = {"spark.task.maxFailures": 100, "spark.stage.maxConsecutiveAttempts": 100,
           "spark.deploy.maxExecutorRetries": -1}
MARK = "TEST_JOB"  # a variable in the environment of a job's processes


@dataclasses.dataclass
class Outcome:
    code: int
    account: dict | None  # its last line of output, if that is one
    errors: str
    cpu: float | None  # seconds, of all processes
    kills: list  # names of the processes killed
    peaks: dict  # by kind of process, MB: the largest resident set seen


def processes_of(job):
    """By their environment: one that has lost its parent still belongs to the job."""
    mark, out = f"{MARK}={job}".encode(), []
    for entry in os.listdir("/proc"):
        if entry.isdigit():
            try:
                environment = pathlib.Path("/proc", entry, "environ").read_bytes().split(b"\0")
            except OSError:
                continue  # it has ended, or is somebody else's
            if mark in environment:
                out.append(int(entry))
    return out


def kind_of(pid):
    """What the process is in the cluster; None: the driver, or something short."""
    try:
        line = pathlib.Path("/proc", str(pid), "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
    except OSError:
        return None
    if "CoarseGrainedExecutorBackend" in line and "org.apache.spark.deploy" not in line:
        return "executor"
    if "pyspark.daemon" in line:
        return "python"
    if "--library-path" in line:  # as the program of the bundle runs
        return "pith"
    return None


def resident_mb(pid):
    try:
        for line in pathlib.Path("/proc", str(pid), "status").read_text().splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) / 1024
    except OSError:
        pass
    return 0


def watch(process, job, kills, seed, every, outcome):
    chance = random.Random(seed)
    due = time.monotonic() + every
    while process.poll() is None:
        time.sleep(0.2)
        found = [(pid, kind_of(pid)) for pid in processes_of(job)]
        found = [(pid, kind) for pid, kind in found if kind]
        for pid, kind in found:
            outcome.peaks[kind] = max(outcome.peaks.get(kind, 0), resident_mb(pid))
        at_work = any(kind != "executor" for _, kind in found)  # a kill before the first task would prove nothing
        if len(outcome.kills) < kills and time.monotonic() > due and at_work:
            kind = chance.choice(sorted({kind for _, kind in found}))
            victim = chance.choice(sorted(pid for pid, its in found if its == kind))
            try:
                os.kill(victim, signal.SIGKILL)
                outcome.kills.append(kind)
            except ProcessLookupError:
                continue
            due = time.monotonic() + chance.uniform(.5, 1.5) * every


class CpuTime:
    """The CPU time of all processes of a command, by a control group: executors end before their children, so nobody
    waits for those."""

    KINDS = [("/sys/fs/cgroup/cpuacct", "cpuacct.usage", lambda text: int(text) / 1e9),
             ("/sys/fs/cgroup", "cpu.stat", lambda text: int(text.split()[1]) / 1e6)]

    def __init__(self):
        self.group = None
        for root, file, self.seconds_in in self.KINDS:
            self.group, self.file = pathlib.Path(root, f"pith-{os.getpid()}-{time.monotonic_ns()}"), file
            try:
                self.group.mkdir()
                if (self.group / file).exists():
                    return
                self.group.rmdir()
            except OSError:
                pass
        self.group = None

    def join(self):
        """In the process to be measured."""
        if self.group:
            (self.group / "cgroup.procs").write_text(str(os.getpid()))

    def end(self):
        """Seconds, when all processes have ended; None without the right to make a control group."""
        if not self.group:
            return None
        while (self.group / "cgroup.procs").read_text():
            time.sleep(0.1)
        seconds = self.seconds_in((self.group / self.file).read_text())
        self.group.rmdir()
        return seconds


def home_in(directory):
    """Spark's home there, since the workers of such a cluster put their files below their home, and leave them."""
    home = pathlib.Path(directory, "spark-home")
    home.mkdir(exist_ok=True)
    for entry in pathlib.Path(pyspark.__file__).parent.iterdir():
        if entry.name != "work" and not (home / entry.name).exists():
            (home / entry.name).symlink_to(entry)
    return home


class Machines:
    """A cluster of two workers with addresses of their own, for as long as the context lasts: Spark makes no copy of a
    task where the task already runs."""

    def __init__(self, directory):
        self.directory = pathlib.Path(directory)
        with socket.create_server(("127.0.0.1", 0)) as any_port:
            port = any_port.getsockname()[1]
        self.master = f"spark://127.0.0.1:{port}"
        self.processes = [self.start("127.0.0.1", "master.Master", "--port", port)]
        self.processes += [self.start(f"127.0.0.{host}", "worker.Worker", "--cores", 1, "--memory", f"{MEMORY_MB}m",
                                      "--work-dir", self.directory / f"worker-{host}", self.master) for host in (2, 3)]

    def start(self, host, what, *arguments):
        command = [home_in(self.directory) / "bin/spark-class", f"org.apache.spark.deploy.{what}", "--host", host,
                   "--webui-port", 0, *arguments]
        return subprocess.Popen(list(map(str, command)), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                env={**os.environ, "SPARK_LOCAL_IP": host})

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for process in reversed(self.processes):
            process.terminate()
            process.wait()


def submit(archive, arguments, directory, workers=3, master=None, kills=0, seed=0, every=2.0, conf=None):
    """Runs the job on a cluster of `workers` processes with one core each, or on that of `master`. `archive`: of
    deploy/spark/bundle."""
    command = ["spark-submit", "--master", master or f"local-cluster[{workers},1,{MEMORY_MB}]",
               "--archives", f"{archive}#pith"]
    for key, value in {**(PATIENT if kills else {}), "spark.ui.enabled": "false",
                       "spark.executor.memory": f"{MEMORY_MB}m", "spark.executor.extraJavaOptions": JAVA,
                       "spark.driver.extraJavaOptions": JAVA, **(conf or {})}.items():
        command += ["--conf", f"{key}={value}"]
    command += [str(PROJECT / "deploy/spark/pith_spark.py"), "--pith", "pith/pith", *map(str, arguments)]
    job = str(uuid.uuid4())
    environment = {**os.environ, MARK: job, "SPARK_LOCAL_IP": "127.0.0.1", "SPARK_LOCAL_DIRS": str(directory),
                   "SPARK_HOME": str(home_in(directory))}
    cpu = CpuTime()
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=directory,
                               env=environment, preexec_fn=cpu.join)
    outcome = Outcome(0, None, "", 0, [], {})
    watcher = threading.Thread(target=watch, args=(process, job, kills, seed, every, outcome))
    watcher.start()
    out, outcome.errors = process.communicate()  # spark-submit moves the job's standard error to standard output
    watcher.join()
    outcome.code = process.returncode
    *above, last = out.splitlines() or [""]
    outcome.account = json.loads(last) if last.startswith("{") else None
    outcome.errors += "\n".join(above if outcome.account else [*above, last])
    outcome.cpu = cpu.end()
    return outcome
