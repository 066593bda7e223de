"""The client package as SwiftPM compiled it."""

import json
import os
import subprocess
import sys
from pathlib import Path

from package_targets import target_folders

ROOT = Path(__file__).resolve().parent.parent.parent


def fail(message):
    print(f"{Path(sys.argv[0]).name}: {message}", file=sys.stderr)
    sys.exit(1)


def run(arguments, **options):
    result = subprocess.run(arguments, capture_output=True, text=True, **options)
    if result.returncode != 0:
        fail(f"{os.path.basename(arguments[0])} ended with {result.returncode}:\n{result.stderr.strip()[-3000:]}")
    return result.stdout


class Module:
    """One target of the client package and how SwiftPM compiled it."""

    def __init__(self, command):
        self.name = command["moduleName"]
        self.sources = command["sources"]
        self.arguments = ["-module-name", self.name, "-I", command["importPath"]]
        others = command["otherArguments"]
        position = 0
        while position < len(others):
            word = others[position]
            if word in ("-Xcc", "-target", "-swift-version", "-enable-upcoming-feature", "-package-name", "-I",
                        "-default-isolation", "-enable-experimental-feature"):
                self.arguments += others[position:position + 2]
                position += 2
                continue
            if word.startswith("-D") or word in ("-enable-bare-slash-regex", "-parse-as-library"):
                self.arguments.append(word)
            position += 1

    @property
    def clang_arguments(self):
        return [word for pair in zip(self.arguments, self.arguments[1:]) if pair[0] == "-Xcc" for word in pair]


def modules_of_the_package(scratch):
    description = scratch / "debug" / "description.json"
    if not description.exists():
        fail(f"{description} is missing: build the client package first")
    commands = json.loads(description.read_text())["swiftCommands"].values()
    sources = str(ROOT / "Sources") + os.sep
    found = [Module(command) for command in commands
             if command["sources"] and all(source.startswith(sources) for source in command["sources"])]
    expected = set(target_folders(ROOT))
    missing = expected - {module.name for module in found}
    if missing:
        fail(f"not built, so not checked: {', '.join(sorted(missing))}")
    return sorted(found, key=lambda module: module.name)
