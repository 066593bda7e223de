"""Numbers as a person reads them."""


def count(value):
    return f"{value:,.0f}"


def decimal(value, places):
    return f"{value:,.{places}f}"


def milliseconds(value):
    """Three digits that count."""
    return f"{decimal(value, 2 if value < 10 else 1 if value < 100 else 0)} ms"


def percent(share):
    return f"{decimal(share * 100, 1 if share < 0.1 else 0)} %"


def times(value):
    return f"{decimal(value, 1 if value < 10 else 0)} ×" if value >= 2 else f"{decimal(value, 2)} ×"


def table(header, rows):
    """In Markdown; the second column and those after it are as wide as they are."""
    lines = [header, ["---"] * len(header), *rows]
    return "\n".join("| " + " | ".join(str(cell) for cell in line) + " |" for line in lines)
