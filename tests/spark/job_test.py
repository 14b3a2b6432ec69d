"""Tests of the job for Spark, by the real Spark. See `run`."""
import argparse
import gzip
import json
import os
import pathlib
import random
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest

sys.dont_write_bytecode = True
import pyarrow as pa
import pyarrow.parquet

from cluster import PROJECT, submit
from made_up_crawl import make
from search_double import COLLECTION, SearchDouble

sys.path.append(str(PROJECT / "deploy/spark"))
import pith_tasks

PAGES, SITES, FILES, SHARDS = 1500, 60, 5, 7


def lines_by_url(text):
    out = {}
    for line in text.splitlines():
        document = json.loads(line)
        document.get("place", {}).pop("file", None)
        assert document["url"] not in out, document["url"]
        out[document["url"]] = document
    return out


def shards(directory, suffix):
    return sorted(pathlib.Path(directory).glob("part-*" + suffix))


def unpacked(path, compression):
    with pa.CompressedInputStream(pa.OSFile(str(path)), compression) as stream:
        return stream.read()


def kill_programs(*words):
    """Kills the programs that have these words on their command line; the last one says which are ours."""
    killed = []
    for path in pathlib.Path("/proc").glob("[0-9]*/cmdline"):
        try:
            line = path.read_bytes().decode(errors="replace").split("\0")
            if all(word in line for word in words):
                os.kill(int(path.parent.name), signal.SIGKILL)
                killed.append(line)
        except OSError:
            pass  # it has ended
    return killed


class GivenUp(unittest.TestCase):
    """Spark ends the batches of a task that it gives up like those of any other."""

    def batches(self, *sites):
        return [pa.RecordBatch.from_arrays([pa.array(column, field.type) for column, field in zip(
            zip(*((site, "http://" + site, 1, site.encode()) for site in part)), pith_tasks.RECORDS)],
            schema=pith_tasks.RECORDS) for part in sites]

    def test_records_that_end_too_early_are_not_all(self):
        end = pith_tasks.END + "17"
        for parts in ([["a", "b"], ["c", end]], [["a", "b", "c"], [end]]):
            frames = pith_tasks.frames_of(pith_tasks.whole(self.batches(*parts)), [])
            self.assertEqual(b"".join(frames), b"abc")
        for parts in ([["a", "b"], ["c"]], []):
            with self.assertRaises(RuntimeError):
                list(pith_tasks.whole(self.batches(*parts)))

    def test_pith_does_not_take_them_for_the_end(self):
        # Stands for a `pith` that says at once what it takes for a whole site.
        with tempfile.TemporaryDirectory() as directory:
            program = pathlib.Path(directory, "program")
            program.write_text("#!/bin/sh\ncat > /dev/null; echo ended\n")
            program.chmod(0o755)
            job = {"pith": str(program), "config": None}
            begun = threading.Event()

            def feed():
                begun.wait()
                yield from pith_tasks.frames_of(pith_tasks.whole(self.batches(["a"])), [])

            with pith_tasks.Pith(job, [], feed()) as pith:
                kill = pith.process.kill
                pith.process.kill = lambda: (time.sleep(.5), kill())
                begun.set()
                self.assertEqual(pith.process.stdout.read(), b"")
                with self.assertRaisesRegex(RuntimeError, "end too early"):
                    pith.end()


class Job(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory()
        cls.directory = pathlib.Path(cls.temporary.name)
        cls.archive = cls.directory / "pith.tar.gz"
        subprocess.run([PROJECT / "deploy/spark/bundle", cls.pith, cls.archive], check=True, stdout=subprocess.DEVNULL)
        cls.crawl = cls.directory / "crawl"
        make(cls.crawl, PAGES, SITES, FILES)
        sort = subprocess.run([cls.pith, "--quiet", "shuffle", *sorted(map(str, cls.crawl.iterdir()))],
                              check=True, capture_output=True)
        mapped = subprocess.run([cls.pith, "--json", "map", "--structure"], input=sort.stdout, check=True,
                                capture_output=True)
        cls.expected = lines_by_url(mapped.stdout.decode())
        cls.account = json.loads(mapped.stderr)

    @classmethod
    def tearDownClass(cls):
        cls.temporary.cleanup()

    def run_job(self, *arguments, output="out", source=None, **options):
        self.output = self.directory / output
        return submit(self.archive, ["--input", source or self.crawl, "--output", self.output, "--shards", SHARDS,
                                     *arguments], self.directory, **options)

    def check_account(self, account):
        self.assertEqual(account["records"], PAGES)
        self.assertEqual(account["files"], FILES)
        for key in ("again", "pages", "sites", "extracted", "skipped"):
            self.assertEqual(account[key], self.account[key], key)
        self.assertEqual(sum(account["left_out"].values()),
                         PAGES - self.account["pages"] - self.account["again"])

    def check_lines(self):
        found = {}
        for shard in shards(self.output, ".jsonl.zst"):
            for url, line in lines_by_url(unpacked(shard, "zstd").decode()).items():
                self.assertNotIn(url, found)
                found[url] = line
        self.assertEqual(found, self.expected)

    def test_documents_are_those_of_one_machine(self):
        outcome = self.run_job("--format", "jsonl", "--structure", output="jsonl")
        self.assertEqual(outcome.code, 0, outcome.errors[-3000:])
        self.check_account(outcome.account)
        self.check_lines()
        self.assertEqual(outcome.account["sites_in_pieces"], 0)
        self.assertGreater(len(shards(self.output, ".jsonl.zst")), 1)
        names = {path.name for path in self.output.iterdir()}
        self.assertEqual({name for name in names if not name.startswith("part-")}, {"_SUCCESS", "_account.json"})
        self.assertEqual(json.loads((self.output / "_account.json").read_text()), outcome.account)
        again = self.run_job("--format", "jsonl", output="jsonl")
        self.assertEqual(again.code, 2)
        self.assertIn("is not empty", again.errors)

    def test_large_sites_in_pieces_and_killed_workers_change_nothing(self):
        outcome = self.run_job("--format", "jsonl", "--structure", "--piece-pages", 100, output="killed",
                               kills=self.kills, seed=self.seed, every=3.0)
        self.assertEqual(outcome.code, 0, outcome.errors[-3000:])
        print(f"killed: {outcome.kills}, seed {self.seed}", file=sys.stderr)
        self.assertGreater(len(outcome.kills), 0)
        self.assertGreater(outcome.account["sites_in_pieces"], 1)
        self.check_account(outcome.account)
        self.check_lines()
        self.assertFalse((self.output / "_unfinished").exists())

    def test_parquet_has_the_columns(self):
        outcome = self.run_job("--structure", output="parquet")
        self.assertEqual(outcome.code, 0, outcome.errors[-3000:])
        table = pyarrow.parquet.read_table(self.output)
        columns = json.loads(subprocess.run([self.pith, "--json", "map", "--columns"], check=True,
                                            capture_output=True).stdout)
        self.assertEqual(table.column_names, [column["name"] for column in columns])
        rows = {row["url"]: row for row in table.to_pylist()}
        self.assertEqual(len(rows), table.num_rows)
        self.assertEqual(rows.keys(), self.expected.keys())
        for url, row in rows.items():
            expected = self.expected[url]
            self.assertEqual(row["place_offset"], expected["place"]["offset"])
            for name in ("title", "content", "headings", "lists", "status", "reason", "confidence", "stands_for"):
                self.assertEqual(row[name], expected.get(name), f"{name} of {url}")
            structure = row["structure"] and json.loads(row["structure"])
            self.assertEqual(structure, expected.get("structure"))

    def test_wet_and_a_file_that_cannot_be_read(self):
        source = self.directory / "with_a_bad_file"
        source.mkdir()
        for path in self.crawl.iterdir():
            (source / path.name).symlink_to(path)
        (source / "crawl-00000a.warc.gz").write_bytes(b"neither this nor that")
        config = self.directory / "keep.yaml"
        config.write_text("index:\n  duplicates: keep\n")
        outcome = self.run_job("--format", "wet", "--config", config, output="wet", source=source)
        self.assertEqual(outcome.code, 1, outcome.errors[-3000:])
        self.assertEqual([pathlib.Path(name).name for name in outcome.account["failed_files"]],
                         ["crawl-00000a.warc.gz"])
        self.assertIn("crawl-00000a.warc.gz", outcome.errors)
        text = b"".join(unpacked(shard, "gzip") for shard in shards(self.output, ".wet.gz"))
        documents = [line for line in self.expected.values() if line["status"] != "skipped"]
        self.assertGreater(self.account["skipped"]["duplicate"], 0)
        self.assertEqual(text.count(b"WARC-Type: conversion\r\n"),
                         len(documents) + self.account["skipped"]["duplicate"])
        for document in documents:
            self.assertIn(document["content"].encode(), text)

    def test_large_files_in_pieces(self):
        outcome = self.run_job("--format", "jsonl", "--structure", "--split-mb", .05, output="split")
        self.assertEqual(outcome.code, 0, outcome.errors[-3000:])
        self.check_account(outcome.account)
        self.assertEqual(outcome.account["files_in_pieces"], FILES)
        self.check_lines()

    def write_cdx(self, directory):
        """Two CDX files that name all records, in any order, and a few lines that are wrong. The name of each record's
        file is the end of its path."""
        lines = []
        for path in self.crawl.iterdir():
            found = subprocess.run([self.pith, "records", "--pieces", "0", path], check=True, capture_output=True)
            data = path.read_bytes()
            for piece in map(json.loads, found.stdout.splitlines()):
                record = gzip.decompress(data[piece["offset"]:piece["offset"] + piece["length"]])
                url = re.search(rb"WARC-Target-URI: (.*)\r\n", record)[1].decode()
                fields = {"url": url, "offset": str(piece["offset"]), "filename": f"{self.crawl.name}/{path.name}"}
                if len(lines) % 10:
                    fields["length"] = str(piece["length"])
                lines.append(f"x 20260101000000 {json.dumps(fields)}\n")
        self.assertEqual(len(lines), PAGES)
        random.Random(1).shuffle(lines)
        lines.insert(70, "no line\n")
        for offset in 5, 6:
            lines.append(f'x 20260101000000 {{"filename": "crawl/nowhere.warc.gz", "offset": "{offset}"}}\n')
        lines.append('x 20260101000000 {"filename": "../crawl-00000.warc.gz", "offset": "0"}\n')
        directory.mkdir()
        (directory / "cdx-00000.gz").write_bytes(gzip.compress("".join(lines[:400]).encode()))
        (directory / "cdx-00001").write_text("".join(lines[400:]))

    def test_the_records_that_cdx_files_name(self):
        self.write_cdx(self.directory / "cdx")
        outcome = self.run_job("--format", "jsonl", "--structure", "--cdx", self.directory / "cdx" / "cdx-*",
                               output="by_cdx", source=self.directory)
        self.assertEqual(outcome.code, 1, outcome.errors[-3000:])
        self.check_lines()
        account = outcome.account
        self.assertEqual(account["failed_files"], {
            "crawl/nowhere.warc.gz": "there is no such file below --input",
            "../crawl-00000.warc.gz": "is not below --input"})
        self.assertEqual(account["records"], PAGES + 4)
        self.assertEqual(account["left_out"].pop("no_file"), 3)
        self.assertEqual(account["left_out"].pop("bad_line"), 1)
        self.assertEqual(account["losses"], 1)
        for key in ("again", "pages", "sites", "extracted", "skipped"):
            self.assertEqual(account[key], self.account[key], key)

    def test_parts_of_an_index_become_one(self):
        outcome = self.run_job("--format", "index", output="index")
        self.assertEqual(outcome.code, 0, outcome.errors[-3000:])
        self.check_account(outcome.account)
        parts = sorted(map(str, self.output.glob("shard-*")))
        self.assertGreater(len(parts), 1)
        one = str(self.directory / "one")
        subprocess.run([self.pith, "--quiet", "merge", *parts, "--output", one], check=True, stdout=subprocess.DEVNULL)
        exported = subprocess.run([self.pith, "--quiet", "--set", f"index.path={one}", "export"], check=True,
                                  capture_output=True, cwd=self.directory)
        found = lines_by_url(exported.stdout.decode())
        documents = {url: line for url, line in self.expected.items() if line["status"] != "skipped"}
        self.assertEqual(found.keys(), documents.keys())
        for url, document in documents.items():
            for name in ("title", "content", "lang", "type", "status", "confidence", "digest"):
                self.assertEqual(found[url].get(name), document.get(name), f"{name} of {url}")

    def send_job(self, server, output, *arguments, **options):
        return self.run_job("--format", "opensearch", "--url", server.url, "--index", COLLECTION, *arguments,
                            output=output, **options)

    def check_sent(self, server, refused=()):
        """The server has the documents of one machine, but those refused, as `pith export` makes them of lines."""
        found = {}
        for identity, document in server.documents.items():
            self.assertEqual(document.pop("generator"), "pith")
            document.pop("export")
            self.assertEqual(document["id"], identity)
            found[document["url"]] = document
        expected = {}
        for url, line in self.expected.items():
            if line["status"] != "skipped" and url not in refused:
                expected[url] = {name: value for name, value in line.items() if name != "place"}
        self.assertEqual(found.keys(), expected.keys())
        self.assertEqual(found, expected)

    def check_export(self, account, refused=0):
        export = account["export"]
        self.assertEqual(export["refused"], refused)
        self.assertEqual(export["sent"] + refused, sum(account["extracted"].values()))
        self.assertGreater(export["bytes"], 0)

    def test_a_server_gets_the_documents_of_one_machine(self):
        server = SearchDouble(authorization="Basic dTpzM2NyM3Q=")
        server.busy_every = 5
        documents = sorted(url for url, line in self.expected.items() if line["status"] != "skipped")
        refused = set(documents[::97])
        server.refuses = lambda document: document["url"] in refused
        outcome = self.send_job(server, "opensearch", "--structure", conf={
            "spark.executorEnv.PITH_SINK_USER": "u", "spark.executorEnv.PITH_SINK_PASSWORD": "s3cr3t"})
        server.stop()
        self.assertEqual(outcome.code, 1, outcome.errors[-3000:])
        self.check_account(outcome.account)
        self.check_export(outcome.account, len(refused))
        self.check_sent(server, refused)
        self.assertGreater(outcome.account["export"]["retried"], 0)
        named = outcome.account["export"]["first_refusals"]
        self.assertEqual(len(named), min(10, len(refused)))
        for refusal in named:
            self.assertIn(refusal["url"], refused)
            self.assertIn(f"refused: {refusal['url']}: 400 mapper_parsing_exception: not this one", outcome.errors)
        self.assertEqual({path.name for path in self.output.iterdir()}, {"_SUCCESS", "_account.json"})
        self.assertEqual(json.loads((self.output / "_account.json").read_text()), outcome.account)
        self.assertNotIn("s3cr3t", outcome.errors + json.dumps(outcome.account))

    def test_a_server_and_killed_workers(self):
        server = SearchDouble()
        server.busy_every = 7
        killed_late = []

        def kill_senders(batches):
            if batches in (2, 5):  # the server has documents of which Spark will hear nothing
                killed_late.extend(kill_programs("export", server.url))

        server.kept = kill_senders
        outcome = self.send_job(server, "killed_to_server", "--structure", "--piece-pages", 100, kills=self.kills,
                                seed=self.seed, every=3.0)
        server.stop()
        self.assertEqual(outcome.code, 0, outcome.errors[-3000:])
        print(f"killed: {outcome.kills}, seed {self.seed}", file=sys.stderr)
        self.assertGreater(len(outcome.kills), 0)
        self.assertGreater(outcome.account["sites_in_pieces"], 1)
        self.check_account(outcome.account)
        self.check_export(outcome.account)
        self.check_sent(server)
        self.assertGreater(len(killed_late), 0)
        print(f"{sum(server.arrivals.values())} arrivals of {len(server.arrivals)} documents", file=sys.stderr)
        self.assertGreater(sum(server.arrivals.values()), len(server.arrivals))

    def test_solr_gets_them_too(self):
        server = SearchDouble()
        outcome = self.run_job("--format", "solr", "--url", server.url, "--collection", COLLECTION, output="solr")
        server.stop()
        self.assertEqual(outcome.code, 0, outcome.errors[-3000:])
        self.check_account(outcome.account)
        self.check_export(outcome.account)
        found = {document["url_s"]: document for document in server.documents.values()}
        documents = {url: line for url, line in self.expected.items() if line["status"] != "skipped"}
        self.assertEqual(found.keys(), documents.keys())
        for url, document in documents.items():
            self.assertEqual(found[url]["content_t"], document["content"])

    def test_a_server_that_is_gone_is_named(self):
        server = SearchDouble()
        server.stop()
        outcome = self.send_job(server, "gone")
        self.assertEqual(outcome.code, 2, outcome.errors[-3000:])
        self.assertIn(f"pith_spark: pith: HEAD {server.url}/{COLLECTION}: ", outcome.errors)

    def test_a_server_that_leaves_is_named(self):
        server = SearchDouble()
        server.leaves_after = 2
        outcome = self.send_job(server, "left", conf={"spark.task.maxFailures": 1})
        self.assertEqual(outcome.code, 2, outcome.errors[-3000:])
        server.stop()
        self.assertRegex(outcome.errors, f"pith_spark: pith: [A-Z]+ {server.url}/.*\\(8 tries\\)")

    def test_errors_say_what_to_do(self):
        outcome = self.run_job(output="nothing", source=self.directory / "nowhere" / "*.warc.gz")
        self.assertEqual(outcome.code, 2)
        self.assertIn("nowhere: there is no such file", outcome.errors)
        outcome = self.run_job("--format", "solr", output="nothing")
        self.assertEqual(outcome.code, 2)
        self.assertIn("--url is for --format opensearch and solr", outcome.errors)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("build")
    parser.add_argument("--kills", type=int, default=8)
    parser.add_argument("--seed", type=int, default=7)
    arguments, more = parser.parse_known_args()
    Job.pith, Job.kills, Job.seed = str(pathlib.Path(arguments.build, "bin/pith").resolve()), arguments.kills, arguments.seed
    unittest.main(argv=[sys.argv[0], *more], verbosity=2)
