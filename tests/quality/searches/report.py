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


def bars_table(bars):
    rows = [[bar.what, f"{bar.main:.3f}", f"{bar.floor:.3f}" + (f" ({bar.meaning})" if bar.meaning else ""),
             "yes" if bar.is_reached else "**no**"] for bar in bars]
    return table(["", "main content", "at least", "reached"], rows)


def _rank(answer):
    return f"{answer['rank']:g}" if answer["found"] else "none"


def losses_table(queries, shown):
    """The queries whose reciprocal rank fell most."""
    def loss(query):
        return query["main"]["reciprocal_rank"] - query["whole"]["reciprocal_rank"]
    lost = sorted((q for q in queries if loss(q) < -1e-9), key=loss)[:shown]
    rows = [[q["query"], f"{_rank(q['whole'])} → {_rank(q['main'])}", f"{q['whole']['hits']} → {q['main']['hits']}",
             q["relevant"][0]["url"] + (f" +{len(q['relevant']) - 1}" if len(q["relevant"]) > 1 else "")] for q in lost]
    return table(["lost most", "rank", "hits", "answer"], rows, left=4) if rows else ""
