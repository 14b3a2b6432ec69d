"""What the pages of a site have in common."""

from __future__ import annotations

import os
import pathlib
from typing import Iterable, Tuple, Union

from ._library import Bytes, Handle, View, call, function, taken_bytes
from .config import Config, Settings, config_of
from .document import Document, Headers, PageView, extracted
from .inputs import Page


class _Learner(Handle):
    _free = "learner_free"


class Site(Handle):
    """Learned from pages of a site, so that other pages of it can be told from their template.

    >>> def page(n):
    ...     return f"<nav><a href=/>Home</a></nav><h1>Part {n}</h1><p>It fits model {n * 37} only.</p><p>Call 01234 5678.</p>"
    >>> site = Site.learn((f"https://example.org/{n}", page(n).encode()) for n in range(9))
    >>> site.pages
    9
    >>> print(site.extract(page(20), "https://example.org/20").text)
    Part 20
    It fits model 740 only.
    """

    _free = "site_free"

    def __init__(self, handle: int, config: Config) -> None:
        super().__init__(handle)
        self._config = config

    @classmethod
    def learn(cls, pages: Iterable[Union[Page, Tuple[str, Union[str, Bytes]]]], config: Settings = None) -> "Site":
        """From pages, or from URLs with bodies. All of a site's are best; of each kind, some dozens are kept."""
        settings = config_of(config)
        learner = _Learner(call("learner_new", settings.handle))
        for page in pages:
            if not isinstance(page, Page):
                url, body = page
                page = Page(url=url, body=body)
            call("learner_add", learner.handle, page.view().pointer)
        return cls(call("learner_site", learner.handle), settings)

    @classmethod
    def load(cls, path: Union[str, "os.PathLike[str]"], config: Settings = None) -> "Site":
        """What save() wrote. Raises PithError "other_version" if another version of Pith did."""
        settings = config_of(config)
        return cls(call("site_load", settings.handle, View(pathlib.Path(path).read_bytes()).bytes), settings)

    def save(self, path: Union[str, "os.PathLike[str]"]) -> None:
        """Some 10 to 60 kB."""
        pathlib.Path(path).write_bytes(taken_bytes(call("site_save", self.handle)))

    @property
    def pages(self) -> int:
        """How many pages it was learned from."""
        return int(function("site_pages")(self.handle))

    def extract(self, html: Union[str, Bytes], url: str, *, headers: Headers = None, fetched: int = 0) -> Document:
        """As pith.extract, but what the site's other pages have, too, is told from what only this page has."""
        return extracted(self._config, self.handle, PageView(html, url, headers, fetched))
