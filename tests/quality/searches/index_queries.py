#!/usr/bin/env python3
"""Queries that people wrote: the entries of a manual's own back-of-book index. What an entry points to is the answer.

    tests/quality/searches/index_queries.py KIND BASE_URL INDEX_PAGE... [--count 400]

prints them for `pith measure --queries`: query, tab, URLs. KIND is what made the index pages:

    sphinx    genindex.html or genindex-all.html: nested lists; a subentry is asked for with its entry's words
    docbook   bookindex.html: nested <dl>, links of the class indexterm
    texinfo   Concept-Index.html and the like: links to #index-...
    list      any other page whose longest list has one link an item: names of commands, keywords

BASE_URL is where the index pages are. The same pages give the same queries in the same order.
"""
import argparse
import collections
import pathlib
import random
import re
import sys
from urllib.parse import urldefrag, urljoin

sys.dont_write_bytecode = True
from html_tree import parents, parse, text_of

# What says which kind of thing an entry is, not what people look for.
LABELS = set("attribute built built-in c class command data exception function line macro member method module opcode "
             "option property static type var".split())
STOP_WORDS = set("a and for in of see the to with".split())
MOST_WORDS, MOST_ANSWERS = 5, 5  # of an entry; longer ones are sentences, and what is everywhere answers nothing
SEED = 7


def ancestors(element, parent_of):
    while (element := parent_of.get(element)) is not None:
        yield element


def sphinx(root):
    parent_of = parents(root)
    tables = [t for t in root.iter("table") if re.search("(?:gen)?indextable", t.get("class", ""))]
    for link in (a for table in tables for a in table.iter("a") if a.get("href")):
        item = parent_of[link]
        text = text_of(link)
        if re.fullmatch(r"\s*\[\d+\]\s*", text):  # a further page of the same entry
            others = [a for a in item.findall("a") if a is not link]
            text = text_of(others[0]) if others else item.text or ""
        chain = [text]
        for li in (e for e in ancestors(link, parent_of) if e.tag == "li"):
            upper = parent_of.get(parent_of[li])
            if upper is not None and upper.tag == "li":
                chain.insert(0, (upper.text or "").strip() or "".join(text_of(a) for a in upper.findall("a")[:1]))
        yield " ".join(chain), link.get("href")


def docbook(root):
    parent_of = parents(root)
    for link in (a for a in root.iter("a") if a.get("class") == "indexterm"):
        chain = [parent_of[link].text]
        for dd in (e for e in ancestors(link, parent_of) if e.tag == "dd"):
            beside = list(parent_of[dd])
            at = beside.index(dd)
            chain.insert(0, beside[at - 1].text if at > 0 else "")
        yield " ".join((text or "").rstrip(", ") for text in chain), link.get("href")


def texinfo(root):
    for link in (a for a in root.iter("a") if "#index-" in a.get("href", "")):
        yield re.sub(r"\s*<?\d*>?\s*$", "", text_of(link)), link.get("href")  # "addition <1>"


def link_list(root):
    def items(ul):
        links = [list(li.iter("a")) for li in ul.findall("li")]
        return [found[0] for found in links if len(found) == 1 and found[0].get("href")]

    for link in max((items(ul) for ul in root.iter("ul")), key=len, default=[]):
        yield text_of(link), link.get("href")


KINDS = {"sphinx": sphinx, "docbook": docbook, "texinfo": texinfo, "list": link_list}


def words_of(text):
    words = re.findall(r"\w[\w.\-]*", text.replace("()", " "))
    return [word for word in words if word.lower() not in LABELS | STOP_WORDS]


def queries(kind, pages, count):
    """[(query, [URL of a page, ...])]; pages: (URL, HTML) of index pages."""
    answers = collections.defaultdict(set)
    for url, page in pages:
        for text, href in KINDS[kind](parse(page)):
            words = words_of(text)
            if 1 <= len(words) <= MOST_WORDS and any(re.search(r"[^\W\d_]{3}", word) for word in words):
                answers[" ".join(words)].add(urldefrag(urljoin(url, href))[0])
    rows = sorted((query, sorted(urls)) for query, urls in answers.items() if len(urls) <= MOST_ANSWERS)
    random.Random(SEED).shuffle(rows)
    return rows[:count]


def as_tsv(rows):
    return "".join(f"{query}\t{' '.join(urls)}\n" for query, urls in rows)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kind", choices=KINDS)
    parser.add_argument("base")
    parser.add_argument("pages", nargs="+", type=pathlib.Path)
    parser.add_argument("--count", type=int, default=400)
    given = parser.parse_args()
    texts = [(urljoin(given.base, page.name), page.read_text(encoding="utf-8", errors="replace"))
             for page in given.pages]
    sys.stdout.write(as_tsv(queries(given.kind, texts, given.count)))
