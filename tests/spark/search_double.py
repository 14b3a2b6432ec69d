"""A stand-in for OpenSearch and Solr, as far as `pith export` speaks to them, that keeps the documents.

That requests are what the engines document is checked by the stand-ins of tests/support; this one is busy, picky or gone
on demand.
"""
import collections
import contextlib
import http.server
import json
import threading

COLLECTION = "pages"


class SearchDouble:
    """Listens on a port of its own until stop()."""

    def __init__(self, authorization=None):
        self.documents, self.arrivals = {}, collections.Counter()  # by id; the engine's fields
        self.authorization = authorization
        self.refuses = lambda document: False
        self.busy_every = 0       # each so many-th request with documents gets 503
        self.leaves_after = None  # so many of them; then it is as if nobody listened
        self.kept = lambda batches: None  # called when it has the documents of so many, before it says so
        self.batches = 0
        self.lock = threading.Lock()
        double = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def handle(self):
                with contextlib.suppress(ConnectionError):  # whoever asked was killed
                    super().handle()

            def log_message(self, *_):
                pass

            def do(self):
                body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
                if double.is_gone():
                    self.close_connection = True
                    return
                status, answer = double.answer(self.command, self.path.partition("?")[0], body, self.headers)
                out = json.dumps(answer).encode()
                self.send_response(status)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(out)))
                self.end_headers()
                if self.command != "HEAD":
                    self.wfile.write(out)

            do_GET = do_HEAD = do_POST = do_PUT = do

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}"
        self.thread = threading.Thread(target=self.server.serve_forever, daemon=True)
        self.thread.start()

    def stop(self):
        self.leaves_after = 0
        self.server.shutdown()
        self.server.server_close()
        self.thread.join()

    def is_gone(self):
        return self.leaves_after is not None and self.batches >= self.leaves_after

    def answer(self, method, path, body, headers):
        if self.authorization and headers.get("Authorization") != self.authorization:
            return 401, {"error": "who are you?"}
        if path in ("/_bulk", f"/solr/{COLLECTION}/update") and not body.startswith(b"{\"commit"):
            with self.lock:
                self.batches += 1
                if self.busy_every and self.batches % self.busy_every == 0:
                    return 503, {"error": "busy"}
                answer = self.bulk(body) if path == "/_bulk" else self.update(body)
                self.kept(self.batches)
                return answer
        if (method, path) in (("HEAD", f"/{COLLECTION}"), ("PUT", f"/{COLLECTION}")):
            return 200, {"acknowledged": True}
        if (method, path) == ("POST", f"/{COLLECTION}/_refresh"):
            return 200, {}
        if path in (f"/solr/{COLLECTION}/update", f"/solr/{COLLECTION}/select"):
            return 200, {"responseHeader": {"status": 0}, "response": {"numFound": 0}}
        return 404, {"error": f"there is no {method} {path}"}

    def keep(self, identity, document):
        if self.refuses(document):
            return False
        self.documents[identity] = document
        self.arrivals[identity] += 1
        return True

    def bulk(self, body):
        lines = body.decode().splitlines()
        items = []
        for action, source in zip(lines[::2], lines[1::2]):
            identity = json.loads(action)["index"]["_id"]
            kept = self.keep(identity, json.loads(source))
            items.append({"index": {"_id": identity, **(
                {"status": 201} if kept else
                {"status": 400, "error": {"type": "mapper_parsing_exception", "reason": "not this one"}})}})
        return 200, {"errors": False, "items": items}

    def update(self, body):
        documents = json.loads(body)
        if any(map(self.refuses, documents)):  # Solr takes all or none
            return 400, {"responseHeader": {"status": 400}, "error": {"msg": "not this one"}}
        for document in documents:
            self.keep(document["id"], document)
        return 200, {"responseHeader": {"status": 0}}
