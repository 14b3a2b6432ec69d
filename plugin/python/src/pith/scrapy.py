"""Scrapy's add-on: every response of a spider goes to Pith's page cache.

    # settings.py
    ADDONS = {"pith.scrapy.Addon": 100}
    PITH_CONFIG = "pith.yaml"  # without it: the defaults
    PITH_INDEX = True          # bring the index up to date when the spider has ended
    PITH_CRAWL = "example"     # default: the spider's name

A spider that ends by itself has seen all that it could: pages that it no longer found leave the index. Of one that is
stopped or dies, or whose callbacks raise, nothing is taken for gone. The spider is never slowed by more than two seconds,
nor stopped: what cannot be kept is counted in Scrapy's stats (pith/lost) and said in its log.
"""

from __future__ import annotations

import email.utils
import logging
import pathlib
import shutil
import subprocess
import sys
from typing import Any, Optional

from scrapy import signals
from scrapy.crawler import Crawler
from scrapy.exceptions import NotConfigured
from scrapy.http import Request, Response
from scrapy.settings import BaseSettings
from scrapy.utils.python import to_unicode

from ._library import PithError
from .cache import Cache
from .config import Config

logger = logging.getLogger(__name__)

_NEXT_TO_THE_NETWORK = 1000  # below it, middlewares follow redirects, decompress, and answer from caches


class Addon:
    """Installs Capture. With Scrapy before 2.10: DOWNLOADER_MIDDLEWARES = {"pith.scrapy.Capture": 1000}."""

    def update_settings(self, settings: BaseSettings) -> None:
        settings.set("DOWNLOADER_MIDDLEWARES",
                     {**settings.getdict("DOWNLOADER_MIDDLEWARES"), Capture: _NEXT_TO_THE_NETWORK}, priority="addon")


class Capture:
    """A downloader middleware that stores what comes, and changes nothing."""

    def __init__(self, crawler: Crawler) -> None:
        settings, spider = crawler.settings, crawler.spider
        self._crawler = crawler
        self._file = settings.get("PITH_CONFIG")
        self._index = settings.getbool("PITH_INDEX")
        self._depth = settings.getint("DEPTH_LIMIT")
        name = settings.get("PITH_CRAWL") or (spider.name if spider else "scrapy")
        try:
            self._cache = Cache(Config(self._file), crawl=name)
        except PithError as error:
            raise NotConfigured(f"Pith captures nothing: {error}") from error
        crawler.signals.connect(self._closed, signal=signals.spider_closed)

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> "Capture":
        return cls(crawler)

    def process_response(self, request: Request, response: Response, spider: Any = None) -> Response:
        if request.method == "GET":
            headers = [(to_unicode(name, "latin-1"), to_unicode(value, "latin-1"))
                       for name, values in response.headers.items() for value in values]
            fetched = 0
            if "cached" in response.flags:  # by HTTPCACHE, when it was fetched
                date = email.utils.parsedate_tz(to_unicode(response.headers.get("Date") or b"", "latin-1"))
                fetched = int(email.utils.mktime_tz(date)) if date else 0
            if response.url != request.url and 200 <= response.status < 300:  # a browser followed redirects by itself
                self._cache.store(request.url, headers={"Location": response.url}, status=302, fetched=fetched)
            self._cache.store(response.url, response.body, headers=headers, status=response.status, fetched=fetched)
        return response

    def process_exception(self, request: Request, exception: Exception, spider: Any = None) -> None:
        if request.method == "GET":
            self._cache.store(request.url, status=-1)

    def _closed(self, spider: Any, reason: str) -> None:
        stats = self._crawler.stats
        found = stats.get_stats() if stats else {}
        doubts = self._doubts(reason, found)
        try:
            counts = self._cache.end(complete=not doubts)
        except PithError as error:
            logger.error("Pith: %s", error)
            return
        for message in counts.pop("messages"):
            logger.error("Pith: %s", message)
        if stats:
            for name, value in counts.items():
                stats.set_value(f"pith/{name}", value)
        logger.info("Pith captured %d pages, %d redirects, %d errors%s", counts["pages"], counts["redirects"],
                    counts["errors"], f"; no page is taken for gone: {doubts}" if doubts else "")
        if counts.get("held"):
            logger.warning("Pith: %d pages of earlier runs are held: most of the site was not found (`pith cache ls --held`)",
                           counts["held"])
        if self._index:
            self._bring_index_up_to_date()

    def _doubts(self, reason: str, found: "dict[str, Any]") -> Optional[str]:
        if reason != "finished":
            return f"the spider ended by {reason!r}"
        if any(name.startswith("spider_exceptions/") and value for name, value in found.items()):
            return "callbacks of the spider raised, and links may be missing"
        if 0 < self._depth <= found.get("request_depth_max", 0):
            return "DEPTH_LIMIT cut the crawl"
        return None

    def _bring_index_up_to_date(self) -> None:
        beside = pathlib.Path(sys.executable).with_name("pith")
        program = str(beside) if beside.exists() else shutil.which("pith")
        if not program:
            logger.error("Pith: PITH_INDEX needs the program `pith`, which is not in the PATH")
            return
        command = [program, "index", *(["--config", str(self._file)] if self._file else [])]
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        for line in done.stdout.splitlines():
            logger.log(logging.INFO if done.returncode == 0 else logging.ERROR, "%s", line)
