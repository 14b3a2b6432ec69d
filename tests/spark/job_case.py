"""What tests of the job for Spark share: a crawl, what one machine makes of it, and how to compare."""
import json
import pathlib
import subprocess
import tempfile
import unittest

import pyarrow as pa

from cluster import PROJECT, submit
from made_up_crawl import make

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


class JobCase(unittest.TestCase):
    pith = None         # the program; `run` sets these three
    kills, seed = 8, 7  # of tests that kill what they can

    @classmethod
    def setUpClass(cls):
        if hasattr(JobCase, "crawl"):
            return
        JobCase.temporary = tempfile.TemporaryDirectory()
        JobCase.prepare()

    @classmethod
    def prepare(cls):
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

    def run_job(self, *arguments, output="out", source=None, archive=None, **options):
        self.output = self.directory / output
        return submit(archive or self.archive, ["--input", source or self.crawl, "--output", self.output, "--shards",
                                                SHARDS, *arguments], self.directory, **options)

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
