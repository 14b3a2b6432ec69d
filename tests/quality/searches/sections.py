"""What is measured on each kind of site: from its pages to Markdown and bars."""
import json
import shutil

import bars
import documentation
import index_queries
import parts
import report
from pith import Pith
from systems import NOW, OFF, Asked

INDEX_QUERIES = 400   # of each manual
LOSSES = 10           # shown of each
KNOWN_ITEMS = 1000    # of each kind
MANUAL_FIGURES = ["found", "MRR", "success@1", "nDCG@10"]
JUDGED_FIGURES = ["nDCG@10", "success@1", "MRR", "found", "judged@10"]
KNOWN_KINDS = ["phrase", "heading", "title"]


def captured_manual(binary, work, manual):
    """Its pages in a cache, without its index. (Pith, folder of the pages, file of what the index asks)"""
    folder = documentation.folder_of(manual)
    pages = [(manual.url + page, (folder / page).read_text(encoding="utf-8", errors="replace"))
             for page in manual.index]
    asked = index_queries.queries(manual.kind, pages, INDEX_QUERIES)
    pith = Pith(binary, work / f"index-{manual.package}")
    copy, queries = pith.work / "pages", pith.work / "queries.tsv"
    names = [page.rpartition("/")[2] for page in manual.index]
    shutil.copytree(folder, copy, ignore=shutil.ignore_patterns(*names, *manual.left_out),
                    ignore_dangling_symlinks=True)
    queries.write_text(index_queries.as_tsv(asked), encoding="utf-8")
    pith.ingest_folder(copy, manual.url)
    return pith, copy, queries


def captured_site(binary, work, site):
    """site: a folder with pages and qrels.tsv. (Pith, URL of the folder)"""
    pith = Pith(binary, work / f"judged-{site.name}")
    prefix = f"https://{site.name}/"
    pith.ingest_folder(site, prefix)
    return pith, prefix


def of_manuals(binary, work, engines, say):
    """engines: of peers.ENGINES. (Markdown, bars)"""
    sets, by_part, losses, reached = [], [], "", []
    for manual in documentation.MANUALS:
        say(f"asking what the index of {manual.package} asks")
        pith, copy, queries = captured_manual(binary, work, manual)
        answered = Asked(pith, copy, manual.url, queries, engines, say)
        sets.append((f"{manual.title}, {documentation.version_of(manual)}: {answered.title}", answered.comparison))
        by_part.append((manual.title, answered.parts))
        losses += f"### {manual.title}\n\n" + report.losses_table(answered.now["queries"], LOSSES)
        reached += bars.of_manual(manual.title, answered.comparison, OFF, NOW, [engine.NAME for engine in engines])
        shutil.rmtree(pith.work)
    text = "## What the manuals' indexes ask\n\n"
    return text + report.comparison_tables("manual", sets, MANUAL_FIGURES) + parts_table(by_part, "MRR") + losses, reached


def of_judged_sites(binary, work, sites, engines, say):
    """sites: folders with pages and qrels.tsv; engines: of peers.ENGINES. (Markdown, bars)"""
    sets, by_part, losses, reached = [], [], "", []
    for site in sites:
        say(f"asking the judged queries of {site.name}")
        pith, prefix = captured_site(binary, work, site)
        answered = Asked(pith, site, prefix, site / "qrels.tsv", engines, say)
        sets.append((f"{site.name}: {answered.title}", answered.comparison))
        by_part.append((site.name, answered.parts))
        losses += f"### {site.name}\n\n" + report.losses_table(answered.now["queries"], LOSSES, "ndcg_10", "nDCG@10")
        reached += bars.of_judged_site(site.name, answered.comparison, OFF, NOW,
                                       [engine.NAME for engine in engines], answered.index_share)
        shutil.rmtree(pith.work)
    text = "## Judged sites\n\n"
    return text + report.comparison_tables("site", sets, JUDGED_FIGURES) + parts_table(by_part, "nDCG@10") + losses, reached


def parts_table(sets, figure):
    """sets: [(text, Comparison)] of parts.compared"""
    header = [figure, *(text for text, _ in sets)]
    return "### What the parts contribute\n\n" + parts.ABOUT + report.table(header, parts.rows(sets, figure))


def of_known_items(binary, work, data, say):
    """data: a set of labelled pages. (Markdown, bars)"""
    say(f"asking for known items of {data.name}")
    pith = Pith(binary, work / f"known-{data.name}")
    with open(data / "manifest.jsonl", encoding="utf-8") as lines:
        entries = [json.loads(line) for line in lines]
    pith.ingest_pages((entry["url"], (data / "html" / f"{entry['id']}.html").read_bytes()) for entry in entries)
    measured = pith.measure("--kinds", ",".join(KNOWN_KINDS), "--limit", KNOWN_ITEMS)
    shutil.rmtree(pith.work)
    counts = {kind["kind"]: kind["queries"] for kind in measured["kinds"]}
    figures = {kind["kind"]: kind["figures"] for kind in measured["kinds"]}
    text = f"## Known items of {data.name}\n\n"
    text += f"One index of {measured['documents']} pages of {measured['sites']} sites.\n\n"
    rows = [([f"{kind}: {counts[kind]} queries"], figures[kind]) for kind in KNOWN_KINDS]
    text += report.figures_table(["kind"], rows, ["found", "MRR"])
    for kind in KNOWN_KINDS:
        text += f"### {kind}\n\n" + report.losses_table([q for q in measured["queries"] if q["kind"] == kind], LOSSES)
    return text, bars.of_known_items(figures)


def of_crawled_sites(binary, work, first_port, say):
    """Markdown, by `pith measure` itself."""
    text = ""
    for port, site in enumerate(documentation.SITES, first_port):
        say(f"crawling and measuring {site.package}")
        pith = Pith(binary, work / f"crawl-{site.package}")
        pith.crawl(documentation.folder_of(site), site.first, port)
        title = f"{site.title} ({site.package} {documentation.version_of(site)})"
        text += pith.measure_as_markdown("--limit", 100, "--title", title)
        shutil.rmtree(pith.work)
    return text
