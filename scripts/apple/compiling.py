"""Compiles modules as one family of Apple's systems would, into a folder of its own."""

import json
import os
import re
import subprocess
from pathlib import Path

from . import modules, pages
from .modules import INTERFACES, ROOT, UNCHECKED

# Modules of the packages that ours link, from the build of this machine.
SCRATCH = ROOT / ".build"
CACHE = str(SCRATCH / "apple-cache")


class Failure(Exception):
    """The compiler's output."""


def package_modules():
    """Files of the linked packages' modules, and the compiler's arguments to find their C headers."""
    description = SCRATCH / "debug" / "description.json"
    if not description.exists():
        raise SystemExit("typecheck-apple: the client package is not built; scripts/test client-build does it")
    files, clang = [], []
    for command in json.loads(description.read_text())["swiftCommands"].values():
        others = command["otherArguments"]
        clang = max(clang, [word for pair in zip(others, others[1:]) if pair[0] == "-Xcc" for word in pair], key=len)
        if command["sources"] and command["sources"][0].startswith(str(SCRATCH / "checkouts")):
            files.append(Path(command["moduleOutputPath"]))
    return [file for file in files if file.exists()], clang


class Workshop:
    """A family's folder: its version of the sources and the modules built from them. A workshop above another one sees
    that one's modules and rebuilds some of them.
    """

    def __init__(self, family, folder, packages, below=None):
        self.family, self.folder, self.below = family, folder, below
        self.files, self.clang = packages
        self.all = below.all if below and below.family is family else everything(family)
        (folder / "modules").mkdir(parents=True)

    def of(self, kind):
        return [module for module in self.all if module.kind == kind]

    def path_of(self, module, source):
        """A source and the place of its copy; an interface replaces a file that only Apple's compilers can check."""
        if source.name.endswith(UNCHECKED) and module.kind == "target":
            source = replacement(source)
        below = os.path.relpath(source, ROOT) if ROOT in source.parents else source.name
        return source, self.folder / "sources" / module.name / below

    def copies_of(self, module):
        return [self.path_of(module, source)[1] for source in module.sources]

    def write_copies(self, module, changed):
        for source in module.sources:
            source, copy = self.path_of(module, source)
            text = changed.get(source)
            if text is None:
                text = source.read_text()
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_text(text if module.kind == "framework" else self.family.read(text))

    def command(self, module, output):
        arguments = ["swiftc", "-frontend", "-emit-module", "-module-name", module.name, "-o", str(output),
                     "-parse-as-library", "-package-name", "chave", "-enable-testing",
                     "-module-cache-path", CACHE, "-I", str(self.visible(module))]
        if module.kind != "framework":
            arguments.append("-warnings-as-errors")
        return arguments + module.flags + self.clang + [str(copy) for copy in self.copies_of(module)]

    def visible(self, module=None):
        """A folder with the modules that this one may see, or with all."""
        folder = self.folder / "visible" / (module.name if module else "-")
        folder.mkdir(parents=True, exist_ok=True)
        seen = self.seen_by(module) if module and module.kind == "target" else None
        for file in self.made() + self.files:
            link = folder / file.name
            if (seen is None or file.stem in seen or file in self.files) and not link.exists():
                link.symlink_to(file)
        return folder

    def seen_by(self, module):
        """The frameworks, and the modules that the manifest lets a target see, directly and through others."""
        by_name = {other.name: other for other in self.of("target")}
        seen, left = {framework.name for framework in self.of("framework")}, list(module.needs)
        while left:
            name = left.pop()
            if name in by_name and name not in seen:
                seen.add(name)
                left += by_name[name].needs
        return seen

    def made(self):
        own = list((self.folder / "modules").glob("*.swiftmodule"))
        names = {file.name for file in own}
        return own + [file for file in (self.below.made() if self.below else []) if file.name not in names]

    def compile(self, module, changed=None):
        """Compiles the module, or raises the compiler's output. `changed` has texts that replace files on disk."""
        self.write_copies(module, changed or {})
        output = self.folder / "modules" / f"{module.name}.swiftmodule"
        result = subprocess.run(self.command(module, output), capture_output=True, text=True)
        if result.returncode != 0 or not output.exists():
            words = (result.stderr + result.stdout).replace(f"{self.folder}/sources/{module.name}/", "")
            raise Failure(words.strip() or f"the compiler ended with {result.returncode}")


def same_on_both(families):
    """Names of the modules that are the same for both families and are compiled only once. Their sources are the same,
    and neither they nor their dependencies name a framework that one family lacks.
    """
    absent = set().union(*(family.absent for family in families))
    others = [{module.name: module for module in everything(family)} for family in families[1:]]
    found = set()
    for module in everything(families[0]):
        texts = [source.read_text() for source in module.sources]
        if (module.kind != "example"
                and all(module.name in other and other[module.name].needs == module.needs for other in others)
                and not any(re.search(rf"\b(?:{'|'.join(absent)})\b", text) for text in texts)
                and all(family.read(text) == families[0].read(text) for family in families for text in texts)
                and found >= modules.needed_by(module, others[0])):
            found.add(module.name)
    return found


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
    return modules.in_order(own) + modules.in_order(modules.targets(family)) + modules.examples(family) \
        + pages.pages(family)
