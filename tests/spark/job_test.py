"""The job for Spark makes the documents of one machine, from and to whatever it is told. See `run`."""
import gzip
import json
import os
import pathlib
import random
import re
import socket
import subprocess
import unittest.mock

import moto.server
import pyarrow.fs
import pyarrow.parquet

from cluster import submit
from job_case import FILES, PAGES, SHARDS, SITES, JobCase, lines_by_url, shards, unpacked


class Job(JobCase):
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

    def test_from_s3_to_s3(self):
        with socket.create_server(("127.0.0.1", 0)) as any_port:
            address = "127.0.0.1:" + str(any_port.getsockname()[1])
        server = moto.server.ThreadedMotoServer(*address.split(":"))
        server.start()
        keys = {"AWS_ACCESS_KEY_ID": "test", "AWS_SECRET_ACCESS_KEY": "test", "AWS_REGION": "eu-central-1"}
        keys["AWS_ENDPOINT_URL"] = f"http://{address}"
        try:
            with unittest.mock.patch.dict(os.environ, keys):
                fs = pyarrow.fs.S3FileSystem(endpoint_override=address, scheme="http", allow_bucket_creation=True)
                fs.create_dir("bucket")
                for path in self.crawl.iterdir():
                    with fs.open_output_stream(f"bucket/crawl/{path.name}", compression=None) as out:
                        out.write(path.read_bytes())
                with fs.open_output_stream("bucket/crawl/notes.txt") as out:
                    out.write(b"no crawl")
                outcome = submit(self.archive, ["--input", "s3a://bucket/crawl/*.warc.gz", "--output",
                                                "s3a://bucket/documents", "--shards", SHARDS, "--piece-pages", 100,
                                                "--format", "jsonl", "--structure"], self.directory,
                                 conf={f"spark.executorEnv.{name}": value for name, value in keys.items()})
                found = {info.base_name: info for info in
                         fs.get_file_info(pyarrow.fs.FileSelector("bucket/documents", recursive=True))}
                self.output = self.directory / "from_s3"
                self.output.mkdir()
                for name, info in found.items():
                    (self.output / name).write_bytes(fs.open_input_file(info.path).read())
        finally:
            server.stop()
        self.assertEqual(outcome.code, 0, outcome.errors[-3000:])
        self.assertGreater(outcome.account["sites_in_pieces"], 1)
        self.check_account(outcome.account)
        self.check_lines()
        self.assertEqual({name for name in found if not name.startswith("part-")}, {"_SUCCESS", "_account.json"})

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
        lines.append(lines[30])
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
        self.assertEqual(account["records"], PAGES + 5)
        self.assertEqual(account["left_out"].pop("same_line"), 1)
        self.assertEqual(account["left_out"].pop("no_file"), 3)
        self.assertEqual(account["left_out"].pop("bad_line"), 1)
        self.assertEqual(account["losses"], 1)
        for key in ("again", "pages", "sites", "extracted", "skipped"):
            self.assertEqual(account[key], self.account[key], key)

    def test_parts_of_an_index_become_one(self):
        outcome = self.run_job("--format", "index", "--shards", SITES + 10, output="index")  # some are empty
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

    def test_errors_say_what_to_do(self):
        outcome = self.run_job(output="nothing", source=self.directory / "nowhere" / "*.warc.gz")
        self.assertEqual(outcome.code, 2)
        self.assertIn("nowhere: there is no such file", outcome.errors)
        outcome = self.run_job("--format", "solr", output="nothing")
        self.assertEqual(outcome.code, 2)
        self.assertIn("--url is for --format opensearch and solr", outcome.errors)
