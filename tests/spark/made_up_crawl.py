"""Makes up a crawl: WARC files with the pages of many sites in any order, as crawlers write them.

    tests/spark/made_up_crawl.py DIR --pages 20000 --sites 400 --files 12

Sites have sizes by Zipf's law. Each has its own template; each page has text of its own. Some pages are copies,
redirect, are gone, are no HTML, or ask not to be indexed. The same arguments give the same bytes.
"""
import argparse
import pathlib
import random
import zlib

SYLLABLES = [a + b for a in "bdfgklmnprstvz" for b in "aeiou"]


def words(chance, count):
    return " ".join("".join(chance.choices(SYLLABLES, k=chance.choice((1, 2, 2, 3)))) for _ in range(count))


class Site:
    def __init__(self, number, seed):
        chance = random.Random(f"{seed} {number}")
        self.host = f"www.site{number}.example"
        self.menu = "".join(f"<li><a href='/{i}'>{words(chance, 2)}</a></li>" for i in range(chance.randint(4, 12)))
        self.teaser = "".join(f"<p><a href='/t{i}'>{words(chance, 6)}</a></p>" for i in range(chance.randint(1, 5)))
        self.footer = words(chance, chance.randint(10, 30))
        self.box = chance.choice(("div class=content", "article", "div id=main", "td", "section class=text"))
        self.name = words(chance, 2)

    def page(self, number, text, head=""):
        tag = self.box.split()[0]
        return (f"<!DOCTYPE html><html><head><meta charset=utf-8><title>{text[:30]} - {self.name}</title>{head}</head>"
                f"<body><nav><ul>{self.menu}</ul></nav><{self.box}><h1>{text[:30]}</h1>{paragraphs(text)}</{tag}>"
                f"<div class=box>{self.teaser}</div><footer>{self.footer} {number % 7}</footer></body></html>")


def paragraphs(text):
    return "".join(f"<p>{text[i:i + 400]}.</p>" for i in range(0, len(text), 400))


def response(site, number, seed):
    """The target and the HTTP response of a site's page."""
    chance = random.Random(f"{seed} {site.host} {number}")
    kind = chance.random()
    target = f"/article-{number}.html"
    text = words(chance, chance.randint(60, 250))
    if kind < .02:
        return target, "301 Moved", f"Location: /article-{max(number - 1, 0)}.html\r\n", ""
    if kind < .04:
        return target, "404 Not Found", "Content-Type: text/html\r\n", "<p>not here"
    if kind < .05:
        return target, "200 OK", "Content-Type: image/png\r\n", "no picture"
    if kind < .07:
        return target, "200 OK", "Content-Type: text/html\r\n", site.page(
            number, text, "<meta name=robots content=noindex>")
    if kind < .10 and number > 0:  # as the page before, with another menu
        return target + "?print=1", "200 OK", "Content-Type: text/html\r\n", site.page(
            number, words(random.Random(f"{seed} {site.host} copy {number % 5}"), 150))
    return target, "200 OK", "Content-Type: text/html; charset=utf-8\r\n", site.page(number, text)


def record_of(url, content):
    """A WARC record; `content`: the HTTP response."""
    return (f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: {url}\r\n"
            f"WARC-Date: 2026-01-01T00:00:00Z\r\nContent-Type: application/http; msgtype=response\r\n"
            f"Content-Length: {len(content)}\r\n\r\n").encode() + content + b"\r\n\r\n"


def record(site, number, seed):
    target, status, headers, body = response(site, number, seed)
    return record_of(f"http://{site.host}{target}", f"HTTP/1.1 {status}\r\n{headers}\r\n{body}".encode())


def sizes(pages, sites):
    """Pages of each site, by Zipf's law, at least one; their sum is `pages`."""
    share = sum(1 / (rank + 1) for rank in range(sites))
    out = [max(1, int((pages - sites) / (rank + 1) / share)) for rank in range(sites)]
    out[0] += pages - sum(out)
    return out


def make(directory, pages, sites, files, seed=26):
    directory = pathlib.Path(directory)
    directory.mkdir(parents=True, exist_ok=True)
    order = [(site, page) for site, size in enumerate(sizes(pages, sites)) for page in range(size)]
    random.Random(seed).shuffle(order)
    outs = [open(directory / f"crawl-{i:05}.warc.gz", "wb") for i in range(files)]
    known = {}
    for at, (number, page) in enumerate(order):
        if number not in known:
            known[number] = Site(number, seed)
        packer = zlib.compressobj(1, zlib.DEFLATED, 31)
        outs[at * files // len(order)].write(packer.compress(record(known[number], page, seed)) + packer.flush())
    for out in outs:
        out.close()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("directory")
    parser.add_argument("--pages", type=int, default=20_000)
    parser.add_argument("--sites", type=int, default=400)
    parser.add_argument("--files", type=int, default=12)
    arguments = parser.parse_args()
    make(arguments.directory, arguments.pages, arguments.sites, arguments.files)
