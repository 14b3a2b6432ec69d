"""Pages of crawls, and documents made from them: WARC, WACZ, ARC, JSON lines, folders and more."""

from __future__ import annotations

import ctypes
import json
import os
from dataclasses import dataclass
from typing import Any, Iterator, Optional, Sequence, Union

from ._library import Bytes, Handle, Page as _Page, View, _Bytes, call, copied, taken_json, text
from .chunk import Chunk, chunk_of, size_pointer
from .config import Settings, config_of
from .document import Document, Headers, PageView

Path = Union[str, "os.PathLike[str]"]
_PATIENCE = 100  # milliseconds in a call, so that Python can act on Ctrl-C


@dataclass
class Page:
    """A page as it was received."""

    url: str
    body: Union[str, Bytes]
    status: int = 200  # 0: unknown; negative: no answer
    headers: Headers = None
    fetched: int = 0  # seconds since 1970
    cut: bool = False  # the body is only the beginning of the page

    def view(self) -> PageView:
        return PageView(self.body, self.url, self.headers, self.fetched, self.status, self.cut)


class Pages(Handle):
    """The pages of a file, one after the other. Holds some of them at a time, whatever the file's size."""

    _free = "reader_free"

    def __iter__(self) -> Iterator[Page]:
        read = _Page()
        while True:
            state = call("reader_next", self.handle, ctypes.byref(read), _PATIENCE)
            if state == 0:
                return
            if state == 1:
                lines = [line.partition(": ") for line in text(read.headers).splitlines()]
                yield Page(url=text(read.url), body=copied(read.body), status=read.status,
                           headers=[(name, value) for name, _, value in lines], fetched=read.fetched,
                           cut=bool(read.cut))

    @property
    def report(self) -> dict[str, Any]:
        """After the last page: records, pages, left_out by reason, losses. Damage is no error; it is told here."""
        found: dict[str, Any] = taken_json(call("reader_report", self.handle))
        return found


def pages(path: Path, type: str = "", config: Settings = None) -> Pages:
    """The pages of an input of `pith ingest`. `type`: its name, if it should not be found out."""
    settings = config_of(config)
    return Pages(call("reader_open", settings.handle, View(os.fsencode(path)).bytes, View(type).bytes))


class _Lines(Handle):
    _free = "documents_free"

    @staticmethod
    def opened(paths: Union[Path, Sequence[Path]], threads: int, type: str, config: Settings, size: Any) -> int:
        settings = config_of(config)
        listed = [paths] if isinstance(paths, (str, os.PathLike)) else list(paths)
        views = [View(os.fsencode(path)) for path in listed]
        array = (_Bytes * len(views))(*(view.bytes for view in views))
        handle: int = call("documents_open", settings.handle, array, len(views), View(type).bytes, threads, size)
        return handle

    def _lines(self) -> Iterator[dict[str, Any]]:
        line = _Bytes()
        while True:
            state = call("documents_next", self.handle, ctypes.byref(line), _PATIENCE)
            if state == 0:
                return
            if state == 1:
                yield json.loads(copied(line))

    @property
    def report(self) -> dict[str, Any]:
        """From the first document on: records, pages, left_out by reason, losses."""
        found: dict[str, Any] = taken_json(call("documents_report", self.handle))
        return found


def _table(rows: list[dict[str, Any]]) -> Any:
    import pyarrow  # type: ignore[import-untyped, unused-ignore]

    names = list(dict.fromkeys(name for row in rows for name in row))
    return pyarrow.Table.from_pylist([{name: row.get(name) for name in names} for row in rows])


class Documents(_Lines):
    """Documents of whole crawls, as `pith map` makes them: sites are learned, duplicates left out."""

    def __init__(self, handle: int, skipped: bool) -> None:
        super().__init__(handle)
        self._skipped = skipped

    def __iter__(self) -> Iterator[Document]:
        for data in self._lines():
            if self._skipped or data.get("status") != "skipped":
                yield Document(data)

    def to_arrow(self) -> Any:
        """All of them as a pyarrow.Table, a row a document; needs pyarrow. Of a large crawl, take them one by one."""
        return _table([{**document.metadata, "content": document.text} for document in self])


class Chunks(_Lines):
    """Chunks of whole crawls, page after page."""

    def __iter__(self) -> Iterator[Chunk]:
        return map(chunk_of, self._lines())

    def to_arrow(self) -> Any:
        """All of them as a pyarrow.Table, a row a chunk; needs pyarrow. Of a large crawl, take them one by one."""
        return _table(list(self._lines()))


def documents(paths: Union[Path, Sequence[Path]], *, threads: int = 1, type: str = "", skipped: bool = False,
              config: Settings = None) -> Documents:
    """Documents of all pages in these files, site by site, compared with each other.

    `threads`: that work on a site. `skipped`: also yields pages that are left out, with `reason`. The compressed pages wait
    in a temporary file while they are sorted by site (TMPDIR).
    """
    return Documents(_Lines.opened(paths, threads, type, config, None), skipped)


def chunks(paths: Union[Path, Sequence[Path]], tokens: int = 400, *, overlap: int = 0, tokens_per_word: float = 1.3,
           threads: int = 1, type: str = "", config: Settings = None) -> Chunks:
    """The chunks of these documents, as Document.chunks() makes them of one page."""
    return Chunks(_Lines.opened(paths, threads, type, config, size_pointer(tokens, overlap, tokens_per_word)))
