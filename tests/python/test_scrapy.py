"""Scrapy with the add-on, as its users run it."""

import gzip
import json
import os
import subprocess
import sys
import textwrap

import pytest
from conftest import article

import pith

pytest.importorskip("scrapy")

SPIDER = textwrap.dedent("""
    import scrapy

    class Mill(scrapy.Spider):
        name = "mill"
        start_urls = [{start!r}]
        custom_settings = {settings!r}

        def parse(self, response):
            {before}
            for link in response.css("a::attr(href)").getall():
                yield response.follow(link)
""")


def crawl(tmp_path, site, project, settings=None, before="pass", check=True, program=None):
    file = tmp_path / "spider.py"
    known = {"ADDONS": {"pith.scrapy.Addon": 100}, "PITH_CONFIG": str(project), "LOG_LEVEL": "INFO", "DOWNLOAD_DELAY": 0,
             "ROBOTSTXT_OBEY": True, "USER_AGENT": "test", "RETRY_ENABLED": False, "TELNETCONSOLE_ENABLED": False}
    file.write_text(SPIDER.format(start=site.url("/"), settings={**known, **(settings or {})}, before=before))
    return subprocess.run([sys.executable, "-m", "scrapy", "runspider", str(file)], capture_output=True, text=True,
                          cwd=tmp_path, check=check, timeout=120)


def fill(site, count=12):
    links = "".join(f"<a href=/{n}>Part {n}</a> " for n in range(count)) + "<a href=/old>Old</a> <a href=/missing>Missing</a>"
    site.put("/", f"<title>Mill</title><h1>All parts</h1><p>Choose the part that fits your model.</p>{links}")
    for n in range(count):
        site.put(f"/{n}", article(n))
    site.put("/old", "", status=301, Location="/older")
    site.put("/older", "", status=302, Location="/0")
    site.put("/1", gzip.compress(article(1).encode()), Content_Encoding="gzip")
    site.put("/2", article(2).replace("Part 2", "Größe 2").encode("latin-1"), Content_Type="text/html; charset=iso-8859-1")
    site.put("/3", article(3), X_Robots_Tag="noindex")


def cached(project):
    program = os.environ.get("PITH_PROGRAM", "pith")
    lines = subprocess.run([program, "cache", "ls", "--json", "--config", project], capture_output=True, text=True).stdout
    return {page["url"]: page for page in map(json.loads, lines.splitlines())}


def test_every_response_reaches_the_cache(tmp_path, site, project):
    fill(site)
    run = crawl(tmp_path, site, project)
    assert "Pith captured 14 pages, 2 redirects, 2 errors" in run.stderr, run.stderr  # /0 twice: by its link, and by /old
    assert "'pith/complete': True" in run.stderr and "'pith/lost': 0" in run.stderr
    pages = cached(project)
    assert pages[site.url("/old")]["redirect_to"] == site.url("/older")
    assert pages[site.url("/older")]["redirect_to"] == site.url("/0")
    assert pages[site.url("/missing")]["status"] == 404
    assert len(pages) == 17  # with /about, which is missing, too


def test_the_index_is_brought_up_to_date(tmp_path, site, project):
    if "PITH_PROGRAM" not in os.environ:
        pytest.skip("the program pith is not there: PITH_PROGRAM names it")
    fill(site)
    os.environ["PATH"] = os.path.dirname(os.environ["PITH_PROGRAM"]) + ":" + os.environ["PATH"]
    crawl(tmp_path, site, project, {"PITH_INDEX": True})
    index = pith.Index(project)
    assert index.search("own1").total == 1  # sent as gzip
    assert index.search("größe")[0].url == site.url("/2")
    assert index.search("own3").total == 0  # noindex


@pytest.mark.parametrize("settings, before, doubt", [
    ({"CLOSESPIDER_PAGECOUNT": 3}, "pass", "ended by 'closespider_pagecount'"),
    ({}, "assert not response.url.endswith('/5')", "callbacks of the spider raised"),
    ({"DEPTH_LIMIT": 1}, "pass", "DEPTH_LIMIT cut"),
])
def test_a_spider_that_has_not_seen_all_takes_nothing_for_gone(tmp_path, site, project, settings, before, doubt):
    fill(site)
    crawl(tmp_path, site, project)
    site.put("/", "<title>Mill</title><h1>All parts</h1>" + "".join(f"<a href=/{n}>Part {n}</a>" for n in range(6)))
    run = crawl(tmp_path, site, project, settings, before)
    assert doubt in run.stderr and "'pith/complete': False" in run.stderr and "'pith/retired': 0" in run.stderr, run.stderr


def test_a_spider_that_is_killed_takes_nothing_for_gone(tmp_path, site, project):
    fill(site)
    crawl(tmp_path, site, project)
    before = cached(project)
    run = crawl(tmp_path, site, project, before="import os; response.url.endswith('/4') and os.kill(os.getpid(), 9)", check=False)
    assert run.returncode == -9
    after = cached(project)
    assert {url: page["state"] for url, page in after.items()} == {url: page["state"] for url, page in before.items()}


def test_pages_that_are_no_longer_there_are_gone(tmp_path, site, project):
    fill(site)
    crawl(tmp_path, site, project)
    fill(site, 11)
    site.put("/11", "Gone", status=404)
    run = crawl(tmp_path, site, project)
    assert "'pith/retired': 1" in run.stderr, run.stderr


def test_a_spider_runs_without_pith_if_the_cache_cannot_be_opened(tmp_path, site, project):
    fill(site)
    run = crawl(tmp_path, site, tmp_path / "missing.yaml")
    assert "Pith captures nothing" in run.stderr and "'item_scraped_count'" not in run.stderr
    assert "'response_received_count': 1" in run.stderr, run.stderr
