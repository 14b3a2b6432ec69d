#!/usr/bin/env python3
"""Extracts the main content of a crawl's pages with Pith, on Spark: WARC files in, documents out.

    spark-submit pith_spark.py --input 's3://bucket/crawl/*.warc.gz' --output s3://bucket/documents --shards 64

`pith records` names the site of each record, a task a file. Spark sorts the records by site and URL. `pith map` turns
each site's records into documents, and each task writes one file of them, a shard, or sends them to a search engine.
Sites with many pages are learned first, then cut into pieces. README.md beside this file says more.
"""
import argparse
import collections
import concurrent.futures
import fnmatch
import json
import math
import os
import re
import secrets
import sys
import urllib.parse

import pyarrow as pa
import pyarrow.fs
from pyspark import StorageLevel
from pyspark.sql import SparkSession
from pyspark.sql import functions as F

import pith_tasks
from pith_tasks import Failed, filesystem_of


def list_files(pattern):
    """The files that a path, a directory or a pattern names: of each the URI of its file system, its path there, its
    size."""
    root = pattern
    while any(c in root for c in "*?["):
        root = root.rpartition("/")[0] or "."
    fs, base = filesystem_of(root)
    info = fs.get_file_info(base)
    if info.type == pyarrow.fs.FileType.NotFound:
        raise Failed(f"{root}: there is no such file")
    found = [info] if info.is_file else fs.get_file_info(pyarrow.fs.FileSelector(base, recursive=True))
    below = base + pattern[len(root):] if root != "." else os.path.abspath(pattern)
    files = sorted((each.path, each.size) for each in found
                   if each.is_file and (root == pattern or fnmatch.fnmatchcase(each.path, below)))
    if not files:
        raise Failed(f"{pattern}: no file is like this")
    return [(root, *file) for file in files]


def listed(patterns):
    """The files of all patterns, each once."""
    found = {}
    for file in (file for pattern in patterns for file in list_files(pattern)):
        found[urllib.parse.urlsplit(file[0])[:2] if "://" in file[0] else "", file[1]] = file
    return list(found.values())


def add_counts(total, counts):
    for name, count in counts.items():
        if isinstance(count, dict):
            add_counts(total.setdefault(name, {}), count)
        elif isinstance(count, int) and not isinstance(count, bool):
            total[name] = total.get(name, 0) + count


def count(counts, name):
    value = counts.get(name, 0)
    return sum(value.values()) if isinstance(value, dict) else value


def account_of(accounts, to_server):
    """The accounts of all tasks as one, and what does not add up."""
    stages = collections.defaultdict(dict)
    failed, files = {}, collections.Counter()
    for account in accounts:
        add_counts(stages[account["stage"]], account)
        files.update(account.get("names", []))
        failed.update(account.get("failed_files", {}))
    read, whole, piece, fold = (stages[stage] for stage in ("records", "map", "piece", "fold"))

    def counts(name, *parts):
        total = {}
        for part in parts:
            add_counts(total, part.get(name, {}))
        return total

    total = {"files": len(files), "files_in_pieces": sum(tasks > 1 for tasks in files.values()),
             "records": count(read, "records"), "left_out": counts("left_out", read, whole, piece),
             "again": count(whole, "again") + count(piece, "again"),
             "pages": count(whole, "pages") + count(fold, "pages"),
             "sites": count(whole, "sites") + count(fold, "sites"), "sites_in_pieces": count(fold, "sites"),
             "extracted": counts("extracted", whole, fold), "skipped": counts("skipped", whole, fold),
             "losses": sum(count(stage, "losses") for stage in (read, whole, piece)), "failed_files": failed}
    sums = [("records = left_out + again + pages", total["records"],
             count(total, "left_out") + total["again"] + total["pages"]),
            ("pages = extracted + skipped", total["pages"], count(total, "extracted") + count(total, "skipped")),
            ("pages read = records mapped", count(read, "pages"), count(whole, "records") + count(piece, "records")),
            ("pages of pieces = pages folded", count(piece, "pages"), count(fold, "pages"))]
    if to_server:
        sent = counts("export", whole, fold)
        refusals = [each for account in accounts for each in account.get("export", {}).get("first_refusals", [])]
        total["export"] = {**{name: count(sent, name) for name in ("sent", "refused", "retried", "bytes")},
                           "first_refusals": refusals[:10]}
        sums.append(("extracted = sent + refused", count(total, "extracted"),
                     count(sent, "sent") + count(sent, "refused")))
    return total, [f"{what}: {left} and {right}" for what, left, right in sums if left != right]


def read_arguments():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0], epilog="Exit codes: 0 all was read; "
                                     "1 a file could not be read, a document was refused, or accounts do not add up; "
                                     "2 an error.")
    parser.add_argument("--input", action="append", required=True, metavar="PATTERN",
                        help="WARC files, or what else `pith ingest` reads: a path, a directory or a pattern; may be "
                             "given several times. With --cdx: the directory below which the files are that it names")
    parser.add_argument("--cdx", action="append", metavar="PATTERN",
                        help="CDX or CDXJ files: only the records that they name are read; may be given several times")
    parser.add_argument("--split-mb", type=float, metavar="MB",
                        help="WARC and ARC files that are larger are cut into pieces of so many MB; 0: none are. "
                             "(default: 256 if there are fewer files than cores, else 0)")
    parser.add_argument("--output", required=True, metavar="DIR",
                        help="for the shards and the account; must be new or empty")
    parser.add_argument("--shards", type=int, default=64, help="files of documents (default: %(default)s)")
    parser.add_argument("--format", choices=[*pith_tasks.FORMATS, "index", *pith_tasks.SERVERS], default="parquet",
                        help="of the documents; `index`: parts of an index; `opensearch`, `solr`: to a server "
                        "(default: %(default)s)")
    parser.add_argument("--url", help="the server, as https://search.example.org:9200; without credentials")
    parser.add_argument("--collection", "--index", metavar="NAME", default="pith",
                        help="collection or index on the server (default: %(default)s)")
    parser.add_argument("--structure", action="store_true", help="also the blocks of each page")
    parser.add_argument("--piece-pages", type=int, default=20_000, metavar="PAGES",
                        help="sites with more records are cut into pieces of about so many (default: %(default)s)")
    parser.add_argument("--pith", default="pith", metavar="PATH",
                        help="the program on the workers; within an archive of --archives pith.tar.gz#pith: pith/pith")
    parser.add_argument("--content-key", type=int, default=secrets.randbits(63), metavar="KEY",
                        help="for jobs that must leave out the same near duplicates: as of `pith map` "
                             "(default: chosen anew)")
    parser.add_argument("--config", metavar="FILE", help="pith.yaml; it is sent to the workers")
    arguments = parser.parse_args()
    if (arguments.url is not None) != (arguments.format in pith_tasks.SERVERS):
        parser.error(f"--url is for --format {' and '.join(pith_tasks.SERVERS)}, which need it")
    if arguments.cdx and len(arguments.input) > 1:
        parser.error("--cdx needs one --input, the directory below which the files are")
    return arguments


def sites_to_cut(records, piece_pages):
    """The sites with more records than a piece has, and how many pieces each becomes."""
    counts = (records.where("site not in ('', '(no site)')").groupBy("site").count()
              .where(F.col("count") > piece_pages).collect())
    return {row["site"]: math.ceil(row["count"] / piece_pages) for row in counts}


def ends(spark, tasks):
    """A record for each task, which comes last in it and says that no other is missing (pith_tasks.whole)."""
    sites = F.concat(F.lit(pith_tasks.END), F.col("id").cast("string")).alias("site")
    # Enough of them that each task has some, found as Spark chooses the task of a site; each keeps one.
    return (spark.range(0, 64 * tasks, 1, 1).select(sites).groupBy(F.pmod(F.hash("site"), F.lit(tasks)))
            .agg(F.min("site").alias("site")).selectExpr("site", "'' AS url", "0L AS number", "X'' AS frame"))


def in_order(records, tasks):
    return (records.union(ends(records.sparkSession, tasks)).repartition(tasks, "site")
            .sortWithinPartitions("site", "url", "number"))


def map_whole(records, job, shards):
    return in_order(records, shards).mapInArrow(pith_tasks.map_sites(job, 0), pith_tasks.ACCOUNTS_SQL).collect()


def map_in_pieces(spark, records, job, pieces, first):
    """The accounts of sites that are learned first, then cut into pieces, then folded."""
    shards = min(len(pieces), first)
    in_order(records, shards).mapInArrow(pith_tasks.learn_sites(job), pith_tasks.ACCOUNTS_SQL).collect()
    tasks = min(sum(pieces.values()), 10 * first)
    cut = spark.createDataFrame(pa.table({"site": list(pieces), "pieces": list(pieces.values())}))
    parts = (records.join(F.broadcast(cut), "site")
             .withColumn("piece", F.pmod(F.hash("url"), "pieces"))
             .repartition(tasks, "site", "piece").sortWithinPartitions("site", "url", "number")
             .select("site", "url", "number", "frame")
             .mapInArrow(pith_tasks.map_pieces(job), pith_tasks.RECORDS_SQL))
    return in_order(parts, shards).mapInArrow(pith_tasks.fold_sites(job, first), pith_tasks.ACCOUNTS_SQL).collect()


def each_of(spark, count):
    """A task for each number below `count`, or for some that follow each other: a shuffle from very many tasks is
    expensive."""
    return spark.range(0, count, 1, min(count, 10_000))


def parts_of_files(spark, job, split_mb):
    """What tasks read: files, or pieces of them, in order."""
    if split_mb is None:
        split_mb = 256 if len(job["files"]) < spark.sparkContext.defaultParallelism else 0
    most = int(split_mb * (1 << 20))
    large = [number for number, (_, _, size) in enumerate(job["files"]) if 0 < most < size]
    pieces = collections.defaultdict(list)
    if large:
        cutting = {"pith": job["pith"], "config": job["config"], "split": most,
                   "files": [job["files"][number][:2] for number in large]}
        for row in each_of(spark, len(large)).mapInArrow(pith_tasks.cut_files(cutting), pith_tasks.CUTS_SQL).collect():
            pieces[large[row["number"]]].append((row["offset"], row["length"]))
    parts = []
    for number, (root, path, _) in enumerate(job["files"]):
        mine = sorted(pieces[number])
        if all(length <= pith_tasks.MOST_BYTES for _, length in mine):
            parts += [(root, path, *piece) for piece in mine or [()]]
        else:
            parts.append((root, path))
    return parts


def places_in_order(spark, job):
    """Where the records are that CDX files name, by file and offset, in tasks of about the same size."""
    places = (each_of(spark, len(job["cdx"])).mapInArrow(pith_tasks.list_places(job), pith_tasks.PLACES_SQL)
              .persist(StorageLevel.DISK_ONLY))  # read twice: to measure, and to sort
    length = F.least(F.coalesce("length", F.lit(0)), F.lit(pith_tasks.MOST_BYTES))
    count, size = places.agg(F.count("*"), F.sum(length)).first()
    tasks = max(1, math.ceil(count / 20_000), math.ceil((size or 0) / (256 << 20)))
    return places.repartitionByRange(tasks, "file", "offset").sortWithinPartitions("file", "offset", "url", "length")


def records_of(spark, job, arguments):
    if arguments.cdx:
        return places_in_order(spark, job).mapInArrow(pith_tasks.read_places(job), pith_tasks.RECORDS_SQL)
    parts = parts_of_files(spark, job, arguments.split_mb)
    print(f"pith_spark: {len(job['files'])} files in {len(parts)} parts", file=sys.stderr)
    reading = {"pith": job["pith"], "config": job["config"], "parts": parts}
    return each_of(spark, len(parts)).mapInArrow(pith_tasks.read_files(reading), pith_tasks.RECORDS_SQL)


def accounts_of_tasks(spark, job, arguments):
    records = records_of(spark, job, arguments)
    job = {name: value for name, value in job.items() if name not in ("files", "cdx")}  # each task gets a copy
    if arguments.format == "index":
        return (in_order(records, arguments.shards).mapInArrow(pith_tasks.index_sites(job), pith_tasks.ACCOUNTS_SQL)
                .collect())
    records = records.persist(StorageLevel.DISK_ONLY)  # read to count, then to sort, once or in three parts
    pieces = sites_to_cut(records, arguments.piece_pages)
    if not pieces:
        return map_whole(records, job, arguments.shards)
    is_cut = F.col("site").isin(list(pieces))
    with concurrent.futures.ThreadPoolExecutor(2) as jobs:
        cut = jobs.submit(map_in_pieces, spark, records.where(is_cut), job, pieces, arguments.shards)
        whole = jobs.submit(map_whole, records.where(~is_cut), job, arguments.shards)
        try:
            return [row for done in concurrent.futures.as_completed((cut, whole)) for row in done.result()]
        except Exception:
            spark.sparkContext.cancelAllJobs()  # else the other one would run to its end
            raise


def run(arguments):
    fs, directory = filesystem_of(arguments.output)
    unfinished = directory + "/_unfinished"
    if any(info.is_file and not info.path.startswith(unfinished) for info in fs.get_file_info(
            pyarrow.fs.FileSelector(directory, recursive=True, allow_not_found=True))):
        raise Failed(f"{arguments.output}: is not empty")
    fs.create_dir(unfinished, recursive=True)
    fs.delete_dir_contents(unfinished)  # of a job that was killed
    files = {"cdx": [each[:2] for each in listed(arguments.cdx)],
             "base": arguments.input[0] if "://" in arguments.input[0] else os.path.abspath(arguments.input[0])
             } if arguments.cdx else {"files": listed(arguments.input)}
    job = {**files, "output": arguments.output if "://" in arguments.output else directory, "format": arguments.format,
           "url": arguments.url, "collection": arguments.collection, "structure": arguments.structure,
           "pith": arguments.pith, "content_key": arguments.content_key,
           "config": arguments.config and os.path.basename(arguments.config)}

    spark = (SparkSession.builder.appName("pith")
             .config("spark.sql.execution.arrow.maxBytesPerBatch", pith_tasks.BATCH_BYTES)
             .config("spark.sql.adaptive.enabled", "false")  # as many shards as were asked for
             .config("spark.sql.shuffle.partitions", min(arguments.shards, 200))  # where sites are counted
             .config("spark.sql.inMemoryColumnarStorage.batchSize", 200)  # pages, not numbers
             .config("spark.sql.inMemoryColumnarStorage.compressed", "false")  # frames are compressed
             .config("spark.rdd.compress", "false")
             .config("spark.sql.broadcastTimeout", 30 * 24 * 3600)  # behind tasks that take hours
             .getOrCreate())
    spark.sparkContext.setLogLevel("WARN")
    spark.sparkContext.addPyFile(pith_tasks.__file__)
    if arguments.config:
        spark.sparkContext.addFile(os.path.abspath(arguments.config))
    if arguments.format == "parquet":
        job["columns"] = json.loads(spark.range(0, 1, 1, 1).mapInArrow(pith_tasks.print_columns(job),
                                                                       pith_tasks.ACCOUNTS_SQL).first()[0])

    to_server = arguments.format in pith_tasks.SERVERS
    if to_server and (trouble := spark.range(0, 1, 1, 1).mapInArrow(pith_tasks.ask_server(job),
                                                                    pith_tasks.ACCOUNTS_SQL).first()[0]):
        raise Failed(trouble)

    rows = accounts_of_tasks(spark, job, arguments)
    spark.stop()  # with what is still at work for nothing
    accounts = [json.loads(row[0]) for row in rows]
    total, wrong = account_of(accounts, to_server)
    fs.delete_dir(unfinished)
    whole = {account["shard"] for account in accounts if "shard" in account}
    for info in fs.get_file_info(pyarrow.fs.FileSelector(directory)):
        if info.base_name.startswith("shard-") and info.base_name not in whole:
            fs.delete_dir(info.path)  # of an attempt that did not count
    with fs.open_output_stream(directory + "/_account.json") as out:
        out.write(json.dumps(total, indent=1).encode())
    for file, why in sorted(total["failed_files"].items()):
        print(f"pith_spark: {file}: {why}", file=sys.stderr)
    refused = total["export"]["refused"] if to_server else 0
    for each in total["export"]["first_refusals"] if to_server else []:
        print(f"pith_spark: refused: {each['url']}: {each['why']}", file=sys.stderr)
    for each in wrong:
        print(f"pith_spark: the accounts do not add up: {each}", file=sys.stderr)
    print(json.dumps(total), flush=True)
    if wrong or refused or total["failed_files"]:
        return 1
    with fs.open_output_stream(directory + "/_SUCCESS"):
        pass
    return 0


def why(error):
    """What a person has to know of an error, here or in a task; nothing: it is none of `pith`."""
    if isinstance(error, Failed):
        return str(error)
    told = re.findall(rf"^{Failed.__module__}\.Failed: (.*)", str(error), re.MULTILINE)
    return told[-1] if told else None


if __name__ == "__main__":
    try:
        sys.exit(run(read_arguments()))
    except Exception as error:
        if not (message := why(error)):
            raise
        print(f"pith_spark: {message}", file=sys.stderr)
        sys.exit(2)
