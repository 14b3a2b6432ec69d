#!/usr/bin/env python3
"""Extracts the main content of a crawl's pages with Pith, on Spark: WARC files in, documents out.

    spark-submit pith_spark.py --input 's3://bucket/crawl/*.warc.gz' --output s3://bucket/documents --shards 64

Three stages. `pith records` names the site of each record, a task a file. Spark sorts the records by site and URL.
`pith map` turns each site's records into documents, and each task writes one file of them, a shard. README.md beside
this file says more.
"""
import argparse
import collections
import fnmatch
import io
import json
import os
import secrets
import shutil
import struct
import subprocess
import sys
import tempfile
import threading

import pyarrow as pa
import pyarrow.fs
import pyarrow.json
import pyarrow.parquet
from pyspark import SparkFiles, TaskContext
from pyspark.sql import SparkSession

BLOCK = 1 << 20          # bytes that are read from a pipe or a file at once
BATCH_BYTES = 4 << 20    # of frames that go to Spark at once
TABLE_BYTES = 8 << 20    # of lines that become a group of rows in Parquet
CONFIG = "pith-job.yaml"  # its name on the workers

# A record's site, its URL and its place in the order of arrival; the frame is what `pith map` reads. Accounts travel
# with the records, so that Spark counts each task once, however often it runs: their site is empty, the url is JSON.
RECORDS = pa.schema([("site", pa.string()), ("url", pa.string()), ("number", pa.int64()), ("frame", pa.binary())])
RECORDS_SQL = "site string, url string, number long, frame binary"
ACCOUNTS = pa.schema([("account", pa.string())])
ACCOUNTS_SQL = "account string"


class Failed(Exception):
    """What no retry would change."""


def filesystem_of(uri):
    """The file system of a path or URI, and the path there. What Hadoop calls s3a is s3 here."""
    scheme, separator, rest = uri.partition("://")
    if not separator:
        return pyarrow.fs.LocalFileSystem(), os.path.abspath(uri)
    return pyarrow.fs.FileSystem.from_uri(("s3" if scheme in ("s3a", "s3n") else scheme) + separator + rest)


def list_files(pattern):
    """The files that a path, a directory or a pattern names: of each the URI of its file system, and its path there."""
    root = pattern
    while any(c in root for c in "*?["):
        root = root.rpartition("/")[0] or "."
    fs, base = filesystem_of(root)
    info = fs.get_file_info(base)
    if info.type == pyarrow.fs.FileType.NotFound:
        raise Failed(f"{root}: there is no such file")
    found = [info] if info.is_file else fs.get_file_info(pyarrow.fs.FileSelector(base, recursive=True))
    below = base + pattern[len(root):] if root != "." else os.path.abspath(pattern)
    paths = sorted(each.path for each in found
                   if each.is_file and (root == pattern or fnmatch.fnmatchcase(each.path, below)))
    if not paths:
        raise Failed(f"{pattern}: no file is like this")
    return [(root, path) for path in paths]


class Pith:
    """A running `pith`: a thread feeds it, its output is read, and its account is the last line of its errors."""

    def __init__(self, job, arguments, feed=None):
        self.errors = tempfile.TemporaryFile()
        self.process = subprocess.Popen(
            [program(job["pith"]), "--json", *config_arguments(job), *arguments], stdout=subprocess.PIPE,
            stdin=subprocess.PIPE if feed else subprocess.DEVNULL, stderr=self.errors, bufsize=BLOCK)
        self.failure = None
        self.feeder = threading.Thread(target=self.feed, args=(feed,), daemon=True) if feed else None
        if self.feeder:
            self.feeder.start()

    def feed(self, feed):
        try:
            with self.process.stdin as pipe:
                for piece in feed:
                    pipe.write(piece)
        except BrokenPipeError:
            pass  # it has ended: end() says why
        except BaseException as error:  # what the reader must not take for the end of the input
            self.failure = error
            self.process.kill()

    def end(self):
        """Its account. Failed if it refused the input; another exception if something else ended it."""
        code = self.process.wait()
        if self.feeder:
            self.feeder.join()
        if self.failure:
            raise self.failure
        self.errors.seek(0)
        lines = self.errors.read().decode(errors="replace").splitlines()
        for line in lines[:-1] if code == 0 else lines:
            print(line, file=sys.stderr)
        if code == 2:
            raise Failed(lines[-1] if lines else "pith: exit code 2")
        if code != 0:
            raise RuntimeError(f"pith ended with {code}: {lines[-1:]}")
        return json.loads(lines[-1])

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()
        self.errors.close()


def program(name):
    """`pith` as it came with the job (--archives, --files), or as it is installed."""
    for directory in (SparkFiles.getRootDirectory() if TaskContext.get() else ".", "."):
        path = os.path.join(directory, name)
        if os.path.isfile(path):
            return os.path.abspath(path)
    return name


def config_arguments(job):
    return ["--config", SparkFiles.get(CONFIG)] if job["config"] else []


# --- Stage 1: a task a file -------------------------------------------------------------------------------------------


def blocks_of(fs, path):
    with fs.open_input_stream(path, compression=None) as stream:
        while block := stream.read(BLOCK):
            yield block


def frames_in(pipe):
    while sizes := pipe.read(8):
        head, body = struct.unpack(">II", sizes)
        frame = pipe.read(head + body)
        yield json.loads(frame[:head]), sizes + frame


def records_of(number, root, path, job):
    """Batches of a file's records, and its account."""
    fs, _ = filesystem_of(root)
    local = isinstance(fs, pyarrow.fs.LocalFileSystem)
    arguments = ["records", path] if local else ["records", "--name", path, "-"]
    rows, size, at = [], 0, number << 40

    def batch():
        return pa.RecordBatch.from_arrays([pa.array(column, field.type) for column, field in zip(zip(*rows), RECORDS)],
                                          schema=RECORDS)

    with Pith(job, arguments, None if local else blocks_of(fs, path)) as pith:
        for head, frame in frames_in(pith.process.stdout):
            rows.append((head["site"], head["url"], at, frame))
            at += 1
            size += len(frame)
            if size >= BATCH_BYTES:
                yield batch()
                rows, size = [], 0
        try:
            account = {"stage": "records", "file": path, **pith.end()}
        except Failed as failed:  # no file stops the job; the records that came before are good
            account = {"stage": "records", "file": path, "failed": str(failed), "records": at - (number << 40),
                       "pages": at - (number << 40), "left_out": {}, "losses": 0}
        rows.append(("", json.dumps(account), at, b""))
        yield batch()


def read_files(job):
    def read(batches):
        for batch in batches:
            for number in batch.column(0).to_pylist():
                yield from records_of(number, *job["files"][number], job)
    return read


# --- Stage 3: a task a shard ------------------------------------------------------------------------------------------


class Lines:
    """A shard of lines or WARC records, compressed."""

    def __init__(self, sink, _, compression):
        self.out = pa.CompressedOutputStream(sink, compression)

    def write(self, block):
        self.out.write(block)

    def close(self):
        self.out.close()


class Parquet:
    """A shard of rows, from JSON lines that all have the same keys."""

    TYPES = {"text": pa.string(), "texts": pa.list_(pa.string()), "number": pa.float64(), "integer": pa.int64()}

    def __init__(self, sink, job, compression):
        self.schema = pa.schema([pa.field(column["name"], self.TYPES[column["type"]],
                                          metadata={"meaning": column["meaning"]}) for column in job["columns"]])
        self.writer = pyarrow.parquet.ParquetWriter(sink, self.schema, compression=compression)
        self.lines = bytearray()

    def write(self, block):
        self.lines += block
        if len(self.lines) >= TABLE_BYTES:
            self.flush(self.lines.rfind(b"\n") + 1)

    def flush(self, end):
        if end == 0:
            return
        table = pyarrow.json.read_json(
            io.BytesIO(bytes(self.lines[:end])),
            read_options=pyarrow.json.ReadOptions(use_threads=False, block_size=max(end, BLOCK)),
            parse_options=pyarrow.json.ParseOptions(explicit_schema=self.schema, unexpected_field_behavior="error"))
        self.writer.write_table(table)
        del self.lines[:end]

    def close(self):
        self.flush(len(self.lines))
        self.writer.close()


# By name: format of `pith map`, end of the file's name, writer, compression.
FORMATS = {
    "parquet": ("columns", ".parquet", Parquet, "zstd"),
    "jsonl": ("jsonl", ".jsonl.zst", Lines, "zstd"),
    "wet": ("wet", ".wet.gz", Lines, "gzip"),
}


class Shard:
    """A file that gets its name when it is whole. Whoever writes it again writes the same bytes, so that retries and
    speculative tasks double nothing."""

    def __init__(self, job):
        context = TaskContext.get()
        _, suffix, writer, compression = FORMATS[job["format"]]
        self.fs, directory = filesystem_of(job["output"])
        self.path = f"{directory}/part-{context.partitionId():05d}{suffix}"
        self.unfinished = f"{directory}/_unfinished/{context.partitionId():05d}-{context.taskAttemptId()}"
        self.sink = self.fs.open_output_stream(self.unfinished, compression=None)
        self.writer = writer(self.sink, job, compression)
        self.write = self.writer.write

    def finish(self):
        self.writer.close()
        self.sink.close()
        self.fs.move(self.unfinished, self.path)


def frames_of(batches, accounts):
    """The frames of batches, next to each other as they are there; the accounts go to a list."""
    for batch in batches:
        frames = batch.column(3)
        if batch.num_rows and batch.column(0)[0].as_py() == "":  # accounts come first
            accounts += [url for site, url in zip(batch.column(0).to_pylist(), batch.column(1).to_pylist())
                         if site == ""]
        _, offsets, data = frames.buffers()
        if data is not None:
            ends = memoryview(offsets).cast("i")
            yield memoryview(data)[ends[frames.offset]:ends[frames.offset + len(frames)]]


def map_sites(job):
    def run(batches):
        accounts = []
        arguments = ["map", "--format", FORMATS[job["format"]][0], "--content-key", str(job["content_key"]),
                     "--type", "frames"]
        if job["structure"]:
            arguments.append("--structure")
        shard = None
        with Pith(job, arguments, frames_of(batches, accounts)) as pith:
            while block := pith.process.stdout.read1(BLOCK):
                shard = shard or Shard(job)
                shard.write(block)
            mapped = pith.end()
        if shard:
            shard.finish()
        accounts.append(json.dumps({"stage": "map", **mapped}))
        yield pa.RecordBatch.from_arrays([pa.array(accounts, pa.string())], schema=ACCOUNTS)
    return run


# --- The job ----------------------------------------------------------------------------------------------------------


def add_counts(total, counts):
    for name, count in counts.items():
        if isinstance(count, dict):
            add_counts(total.setdefault(name, {}), count)
        elif isinstance(count, int) and not isinstance(count, bool):
            total[name] = total.get(name, 0) + count


def account_of(accounts):
    """The accounts of all tasks as one, and what does not add up."""
    read, mapped, failed = {"left_out": {}}, {"left_out": {}, "extracted": {}, "skipped": {}}, {}
    files = 0
    for account in accounts:
        add_counts(read if account["stage"] == "records" else mapped, account)
        files += account["stage"] == "records"
        if "failed" in account:
            failed[account["file"]] = account["failed"]

    def count(counts, name):
        return sum(counts[name].values()) if isinstance(counts.get(name), dict) else counts.get(name, 0)

    left_out = collections.Counter(read["left_out"])
    left_out.update(mapped["left_out"])
    total = {"files": files, "records": count(read, "records"), "left_out": dict(left_out),
             "again": count(mapped, "again"), "pages": count(mapped, "pages"), "sites": count(mapped, "sites"),
             "extracted": mapped["extracted"], "skipped": mapped["skipped"],
             "losses": count(read, "losses") + count(mapped, "losses"), "failed_files": failed}
    sums = [("records = left_out + again + pages", total["records"],
             count(total, "left_out") + total["again"] + total["pages"]),
            ("pages = extracted + skipped", total["pages"], count(total, "extracted") + count(total, "skipped")),
            ("pages read = records mapped", count(read, "pages"), count(mapped, "records"))]
    return total, [f"{what}: {left} and {right}" for what, left, right in sums if left != right]


def read_arguments():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0], epilog="Exit codes: 0 all was read; "
                                     "1 a file could not be read, or accounts do not add up; 2 an error.")
    parser.add_argument("--input", action="append", required=True, metavar="PATTERN",
                        help="WARC files, or what else `pith ingest` reads: a path, a directory or a pattern; may be "
                             "given several times")
    parser.add_argument("--output", required=True, metavar="DIR", help="for the shards; must be new or empty")
    parser.add_argument("--shards", type=int, default=64, help="files of documents (default: %(default)s)")
    parser.add_argument("--format", choices=FORMATS, default="parquet", help="of the documents (default: %(default)s)")
    parser.add_argument("--structure", action="store_true", help="also the blocks of each page")
    parser.add_argument("--pith", default="pith", metavar="PATH",
                        help="the program on the workers; within an archive of --archives pith.tar.gz#pith: pith/pith")
    parser.add_argument("--config", metavar="FILE", help="pith.yaml; it is sent to the workers")
    return parser.parse_args()


def run(arguments):
    fs, directory = filesystem_of(arguments.output)
    unfinished = directory + "/_unfinished"
    if any(info.is_file and not info.path.startswith(unfinished) for info in fs.get_file_info(
            pyarrow.fs.FileSelector(directory, recursive=True, allow_not_found=True))):
        raise Failed(f"{arguments.output}: is not empty")
    fs.create_dir(unfinished, recursive=True)
    fs.delete_dir_contents(unfinished)  # of a job that was killed
    job = {"files": [each for pattern in arguments.input for each in list_files(pattern)],
           "output": arguments.output if "://" in arguments.output else directory, "format": arguments.format,
           "structure": arguments.structure, "pith": arguments.pith, "config": bool(arguments.config),
           "content_key": secrets.randbits(63)}

    spark = (SparkSession.builder.appName("pith")
             .config("spark.sql.execution.arrow.maxBytesPerBatch", BATCH_BYTES)
             .config("spark.sql.adaptive.enabled", "false")  # as many shards as were asked for
             .getOrCreate())
    spark.sparkContext.setLogLevel("WARN")
    if arguments.config:
        copy = os.path.join(tempfile.mkdtemp(), CONFIG)
        shutil.copyfile(arguments.config, copy)
        spark.sparkContext.addFile(copy)
    if arguments.format == "parquet":
        job["columns"] = json.loads(spark.range(0, 1, 1, 1).mapInArrow(print_columns(job), ACCOUNTS_SQL).first()[0])

    rows = (spark.range(0, len(job["files"]), 1, len(job["files"]))
            .mapInArrow(read_files(job), RECORDS_SQL)
            .repartition(arguments.shards, "site")
            .sortWithinPartitions("site", "url", "number")
            .mapInArrow(map_sites(job), ACCOUNTS_SQL)
            .collect())
    total, wrong = account_of(json.loads(row[0]) for row in rows)
    fs.delete_dir(unfinished)
    with fs.open_output_stream(directory + "/_account.json") as out:
        out.write(json.dumps(total, indent=1).encode())
    if not wrong:
        with fs.open_output_stream(directory + "/_SUCCESS"):
            pass
    for file, why in total["failed_files"].items():
        print(f"pith_spark: {file}: {why}", file=sys.stderr)
    for each in wrong:
        print(f"pith_spark: the accounts do not add up: {each}", file=sys.stderr)
    print(json.dumps(total), flush=True)
    spark.stop()
    return 1 if wrong or total["failed_files"] else 0


def print_columns(job):
    """Asks the program on a worker: the driver may have none."""
    def run(batches):
        for _ in batches:
            out = subprocess.run([program(job["pith"]), "--json", "map", "--columns"], check=True, capture_output=True)
            yield pa.RecordBatch.from_arrays([pa.array([out.stdout.decode()])], schema=ACCOUNTS)
    return run


if __name__ == "__main__":
    try:
        sys.exit(run(read_arguments()))
    except Failed as failed:
        print(f"pith_spark: {failed}", file=sys.stderr)
        sys.exit(2)
