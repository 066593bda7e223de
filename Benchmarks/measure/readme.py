"""Writes tables between the marked lines of a Markdown file, and leaves all other lines as they are."""

import re


def filled(text, places):
    """`text` with what stands between `<!-- measured: NAME -->` and `<!-- end -->` made anew."""
    left = dict(places)

    def put(found):
        name = found[1]
        if name not in left:
            raise AssertionError(f"nothing is measured for the place {name}, or it is there twice")
        return f"<!-- measured: {name} -->\n\n{left.pop(name).strip()}\n\n<!-- end -->"

    made = re.sub(r"<!-- measured: ([\w-]+) -->\n.*?<!-- end -->", put, text, flags=re.DOTALL)
    if left:
        raise AssertionError(f"README.md has no place for {', '.join(left)}")
    return made
