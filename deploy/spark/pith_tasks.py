"""What the job of pith_spark.py does on workers: each task runs `pith`."""
import concurrent.futures
import contextlib
import hashlib
import io
import itertools
import json
import os
import posixpath
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

BLOCK = 1 << 20        # bytes that are read from a pipe or a local file at once
FAR_BLOCK = 8 << 20     # from another file system, where each read is a request
BATCH_BYTES = 4 << 20  # of frames that go to Spark at once
TABLE_BYTES = 8 << 20  # of lines that become a group of rows in Parquet
NEAR_BYTES = 256 << 10  # between records that are read at once
JOIN_BYTES = 8 << 20    # that are read at once
MOST_BYTES = (1 << 32) - 1  # of a piece
MOST_IN_OBJECT = 5 << 30    # of a shard in S3: more cannot get another name there

# A record's site, its URL and its place in the order of arrival; the frame is what `pith map` reads. Accounts travel
# with the records, so that Spark counts each task once, however often it runs: their site is empty, the url is JSON.
RECORDS = pa.schema([("site", pa.string()), ("url", pa.string()), ("number", pa.int64()), ("frame", pa.binary())])
RECORDS_SQL = "site string, url string, number long, frame binary"
# Where the records are that CDX files name; an account's file is empty, its url is JSON.
PLACES = pa.schema([("file", pa.string()), ("offset", pa.int64()), ("length", pa.int64()), ("url", pa.string())])
PLACES_SQL = "file string, offset long, length long, url string"
# Where a file of this number can be cut.
CUTS = pa.schema([("number", pa.int64()), ("offset", pa.int64()), ("length", pa.int64())])
CUTS_SQL = "number long, offset long, length long"
ACCOUNTS = pa.schema([("account", pa.string())])
ACCOUNTS_SQL = "account string"
END = "\U0010ffff"  # begins the site of the record that comes last in a task, and has no frame


class Failed(Exception):
    """What no retry would change."""


def filesystem_of(uri):
    """The file system of a path or URI, and the path there. What Hadoop calls s3a is s3 here."""
    scheme, separator, rest = uri.partition("://")
    if not separator:
        return pyarrow.fs.LocalFileSystem(), os.path.abspath(uri)
    return pyarrow.fs.FileSystem.from_uri(("s3" if scheme in ("s3a", "s3n") else scheme) + separator + rest)


class Pith:
    """A running `pith`: a thread feeds it, and its output is read."""

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
        pipe = self.process.stdin
        try:
            for piece in feed:
                pipe.write(piece)
        except BrokenPipeError:
            pass  # it has ended: end() says why
        except BaseException as error:
            self.failure = error
            self.process.kill()  # before it can take this for the end of its input
        finally:
            with contextlib.suppress(BrokenPipeError):
                pipe.close()

    def account(self):
        """Of `pith map` and the like: the last line of its errors."""
        return json.loads(self.end()[-1])

    def end(self, *good):
        """The lines of its errors. Failed if it refused the input; another exception if something else ended it.
        `good`: exit codes besides 0 that are no failure."""
        code = self.process.wait()
        if self.feeder:
            self.feeder.join()
        if self.failure:
            raise self.failure
        self.errors.seek(0)
        lines = self.errors.read().decode(errors="replace").splitlines()
        for line in lines:
            if not line.startswith("{"):
                print(line, file=sys.stderr)
        if code == 0 or code in good or code == 2 and losses_of(lines) > 0:  # it has read the rest
            return lines
        if code == 2:
            raise Failed(lines[-1] if lines else "pith: exit code 2")
        raise RuntimeError(f"pith ended with {code}: {lines[-1:]}")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()
        self.errors.close()


def losses_of(lines):
    """What an account, the last line of a command's errors, says was lost."""
    return json.loads(lines[-1])["losses"] if lines and lines[-1].startswith("{") else 0


def program(name):
    """`pith` as it came with the job (--archives, --files), or as it is installed."""
    for directory in (SparkFiles.getRootDirectory() if TaskContext.get() else ".", "."):
        path = os.path.join(directory, name)
        if os.path.isfile(path):
            return os.path.abspath(path)
    return name


def config_arguments(job):
    return ["--config", SparkFiles.get(job["config"])] if job["config"] else []



# --- Records: a task a file, or a piece of one ------------------------------------------------------------------------


def is_local(fs):
    return isinstance(fs, pyarrow.fs.LocalFileSystem)


def read_ahead(read):
    """What `read` returns, call by call, until it returns nothing; the next call is made meanwhile."""
    with concurrent.futures.ThreadPoolExecutor(1) as ahead:
        coming = ahead.submit(read)
        while block := coming.result():
            coming = ahead.submit(read)
            yield block


def part_of(fs, file, offset, length):
    def read():
        nonlocal offset, length
        block = file.read_at(min(length, BLOCK if is_local(fs) else FAR_BLOCK), offset) if length > 0 else b""
        offset += len(block)
        length -= len(block)
        return block

    return iter(read, b"") if is_local(fs) else read_ahead(read)


def blocks_of(fs, file):
    """The blocks of a file that is open, and is closed in the end."""
    with file:
        yield from part_of(fs, file, 0, file.size())


def range_head(file, offset, length, url=None):
    """What comes before the bytes of a piece, in the input `ranges`."""
    head = json.dumps({"file": file, "offset": offset, **({} if url is None else {"url": url})}).encode()
    return struct.pack(">II", len(head), length) + head


def open_file(fs, path):
    try:
        return fs.open_input_file(path)
    except OSError as error:
        if isinstance(error, (FileNotFoundError, PermissionError)) or "ACCESS_DENIED" in str(error):
            raise Failed(f"{path}: {error}") from error
        raise  # the network may be there again when Spark tries the task again


def source_of(root, path):
    """How `pith records` reads a file: by its path, or what it is fed."""
    fs, _ = filesystem_of(root)
    return ([path], None) if is_local(fs) else (["--name", path, "-"], blocks_of(fs, open_file(fs, path)))


def piece_of(root, path, offset, length):
    fs, _ = filesystem_of(root)
    file = open_file(fs, path)

    def feed():
        with file:
            yield range_head(path, offset, length)
            yield from part_of(fs, file, offset, length)
    return ["--type", "ranges", "-"], feed()


def frames_in(pipe):
    while sizes := pipe.read(8):
        head, body = struct.unpack(">II", sizes)
        frame = pipe.read(head + body)
        yield json.loads(frame[:head]), sizes + frame


def account_row(number, account):
    return pa.RecordBatch.from_pylist([{"site": "", "url": json.dumps(account), "number": number, "frame": b""}],
                                      schema=RECORDS)


def batches_of(pith, first, account):
    """Batches of the frames that come out of `pith`, numbered from `first`, and last its account."""
    rows, size, at = [], 0, first

    def batch():
        return pa.RecordBatch.from_arrays([pa.array(column, field.type) for column, field in zip(zip(*rows), RECORDS)],
                                          schema=RECORDS)

    for head, frame in frames_in(pith.process.stdout):
        rows.append((head["site"], head["url"], at, frame))
        at += 1
        size += len(frame)
        if size >= BATCH_BYTES:
            yield batch()
            rows, size = [], 0
    if rows:
        yield batch()
    yield account_row(at, account(at - first))


def records_of(number, job, root, path, *piece):
    """Batches of the records of a file or of a piece of it, and its account. No file stops the job; if one cannot be
    read to its end, the records that came before are good."""
    def failed(why, count):
        return {"stage": "records", "names": [path], "failed_files": {path: str(why)}, "records": count, "pages": count}

    def account(count):
        try:
            return {"stage": "records", "names": [path], **pith.account()}
        except Failed as why:
            return failed(why, count)

    try:
        arguments, feed = piece_of(root, path, *piece) if piece else source_of(root, path)
    except Failed as why:
        yield account_row(number << 40, failed(why, 0))
        return
    with Pith(job, ["records", *arguments], feed) as pith:
        yield from batches_of(pith, number << 40, account)


def read_files(job):
    def read(batches):
        for batch in batches:
            for number in batch.column(0).to_pylist():
                yield from records_of(number, job, *job["parts"][number])
    return read


def cut_files(job):
    """Where large files can be cut. One that cannot be read is left to those who read it."""
    def run(batches):
        for number in (number for batch in batches for number in batch.column(0).to_pylist()):
            pieces = []
            with contextlib.suppress(Failed):
                pieces = cuts_of(job, number, *source_of(*job["files"][number]))
            yield pa.RecordBatch.from_pylist([dict(zip(CUTS.names, piece)) for piece in pieces], schema=CUTS)
    return run


def cuts_of(job, number, arguments, feed):
    with Pith(job, ["records", "--pieces", str(job["split"]), *arguments], feed) as pith:
        pieces = [(number, piece["offset"], piece["length"]) for piece in map(json.loads, pith.process.stdout)]
        pith.end()
    return pieces


# --- Records that CDX files name --------------------------------------------------------------------------------------


def list_places(job):
    """Where the records are, a task a CDX file."""
    def run(batches):
        for number in (number for batch in batches for number in batch.column(0).to_pylist()):
            root, path = job["cdx"][number]
            fs, _ = filesystem_of(root)
            try:
                arguments = ["records", "--type", "cdx", "--pieces", "0", "--name", path, "-"]
                with Pith(job, arguments, blocks_of(fs, open_file(fs, path))) as pith:
                    rest = b""
                    while block := pith.process.stdout.read1(BLOCK):
                        lines, newline, rest = (rest + block).rpartition(b"\n")
                        if newline:
                            yield places_in(lines)
                    account = pith.account()
                    account["records"] -= account["left_out"].pop("not_read", 0)
            except Failed as failed:
                account = {"failed_files": {path: str(failed)}}
            yield pa.RecordBatch.from_pylist([{"file": "", "url": json.dumps({"stage": "records", **account})}],
                                             schema=PLACES)
    return run


def places_in(lines):
    table = pyarrow.json.read_json(
        io.BytesIO(lines), read_options=pyarrow.json.ReadOptions(use_threads=False, block_size=len(lines) + 1),
        parse_options=pyarrow.json.ParseOptions(explicit_schema=PLACES, unexpected_field_behavior="error"))
    return table.combine_chunks().to_batches()[0]


class Ranges:
    """What `pith` is fed with: the records of places in order of file and offset, with as few reads as possible."""

    def __init__(self, job, batches):
        self.fs, self.base = filesystem_of(job["base"])
        self.batches = batches
        self.names, self.failed, self.accounts, self.missed, self.same = set(), {}, [], 0, 0

    def account(self, pith):
        account = pith.account()
        account["records"] += self.missed + self.same
        for reason, count in ("no_file", self.missed), ("same_line", self.same):
            if count:
                account["left_out"][reason] = count
        return {"stage": "records", "names": sorted(self.names), "failed_files": self.failed, **account}

    def places(self):
        before = None
        for batch in self.batches:
            for file, offset, length, url in zip(*(column.to_pylist() for column in batch.columns)):
                if not file:
                    self.accounts.append(json.loads(url))
                elif (file, offset, url) == before:
                    self.same += 1
                else:
                    before = file, offset, url
                    yield file, offset, length or 0, url

    def feed(self):
        name, file, group, end = None, None, [], 0  # `end` of the group, records that are read at once
        for place in self.places():
            _, offset, length, _ = place
            if place[0] != name:
                yield from self.read(file, group, end)
                name, group = place[0], []
                file = self.open(name)
            if file is None:
                self.missed += 1
                continue
            if group and not (length and end and offset - end <= NEAR_BYTES
                              and offset + length - group[0][1] <= JOIN_BYTES):
                yield from self.read(file, group, end or offset)
                group = []
            end = max(end if group else 0, length and offset + length)
            group.append(place)
        yield from self.read(file, group, end)

    def open(self, name):
        path = posixpath.normpath(posixpath.join(self.base, name))
        self.names.add(name)
        if not path.startswith(self.base.rstrip("/") + "/"):
            self.failed[name] = "is not below --input"
        elif not self.fs.get_file_info(path).is_file:
            self.failed[name] = "there is no such file below --input"
        else:
            return self.fs.open_input_file(path)
        return None

    def read(self, file, group, end):
        """Ranges of records, of which the last ends at `end`; 0: unknown."""
        if not group:
            return
        begin, size = group[0][1], file.size()
        end = min(end if end > begin else size, size)
        if len(group) == 1:
            name, _, _, url = group[0]
            length = max(0, min(end - begin, MOST_BYTES))
            yield range_head(name, begin, length, url)
            yield from part_of(self.fs, file, begin, length)
            return
        block = memoryview(file.read_at(end - begin, begin) if end > begin else b"")
        for name, offset, length, url in group:
            part = block[offset - begin:offset - begin + length]
            yield range_head(name, offset, len(part), url)
            yield part


def read_places(job):
    def run(batches):
        first = TaskContext.get().partitionId() << 40
        ranges = Ranges(job, batches)
        with Pith(job, ["records", "--type", "ranges", "-"], ranges.feed()) as pith:
            yield from batches_of(pith, first, lambda _: ranges.account(pith))
        for at, account in enumerate(ranges.accounts):
            yield account_row(first + (1 << 39) + at, account)
    return run


# --- Documents: a task a shard ----------------------------------------------------------------------------------------


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
        # Where groups of rows end depends on the lines alone, not on the blocks that they come in.
        while len(self.lines) >= TABLE_BYTES and (end := self.lines.find(b"\n", TABLE_BYTES - 1) + 1):
            self.flush(end)

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
SERVERS = ("opensearch", "solr")  # as `pith export --to` names them


def format_of_lines(job):
    """For `pith map --format`."""
    return "jsonl" if job["format"] in SERVERS else FORMATS[job["format"]][0]


def unfinished_name(directory):
    """For a file that gets its name when it is whole. Whoever writes that file again writes the same bytes, so that
    retries and speculative tasks double nothing."""
    return f"{directory}/_unfinished/task-{TaskContext.get().taskAttemptId()}"


class Shard:
    """A file of documents, number `first` and what the task's number adds."""

    def __init__(self, job, first):
        _, suffix, writer, compression = FORMATS[job["format"]]
        self.fs, directory = filesystem_of(job["output"])
        self.path = f"{directory}/part-{first + TaskContext.get().partitionId():05d}{suffix}"
        self.unfinished = unfinished_name(directory)
        self.sink = self.fs.open_output_stream(self.unfinished, compression=None)
        self.writer = writer(self.sink, job, compression)
        self.write = self.writer.write

    def finish(self):
        self.writer.close()
        self.sink.close()
        size = self.fs.get_file_info(self.unfinished).size
        if isinstance(self.fs, pyarrow.fs.S3FileSystem) and size > MOST_IN_OBJECT:
            raise Failed(f"{self.path}: has {size >> 30} GB, more than an object in S3 that gets another name; "
                         "ask for more --shards")
        self.fs.move(self.unfinished, self.path)


def whole(batches):
    """The batches, without the END of the last. If Spark gives up a task, its batches end, too, in the midst of a site:
    what `pith` would make of that must get nowhere."""
    ended = False
    for batch in batches:
        if batch.num_rows and batch.column(0)[batch.num_rows - 1].as_py().startswith(END):
            ended, batch = True, batch.slice(0, batch.num_rows - 1)
        yield batch
    if not ended:
        raise RuntimeError("the records of the task end too early: Spark has given it up")


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


def account_batch(accounts, **last):
    return pa.RecordBatch.from_arrays([pa.array([*accounts, json.dumps(last)], pa.string())], schema=ACCOUNTS)


def write_shard(job, first, stage, arguments):
    """Lets `pith` make documents of batches, and writes them into a shard."""
    def run(batches):
        accounts, shard = [], None
        with Pith(job, arguments, frames_of(whole(batches), accounts)) as pith:
            while block := pith.process.stdout.read1(BLOCK):
                shard = shard or Shard(job, first)
                shard.write(block)
            account = pith.account()
        if shard:
            shard.finish()
        yield account_batch(accounts, stage=stage, **account)
    return run


def send_documents(job, stage, arguments):
    """Lets `pith` make documents of batches, and sends them: while the server waits, so does all that is before it.

    They go through this process, so that nothing arrives of what `pith` still says when the task is killed."""
    def run(batches):
        accounts, sent = [], {}
        with Pith(job, arguments, frames_of(whole(batches), accounts)) as pith:
            blocks = iter(lambda: pith.process.stdout.read1(BLOCK), b"")
            if first := next(blocks, None):  # else the server need not know
                sent = {"export": send(job, itertools.chain([first], blocks))}
            account = pith.account()
        yield account_batch(accounts, stage=stage, **sent, **account)
    return run


def send(job, lines):
    """What became of documents that `pith export` has sent. Failed if the server is gone, or takes nothing."""
    arguments = ["export", "--documents", "-", "--to", job["format"], "--url", job["url"],
                 "--collection", job["collection"]]
    with Pith(job, arguments, lines) as pith:
        account = json.loads(pith.process.stdout.read() or "null")
        done = account and account["error"] is None and not account["stopped"]
        pith.end(*((1, 2) if done else ()))  # 1: there was no document; 2: some were refused
    return account


def make_documents(job, first, stage, arguments):
    arguments = [*arguments, "--format", format_of_lines(job)]
    return (send_documents(job, stage, arguments) if job["format"] in SERVERS else
            write_shard(job, first, stage, arguments))


def map_arguments(job, *more):
    return ["map", "--type", "frames", "--content-key", str(job["content_key"]), *more,
            *(["--structure"] if job["structure"] else [])]


def map_sites(job, first):
    return make_documents(job, first, "map", map_arguments(job))


# --- An index: a task a shard of it ----------------------------------------------------------------------------------


def index_sites(job):
    """Indexes sites into a directory whose name is in the account; what other attempts leave is nobody's."""
    def run(batches):
        accounts = []
        with tempfile.TemporaryDirectory() as here:
            settings = ["--set", f"cache.path={here}/cache", "--set", f"index.path={here}/index",
                        "--set", "extract.threads=1"]

            def told(feed, *command, good=()):
                with Pith(job, [*settings, *command], feed) as pith:
                    out = json.loads(pith.process.stdout.read() or "{}")
                    pith.end(*good, *((2,) if out.get("losses") else ()))  # it has read the rest
                return out

            read = told(frames_of(whole(batches), accounts), "ingest", "--capture-only", "--type", "frames", "-",
                        good=(1,))  # there was no page
            account = {"records": read["records"], "left_out": read["sources"][0]["left_out"],
                       "losses": read["losses"]}
            if read["captured"]:
                told(None, "--quiet", "index")
                stats = told(None, "stats")
                pages = stats["total"]
                left_out = sum(account["left_out"].values())
                account.update(again=read["records"] - left_out - pages["captured"], pages=pages["captured"],
                               sites=len(stats["sites"]), skipped=pages["skipped_by_reason"],
                               extracted={name: pages[name] for name in ("main", "fallback", "whole") if pages[name]},
                               shard=upload_index(job, f"{here}/index"))
        yield account_batch(accounts, stage="map", **account)
    return run


def upload_index(job, index):
    context = TaskContext.get()
    name = f"shard-{context.partitionId():05d}-{context.taskAttemptId()}"
    fs, directory = filesystem_of(job["output"])
    fs.create_dir(f"{directory}/{name}")
    for file in os.listdir(index):
        with open(f"{index}/{file}", "rb") as source, \
                fs.open_output_stream(f"{directory}/{name}/{file}", compression=None) as out:
            while block := source.read(BLOCK):
                out.write(block)
    return name


# --- Sites that are too large for one task ----------------------------------------------------------------------------


def model_path(job, site):
    fs, directory = filesystem_of(job["output"])
    return fs, f"{directory}/_unfinished/{hashlib.sha256(site.encode()).hexdigest()}.model"


def learn_sites(job):
    """Learns the models of whole sites, for all tasks to come."""
    def run(batches):
        sites = set()

        def feed():
            for batch in whole(batches):
                sites.update(batch.column(0).to_pylist())
                yield from frames_of([batch], [])

        with tempfile.TemporaryDirectory() as models:
            with Pith(job, map_arguments(job, "--learn", models), feed()) as pith:
                account = pith.account()
            for site in sorted(sites):
                fs, path = model_path(job, site)
                unfinished = unfinished_name(os.path.dirname(os.path.dirname(path)))
                with open(os.path.join(models, os.path.basename(path)), "rb") as model, \
                        fs.open_output_stream(unfinished, compression=None) as out:
                    out.write(model.read())
                fs.move(unfinished, path)
        yield account_batch([], stage="learn", **account)
    return run


def map_pieces(job):
    """Extracts parts of sites: batches of pages, for fold_sites."""
    def run(batches):
        with tempfile.TemporaryDirectory() as models:
            def feed():
                for batch in batches:
                    for site in set(batch.column(0).to_pylist()):
                        fs, path = model_path(job, site)
                        here = os.path.join(models, os.path.basename(path))
                        if not os.path.exists(here):
                            with fs.open_input_stream(path, compression=None) as model, open(here, "wb") as out:
                                out.write(model.read())
                    yield from frames_of([batch], [])

            arguments = map_arguments(job, "--models", models, "--format", format_of_lines(job))
            with Pith(job, arguments, feed()) as pith:
                yield from batches_of(pith, TaskContext.get().partitionId() << 40,
                                      lambda _: {"stage": "piece", **pith.account()})
    return run


def fold_sites(job, first):
    return make_documents(job, first, "fold", ["fold"])


# --- What the driver asks a worker ------------------------------------------------------------------------------------


def print_columns(job):
    """The columns of Parquet: the driver may have no program."""
    def run(batches):
        for _ in batches:
            out = subprocess.run([program(job["pith"]), "--json", "map", "--columns"], check=True, capture_output=True)
            yield pa.RecordBatch.from_arrays([pa.array([out.stdout.decode()])], schema=ACCOUNTS)
    return run


def ask_server(job):
    """Why the server cannot take documents, or nothing; makes what they need there, before many tasks do."""
    def run(batches):
        for _ in batches:
            try:
                send(job, [])
                why = ""
            except Failed as failed:
                why = str(failed)
            yield pa.RecordBatch.from_arrays([pa.array([why])], schema=ACCOUNTS)
    return run
