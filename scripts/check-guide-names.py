#!/usr/bin/env python3
"""Fails when a call, type or property that the guides name is used by no program under Tests/GuidePrograms.

The guides are read in place: $CHAVE_SEEDS, else ../shared/seeds beside the repository. Without CHAVE_SEEDS and without
such a folder the check counts as skipped; a folder that is there must hold the three guides.
"""

import os
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
PROGRAMS = ROOT / "Tests" / "GuidePrograms"
GUIDES = ("000_", "001_", "002_")
EMBEDDED = "003_"

# Receivers through which the guides reach the SDK's values, with their types.
VALUES = (
    "institution", "enrollment", "paymentIntent", "fidoOptions", "attestationResponse", "assertionResponse",
    "response", "credential", "granted",
)
# Type names that belong to Swift, Apple or the guides' own apps.
FOREIGN = re.compile(
    r"^(UI|NS|URL|DispatchQueue|ObservableObject|Published|ObservedObject|StateObject|State|String|Bool|Int|Double|Set"
    r"|View|List|Button|HStack|VStack|AsyncImage|Text|Any|Void|Error|.*View|.*ViewModel|.*Example|BiometricPixService"
    r"|SceneDelegate|ACME|POST|GET)"
)


def guides():
    """The three guides' texts, or None when they are not available."""
    named = os.environ.get("CHAVE_SEEDS")
    folder = pathlib.Path(named) if named else ROOT.parent / "shared" / "seeds"
    if not named and not folder.is_dir():
        return None
    found = [path for prefix in GUIDES for path in sorted(folder.glob(prefix + "*"))]
    if len(found) != len(GUIDES):
        fail(f"{folder} does not hold the three guides")
    return [path.read_text(encoding="utf-8") for path in found]


def embedded_names(code):
    """The names of `Embedded` that a text uses: calls with their labels, cases in a switch, types."""
    found = {"Embedded." + call for call in calls(code, r"\bEmbedded\.(initialize)\b")}
    found |= {"Embedded.shared." + call.split("(")[0] for call in calls(code, r"\bEmbedded\.shared\.(\w+)")}
    found |= {"case ." + case for case in re.findall(r"(?:case (?:let )?|, *\n? *)\.(\w+)\((?:let )?token", code)}
    found |= {"case ." + case for case in re.findall(r"case (?:let )?\.(\w+)", code)}
    return found | {"type " + name for name in re.findall(r"\b(Credential\.Handle|CredentialToken|PKCE\.CodeChallenge)\b", code)}


def compare_embedded():
    """The fourth guide has no code blocks: its text as a whole is read. Its slip `Credential.handle` is no type."""
    named = os.environ.get("CHAVE_SEEDS")
    folder = pathlib.Path(named) if named else ROOT.parent / "shared" / "seeds"
    texts = [path.read_text(encoding="utf-8") for path in sorted(folder.glob(EMBEDDED + "*"))]
    if len(texts) != 1:
        fail(f"{folder} does not hold the guide to embedded sign-in")
    wanted = embedded_names(texts[0])
    programs = sorted((PROGRAMS / "EmbeddedSignIn").glob("*.swift"))
    used = embedded_names("\n".join(without_comments(path.read_text(encoding="utf-8")) for path in programs))
    if len(wanted) < 14:
        fail("hardly any name was found in the guide to embedded sign-in; the reader is broken")
    missing = sorted(wanted - used)
    if missing:
        fail("used by no program of embedded sign-in:\n  " + "\n  ".join(missing))
    print(f"check-guide-names: all {len(wanted)} names of embedded sign-in are used")


def fail(what):
    print(f"error: check-guide-names: {what}")
    print("0 passed, 1 failed")
    sys.exit(1)


def swift_code(text):
    """The Swift blocks of a guide, comments removed.

    One guide arrived as a single line: a comment there has no end, and stays in the code.
    """
    blocks = re.findall(r"```swift(.*?)```", text, re.S)
    return [without_comments(block) if block.strip().count("\n") > 0 else block for block in blocks]


def without_comments(code):
    return re.sub(r"(?<!:)//[^\n]*", "", code)


def arguments(code, start):
    """The text between the parenthesis at `start` and its partner."""
    depth = 0
    for index in range(start, len(code)):
        if code[index] in "([{":
            depth += 1
        elif code[index] in ")]}":
            depth -= 1
            if depth == 0:
                return code[start + 1 : index]
    return code[start + 1 :]


def labels(inside):
    """The labels of one argument list, in order; nested lists are left out."""
    flat, depth = "", 0
    for character in inside:
        if character in "([{":
            depth += 1
        if depth == 0:
            flat += character
        if character in ")]}":
            depth -= 1
    found = []
    for part in flat.split(","):
        # A comment of the guide may come before a label; the colon of an address does not end a label.
        words = re.findall(r"(\w+)\s*:(?!/)", re.sub(r'"[^"]*"', "", part))
        if words:
            found.append(words[-1])
    return tuple(found)


def calls(code, pattern):
    """`name(label:…)` for each call that `pattern` finds."""
    found = set()
    for match in re.finditer(pattern, code):
        name, end = match.group(1), match.end()
        rest = code[end:].lstrip()
        if rest.startswith("("):
            start = end + (len(code[end:]) - len(rest))
            found.add(name + "(" + "".join(label + ":" for label in labels(arguments(code, start))) + ")")
        elif rest.startswith("{"):
            found.add(name + "()")
    return found


def names(blocks):
    """Every call, initialiser, type, property and callback that these Swift texts use of the SDK."""
    found = set()
    for code in blocks:
        found |= {"sdk." + call for call in calls(code, r"\bsdk\??\.(\w+)")}
        for call in calls(code, r"(?<![\w.])([A-Z]\w+)(?=\()"):
            if not FOREIGN.match(call):
                found.add(call)
        for match in re.finditer(r"[:>]\s*\[?([A-Z]\w+)\b(?!\()|\bas\??\s+([A-Z]\w+)", code):
            name = match.group(1) or match.group(2)
            if not FOREIGN.match(name):
                found.add("type " + name)
        for receiver in VALUES:
            for match in re.finditer(r"(?<![\w.])" + receiver + r"((?:\??\.\w+)+)", code):
                for property in re.findall(r"\w+", match.group(1)):
                    found.add("property ." + property)
        for match in re.finditer(r"\bfunc (on\w+)\(([^)]*)\)", code):
            parts = [part.split(":")[0].split() for part in match.group(2).split(",")]
            found.add("callback " + match.group(1) + "(" + "".join(part[0] + ":" for part in parts if part) + ")")
        found |= {"case ." + case for case in re.findall(r"case \.(\w+)", code)}
    return found


def references(text):
    """Signatures that 000 lists outside of its code blocks: **`name(label: Type, …)`**."""
    found = set()
    for line in re.findall(r"\*\*`([^`]+)`\*\*", text):
        match = re.match(r"(\w+)(\(.*?\))(?:\s|$)", line)
        if match:
            owner = "" if match.group(1)[0].isupper() else "sdk."
            found.add(owner + match.group(1) + "(" + "".join(f"{label}:" for label in labels(match.group(2)[1:-1])) + ")")
    return found


def main():
    texts = guides()
    if texts is None:
        print("check-guide-names: ../shared/seeds is not here, so nothing was compared")
        print("0 passed, 0 failed, 1 skipped")
        return
    wanted = set()
    for text in texts:
        wanted |= names(swift_code(text)) | references(text)
    programs = [path.read_text(encoding="utf-8") for path in sorted(PROGRAMS.rglob("*.swift"))]
    used = names([without_comments(text) for text in programs])
    if len(wanted) < 30:
        fail("hardly any name was found in the guides; the reader is broken")
    missing = sorted(wanted - used)
    if missing:
        fail("used by no program:\n  " + "\n  ".join(missing))
    print(f"check-guide-names: all {len(wanted)} names of the guides are used")
    compare_embedded()
    print("2 passed, 0 failed")


main()
