"""A program's work by group of functions: shares of its time from perf, or of its instructions from callgrind.

Pith's functions are recognised by their object file, others by their library.
"""
import collections
import pathlib
import re
import shutil
import subprocess

OTHER = "other"
LIBRARIES = {
    "libgumbo": "gumbo", "liblexbor": "lexbor", "libuchardet": "encodings, Unicode (uchardet, ICU)", "libicu": "encodings, Unicode (uchardet, ICU)", "libcld2": "language",
    "liblucene++": "Lucene++", "libsqlite3": "SQLite", "libzstd": "zstd", "libc.": "memory and strings (libc, libstdc++)",
    "libstdc++": "memory and strings (libc, libstdc++)", "[kernel": "kernel", "[unknown]": "kernel",
}
# The first pattern that matches an object file below the build directory counts.
OBJECTS = [(re.compile(pattern), group) for pattern, group in [
    (r"lexbor_objects", "lexbor"),
    (r"core/.*(/text/(encoding|foreign_format)|/dom/|unity_core_dom)", "own parsing"),
    (r"core/.*/text/language", "language"),
    (r"core/.*(/text/(shallow_json|url)|/page/|unity_core_page)", "metadata"),
    (r"core/.*(/text/html_escape|/render/|unity_core_render)", "rendering"),
    (r"core/", "extraction"),
    (r"indexer_adapter/", "index, own code"),
    (r"crawler_adapter/|plugin/|config/", "cache and pipeline, own code"),
]]


def groups_of_symbols(build):
    """Groups by mangled name; a function in several groups, such as a template's, belongs to none."""
    found = {}
    for folder in ("CMakeFiles/lexbor_objects.dir", "core", "indexer_adapter", "crawler_adapter", "plugin", "config"):
        for file in (build / folder).rglob("*.o"):
            group = next(group for pattern, group in OBJECTS if pattern.search(str(file.relative_to(build))))
            listed = subprocess.run(["nm", "--defined-only", str(file)], stdout=subprocess.PIPE, text=True).stdout
            for symbol in re.findall(r"^\S+ [tTwWiu] (\S+)$", listed, re.M):
                found[symbol] = group if found.get(symbol, group) == group else OTHER
    return found


def from_perf(command, work):
    """Weights by (object, symbol)."""
    data = f"{work}/perf.data"
    subprocess.run(["perf", "record", "-q", "-F", "499", "-o", data, "--", *command], check=True, stdout=subprocess.DEVNULL)
    printed = subprocess.run(["perf", "report", "-q", "-i", data, "--stdio", "--no-demangle", "-g", "none", "-F", "period,dso,sym", "-t", ";"],
                             check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True).stdout
    return [(int(weight), library.strip(), symbol.strip())
            for weight, library, symbol in re.findall(r"^\s*(\d+)\s*;([^;]*);\[.\] (.*)$", printed, re.M)]


def from_callgrind(command, work):
    subprocess.run(["valgrind", "-q", "--tool=callgrind", "--demangle=no", f"--callgrind-out-file={work}/whole.callgrind", *command], check=True,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    printed = subprocess.run(["callgrind_annotate", "--threshold=100", "--auto=no", f"{work}/whole.callgrind"], check=True, stdout=subprocess.PIPE,
                             text=True).stdout
    return [(int(weight.replace(",", "")), pathlib.Path(library).name, symbol)
            for weight, symbol, library in re.findall(r"^\s*([\d,]+) \([^)]*\)\s+[^:\n]*:(\S+)(?: \[([^\]]*)\])?", printed, re.M)]


def shares(build, command, work):
    """(what was counted, [(group, share)] from the largest), or None if neither program is installed."""
    if shutil.which("perf"):
        counted, weights = "time", from_perf(command, work)
    elif shutil.which("valgrind"):
        counted, weights = "instructions", from_callgrind(command, work)
    else:
        return None
    known, sums = groups_of_symbols(build), collections.Counter()
    for weight, library, symbol in weights:
        group = next((group for begin, group in LIBRARIES.items() if library.startswith(begin)), None)
        sums[group or known.get(re.sub(r"'\d+$", "", symbol), OTHER)] += weight
    return counted, [(group, weight / sum(sums.values())) for group, weight in sums.most_common()]
