"""Has zbar read QR codes: PNG as it is, SVG and half blocks after they were made pictures here."""

import re
import subprocess

HALVES = {"█": (1, 1), "▀": (1, 0), "▄": (0, 1), " ": (0, 0)}


def read(path):
    """What zbar reads in a picture, `None` where it finds no code."""
    done = subprocess.run(
        ["zbarimg", "--quiet", "--raw", "-Sdisable", "-Sqrcode.enable", str(path)],
        capture_output=True,
        text=True,
        timeout=60,
    )
    return done.stdout.strip() if done.returncode == 0 else None


def read_modules(rows, folder, scale=6):
    """The same for rows of modules, 1 where it is dark."""
    width, height = len(rows[0]) * scale, len(rows) * scale
    pixels = b"".join(bytes(0 if dark else 255 for dark in row for _ in range(scale)) * scale for row in rows)
    path = folder / "modules.pgm"
    path.write_bytes(f"P5 {width} {height} 255\n".encode() + pixels)
    return read(path)


def svg_modules(svg):
    """The modules of an SVG that has a white square and one black path of rectangles."""
    side = int(re.search(r'viewBox="0 0 (\d+) \1"', svg)[1])
    rows = [[0] * side for _ in range(side)]
    path = re.search(r'<path fill="#000" d="([^"]+)"', svg)[1]
    for x, y, width in re.findall(r"M(\d+) (\d+)h(\d+)v1h-\d+z", path):
        for column in range(int(x), int(x) + int(width)):
            rows[int(y)][column] = 1
    return rows


def terminal_modules(lines):
    """The modules of lines of half blocks, drawn dark on light."""
    width = max(map(len, lines))
    rows = []
    for line in lines:
        halves = [HALVES[cell] for cell in line.ljust(width)]
        rows += [[upper for upper, _ in halves], [lower for _, lower in halves]]
    return rows
