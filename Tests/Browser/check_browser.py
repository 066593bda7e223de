"""A person's way through the pages, in Chromium with virtual authenticators.

    check_browser.py <chave> [PART OF A TRIAL'S NAME …]

Half of the trials run in one process and half in another, each with a server and a browser of its own. The pictures of
the pages go to the folder CHAVE_PICTURES, or to docs/pictures where it is `write`; without it none is made, so that a
run leaves the work tree as it was. The pages of failed trials are in .build/test-logs/browser.
"""

import os
import pathlib
import signal
import subprocess
import sys
import threading

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(1, str(ROOT / "Tests" / "Processes"))

PROCESSES = 2
ENDED = "a process of trials came to its end"


def pictures():
    place = os.environ.get("CHAVE_PICTURES")
    if not place:
        return None
    return ROOT / "docs" / "pictures" if place == "write" else pathlib.Path(place).resolve()


def run_part(program, part, wanted):
    import trials  # noqa: F401  (they register themselves)
    from trial import chosen, run
    from world import World

    world = World(program, ROOT / ".build" / "test-logs" / "browser", pictures())
    mine = chosen(wanted, part, PROCESSES)
    if mine:
        with world.running():
            run(world, mine)
            world.that("the server ends with 0", world.server.stop() == 0)
    print(f"cases: browser trials {len(mine)}")
    print(ENDED, flush=True)


def relay(part, checks, endings):
    """Counts the output of a process while it runs."""
    for line in part.stdout:
        verdict, _, what = line.rstrip().partition(" ")
        if verdict in ("ok", "FAILED"):
            checks.that(what.strip(), verdict == "ok")
        elif line.rstrip() == ENDED:
            endings.append(part)
        else:
            print(line, end="", flush=True)


def main(program, wanted):
    from checks import Checks

    command = [sys.executable, __file__, str(program)]
    parts = [
        subprocess.Popen([*command, f"--part={part}", *wanted], stdout=subprocess.PIPE, text=True)
        for part in range(PROCESSES)
    ]
    checks, endings = Checks(), []
    readers = [threading.Thread(target=relay, args=(part, checks, endings)) for part in parts]
    try:
        for reader in readers:
            reader.start()
        for reader in readers:
            reader.join()
    finally:
        for part in parts:
            part.terminate()
            part.wait(30)
    checks.that("every process of trials came to its end", len(endings) == PROCESSES)
    checks.finish()


if __name__ == "__main__":
    # A signal from outside still ends everything that this script started.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    program, rest = pathlib.Path(sys.argv[1]).resolve(), sys.argv[2:]
    if rest and rest[0].startswith("--part="):
        run_part(program, int(rest[0].partition("=")[2]), rest[1:])
    else:
        main(program, rest)
