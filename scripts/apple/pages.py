"""The examples for Apple's systems on the pages of the documentation.

A page that shows one becomes a module with a file for each of its examples, because they build on each other.
"""

import re

from .modules import ROOT, Module, imports_of

FOLDER = ROOT / ".build" / "apple-pages"
FRAMEWORKS = {"AppKit", "Combine", "LocalAuthentication", "SwiftUI", "UIKit"}
FLAGS = ["-swift-version", "6", "-enable-upcoming-feature", "ExistentialAny",
         "-enable-upcoming-feature", "MemberImportVisibility"]


def examples_of(text):
    return re.findall(r"```swift\n(.*?)```", text, re.S)


def is_for_apple(example):
    """Whether a machine without Apple's frameworks cannot compile it."""
    return any(re.search(rf"^import {name}$", example, re.M) for name in FRAMEWORKS)


def pages(family):
    """A module for each page with an example that this family can compile."""
    found = []
    for page in sorted((ROOT / "Sources").rglob("*.docc/*.md")):
        examples = examples_of(page.read_text())
        fitting = [example for example in examples
                   if all(family.has(name) for name in re.findall(r"^import (\w+)$", example, re.M))]
        if not any(map(is_for_apple, fitting)):
            continue
        name = f"PageOf{page.parent.stem}{page.stem}"
        folder = FOLDER / family.name / name
        folder.mkdir(parents=True, exist_ok=True)
        sources = []
        for number, example in enumerate(fitting, start=1):
            sources.append(folder / f"Example{number}.swift")
            if not sources[-1].exists() or sources[-1].read_text() != example:
                sources[-1].write_text(example)
        found.append(Module(name, sources, imports_of(sources), "example", FLAGS))
    return found
