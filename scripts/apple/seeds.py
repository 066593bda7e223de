"""Deliberate errors in copies: the compiler must refuse each of them, or this check would prove nothing.

A seed is a few lines of a file in Tests/AppleInterfaces/SeededErrors, told apart by blank lines:

    file: the adapter, or an interface whose change an adapter must notice
    find: a text of that file, on one line
    put: the text in its place
    error: words that the compiler's error must contain
    family: mac, where the phone has no such file
    breaks: the module that must be refused, when the file is an interface
    alone: why, when the error is only seen in a copy without other errors
"""

import re
from dataclasses import dataclass
from pathlib import Path

from .compiling import Failure, Workshop
from .modules import INTERFACES, ROOT, UNCHECKED, needed_by

FOLDER = INTERFACES / "SeededErrors"
FIELDS = {"file", "find", "put", "error", "family", "breaks", "alone"}


class BadSeed(Exception):
    """The reason why a seed cannot be applied."""


@dataclass(frozen=True)
class Seed:
    where: str
    file: Path
    find: str
    put: str
    error: str
    family: str
    breaks: str
    alone: str

    def text(self):
        """The file with the seed in it, or `None` when the seed does not apply."""
        if not self.file.exists():
            return None
        text = self.file.read_text()
        return text.replace(self.find, self.put, 1) if text.count(self.find) == 1 else None

    def is_refused(self, words):
        """Whether the compiler reports the expected error in this file, or anywhere for an interface."""
        for line in words.splitlines():
            match = re.match(r"(\S.*?):\d+:\d+: error: (.*)", line)
            if match and self.error in match[2] and (self.breaks or match[1].endswith(self.file.name)):
                return True
        return False


def read_seeds():
    seeds = []
    for source in sorted(FOLDER.glob("*.txt")):
        fields, start = {}, 0
        for number, line in enumerate(source.read_text().splitlines() + [""], start=1):
            if line.startswith("#"):
                continue
            name, colon, value = line.partition(": ")
            if line.strip() and (not colon or name not in FIELDS or name in fields):
                raise SystemExit(f"{source.relative_to(ROOT)}:{number}: no field that is known, or one twice: {line}")
            if line.strip():
                start = start if fields else number
                fields[name] = value
            elif fields:
                seeds.append(seed(fields, f"{source.relative_to(ROOT)}:{start}"))
                fields = {}
    return seeds


def seed(fields, where):
    for name in ("file", "find", "put", "error"):
        if not fields.get(name, "x" if name == "put" else ""):
            raise SystemExit(f"{where}: no '{name}'")
    return Seed(where, ROOT / fields["file"], fields["find"], fields.get("put", ""), fields["error"],
                fields.get("family", "phone"), fields.get("breaks", ""), fields.get("alone", ""))


def unseeded(adapters, seeds):
    """Adapters without a seed of their own."""
    seeded = {seed.file for seed in seeds}
    return [file for file in adapters if file not in seeded and not file.name.endswith(UNCHECKED)]


def rounds(seeds, workshops):
    """Seeds that can share a copy: of one family and module, in different files."""
    groups = {}
    for seed in seeds:
        workshop = workshops[seed.family]
        if seed.breaks or seed.alone:
            groups[seed.where] = (workshop, [seed])
            continue
        module = next((module.name for module in workshop.all if seed.file in module.sources), "")
        number = 0
        while any(other.file == seed.file for other in groups.get((seed.family, module, number), (0, []))[1]):
            number += 1
        groups.setdefault((seed.family, module, number), (workshop, []))[1].append(seed)
    return list(groups.values())


def sow(workshop, seeds, folder, packages):
    """The problems of these seeds, in words; empty when each is refused as expected."""
    problems, changed, sown = [], {}, []
    for seed in seeds:
        text = seed.text()
        if text is None:
            problems.append(f"{seed.where}: the text to find must stand once in {seed.file.relative_to(ROOT)}")
        else:
            changed[seed.file] = text
            sown.append(seed)
    if sown:
        try:
            words = refusal(workshop, sown[0], changed, folder, packages)
        except BadSeed as problem:
            return problems + [str(problem)]
        problems += [f"{seed.where}: the compiler should have said '{seed.error}', and said:\n{words or 'nothing'}"
                     for seed in sown if not seed.is_refused(words)]
    return problems


def refusal(workshop, seed, changed, folder, packages):
    """The compiler's errors for copies with these changes, in the seed's own module or in the module that it must
    break."""
    above = Workshop(workshop.family, folder, packages, below=workshop)
    for module in to_compile(workshop, seed):
        try:
            above.compile(module, changed)
        except Failure as failure:
            return str(failure) if not seed.breaks or module.name == seed.breaks else f"{module.name}: {failure}"
    return ""


def to_compile(workshop, seed):
    """The module with the seed; for an interface, also the modules between it and the module that it must break."""
    home = next((module for module in workshop.all if seed.file in module.sources), None)
    if home is None:
        raise BadSeed(f"{seed.where}: no module of the {workshop.family.name} has {seed.file.relative_to(ROOT)}")
    if not seed.breaks:
        return [home]
    anew = {home.name}
    for module in workshop.all:
        if needed_by(module, anew):
            anew.add(module.name)
    last = next((module for module in workshop.all if module.name == seed.breaks), None)
    if last is None or last.name not in anew:
        raise BadSeed(f"{seed.where}: {seed.breaks} does not use {home.name}")
    below = what_is_below(workshop, last)
    return [module for module in workshop.all if module.name in anew & below]


def what_is_below(workshop, last):
    by_name = {module.name: module for module in workshop.all}
    found, left = set(), [last.name]
    while left:
        name = left.pop()
        if name in by_name and name not in found:
            found.add(name)
            left += needed_by(by_name[name], by_name)
    return found
