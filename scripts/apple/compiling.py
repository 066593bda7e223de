"""Compiles modules as one family of Apple's systems would, into a folder of its own."""

import json
import os
import subprocess
from pathlib import Path

from . import modules, pages
from .modules import INTERFACES, ROOT, UNCHECKED

# Modules of the packages that ours link, from the build of this machine.
SCRATCH = ROOT / ".build"


class Failure(Exception):
    """The compiler's words."""


def package_modules():
    """Files of the linked packages' modules, and the compiler's arguments to find their C headers."""
    description = SCRATCH / "debug" / "description.json"
    if not description.exists():
        raise SystemExit("typecheck-apple: the client package is not built; scripts/test client-build does it")
    commands = json.loads(description.read_text())["swiftCommands"].values()
    files, clang = [], []
    for command in commands:
        if not command["sources"] or not command["sources"][0].startswith(str(SCRATCH / "checkouts")):
            continue
        files.append(Path(command["moduleOutputPath"]))
    for command in commands:
        others = command["otherArguments"]
        mine = [word for pair in zip(others, others[1:]) if pair[0] == "-Xcc" for word in pair]
        clang = max(clang, mine, key=len)
    return [file for file in files if file.exists()], clang


class Workshop:
    """A family's folder: sources as it reads them, and the modules made of them."""

    def __init__(self, family, folder, packages, below=None):
        self.family, self.folder, self.below = family, folder, below
        self.files, self.clang = packages
        (folder / "modules").mkdir(parents=True)

    def sources_of(self, module, changed=None):
        """Copies as this family reads them. `changed` gives the text of a file that is other than on disk."""
        home = self.folder / "sources" / module.name
        copies, seen = [], set()
        for source in module.sources:
            text = (changed or {}).get(source, None)
            if source.name.endswith(UNCHECKED) and module.kind == "target":
                source = replacement(source)
                text = (changed or {}).get(source, None)
            if text is None:
                text = source.read_text()
            copy = home / os.path.relpath(source, ROOT)
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_text(self.family.read(text) if module.kind != "framework" else text)
            copies.append(copy)
            seen.add(source)
        return copies

    def command(self, module, copies, output):
        arguments = ["swiftc", "-frontend", "-emit-module", "-module-name", module.name, "-o", str(output),
                     "-parse-as-library", "-package-name", "chave", "-Onone", "-enable-testing",
                     "-module-cache-path", str(SCRATCH / "apple-cache"), "-I", str(self.visible_to(module))]
        if module.kind != "framework":
            arguments += ["-warnings-as-errors"]
        return arguments + module.flags + self.clang + [str(copy) for copy in copies]

    def visible_to(self, module):
        """A folder with the modules that this one may see."""
        folder = self.folder / "visible" / module.name
        folder.mkdir(parents=True, exist_ok=True)
        for file in self.made() + self.files:
            link = folder / file.name
            if not link.exists():
                link.symlink_to(file)
        return folder

    def made(self):
        own = list((self.folder / "modules").glob("*.swiftmodule"))
        names = {file.name for file in own}
        return own + [file for file in (self.below.made() if self.below else []) if file.name not in names]

    def compile(self, module, changed=None):
        """The module's file, or the compiler's words as a `Failure`."""
        output = self.folder / "modules" / f"{module.name}.swiftmodule"
        result = subprocess.run(self.command(module, self.sources_of(module, changed), output),
                                capture_output=True, text=True)
        if result.returncode != 0 or not output.exists():
            words = (result.stderr + result.stdout).replace(f"{self.folder}/sources/{module.name}/", "")
            raise Failure(words.strip() or f"the compiler ended with {result.returncode}")
        return output


def replacement(source):
    """The interface that stands for a file that only Apple's compilers can check."""
    file = INTERFACES / "Unchecked" / source.name
    if not file.exists():
        raise SystemExit(f"typecheck-apple: {source.relative_to(ROOT)} has no interface in "
                         f"{file.parent.relative_to(ROOT)}")
    return file


def everything(family):
    """All modules of a family, in order."""
    own = [module for module in modules.frameworks() if family.has(module.name)]
    return modules.in_order(own) + modules.in_order(modules.targets(family)) + modules.examples() \
        + pages.pages(family)
