"""Content cut into chunks, for embeddings: pieces of sections that end where a block, a sentence or a row does."""

from __future__ import annotations

import ctypes
from dataclasses import dataclass, field
from typing import Any

from ._library import ChunkSize


@dataclass(frozen=True)
class Chunk:
    """A piece of a page's content, with the headings that say what it is about."""

    id: str  # 32 hexadecimal digits: the same as long as the page's URL, the headings and the text stay
    text: str
    markdown: str
    tokens: int  # as counted
    trail: list[str] = field(default_factory=list)  # the headings that it is under, outermost first
    url: str = ""  # with a fragment that leads there; empty if the page's is not known
    number: int = 0  # on its page, from 0
    begin: int = 0  # characters of the page's text
    end: int = 0
    repeated: int = 0  # bytes of UTF-8 at the text's beginning that the chunk before has, too
    metadata: dict[str, Any] = field(default_factory=dict)  # title, site, author, published, lang: those of the page


_OWN = ("id", "content", "markdown", "tokens", "trail", "url", "chunk", "begin", "end", "repeated")


def chunk_of(data: dict[str, Any]) -> Chunk:
    return Chunk(id=data["id"], text=data["content"], markdown=data["markdown"], tokens=int(data["tokens"]),
                 trail=data.get("trail", []), url=data.get("url", ""), number=int(data["chunk"]),
                 begin=int(data["begin"]), end=int(data["end"]), repeated=int(data.get("repeated", 0)),
                 metadata={name: value for name, value in data.items() if name not in _OWN})


def size_pointer(tokens: int, overlap: int, tokens_per_word: float) -> Any:
    if tokens < 1 or overlap < 0 or tokens_per_word <= 0:
        raise ValueError("tokens and tokens_per_word are above 0, and overlap is not below")
    return ctypes.byref(ChunkSize(tokens, overlap, tokens_per_word))
