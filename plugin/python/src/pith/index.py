"""Search."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Iterator, Optional

from ._library import Handle, Parameter, View, call, taken_bytes, taken_json
from .config import Settings, config_of
from .document import Document

_MARKDOWN, _JSON = 1, 3


@dataclass(frozen=True)
class Hit:
    url: str
    title: str
    snippet: str
    score: float
    data: dict[str, Any]  # all that the JSON API says of it


@dataclass(frozen=True)
class Suggestion:
    text: str
    kind: str  # "title" or "heading"
    title: str
    url: str
    link: str  # with the heading's fragment


class Hits:
    """The hits of a page of results. `total`: how many there are; `notes`: what was searched instead, or left out."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.data = data
        self.total = int(data["total"])
        self.notes: list[Any] = list(data.get("notes", []))
        self._hits = [Hit(url=hit["url"], title=hit.get("title", ""), snippet=hit.get("snippet", ""),
                          score=float(hit.get("score", 0)), data=hit) for hit in data["hits"]]

    def __iter__(self) -> Iterator[Hit]:
        return iter(self._hits)

    def __len__(self) -> int:
        return len(self._hits)

    def __getitem__(self, number: int) -> Hit:
        return self._hits[number]


class Index(Handle):
    """The index at `index.path`, as it is when opened; reopen() shows what was committed since."""

    _free = "index_free"

    def __init__(self, config: Settings = None) -> None:
        settings = config_of(config)
        super().__init__(call("index_open", settings.handle))

    def _asked(self, name: str, parameters: dict[str, Any]) -> Any:
        written = [(key, str(int(value)) if isinstance(value, bool) else str(value))
                   for key, value in parameters.items() if value not in (None, "")]
        views = [(View(key), View(value)) for key, value in written]
        array = (Parameter * len(views))(*(Parameter(key.bytes, value.bytes) for key, value in views))
        return taken_json(call(name, self.handle, array, len(views)))

    def search(self, query: str, limit: int = 10, offset: int = 0, site: str = "", **more: Any) -> Hits:
        """Searches as `pith search` does. `more`: the other parameters of the JSON API, such as lang="de", sort="date"."""
        return Hits(self._asked("index_search", {"q": query, "limit": limit, "offset": offset, "site": site, **more}))

    def suggest(self, beginning: str, limit: int = 8, site: str = "") -> list[Suggestion]:
        """Titles and headings that begin so."""
        found = self._asked("index_suggest", {"q": beginning, "limit": limit, "site": site})
        return [Suggestion(**suggestion) for suggestion in found["suggestions"]]

    def get(self, url: str) -> Optional[Document]:
        """A page from the index alone; None if it is not in it."""
        from ._library import PithError

        try:
            data = json.loads(taken_bytes(call("index_get", self.handle, View(url).bytes, _JSON)))
            data["markdown"] = taken_bytes(call("index_get", self.handle, View(url).bytes, _MARKDOWN)).decode()
        except PithError as error:
            if error.code == "not_found":
                return None
            raise
        return Document(data)

    def reopen(self) -> bool:
        """Shows what was committed since; whether there was anything."""
        return bool(call("index_reopen", self.handle))

    def __len__(self) -> int:
        return int(call("index_count", self.handle))
