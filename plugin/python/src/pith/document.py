"""A page's main content."""

from __future__ import annotations

import ctypes
import json
from dataclasses import dataclass, field
from typing import Any, Iterable, Iterator, Mapping, Optional, Tuple, Union

from ._library import Bytes, Handle, Page, View, call, copied, function, taken_json, text
from .chunk import Chunk, chunk_of, size_pointer
from .config import Config, Settings, config_of

Headers = Union[Mapping[str, str], Iterable[Tuple[str, str]], None]

_TEXT, _MARKDOWN, _HTML, _JSON, _METADATA = range(5)


@dataclass(frozen=True)
class Block:
    """A paragraph, heading, list item, table cell, piece of code, quotation or caption of the main content."""

    text: str
    region: str  # "heading", "paragraph", "list", "table", "code", "quote", "caption"
    tag: str
    path: str  # where it is on the page: "html/body/div[2]/p[3]"
    level: int = 0  # of headings 1 to 6, of list items their depth
    trail: list[str] = field(default_factory=list)  # the headings above, outermost first
    anchor: str = ""  # what a URL's fragment leads to
    begin: int = 0  # characters of the document's text
    end: int = 0


class Document:
    """What `extract` found. Its members are those that `pith extract --format json` prints, under Python's names."""

    def __init__(self, data: dict[str, Any], handle: Optional["_Extracted"] = None) -> None:
        self._data = data
        self._extracted = handle

    def _view(self, view: int, name: str) -> str:
        return self._extracted.text(view) if self._extracted else str(self._data.get(name, ""))

    @property
    def text(self) -> str:
        """The main content, a block a line."""
        return self._view(_TEXT, "content")

    @property
    def markdown(self) -> str:
        """The same as Markdown, below the title."""
        return self._view(_MARKDOWN, "markdown")

    @property
    def html(self) -> str:
        """The same as HTML that is safe to show."""
        return self._view(_HTML, "html")

    @property
    def blocks(self) -> list[Block]:
        """The main content's blocks, in order."""
        content = self.text
        structure = self._data.get("structure")
        if structure is None and self._extracted:
            structure = json.loads(self._extracted.text(_JSON))["structure"]
        return [
            Block(text=content[b["begin"]:b["end"]], region=b["region"], tag=b["tag"], path=b["path"],
                  level=b.get("level", 0), trail=b.get("trail", []), anchor=b.get("anchor", ""), begin=b["begin"],
                  end=b["end"])
            for b in structure or [] if b.get("role") == "content"
        ]

    def _text_of(self, name: str) -> str:
        value = self._data.get(name, "")
        return ", ".join(value) if isinstance(value, list) else str(value)

    def _list_of(self, name: str) -> list[str]:
        value = self._data.get(name, "")
        return list(value) if isinstance(value, list) else [part for part in str(value).split("\n") if part]

    @property
    def url(self) -> str:
        return self._text_of("url")

    @property
    def title(self) -> str:
        return self._text_of("title")

    @property
    def authors(self) -> list[str]:
        return self._list_of("author")

    @property
    def date(self) -> Optional[str]:
        """When it was published, as ISO 8601: "2026-03-04" or with a time."""
        return self._text_of("published") or None

    @property
    def modified(self) -> Optional[str]:
        return self._text_of("modified") or None

    @property
    def language(self) -> Optional[str]:
        """"en", "pt-BR"."""
        return self._text_of("lang") or None

    @property
    def description(self) -> str:
        return self._text_of("description")

    @property
    def status(self) -> str:
        """"main"; "fallback" or "whole" if Pith is unsure; "skipped" if there is nothing to index, for `reason`."""
        return self._text_of("status")

    @property
    def reason(self) -> str:
        return self._text_of("reason")

    @property
    def confidence(self) -> float:
        """0 to 1."""
        return float(self._data.get("confidence", 0))

    @property
    def metadata(self) -> dict[str, Any]:
        """All that is known of the page beside its content."""
        return {name: value for name, value in self._data.items() if name not in ("content", "html", "markdown",
                                                                                  "structure", "template")}

    def chunks(self, tokens: int = 400, *, overlap: int = 0, tokens_per_word: float = 1.3) -> list[Chunk]:
        """The content in chunks of at most so many tokens, cut at headings, blocks, rows of tables and sentences.

        A sentence, a row or code that is longer stays whole. `overlap`: how many of the tokens may repeat the end of
        the chunk before. Tokens are counted as words times `tokens_per_word`. Only of what `extract` returned: of
        whole crawls, see `pith.chunks`.

        >>> doc = extract("<main><h1>Ships</h1><p>They cross the sea.</p><h2>Sails</h2><p>Made of linen.</p></main>")
        >>> [(chunk.trail, chunk.text) for chunk in doc.chunks()]
        [(['Ships'], 'Ships\\nThey cross the sea.'), (['Ships', 'Sails'], 'Sails\\nMade of linen.')]
        """
        if not self._extracted:
            raise ValueError("a document of pith.documents() has no chunks: use pith.chunks() instead")
        return self._extracted.chunks(size_pointer(tokens, overlap, tokens_per_word))

    def __repr__(self) -> str:
        return f"<pith.Document {self.url or self.title!r}: {self.status}, confidence {self.confidence:.2f}>"

    def __iter__(self) -> Iterator[Block]:
        return iter(self.blocks)


class _Extracted(Handle):
    _free = "document_free"

    def text(self, view: int) -> str:
        return text(function("document_view")(self.handle, view))

    def chunks(self, size: Any) -> list[Chunk]:
        return [chunk_of(data) for data in taken_json(call("document_chunks", self.handle, size))]

    def metadata(self) -> dict[str, Any]:
        data: dict[str, Any] = json.loads(copied(function("document_view")(self.handle, _METADATA)))
        return data


class PageView:
    """A page of Python's, lent to Pith for as long as this object lives."""

    def __init__(self, body: Union[str, Bytes], url: Optional[str] = None, headers: Headers = None, fetched: int = 0,
                 status: int = 0, cut: bool = False) -> None:
        lines = [(name, value) for name, value in (headers.items() if isinstance(headers, Mapping) else headers or ())]
        if isinstance(body, str):  # decoded: what the header or a declaration in it says is no longer so
            lines = [line for line in lines if line[0].lower() not in ("content-type", "content-encoding")]
            lines.append(("Content-Type", "text/html; charset=utf-8"))
        written = "".join(f"{name}: {one_line(value)}\n" for name, value in lines)
        self._views = [View(url or ""), View(written), View(body)]
        self.page = Page(*(view.bytes for view in self._views), fetched, status, int(cut))

    @property
    def pointer(self) -> Any:
        return ctypes.byref(self.page)


def one_line(value: str) -> str:
    return " ".join(value.splitlines())


def extracted(config: Config, site: Optional[int], page: PageView) -> Document:
    handle = _Extracted(call("extract", config.handle, site, page.pointer))
    return Document(handle.metadata(), handle)


def extract(html: Union[str, Bytes], url: Optional[str] = None, *, headers: Headers = None, fetched: int = 0,
            config: Settings = None) -> Document:
    """The main content of one page, by itself.

    `html`: as it was received, or decoded. Of bytes, the encoding is found out: by the header Content-Type, the page's
    declaration, or the bytes. `url`: without one, relative links are left out. `headers`: of the response; those that
    count are Content-Type, Content-Encoding and X-Robots-Tag. `fetched`: seconds since 1970; no page was published later.

    A page without text is no error: see Document.status. Raises PithError for what is no page ("pdf", "not_html") or
    exceeds a bound ("too_large", "too_deep", "too_slow").

    >>> extract(b"%PDF-1.4 ...").text
    Traceback (most recent call last):
    ...
    pith._library.PithError: not HTML, but a PDF or PostScript document
    """
    return extracted(config_of(config), None, PageView(html, url, headers, fetched))
