"""The table *How many* of docs/scaling.md, from the numbers above it and the formulas between them.

    scaling_table.py --write    writes it anew, after a number was exchanged
"""

import math
import pathlib
import re
import sys

DOCUMENT = pathlib.Path(__file__).resolve().parent.parent.parent / "docs" / "scaling.md"
BOUNDS = re.compile(r"(<!-- capacity: .* -->\n\|.*\n\|.*\n)((?:\|.*\n)*)(<!-- end of capacity -->)")
RATES = [
    (10, "a chain of shops"),
    (100, "8.6 million a day"),
    (500, ""),
    (1_000, ""),
    (3_626, "all of Pix on its record day"),
    (10_000, ""),
    (36_260, "ten times that"),
]
NAMES = ("node-ms", "database-ms", "log-kb", "row-kb", "node-cores", "node-part", "database-cores", "database-part")


def numbers(text):
    """By name; a part of a hundred as a fraction."""
    found = {}
    for name, value, unit in re.findall(r"^\| `([a-z-]+)`: [^|]*\| ([\d.]+) ?(%|ms|KB|) \|", text, re.M):
        found[name] = float(value) / (100 if unit == "%" else 1)
    if set(found) != set(NAMES):
        raise AssertionError(f"docs/scaling.md lacks {sorted(set(NAMES) - set(found))}")
    return found


def amount(kilobytes):
    for unit in ("KB", "MB", "GB"):
        if kilobytes < 1_000:
            return f"{kilobytes:.3g} {unit}"
        kilobytes /= 1_000
    return f"{kilobytes:.3g} TB"


def row(rate, remark, given):
    primaries = math.ceil(rate * given["database-ms"] / 1000 / (given["database-cores"] * given["database-part"]))
    # A primary has nodes of its own, and so one of its own that may be away.
    of_each = math.ceil(rate / primaries * given["node-ms"] / 1000 / (given["node-cores"] * given["node-part"])) + 1
    nodes = primaries * of_each
    log, day = amount(rate * given["log-kb"]), amount(rate * 86_400 * given["row-kb"])
    return f"| {rate:,} | {nodes} | {primaries} | {log} / s | {day} | {remark} |\n"


def rows(text):
    given = numbers(text)
    return "".join(row(rate, remark, given) for rate, remark in RATES)


def shown(text):
    return BOUNDS.search(text)[2]


def main():
    text = DOCUMENT.read_text()
    if sys.argv[1:] != ["--write"]:
        sys.exit(__doc__)
    DOCUMENT.write_text(BOUNDS.sub(lambda match: match[1] + rows(text) + match[3], text))


if __name__ == "__main__":
    main()
