"""Tests of the Python package: against the library that PITH_LIBRARY names, or the installed package."""

import http.server
import pathlib
import threading

import pytest

MENU = "<nav><a href=/>Home</a> <a href=/about>About us</a></nav>"
FOOTER = "<footer><p>Mill Lane 12, Bath. Open from nine to five on working days.</p></footer>"


def article(number):
    words = " ".join(f"word{(number * 31 + i * 7) % 997}" for i in range(40))
    return (f"<html lang=en><head><title>Part {number} | Mill</title></head><body>{MENU}<main><h1>Part {number}</h1>"
            f"<p>This part fits model {number * 37}. {words}.</p><p>Own{number} is in no other page.</p></main>{FOOTER}</body></html>")


class Site:
    """Pages and answers by path, on loopback."""

    def __init__(self):
        self.answers = {}  # path: (status, headers, body)
        site = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self):
                status, headers, body = site.answers.get(self.path, (404, {"Content-Type": "text/html"}, b"<h1>Not here</h1>"))
                self.send_response(status)
                for name, value in {**headers, "Content-Length": str(len(body))}.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def put(self, path, body, status=200, **headers):
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        named.setdefault("Content-Type", "text/html; charset=utf-8")
        self.answers[path] = (status, named, body.encode() if isinstance(body, str) else body)

    def url(self, path):
        return f"http://127.0.0.1:{self.server.server_address[1]}{path}"


@pytest.fixture
def site():
    made = Site()
    yield made
    made.server.shutdown()


@pytest.fixture
def project(tmp_path):
    """A pith.yaml with cache and index in a directory of their own."""
    file = tmp_path / "pith.yaml"
    file.write_text("cache:\n  path: cache\nindex:\n  path: index\n")
    return pathlib.Path(file)
