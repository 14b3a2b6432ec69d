"""What searches in the index of main content must reach."""
import dataclasses

from comparison import MAIN

# nDCG@10 of main content above that of whole pages: (with forgiving queries off, as they are searched now). For the sites that have them.
JUDGED_GAINS = {"freepressokc.com": (0.10, 0.04), "foretagare.helsingborg.se": (0.12, 0.04)}
INDEX_SHARE = 0.85  # of the whole pages' index, at most


@dataclasses.dataclass(frozen=True)
class Bar:
    what: str
    measured: str
    wanted: str
    is_reached: bool


def _gain(what, difference, at_least, certain=False):
    """certain: its interval has to be above 0."""
    reached = difference.mean >= at_least - 1e-9 and (difference.low > 0 or not certain)
    return Bar(what, f"{difference.mean:+.3f} ({difference.low:+.3f} to {difference.high:+.3f})",
               f"≥ {at_least:+.2f}" + (", interval above 0" if certain else ""), reached)


def _ahead(title, comparison, engines, figure):
    return [Bar(bar.what, bar.measured, "interval above 0", bar.is_reached)
            for bar in (_gain(f"{title}: {figure} above {engine}'s", comparison.difference(engine, figure), 0, True)
                        for engine in engines)]


def of_manual(title, comparison, off, now, engines):
    """The queries from its index. off, now: the names of whole pages' two rankings; engines: of other engines."""
    def gain(figure, other, at_least):
        return _gain(f"{title}: {figure} above {other}'s", comparison.difference(other, figure), at_least)
    return [gain("MRR", off, 0.03), gain("found", off, 0.01), gain("MRR", now, 0.01), gain("found", now, 0),
            *_ahead(title, comparison, engines, "MRR")]


def of_judged_site(title, comparison, off, now, engines, index_share):
    out = []
    if title in JUDGED_GAINS:
        for other, at_least, certain in zip((off, now), JUDGED_GAINS[title], (True, False)):
            out.append(_gain(f"{title}: nDCG@10 above {other}'s", comparison.difference(other, "nDCG@10"), at_least,
                             certain))
    out += _ahead(title, comparison, engines, "nDCG@10")
    without = comparison.without_hit(MAIN)
    out.append(Bar(f"{title}: queries without a hit", str(without), "0", without == 0))
    out.append(Bar(f"{title}: index, of whole pages'", f"{index_share:.3f}", f"≤ {INDEX_SHARE:g}",
                   index_share <= INDEX_SHARE + 1e-9))
    return out


def _known(what, figure, less=None, at_least=None):
    main, whole = figure["main"]["mean"], figure["whole"]["mean"]
    floor = at_least if at_least is not None else whole - less
    meaning = "" if at_least is not None else f" (whole pages' {whole:.3f}" + (f" less {less:g})" if less else ")")
    return Bar(what, f"{main:.3f}", f"≥ {floor:.3f}{meaning}", main >= floor - 1e-9)


def of_known_items(figures):
    """figures: {kind: figures of `pith measure --json`}"""
    return [_known("phrases found", figures["phrase"]["found"], at_least=0.99),
            _known("headings found", figures["heading"]["found"], at_least=0.97),
            _known("titles found", figures["title"]["found"], less=0.01)]
