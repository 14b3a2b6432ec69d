"""SVG plots of curves, light and dark."""
import math

COLOURS = ["#0a7ea4", "#c2571a", "#3b8f3e", "#a2439b", "#8a7a12", "#c43a4a"]
STYLE = """
text { font: 12px sans-serif; fill: #57606a } .title { font-weight: bold; font-size: 13px }
.grid { stroke: #8b949e; stroke-opacity: .3 } polyline { fill: none; stroke-width: 1.8 }
.even { stroke: #8b949e; stroke-width: 1.2; stroke-dasharray: 5 4 }
@media (prefers-color-scheme: dark) { text { fill: #b1bac4 } }
"""


class Axis:
    """Places values between the first tick and the last, evenly or by their logarithm."""

    def __init__(self, ticks, begin, end, logarithmic, label=str):
        self.ticks, self.begin, self.end, self.logarithmic, self.label = ticks, begin, end, logarithmic, label

    def __call__(self, value):
        scaled = math.log if self.logarithmic else float
        low, high = scaled(self.ticks[0]), scaled(self.ticks[-1])
        return self.begin + (self.end - self.begin) * (scaled(max(value, self.ticks[0])) - low) / (high - low)


def panel(title, curves, x, y, x_name, y_name):
    """Title, grid, names of axes, curves and legend. Curves are (name, points); those without a name are not in the legend."""
    yield f'<text class="title" x="{x.begin}" y="{y.end - 16}">{title}</text>'
    for tick in y.ticks:
        yield f'<line class="grid" x1="{x.begin}" y1="{y(tick):.1f}" x2="{x.end}" y2="{y(tick):.1f}"/>'
        yield f'<text x="{x.begin - 6}" y="{y(tick) + 4:.1f}" text-anchor="end">{y.label(tick)}</text>'
    for tick in x.ticks:
        yield f'<line class="grid" x1="{x(tick):.1f}" y1="{y.end}" x2="{x(tick):.1f}" y2="{y.begin}"/>'
        yield f'<text x="{x(tick):.1f}" y="{y.begin + 16}" text-anchor="middle">{x.label(tick)}</text>'
    yield f'<text x="{(x.begin + x.end) / 2}" y="{y.begin + 34}" text-anchor="middle">{x_name}</text>'
    yield f'<text transform="translate(14 {(y.begin + y.end) / 2}) rotate(-90)" text-anchor="middle">{y_name}</text>'
    for i, (name, points) in enumerate(curves):
        colour = COLOURS[i % len(COLOURS)]
        places = thinned([(x(a), y(b)) for a, b in points])
        yield f'<polyline stroke="{colour}" points="' + " ".join(f"{a:.1f},{b:.1f}" for a, b in places) + '"/>'
        if not name:
            continue
        at = y.end + 8 + 18 * i
        yield f'<line stroke="{colour}" stroke-width="3" x1="{x.end + 14}" y1="{at}" x2="{x.end + 34}" y2="{at}"/>'
        yield f'<text x="{x.end + 40}" y="{at + 4}">{name}</text>'


def thinned(points):
    """One point per pixel, the highest: the curve loses nothing visible."""
    columns = {}
    for a, b in points:
        columns[round(a)] = min(columns.get(round(a), (a, b)), (a, b), key=lambda point: point[1])
    return [columns[column] for column in sorted(columns)]


def decades(values):
    """Powers of ten around the values."""
    low, high = math.floor(math.log10(min(values))), math.ceil(math.log10(max(values)))
    return [10.0**i for i in range(low, max(high, low + 1) + 1)]


def growth_panel(title, curves, top, x_name, y_name):
    """Both axes logarithmic; a dashed line has the slope of linear growth."""
    points = [point for _, each in curves for point in each]
    x = Axis(decades([a for a, _ in points]), 70, 560, True, lambda tick: f"{tick:,.0f}")
    y = Axis(decades([b for _, b in points]), top + 220, top + 20, True, lambda tick: f"{tick:g}")
    yield from panel(title, curves, x, y, x_name, y_name)
    begin, low = x.ticks[0], y.ticks[0]
    times = min(x.ticks[-1] / begin, y.ticks[-1] / low)
    yield (f'<line class="even" x1="{x(begin):.1f}" y1="{y(low):.1f}" x2="{x(begin * times):.1f}" y2="{y(low * times):.1f}"/>')


def document(title, panels, height, width=780):
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img">\n'
            f"<title>{title}</title>\n<style>{STYLE}</style>\n" + "\n".join(panels) + "\n</svg>\n")
