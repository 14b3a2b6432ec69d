import gzip
import json
import os
import threading

import pytest
from conftest import article

import pith


def test_a_page_by_itself():
    doc = pith.extract(article(3), url="http://mill.example/3")
    assert doc.title == "Part 3" and doc.language == "en" and doc.status == "main"
    assert doc.text.startswith("Part 3\nThis part fits model 111.") and "Mill Lane" not in doc.text
    assert doc.markdown.startswith("# Part 3\n") and "<p>This part fits" in doc.html
    assert [block.region for block in doc.blocks] == ["heading", "paragraph", "paragraph"]
    assert doc.blocks[2].text == "Own3 is in no other page." and doc.blocks[2].trail == ["Part 3"]
    assert doc.metadata["url"] == "http://mill.example/3" and "content" not in doc.metadata
    assert 0.5 <= doc.confidence <= 1


@pytest.mark.parametrize("body", [bytes, bytearray, memoryview])
def test_bytes_of_any_kind_and_encoding(body):
    latin = "<meta charset=iso-8859-1><h1>Café</h1><p>Größe und Maß.</p>".encode("latin-1")
    assert pith.extract(body(latin)).text == "Café\nGröße und Maß."
    zipped = gzip.compress("<h1>Café</h1><p>Größe</p>".encode("utf-16"))
    headers = {"content-type": "text/html; charset=utf-16", "Content-Encoding": "gzip"}
    assert pith.extract(body(zipped), headers=headers).text == "Café\nGröße"


def test_a_decoded_page_is_read_as_it_is():
    assert pith.extract("<meta charset=iso-8859-1><p>Größe 漢字", headers={"Content-Type": "text/html; charset=koi8-r"}
                        ).text == "Größe 漢字"


def test_headers_say_that_a_page_is_not_to_be_indexed():
    doc = pith.extract(article(1), headers=[("X-Robots-Tag", "noindex")])
    assert (doc.status, doc.reason, doc.text) == ("skipped", "noindex", "")


@pytest.mark.parametrize("body, url, headers, code", [
    (b"%PDF-1.7", None, None, "pdf"),
    (b"<p>x", "ftp://a/b", None, "bad_url"),
    (b"<p>x", None, {"Content-Type": "image/png"}, "not_html"),
    (b"<p>x", None, {"Content-Encoding": "rot13"}, "unknown_encoding"),
])
def test_what_is_no_page_raises(body, url, headers, code):
    with pytest.raises(pith.PithError) as error:
        pith.extract(body, url, headers=headers)
    assert error.value.code == code


@pytest.mark.parametrize("body", [b"", b"\0" * 1000, b"<" * 100_000, b"<div>" * 100_000, b"&#0;" * 1000, "\ud800",
                                  b"<p>" + bytes(range(256)) * 10])
def test_hostile_pages_end_in_a_document_or_an_error(body):
    try:
        assert isinstance(pith.extract(body, "http://a.example/").text, str)
    except pith.PithError as error:
        assert error.code in ("too_deep", "too_large", "binary", "too_many_nodes"), error.code


def test_a_bound_of_the_configuration_holds():
    config = pith.Config(settings={"extract.limits.max_words": 1000})
    assert pith.extract("<p>" + "word " * 1100, config=config).reason == "too_much_text"
    with pytest.raises(pith.PithError, match="did you mean"):
        pith.Config(settings={"extract.limits.max_word": 1000})
    with pytest.raises(pith.PithError) as error:
        pith.Config("/nowhere/pith.yaml")
    assert error.value.code == "no_config"


def test_a_site_takes_the_template_away(tmp_path):
    def page(number):
        return (f"http://mill.example/{number}",
                f"<p>Call us from nine to five.</p><h1>Part {number}</h1><p>It fits model {number * 37}.</p>")

    learned = pith.Site.learn(page(number) for number in range(10))
    assert learned.pages == 10
    url, body = page(20)
    assert learned.extract(body, url).text == "Part 20\nIt fits model 740."
    learned.save(tmp_path / "site")
    again = pith.Site.load(tmp_path / "site")
    assert again.pages == 10 and again.extract(body, url).text == learned.extract(body, url).text
    (tmp_path / "broken").write_bytes(b"x" * 100)
    with pytest.raises(pith.PithError) as error:
        pith.Site.load(tmp_path / "broken")
    assert error.value.code in ("bad_model", "other_version")


def test_a_site_of_any_size_is_learned_in_the_same_memory():
    learned = pith.Site.learn((f"http://mill.example/{n}.html", article(n)) for n in range(600))
    assert learned.pages == 64  # of a kind
    backwards = pith.Site.learn((f"http://mill.example/{n}.html", article(n)) for n in reversed(range(600)))
    url = "http://mill.example/900.html"
    assert backwards.extract(article(900), url).text == learned.extract(article(900), url).text


def test_threads_work_side_by_side():
    found = []

    def work(first):
        found.extend(pith.extract(article(number)).title for number in range(first, first + 50))

    threads = [threading.Thread(target=work, args=(first,)) for first in range(0, 200, 50)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(found) == sorted(f"Part {number}" for number in range(200))


def test_a_child_of_a_fork_extracts():
    pith.extract(article(1))
    reader, writer = os.pipe()
    if os.fork() == 0:
        os.write(writer, pith.extract(article(2)).title.encode())
        os._exit(0)
    os.wait()
    assert os.read(reader, 100) == b"Part 2"


def lines(tmp_path, count=12):
    file = tmp_path / "pages.jsonl"
    with open(file, "w") as out:
        for number in range(count):
            out.write(json.dumps({"url": f"http://mill.example/{number}", "status": 200, "body": article(number),
                                  "content_type": "text/html"}) + "\n")
        out.write(json.dumps({"url": "http://mill.example/gone", "status": 404, "body": "Gone",
                              "content_type": "text/html"}) + "\n")
    return file


def test_pages_of_an_input(tmp_path):
    read = pith.pages(lines(tmp_path))
    found = list(read)
    assert [page.status for page in found] == [200] * 12 + [404]
    assert found[0].url == "http://mill.example/0" and b"Part 0" in found[0].body
    assert read.report["records"] == read.report["pages"] == 13 and read.report["losses"] == 0
    with pytest.raises(pith.PithError) as error:
        pith.pages(tmp_path / "missing")
    assert error.value.code == "no_input"


def test_reading_may_end_early(tmp_path):
    for _ in range(20):
        for page in pith.pages(lines(tmp_path, 200)):
            assert page.url
            break


def test_documents_of_a_crawl(tmp_path):
    made = pith.documents(lines(tmp_path), threads=2)
    found = {doc.url: doc for doc in made}
    assert len(found) == 12
    assert found["http://mill.example/5"].text.startswith("Part 5\n") and found["http://mill.example/5"].blocks
    assert made.report["pages"] == 13
    skipped = [doc for doc in pith.documents([lines(tmp_path)], skipped=True) if doc.status == "skipped"]
    assert [(doc.url, doc.reason) for doc in skipped] == [("http://mill.example/gone", "http_404")]


def test_documents_as_a_table(tmp_path):
    pytest.importorskip("pyarrow")
    table = pith.documents(lines(tmp_path)).to_arrow()
    assert table.num_rows == 12 and {"url", "title", "content"} <= set(table.column_names)


def test_chunks_of_a_document():
    doc = pith.extract("<main><h1>Mill</h1><p>" + " ".join(f"Sentence {i} is here." for i in range(40)) +
                       "<h2 id=x>Hours</h2><p>Daily.</main>", url="http://mill.example/a")
    found = doc.chunks(40)
    assert len(found) > 3 and all(chunk.tokens <= 40 for chunk in found)
    assert [word for chunk in found for word in chunk.text.split()] == doc.text.split()
    assert found[-1].trail == ["Mill", "Hours"] and found[-1].url == "http://mill.example/a#x"
    assert found[-1].markdown == "## Hours\n\nDaily.\n" and found[-1].metadata["title"] == "Mill"
    assert doc.text[found[1].begin:found[1].end] == found[1].text
    assert any(chunk.repeated for chunk in doc.chunks(40, overlap=10))
    with pytest.raises(ValueError):
        doc.chunks(0)
    assert pith.extract("").chunks() == []


def test_chunks_of_a_crawl(tmp_path):
    file = lines(tmp_path)
    found = list(pith.chunks(file, 30, threads=2))
    assert len({chunk.id for chunk in found}) == len(found) >= 12
    with pytest.raises(ValueError):
        next(iter(pith.documents(file))).chunks()
    pytest.importorskip("pyarrow")
    assert pith.chunks(file).to_arrow().num_rows == 12
