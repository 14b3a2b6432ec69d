"""What a ranked list of hits is worth, by the definitions of `pith measure` (plugin/measure/ranked_scores.h).

An answer is a dictionary as under "whole" and "main" of `pith measure --json`. The first of several hits with the same
score is chance, so each figure is the mean over all orders of such hits.
"""
import dataclasses
import math

DEPTH = 10


@dataclasses.dataclass(frozen=True)
class Query:
    text: str
    relevant: dict      # {URL: grade from 1}
    irrelevant: frozenset = frozenset()  # judged: no answer

    @property
    def cluster(self):
        """Queries with the same answer succeed and fail together."""
        return next(iter(self.relevant))


def _gain(grade):
    return 2 ** grade - 1


def _discount(position):
    return 1 / math.log2(position + 2)


def _ties(hits):
    """Begin and end of each run of hits with the same score."""
    begin = 0
    for end in range(1, len(hits) + 1):
        if end == len(hits) or hits[begin][1] - hits[end][1] > 1e-6 * abs(hits[begin][1]):
            yield begin, end
            begin = end


def answer(query, hits):
    """hits: [(URL, score)], best first, each URL once."""
    out = dict.fromkeys(["rank", "reciprocal_rank", "success_1", "ndcg_10", "judged_10"], 0.0)
    best = max(query.relevant.values())
    ideal = sum(_gain(grade) * _discount(i)
                for i, grade in enumerate(sorted(query.relevant.values(), reverse=True)[:DEPTH]))
    for begin, end in _ties(hits):
        grades = [query.relevant.get(url, 0) for url, _ in hits[begin:end]]
        size, found = end - begin, sum(grade > 0 for grade in grades)
        judged = sum(url in query.relevant or url in query.irrelevant for url, _ in hits[begin:end])
        for i in range(begin, min(end, DEPTH)):
            out["ndcg_10"] += sum(map(_gain, grades)) / size * _discount(i) / ideal
            out["judged_10"] += judged / size / min(len(hits), DEPTH)
        if begin == 0:
            out["success_1"] = grades.count(best) / size
        if found and not out["rank"]:
            not_yet = 1.0  # the probability that no hit so far is relevant
            for i in range(size - found + 1):
                here = found / (size - i)
                out["rank"] += not_yet * here * (begin + i + 1)
                out["reciprocal_rank"] += not_yet * here / (begin + i + 1)
                not_yet *= 1 - here
    return out | {"hits": len(hits), "found": out["rank"] > 0, "any_hit": bool(hits)}


def queries_of(measured, irrelevant=None):
    """The queries that `pith measure --json` has asked. irrelevant: {text: URLs}"""
    return [Query(asked["query"], {page["url"]: page["grade"] for page in asked["relevant"]},
                  frozenset((irrelevant or {}).get(asked["query"], ()))) for asked in measured["queries"]]


def irrelevant_of(qrels, place_of):
    """{query: URLs of grade 0} of a file for `pith measure --queries`. place_of: URL -> the URL that finds the page"""
    out = {}
    for line in qrels.splitlines():
        columns = line.split("\t")
        if not line.startswith("#") and len(columns) == 3 and columns[2].strip() == "0":
            out.setdefault(columns[0].strip(), set()).update(map(place_of, columns[1].split()))
    return out
