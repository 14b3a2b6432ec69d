"""The page cache, from which `pith index` makes the index."""

from __future__ import annotations

from typing import Any, Union

from ._library import Bytes, Handle, View, call, function, taken_json
from .config import Settings, config_of
from .document import Headers, PageView


class Cache(Handle):
    """Takes a crawl's pages to the page cache (`cache.path`) without slowing the crawl.

    They wait in a bounded queue, and are written by a thread. `crawl`: a name; of crawls with the same name, pages that
    a complete one no longer finds leave the index. Use it as a context manager, or call end().
    """

    _free = "recorder_free"

    def __init__(self, config: Settings = None, crawl: str = "") -> None:
        self._config = config_of(config)
        super().__init__(call("recorder_open", self._config.handle, View(crawl).bytes))

    def store(self, url: str, body: Union[str, Bytes] = b"", *, headers: Headers = None,
              status: int = 200, fetched: int = 0, cut: bool = False) -> None:
        """Stores an answer: a page, a redirect, an error. Never raises for a page.

        `headers`: of the response, in any case; all are best. `body`: encoded as they say, or decoded already.
        `fetched`: seconds since 1970; 0: now.
        """
        function("recorder_submit")(self.handle, PageView(body, url, headers, fetched, status, cut).pointer)

    def end(self, complete: bool = False) -> dict[str, Any]:
        """Writes what waits and ends the crawl. `complete`: it has seen all that it could.

        Returns captured, pages, redirects, errors, ignored, left_out, lost, messages; of a named crawl also complete, retired, held
        and missing.
        """
        counts: dict[str, Any] = taken_json(call("recorder_close", self.handle, int(complete)))
        self.close()
        return counts

    def __enter__(self) -> "Cache":
        return self

    def __exit__(self, kind: object, value: object, trace: object) -> None:
        if self._handle is not None:
            self.end(complete=False)
