"""The client package as it was built, for the scripts that read its public symbols."""

import json
import re
import subprocess
import sys
from pathlib import Path

from package_targets import target_folders

ROOT = Path(__file__).resolve().parent.parent
MODULES = ROOT / ".build" / "debug" / "Modules"


def stable_products():
    """The products that Package.swift lists below the comment on the promise of stability."""
    text = (ROOT / "Package.swift").read_text()
    match = re.search(r"// The stability promise[^\n]*\n(.*?)\n\s*//", text, re.S)
    names = re.findall(r'\.library\(name: "(\w+)"', match[1]) if match else []
    if not names:
        sys.exit("Package.swift: no product stands below the comment on the promise of stability")
    return names


def libraries():
    """All libraries; those of the promise come first."""
    first = stable_products()
    return first + sorted(set(target_folders(ROOT)) - set(first))


def compiler_arguments():
    """The arguments with which a tool can read the modules, the same as SwiftPM's own."""
    description = ROOT / ".build" / "debug" / "description.json"
    if not description.exists():
        sys.exit("the client package is not built: scripts/test client-build")
    commands = json.loads(description.read_text())["swiftCommands"].values()
    words = max((command["otherArguments"] for command in commands), key=lambda each: each.count("-Xcc"))
    return [word for pair in zip(words, words[1:]) if pair[0] in ("-Xcc", "-target") for word in pair]


def extract(module, folder, arguments=None, search=MODULES):
    """Writes the symbol graphs of one module's public symbols into `folder`, and gives them."""
    folder.mkdir(parents=True, exist_ok=True)
    command = ["swift-symbolgraph-extract", "-module-name", module, "-output-dir", str(folder), "-I", str(search),
               "-minimum-access-level", "public", "-skip-synthesized-members",
               *(compiler_arguments() if arguments is None else arguments)]
    result = subprocess.run(command, capture_output=True, text=True)
    if result.returncode:
        sys.exit(f"the symbols of {module} cannot be read:\n{result.stderr.strip()[-3000:]}")
    return [json.loads(file.read_text()) for file in sorted(folder.glob("*.symbols.json"))
            if re.split(r"[@.]", file.name)[0] == module]


def compile_sample(name, text, folder):
    """A module of one file, for a self-test; gives the arguments that read it."""
    folder.mkdir(parents=True, exist_ok=True)
    source = folder / f"{name}.swift"
    source.write_text(text)
    subprocess.run(["swiftc", "-swift-version", "6", "-emit-module", "-module-name", name, "-parse-as-library",
                    "-emit-module-path", str(folder / f"{name}.swiftmodule"), str(source)], check=True)
    words = compiler_arguments()
    return words[words.index("-target"):][:2]
