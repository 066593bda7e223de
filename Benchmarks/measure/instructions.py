"""How many instructions an operation is: by callgrind, or by the processor's own counter where there is no valgrind.

An operation is run N and 2 N times, and the one taken from the other, so that the program's start counts for nothing.
"""

import pathlib
import re
import shutil
import subprocess


class Counter:
    def __init__(self, tools, folder):
        self.environment = tools.environment
        # Without its symbols the program is loaded by valgrind in a tenth of the time; it is the same program.
        self.program = str(pathlib.Path(folder) / "chave-bench")
        if shutil.which("strip"):
            subprocess.run(["strip", "-o", self.program, tools.bench], check=True)
        else:
            shutil.copy(tools.bench, self.program)
        self.reasons = []
        self.way = next((way for way in ("callgrind", "perf") if self._works(way)), "nothing")

    def each(self, name, rounds):
        """Of one operation."""
        return (self._count(self.way, name, 2 * rounds) - self._count(self.way, name, rounds)) / rounds

    def _works(self, way):
        try:
            return self._count(way, "client-data/decode", 1) > 0
        except (OSError, subprocess.CalledProcessError, ValueError) as error:
            self.reasons.append(f"{way}: {error}")
            return False

    def _count(self, way, name, times):
        repeat = [self.program, "repeat", name, str(times)]
        if way == "callgrind":
            # Without calls and caches callgrind only counts.
            command = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", *repeat]
            pattern = r"Collected\s*:\s*(\d+)"
        else:
            command, pattern = ["perf", "stat", "-x", ";", "-e", "instructions:u", *repeat], r"^(\d+);"
        done = subprocess.run(command, check=True, capture_output=True, text=True, env=self.environment)
        found = re.search(pattern, done.stderr, re.MULTILINE)
        if found is None:
            raise ValueError(done.stderr[-300:])
        return int(found[1])


# What a run differs from another although nothing has changed: signatures are other ones each time.
NOISE = 0.05


def changes(before, after):
    """Operations and how many times the instructions of before they need, the worst first; what both counted alike."""
    if not before or not after or before["counted_by"] != after["counted_by"]:
        return []
    known = before.get("instructions", {})
    found = [(name, count / known[name]) for name, count in after.get("instructions", {}).items() if known.get(name)]
    return sorted((one for one in found if abs(one[1] - 1) > NOISE), key=lambda one: -one[1])
