"""The same queries to all systems: main content, whole pages ranked in three ways, other search engines."""
import answers
import pages
import parts
import peers
from comparison import MAIN, Comparison

# Whole pages as they are searched now, with all that Pith knows of queries; the same without forgiving queries, without
# favour for titles like the query or pages near the root, and with the usual discount of long texts; and what is left
# without Pith: all words, BM25, a page's text and title counting alike. Whole pages have no texts of links and nothing
# that other pages say of them. Headings are in the text.
NOW, OFF, PLAIN = "whole pages, on", "whole pages, off", "whole pages, plain"
OFF_SETTINGS = ("search.enough=0", "search.title=0", "search.depth=0", "search.b=0.75")
PLAIN_SETTINGS = (*OFF_SETTINGS, "index.boosts.title=1", "index.boosts.headings=0", "index.boosts.anchors=0",
                  "index.boosts.inbound=0", "index.boosts.ancestors=0")

ABOUT = f"""Main content is searched with Pith's defaults, and so are whole pages in "{NOW}". "{OFF}": with
`{" ".join(OFF_SETTINGS)}`. "{PLAIN}": plain BM25 for all words, the title being a part of the text; with
`{" ".join(PLAIN_SETTINGS[:5])}
{" ".join(PLAIN_SETTINGS[5:])}`. Other engines have the same pages, folded alike, and their own defaults
([searches](searches/README.md)). Where nobody has judged a hit it counts as no answer, so judged@10 limits what a
system can reach.

"""


class Asked:
    """What all have answered about the pages that `pith` has ingested from a folder."""

    def __init__(self, pith, folder, prefix, queries, engines, say):
        """queries: a file for `pith measure --queries`; engines: of peers.ENGINES."""
        kept = pith.work / "kept"
        self.now = pith.measure("--queries", queries, "--keep", kept)
        copied = pages.Pages(folder, prefix, kept, pith.work / "of-engines")
        asked = answers.queries_of(
            self.now, answers.irrelevant_of(queries.read_text(encoding="utf-8"), copied.place_of))

        def with_hits(measured, side):
            return [answer[side] | {"any_hit": _has_hit(answer[side]) or
                                    pith.finds_any(kept / side, answer["query"])} for answer in measured["queries"]]

        def whole(settings):
            measured = pith.measure("--queries", queries, "--reuse", kept, settings=settings)["queries"]
            return [answer["whole"] | {"any_hit": answer["whole"]["hits"] > 0} for answer in measured]

        given = {MAIN: with_hits(self.now, "main"), NOW: with_hits(self.now, "whole"),
                 OFF: whole(OFF_SETTINGS), PLAIN: whole(PLAIN_SETTINGS)}
        for engine in engines:
            say(f"  asking {engine.NAME}")
            work = pith.work / engine.NAME.replace(" ", "-")
            work.mkdir()
            hits = engine.ask(copied.folder, [query.text for query in asked], work)
            given[engine.NAME] = [answers.answer(query, copied.hits_of(of_query))
                                  for query, of_query in zip(asked, hits)]
        self.comparison = Comparison(asked, given)
        self.parts = parts.compared(pith, queries, kept, asked, given[MAIN])

    @property
    def title(self):
        return f"{self.now['documents']} pages, {len(self.now['queries'])} queries"

    @property
    def index_share(self):
        return self.now["main"]["bytes"] / self.now["whole"]["bytes"]


def _has_hit(answer):
    """False: none that counts, perhaps one that lacks words of the query."""
    return answer["hits"] > 0 or answer["found"] or answer["judged_10"] > 0


def available(keys, say):
    """(those of the engines that are here, Markdown on all of them)"""
    here, lines = [], []
    for key in keys:
        engine = peers.ENGINES[key]
        if advice := engine.missing():
            say(f"without {engine.NAME}; {advice}")
            lines.append(f"- {engine.NAME}: skipped, not installed: `{advice}`\n")
        else:
            here.append(engine)
            lines.append(f"- {engine.NAME} {engine.version()}: {engine.DEFAULTS}\n")
    return here, "".join(lines)
