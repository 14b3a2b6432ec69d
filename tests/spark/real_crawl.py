"""WARC files of real pages, in any order, as crawlers write them: all labelled pages, the two crawls with judgements, and
trees of documentation.

    tests/spark/real_crawl.py DIR --files 24 [--tree python.example=/usr/share/doc/python3.11-doc/html ...]

Reads PITH_DATA and PITH_RELEVANCE. The same arguments give the same bytes.
"""
import argparse
import os
import pathlib
import random
import sys
import urllib.parse
import zlib

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "bench"))
from made_up_crawl import record_of
from sections import labelled_pages

CRAWLS = ["foretagare.helsingborg.se", "freepressokc.com"]  # in PITH_RELEVANCE


def pages_of_tree(host, root):
    for path in sorted(pathlib.Path(root).rglob("*.html")):
        if path.is_file():
            yield f"http://{host}/{urllib.parse.quote(str(path.relative_to(root)))}", path


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("directory", type=pathlib.Path)
    parser.add_argument("--files", type=int, default=24)
    parser.add_argument("--tree", action="append", default=[], metavar="HOST=DIR", help="pages of a folder, as a site")
    arguments = parser.parse_args()
    pages = [(url, path) for _, _, url, path in labelled_pages(pathlib.Path(os.environ["PITH_DATA"]))]
    trees = [(host, pathlib.Path(os.environ["PITH_RELEVANCE"], host)) for host in CRAWLS]
    for host, root in trees + [each.split("=", 1) for each in arguments.tree]:
        pages += pages_of_tree(host, root)
    random.Random(26).shuffle(pages)
    arguments.directory.mkdir(parents=True, exist_ok=True)
    for number in range(arguments.files):
        with open(arguments.directory / f"crawl-{number:05}.warc.gz", "wb") as out:
            for url, path in pages[number::arguments.files]:
                packer = zlib.compressobj(6, zlib.DEFLATED, 31)
                content = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + path.read_bytes()
                out.write(packer.compress(record_of(url, content)) + packer.flush())
    print(f"{len(pages):,} pages in {arguments.files} files")


if __name__ == "__main__":
    main()
