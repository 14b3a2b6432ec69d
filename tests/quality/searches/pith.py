"""Runs `pith` with a cache of its own, in a temporary folder."""
import base64
import contextlib
import json
import pathlib
import re
import subprocess
import sys


class Failed(Exception):
    """Nothing can be measured; the message says why."""


class Pith:
    def __init__(self, binary, work):
        """work: a fresh folder."""
        self.work = pathlib.Path(work)
        self.work.mkdir(parents=True, exist_ok=True)
        self.command = [str(binary), "--set", f"cache.path={self.work}/cache", "--set", f"index.path={self.work}/index"]

    def run(self, *arguments, settings=(), source=None, codes=(0,)):
        """What it prints. codes: the exit codes that are no error."""
        command = [*self.command, *(part for s in settings for part in ("--set", s)), *map(str, arguments)]
        done = subprocess.run(command, cwd=self.work, input=source, capture_output=True)
        if done.returncode not in codes:
            last = done.stderr.decode(errors="replace").strip().splitlines()[-5:]
            raise Failed("\n".join([f"{' '.join(command)}: exit code {done.returncode}", *last]))
        return done.stdout.decode()

    def ingest_folder(self, folder, url):
        self.run("ingest", "--capture-only", "--type", "folder", folder, "--url", url)

    def ingest_pages(self, pages):
        """pages: (URL, bytes) of HTML pages."""
        lines = (json.dumps({"url": url, "status": 200, "headers": {"content-type": "text/html"},
                             "body_base64": base64.b64encode(body).decode()}) for url, body in pages)
        self.run("ingest", "--capture-only", "-", source="\n".join(lines).encode())

    def crawl(self, folder, first, port):
        """Serves the folder on loopback and crawls it from its first page."""
        with served(folder, port, self.work / "server.log"):
            self.run("crawl", "-q", f"http://127.0.0.1:{port}/{first}",
                     settings=("crawl.rate=0", "crawl.connections=8"))

    def measure(self, *arguments, settings=()):
        return json.loads(self.run("--json", "measure", "-q", *arguments, settings=settings))

    def finds_any(self, index, query):
        """Whether a search in the index at this path has a hit."""
        return json.loads(self.run("--json", "search", "--limit", 0, "--", query, settings=[f"index.path={index}"],
                                   codes=(0, 1)))["total"] > 0

    def measure_as_markdown(self, *arguments):
        return self.run("measure", "-q", "--markdown", *arguments)


@contextlib.contextmanager
def served(folder, port, log):
    command = [sys.executable, "-u", "-m", "http.server", "--bind", "127.0.0.1", "--directory", str(folder), str(port)]
    with open(log, "wb") as out:
        server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=out)
        try:
            if not re.match(rb"Serving", server.stdout.readline()):
                raise Failed("\n".join([f"no server on port {port}", *log.read_text().splitlines()[-1:]]))
            yield
        finally:
            server.kill()
            server.wait()
