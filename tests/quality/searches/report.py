"""The tables of tests/quality/relevance.md."""


def table(header, rows, left=1):
    """Markdown; the first `left` columns are text, the others numbers."""
    lines = [header, ["---"] * left + ["--:"] * (len(header) - left), *rows]
    return "".join("| " + " | ".join(str(cell).replace("|", "\\|") for cell in line) + " |\n" for line in lines) + "\n"


def _three(figure):
    difference = figure["difference"]
    return [f"{figure['whole']['mean']:.3f}", f"{figure['main']['mean']:.3f}", f"{difference['mean']:+.3f}",
            f"{difference['low']:+.3f} to {difference['high']:+.3f}"]


def figures_table(first, rows, names):
    """rows: [([text, ...], figures)]; names: of the figures to show, each in a line of its own."""
    header = [*first, "", "whole pages", "main content", "difference", "95 % interval"]
    lines = []
    for texts, figures in rows:
        for name in names:
            lines.append([*(texts if name == names[0] else [""] * len(texts)), name, *_three(figures[name])])
    return table(header, lines, left=len(first) + 1)


def comparison_tables(first, sets, names):
    """sets: [(text, Comparison)]; names: of the figures. The means of all systems, then the differences to main content."""
    means, differences = [], []
    for text, comparison in sets:
        for i, system in enumerate(comparison.answers):
            means.append([text if i == 0 else "", system, *(f"{comparison.mean(system, name):.3f}" for name in names),
                          comparison.without_hit(system)])
        for i, other in enumerate(comparison.others):
            gains = [comparison.difference(other, name) for name in names]
            differences.append([text if i == 0 else "", other,
                                *(f"{gain.mean:+.3f} ({gain.low:+.3f} to {gain.high:+.3f})" for gain in gains)])
    return (table([first, "", *names, "without a hit"], means, left=2) + "Main content less the others:\n\n" +
            table([first, "", *names], differences, left=2))


def bars_table(bars):
    rows = [[bar.what, bar.measured, bar.wanted, "yes" if bar.is_reached else "**no**"] for bar in bars]
    return table(["", "main content", "wanted", "reached"], rows)


def _rank(answer):
    return f"{answer['rank']:g}" if answer["found"] else "none"


def losses_table(queries, shown, figure="reciprocal_rank", title=None):
    """The queries that lost most of a figure. title: of a column for it, if it is not to be seen from the ranks."""
    def loss(query):
        return query["main"][figure] - query["whole"][figure]
    lost = sorted((q for q in queries if loss(q) < -1e-9), key=loss)[:shown]
    rows = [[q["query"], *([f"{q['whole'][figure]:.3f} → {q['main'][figure]:.3f}"] if title else []),
             f"{_rank(q['whole'])} → {_rank(q['main'])}", f"{q['whole']['hits']} → {q['main']['hits']}",
             q["relevant"][0]["url"] + (f" +{len(q['relevant']) - 1}" if len(q["relevant"]) > 1 else "")] for q in lost]
    header = ["lost most", *([title] if title else []), "rank", "hits", "answer"]
    return table(header, rows, left=len(header)) if rows else ""
