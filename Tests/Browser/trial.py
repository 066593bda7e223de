"""Trials: functions whose names are sentences, each with every one of its cases."""

import itertools
import time
import traceback

ALL = []


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


def run(world, wanted):
    """Runs those with one of the `wanted` parts in their names, or all; how many there were."""
    chosen = [item for item in ALL if not wanted or any(part in item[0] for part in wanted)]
    for name, function, arguments in chosen:
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
    return len(chosen)
