"""Pictures as text: the same numbers give the same bytes. The look is that of the charts of `chave load`."""

STYLE = """
:root { color-scheme: light dark }
.paper { fill: #fff } text { fill: #1b1f24; font: 13px system-ui, sans-serif; font-variant-numeric: tabular-nums }
.title { font-size: 20px; font-weight: 600 } .head { font-size: 15px; font-weight: 600 } .label { font-weight: 600; stroke: #fff; stroke-width: 4px; paint-order: stroke }
.soft { fill: #57606a } .grid { stroke: #d8dee4 } .goal { stroke: #b42318; stroke-width: 2; stroke-dasharray: 6 4 }
.goal-text { fill: #b42318 } .ours { fill: #0f766e } .peer { fill: #a34a00 } .other { fill: #0b5cad } .rest { fill: #8c959f }
@media (prefers-color-scheme: dark) {
.paper { fill: #14171a } text { fill: #e6e9ec } .label { stroke: #14171a } .soft { fill: #a3adb8 } .grid { stroke: #343a41 }
.goal { stroke: #ff8078 } .goal-text { fill: #ff8078 } .ours { fill: #4fd1b5 } .peer { fill: #f5a94b } .other { fill: #6cb2ff }
.rest { fill: #7d8894 }
}
"""
WIDTH = 880


def escaped(text):
    return str(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")


def number(value):
    return f"{value:.1f}".removesuffix(".0")


def text(words, x, y, style="", anchor="start"):
    kind = f' class="{style}"' if style else ""
    return f'<text x="{number(x)}" y="{number(y)}" text-anchor="{anchor}"{kind}>{escaped(words)}</text>\n'


def line(x1, y1, x2, y2, style):
    return f'<line x1="{number(x1)}" y1="{number(y1)}" x2="{number(x2)}" y2="{number(y2)}" class="{style}"/>\n'


def rectangle(x, y, width, height, style):
    return f'<rect x="{number(x)}" y="{number(y)}" width="{number(max(width, 0.5))}" height="{number(height)}" class="{style}"/>\n'


def document(title, summary, height, body):
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {number(height)}" width="{WIDTH}" '
        f'height="{number(height)}" role="img" aria-labelledby="title summary">\n'
        f'<title id="title">{escaped(title)}</title>\n<desc id="summary">{escaped(summary)}</desc>\n<style>{STYLE}</style>\n'
        + rectangle(0, 0, WIDTH, height, "paper")
        + text(title, 24, 38, "title")
        + text(summary, 24, 62, "soft")
        + body
        + "</svg>\n"
    )
