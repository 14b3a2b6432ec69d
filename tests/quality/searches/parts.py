"""What each part of ranking contributes: the same queries to main content, with one part left out or put in."""
from comparison import MAIN, Comparison

# Settings of the search; the index stays as it is.
LEFT_OUT = {
    "without what other pages say (texts of links, ancestors)": ("index.boosts.inbound=0", "index.boosts.ancestors=0"),
    "without what is linked to from content": ("search.links=0",),
    "without favour for pages near the root": ("search.depth=0",),
    "all words wanted": ("search.enough=0",),
    "without favour for titles like the query": ("search.title=0",),
    "long texts discounted more (b 0.75)": ("search.b=0.75",),
}
# Settings of the index, which is made anew.
PUT_IN = {"with the pages' own asides": ("index.asides=true",)}

ABOUT = """Main content, ranked as shipped, and with one part left out or put in; in brackets the 95 % interval of the
difference. Not among them: letters of languages, which cannot be switched off
([queries that must match](../fixtures/queries/languages)), sections and the template's line, which change what is shown
and not the order, and files of synonyms, which are a site's own.

"""


def compared(pith, queries, kept, asked, shipped):
    """A Comparison of MAIN with each variant. kept: the indexes that have answered; shipped: MAIN's answers."""
    given = {MAIN: shipped}
    for name, settings in LEFT_OUT.items():
        given[name] = _main(pith.measure("--queries", queries, "--reuse", kept, settings=settings))
    for name, settings in PUT_IN.items():
        given[name] = _main(pith.measure("--queries", queries, settings=settings))
    return Comparison(asked, given)


def _main(measured):
    return [answer["main"] for answer in measured["queries"]]


def rows(sets, figure):
    """sets: [(text, Comparison)]"""
    out = [["as shipped", *(f"{comparison.mean(MAIN, figure):.3f}" for _, comparison in sets)]]
    for name in [*LEFT_OUT, *PUT_IN]:
        cells = []
        for _, comparison in sets:
            less = comparison.difference(name, figure)  # as shipped less the variant
            cells.append(f"{-less.mean:+.3f} ({-less.high:+.3f} to {-less.low:+.3f})")
        out.append([name, *cells])
    return out
