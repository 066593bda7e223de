"""Trials: functions whose names are sentences, each with every one of its cases."""

import itertools
import time
import traceback

ALL = []
# So many failures usually have one cause, and each takes time.
MOST_FAILURES = 25


def trial(**cases):
    """Registers a function of `world`; `cases` are lists, and each combination of their members is a trial."""

    def register(function):
        for values in itertools.product(*cases.values()):
            arguments = dict(zip(cases, values))
            name = function.__name__.replace("_", " ")
            if arguments:
                name += f" ({', '.join(map(str, values))})"
            ALL.append((name, function, arguments))
        return function

    return register


def chosen(wanted, part, parts):
    """The trials with one of the `wanted` words in their names, or all; of these, every n-th."""
    return [item for item in ALL if not wanted or any(word in item[0] for word in wanted)][part::parts]


def run(world, trials):
    for name, function, arguments in trials:
        if len(world.checks.failures) >= MOST_FAILURES:
            world.that("every trial was tried", False, f"given up before '{name}'")
            return
        world.trial = name
        begun = time.monotonic()
        try:
            function(world, **arguments)
        except Exception as error:
            place = traceback.extract_tb(error.__traceback__)
            own = [frame for frame in place if "/Tests/Browser/" in frame.filename] or place
            line = f"{own[-1].filename.rpartition('/')[2]}:{own[-1].lineno}"
            said = " ".join(str(error).split())[:400]
            world.that(name, False, f"{line}: {type(error).__name__}: {said}")
        else:
            world.that(f"{name}, {time.monotonic() - begun:.1f} s", True)
