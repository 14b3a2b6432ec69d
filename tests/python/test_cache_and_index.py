import subprocess

import pytest
from conftest import article

import pith


def program():
    import os
    import shutil

    named = os.environ.get("PITH_PROGRAM") or shutil.which("pith")
    if not named:
        pytest.skip("the program pith is not there: PITH_PROGRAM names it")
    return named


def index(project):
    return subprocess.run([program(), "index", "--config", project], check=True, capture_output=True, text=True).stdout


def store_all(project, count, complete=True, crawl="mill"):
    with pith.Cache(project, crawl=crawl) as cache:
        for number in range(count):
            cache.store(f"http://mill.example/{number}", article(number).encode(),
                        headers={"Content-Type": "text/html", "ETag": '"1"'})
        cache.store("http://mill.example/old", headers={"Location": "/0"}, status=301)
        cache.store("http://mill.example/missing", b"No", headers={"Content-Type": "text/html"}, status=404)
        cache.store("http://mill.example/picture.png", b"PNG", headers={"Content-Type": "image/png"})
        return cache.end(complete=complete)


def test_from_a_crawl_to_a_hit(project):
    counts = store_all(project, 12)
    assert counts["pages"] == 12 and counts["redirects"] == 1 and counts["errors"] == 1 and counts["ignored"] == 1
    assert counts["lost"] == 0 and counts["complete"] is True
    index(project)
    opened = pith.Index(project)
    assert len(opened) == 12
    hits = opened.search("own7")
    assert hits.total == 1 and hits[0].url == "http://mill.example/7" and hits[0].title == "Part 7"
    assert opened.search("Mill Lane").total == 0  # the footer's
    assert [s.text for s in opened.suggest("Part 1", limit=3)][0].startswith("Part 1")
    page = opened.get("http://mill.example/7")
    assert page and page.text.startswith("Part 7\n") and page.markdown.startswith("# Part 7")
    assert opened.get("http://mill.example/nowhere") is None
    with pytest.raises(pith.PithError) as error:
        opened.search("x", limit=1000)
    assert error.value.code == "bad_parameter"


def test_pages_that_a_complete_crawl_no_longer_finds_are_gone(project):
    store_all(project, 12)
    index(project)
    opened = pith.Index(project)
    assert store_all(project, 11, complete=False)["retired"] == 0
    index(project)
    assert not opened.reopen() or len(opened) == 12
    assert store_all(project, 11)["retired"] == 1
    index(project)
    assert opened.reopen() and len(opened) == 11


def test_a_missing_index_says_what_to_do(project):
    with pytest.raises(pith.PithError) as error:
        pith.Index(project)
    assert error.value.code == "index_missing"


def test_a_closed_cache_is_closed(project):
    cache = pith.Cache(project)
    cache.end()
    with pytest.raises(ValueError):
        cache.store("http://a.example/", b"")


def test_a_page_that_cannot_be_kept_is_counted(project):
    cache = pith.Cache(project, crawl="mill")
    cache.store("http://mill.example/odd", b"x", headers={"Content-Type": "text/html", "Content-Encoding": "rot13"})
    counts = cache.end(complete=True)
    assert counts["left_out"] == {"unknown_encoding": 1} and counts["lost"] == 0
