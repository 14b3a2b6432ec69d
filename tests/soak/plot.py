"""Small curves over time, below each other, as SVG."""

STYLE = """
text { font: 12px sans-serif; fill: #57606a } .title { font-weight: bold; font-size: 13px }
.grid { stroke: #8b949e; stroke-opacity: .3 } polyline { fill: none; stroke: #0a7ea4; stroke-width: 1.5 }
@media (prefers-color-scheme: dark) { text { fill: #b1bac4 } }
"""
WIDTH, HEIGHT, LEFT, GAP = 640, 90, 56, 46


def panels(curves, seconds):
    """`curves`: (title, [(seconds, value)]). All from zero on, over the same time, its thirds marked."""
    inside = []
    for i, (title, points) in enumerate(curves):
        top = 24 + i * (HEIGHT + GAP)
        high = max([value for _, value in points], default=0) * 1.1 or 1

        def x(at):
            return LEFT + (WIDTH - LEFT - 10) * at / seconds

        inside.append(f'<text class="title" x="{LEFT}" y="{top - 8}">{title}</text>')
        for part in (0, 0.5, 1):
            y = top + HEIGHT * (1 - part)
            inside.append(f'<line class="grid" x1="{LEFT}" y1="{y:.1f}" x2="{WIDTH - 10}" y2="{y:.1f}"/>')
            inside.append(f'<text x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{high * part:.3g}</text>')
        for third in range(4):
            at = seconds * third / 3
            inside.append(f'<line class="grid" x1="{x(at):.1f}" y1="{top}" x2="{x(at):.1f}" y2="{top + HEIGHT}"/>')
            if i == len(curves) - 1:
                inside.append(f'<text x="{x(at):.1f}" y="{top + HEIGHT + 16}" text-anchor="middle">{at / 60:.3g} min</text>')
        line = " ".join(f"{x(min(at, seconds)):.1f},{top + HEIGHT * (1 - value / high):.1f}" for at, value in points)
        inside.append(f'<polyline points="{line}"/>')
    height = 24 + len(curves) * (HEIGHT + GAP)
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img">\n'
            f"<title>What was measured over time</title>\n<style>{STYLE}</style>\n" + "\n".join(inside) + "\n</svg>\n")
