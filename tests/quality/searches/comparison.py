"""Main content against other systems, on the same queries: means, and paired differences with their intervals."""
import dataclasses
import random

RESAMPLES = 1000
SEED = 20111
MAIN = "main content"
FIGURES = {
    "nDCG@10": lambda answer: answer["ndcg_10"],
    "success@1": lambda answer: answer["success_1"],
    "MRR": lambda answer: answer["reciprocal_rank"],
    "found": lambda answer: float(answer["found"]),
    "judged@10": lambda answer: answer["judged_10"],
}


@dataclasses.dataclass(frozen=True)
class Difference:
    mean: float
    low: float
    high: float


class Comparison:
    """Of one set of queries."""

    def __init__(self, queries, answers):
        """answers: {system: [answer of each query]}, MAIN among them."""
        self.queries, self.answers = queries, answers
        names = sorted({query.cluster for query in queries})
        self._clusters = [[i for i, query in enumerate(queries) if query.cluster == name] for name in names]
        if len(names) == 1:  # nothing to draw: its queries are drawn instead
            self._clusters = [[i] for i in range(len(queries))]
        draw = random.Random(SEED)
        self._draws = [draw.choices(range(len(self._clusters)), k=len(self._clusters)) for _ in range(RESAMPLES)]

    @property
    def others(self):
        return [system for system in self.answers if system != MAIN]

    def mean(self, system, figure):
        return sum(map(FIGURES[figure], self.answers[system])) / len(self.queries)

    def difference(self, other, figure):
        """Main content's minus the other's: the mean, and its 95 % interval by the cluster bootstrap."""
        of = FIGURES[figure]
        values = [of(main) - of(their) for main, their in zip(self.answers[MAIN], self.answers[other])]
        sums = [sum(values[i] for i in cluster) for cluster in self._clusters]
        sizes = [len(cluster) for cluster in self._clusters]
        means = sorted(sum(sums[i] for i in drawn) / sum(sizes[i] for i in drawn) for drawn in self._draws)
        return Difference(sum(values) / len(values), means[RESAMPLES * 25 // 1000], means[RESAMPLES * 975 // 1000 - 1])

    def without_hit(self, system):
        return sum(not answer["any_hit"] for answer in self.answers[system])
