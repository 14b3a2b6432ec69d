"""The job for Spark sends its documents to a search engine. See `run`."""
import json
import os
import pathlib
import signal
import sys

from job_case import JobCase
from search_double import COLLECTION, SearchDouble


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


class Servers(JobCase):
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
        self.assertEqual({path.name for path in self.output.iterdir()}, {"_account.json"})
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
