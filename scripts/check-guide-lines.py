#!/usr/bin/env python3
"""Fails when a program written from a guide uses a name of our modules that the guide does not name.

Tests/GuidePrograms/README.md says which file is of which guide. Names are those of the recorded interfaces in docs/api:
types, members and argument labels. The guides are read in place: $CHAVE_SEEDS, else ../shared/seeds beside the
repository. Without CHAVE_SEEDS and without such a folder only the table is checked, and the rest counts as skipped.
"""

import os
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
PROGRAMS = ROOT / "Tests" / "GuidePrograms"
API = ROOT / "docs" / "api"
ROW = re.compile(r"^\| `([\w/]+\.swift)` \| (guide|harness) \|([\d ]*)\|$")

# Names of Swift and Foundation that our modules also declare.
COMMON = {"count", "decoding", "encode", "init", "map"}
# Names that guide 003 needs and does not contain: the types behind `viewModel.domain` and `viewModel.logger`, the type
# that it misspells `Credential.handle`, and the case that its `switch` leaves out.
IMPLIED = {"003": {"Domain", "us", "OSLogType", "Handle", "aborted"}}


def fail(what):
    print(f"error: check-guide-lines: {what}")
    print("0 passed, 1 failed")
    sys.exit(1)


def table():
    """The files of the README, each with whether it is the guide's and of which guides."""
    rows = [ROW.match(line) for line in (PROGRAMS / "README.md").read_text(encoding="utf-8").split("\n")]
    files = {row[1]: (row[2], tuple(row[3].split())) for row in rows if row}
    there = {str(path.relative_to(PROGRAMS)) for path in PROGRAMS.rglob("*.swift")}
    if there != set(files):
        fail("Tests/GuidePrograms/README.md and the folder differ: " + ", ".join(sorted(there ^ set(files))))
    if nameless := [name for name, (kind, guides) in files.items() if kind == "guide" and not guides]:
        fail("no guide is named for " + ", ".join(nameless))
    return {name: guides for name, (_, guides) in files.items() if guides}


def ours():
    """Every identifier of the recorded public interfaces, by its possible roles in a program."""
    types, members, labels = set(), set(), set()
    for file in sorted(API.glob("*.txt")):
        for line in file.read_text(encoding="utf-8").split("\n"):
            parts = line.split(" | ")
            if len(parts) < 3 or parts[1] == "conforms":
                continue
            path = re.sub(r"\(.*", "", parts[0]).split(".")
            types |= {word for word in path if word[:1].isupper()}
            members |= {word for word in path if word[:1].islower()}
            if called := re.search(r"\(([\w:]*)\)", parts[0]):
                labels |= set(called[1].split(":")) - {"", "_"}
    return types, members, labels


def without_comments_and_texts(code):
    """Swift code without comments and string literals; interpolated code stays."""
    code = re.sub(r"(?<!:)//[^\n]*", "", code)
    inside = re.compile(r'"((?:\\.|[^"\\])*)"')
    return inside.sub(lambda match: '" ' + " ".join(re.findall(r"\\\(([^()]*(?:\([^()]*\))*[^()]*)\)", match[1])) + ' "', code)


def used(code, names):
    """The names of ours that a program uses: a type by name, a member behind a dot, a label of a call."""
    types, members, labels = names
    code = without_comments_and_texts(code)
    found = {word for word in re.findall(r"\b([A-Z]\w*)\b", code) if word in types}
    found |= {word for word in re.findall(r"\.(\w+)", code) if word in members and word not in COMMON}
    found |= {word for word in re.findall(r"[(,]\s*(\w+):", code) if word in labels and word not in COMMON}
    return found


def own(code):
    """The names that the program declares itself, by role."""
    found = set(re.findall(r"\b(?:class|struct|enum|func|var|let|case)\s+(\w+)", code))
    for inside in re.findall(r"\b(?:func \w+|init)\(([^)]*)\)", code):
        found |= set(re.findall(r"(\w+)(?: \w+)?:", inside))
    return found


def lacking(code, beside, guides, names):
    """The names that neither the guides nor the program itself have."""
    known = set(re.findall(r"\w+", "\n".join(text for _, text in guides))) | own(beside)
    for number, _ in guides:
        known |= IMPLIED.get(number, set())
    return sorted(used(code, names) - known)


def prove(names, text):
    """Self-test: the check finds a line that the guide lacks, and accepts a line that the guide has."""
    guides = [("003", text)]
    lines = {
        "Embedded.shared.onPairing(nil)": ["onPairing"],
        "Embedded.shared.onMatchNumber { number in say(number.text) }": ["onMatchNumber", "text"],
        "let approval = PairingApproval { _ in .refuse }": ["PairingApproval", "refuse"],
        'say("\\(credential.keyHandle)")': ["keyHandle"],
        "Embedded.shared.extendCredentials(handles: all, approval: mine) { _ in }": ["approval"],
        "// Embedded.shared.onPairing(nil)": [],
        "Embedded.shared.extendCredentials(handles: all) { result in }": [],
        "Embedded.shared.deleteCredential(for: credential.handle) { result in }": [],
    }
    for line, expected in lines.items():
        if (found := lacking(line, "", guides, names)) != expected:
            fail(f"the check is broken: of `{line}` it finds {found}, not {expected}")
    return len(lines)


def seeds():
    """The guides' texts by their numbers, or None when they are not available."""
    named = os.environ.get("CHAVE_SEEDS")
    folder = pathlib.Path(named) if named else ROOT.parent / "shared" / "seeds"
    if not named and not folder.is_dir():
        return None
    texts = {path.name[:3]: path.read_text(encoding="utf-8") for path in sorted(folder.glob("00[0-3]_*"))}
    if len(texts) != 4:
        fail(f"{folder} does not hold the four guides")
    return texts


def main():
    files, names, texts = table(), ours(), seeds()
    if any(len(part) < 40 for part in names):
        fail("hardly any name was found in docs/api; the reader is broken")
    if texts is None:
        print("check-guide-lines: ../shared/seeds is not here, so only the table was compared")
        print("1 passed, 0 failed, 1 skipped")
        return
    proven = prove(names, texts["003"])
    support = "".join(path.read_text(encoding="utf-8") for path in sorted((PROGRAMS / "Support").glob("*.swift")))
    wrong = []
    for name, numbers in sorted(files.items()):
        folder = (PROGRAMS / name).parent
        beside = support + "".join(path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.swift")))
        guides = [(number, texts[number]) for number in numbers]
        code = (PROGRAMS / name).read_text(encoding="utf-8")
        wrong += [f"{name}: {word}" for word in lacking(code, beside, guides, names)]
    if wrong:
        fail("names of ours that the guides lack:\n  " + "\n  ".join(wrong))
    print(f"check-guide-lines: {len(files)} files use no name of ours that their guides lack")
    print(f"{len(files) + proven + 1} passed, 0 failed")


main()
