"""The section of `report` about building: what a newcomer waits for."""
import os
import resource
import subprocess
import sys
import time

from sections import PROJECT, Goal, figure, table

MOST = 480  # CPU seconds for what `deploy/quickstart` builds
PROGRAM = ["pith", "pith_httrack", "pith_wget2"]


def cpu_of_children():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def built(directory, options, targets):
    """Builds from nothing, without a compiler cache; the row of the table."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("CMAKE_")}
    environment["CCACHE_DISABLE"] = "1"
    begun, cpu = time.monotonic(), cpu_of_children()
    steps = 0
    for command in (["cmake", "-S", PROJECT, "-B", directory, "-G", "Ninja", *options], ["ninja", "-C", directory, *targets]):
        done = subprocess.run([str(word) for word in command], env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if done.returncode != 0:
            sys.exit(f"report: {' '.join(map(str, command))}: exit code {done.returncode}\n{done.stdout[-2000:]}")
        steps = done.stdout.count("\n[") + done.stdout.startswith("[")
    return {"steps": steps, "seconds": time.monotonic() - begun, "cpu": cpu_of_children() - cpu}


def building(run):
    release = "-DCMAKE_BUILD_TYPE=Release"
    wanted = [("program and plugins, as `deploy/quickstart` builds them", [release, "-DPITH_DEVELOPER_MODE=OFF"],
               ["pith_system"] if run.quick else PROGRAM)]
    if not run.quick:
        wanted.append(("all that `tests/run` builds", [release, "-DPITH_DEVELOPER_MODE=ON"], []))
    figures = [(name, built(run.work / f"build{at}", options, targets)) for at, (name, options, targets) in enumerate(wanted)]
    cpu = figures[0][1]["cpu"]
    goal = Goal(f"the program and its plugins are built in at most {MOST} seconds of CPU time", figure(cpu), cpu <= MOST)
    return ["## Building", "From nothing, without a compiler cache.", "", goal.line(), "",
            *table(["", "steps", "CPU s", "s"],
                   [(name, figure(each["steps"]), figure(each["cpu"]), figure(each["seconds"])) for name, each in figures]), ""], [goal]
