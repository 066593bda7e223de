"""A person's way through the pages, in Chromium with virtual authenticators.

    check_browser.py <chave> [PART OF A TRIAL'S NAME …]

The pictures of the pages go to the folder CHAVE_PICTURES, or to docs/pictures where it is `write`; without it none
is made, so that a run leaves the work tree as it was. What a page looked like when a trial failed is in
.build/test-logs/browser.
"""

import os
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(1, str(ROOT / "Tests" / "Processes"))

import trials  # noqa: E402, F401
from trial import run  # noqa: E402
from world import World  # noqa: E402


def pictures():
    place = os.environ.get("CHAVE_PICTURES")
    if not place:
        return None
    return ROOT / "docs" / "pictures" if place == "write" else pathlib.Path(place).resolve()


def main():
    world = World(pathlib.Path(sys.argv[1]).resolve(), ROOT / ".build" / "test-logs" / "browser", pictures())
    with world.running():
        count = run(world, sys.argv[2:])
        if not sys.argv[2:]:
            world.that("the server ends with 0", world.server.stop() == 0)
    print(f"cases: browser trials {count}")
    world.checks.finish()


main()
