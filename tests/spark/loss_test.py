"""The job for Spark doubles nothing and loses nothing, whatever is killed, given up or tried twice. See `run`."""
import pathlib
import sys
import tarfile
import tempfile
import threading
import time
import unittest
import unittest.mock

import pyarrow as pa

from cluster import PROJECT, Machines
from job_case import SHARDS, JobCase

sys.path.append(str(PROJECT / "deploy/spark"))
import pith_tasks


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


class Files(unittest.TestCase):
    def open(self, error):
        fs = unittest.mock.Mock()
        fs.open_input_file.side_effect = error
        return pith_tasks.open_file(fs, "bucket/crawl.warc.gz")

    def test_a_file_is_given_up_only_if_no_retry_would_help(self):
        for error in (FileNotFoundError("Path does not exist"), PermissionError("no"),
                      OSError("AWS Error ACCESS_DENIED during HeadObject operation")):
            with self.assertRaisesRegex(pith_tasks.Failed, "bucket/crawl.warc.gz: "):
                self.open(error)
        with self.assertRaisesRegex(OSError, "NETWORK_CONNECTION"):
            self.open(OSError("AWS Error NETWORK_CONNECTION during HeadObject operation"))


class Losses(JobCase):
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

    def archive_with(self, name, script):
        """The program, with a script before it, which calls it as "$here/program"."""
        directory = self.directory / name
        with tarfile.open(self.archive) as archive:
            archive.extractall(directory, filter="data")
        program = directory / "pith"
        program.rename(directory / "program")
        program.write_text('#!/bin/sh\nhere=$(dirname "$(readlink -f "$0")")\n' + script)
        program.chmod(0o755)
        with tarfile.open(self.directory / f"{name}.tar.gz", "w:gz") as archive:
            for entry in directory.iterdir():
                archive.add(entry, entry.name)
        return self.directory / f"{name}.tar.gz"

    def test_a_task_and_its_copy_count_once(self):
        # The first one that has said all its documents does not end, so that Spark starts a copy of the task.
        runs = self.directory / "runs"
        runs.mkdir()
        archive = self.archive_with("slow", f"""
            case " $* " in *" map --type frames "*) ;; *) exec "$here/program" "$@" ;; esac
            mktemp '{runs}/run-XXXXXX' > /dev/null
            if mkdir '{runs}/slow' 2> /dev/null; then "$here/program" "$@"; exec sleep 300; fi
            exec "$here/program" "$@"
            """)
        begun = time.monotonic()
        with Machines(self.directory) as machines:
            outcome = self.run_job("--format", "jsonl", "--structure", output="twice", archive=archive,
                                   master=machines.master, conf={"spark.speculation": "true",
                                                                 "spark.speculation.quantile": "0.1"})
        self.assertEqual(outcome.code, 0, outcome.errors[-3000:])
        self.assertLess(time.monotonic() - begun, 300)
        self.assertTrue((runs / "slow").exists())
        self.assertGreater(len(list(runs.glob("run-*"))), SHARDS)
        self.check_account(outcome.account)
        self.check_lines()
        self.assertFalse((self.output / "_unfinished").exists())
