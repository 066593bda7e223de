"""No symbol newer than what we promise is used without asking for its version.

The interface modules carry the versions that Apple's documentation gives, the system's modules their own. The script
looks up each symbol that the compiler resolved in our sources. A newer symbol must be inside `if #available` of at
least its version, after such a `guard`, or inside a declaration of that version.
"""

import json
import re
import tempfile
from pathlib import Path
from platform import machine

from availability.conditions import SourceText
from availability.newer import EXTENSIONS, SYSTEM_MODULES, Newer, read_graphs
from availability.package import ROOT
from availability.trees import declarations_from, dump, findings_in, version_of

from .compiling import CACHE
from .modules import RELEASE, floor_of, imports_of


class Compiled:
    """A module for which the compiler dumps the syntax trees."""

    def __init__(self, module, workshop):
        copies = workshop.copies_of(module)
        command = workshop.command(module, "unused")
        start = command.index("-module-name")
        self.name = module.name
        self.sources = [str(copy) for copy in copies]
        words = [word for word in command[start:] if word not in self.sources and word != "-warnings-as-errors"]
        for option in ("-o", "-module-cache-path"):
            position = words.index(option)
            del words[position:position + 2]
        self.arguments = words


def newer_of_the_system(families, workshop):
    """For each family, the symbols of the system's modules and the packages that are newer than its floor."""
    newer = {family.name: Newer(family.domain, family.floor) for family in families}
    packages = [file.stem for file in workshop.files if file.stem in ("Crypto", "CryptoExtras", "SwiftASN1", "X509")]
    read_graphs(list(newer.values()), SYSTEM_MODULES + packages, arguments(workshop))
    return newer


def read_interfaces(newer, workshop, frameworks):
    """Adds the newer symbols of the interfaces, and the phone's symbols that an app extension does not have."""
    apps = Newer(EXTENSIONS, (0, 0)) if workshop.family.domain == "iOS" else None
    read_graphs([newer] + ([apps] if apps else []), [module.name for module in frameworks], arguments(workshop))
    return apps


def arguments(workshop):
    return ["-target", f"{machine()}-unknown-linux-gnu", "-I", str(workshop.visible())] + workshop.clang


def primary_of(module, copies, frameworks, apps):
    """The copies that can use a framework's symbol: those that import one, and those of a folder `Apple`.

    Some symbols that an extension lacks are ours, and sources without a framework use them by name.
    """
    names = {framework.name for framework in frameworks} - {"FoundationAdditions"}
    ours = own_names(apps)
    return [str(copy) for copy, source in zip(copies, module.sources)
            if module.kind == "example" or "Apple" in source.parts or imports_of([copy]) & names
            or ours and ours.search(source.read_text())]


def own_names(apps):
    """Our own declarations that an app extension does not have: a type by its name, a member by its dot or type."""
    known = {name.partition("(")[0] for name, _ in apps.symbols.values()} if apps else set()
    names = {name for name in known if name.isidentifier() and name != "init"}
    words = [rf"\b{name}\b" if name[0].isupper() else rf"\.{name}\b" for name in sorted(names)]
    return re.compile("|".join(words)) if words else None


def allowed():
    """The allowed symbols with their reasons, also those of Linux's sources."""
    lines = (ROOT / "scripts" / "availability-allowed").read_text().splitlines()
    return {line.partition("  # ")[0].strip() for line in lines if line.strip() and not line.startswith("#")}


def check(workshop, modules, frameworks, newer, apps=None):
    """The findings in these modules, in the order given, and how many files were looked at.

    `apps` has the symbols that app extensions lack; an example is an app, not an extension.
    """
    found, files, let_through = [], 0, allowed()
    for module in modules:
        copies = workshop.copies_of(module)
        if not copies[0].exists():
            workshop.write_copies(module, {})
        primary = primary_of(module, copies, frameworks, apps)
        if not primary:
            continue
        floor = workshop.family.floor
        if module.kind == "example":
            # An example of a page has no project: it is for every system that the products are for.
            floor = floor_of(ROOT / "Examples" / module.name.removesuffix(RELEASE), workshop.family) or floor
        with tempfile.TemporaryDirectory() as folder:
            trees = [json.loads(Path(file).read_text())
                     for file in dump(Compiled(module, workshop), folder, primary, CACHE)]
        for system in [newer] + ([apps] if apps and module.kind != "example" else []):
            for tree in trees:
                system.symbols.update(declarations_from(tree, system.system))
            if system is apps:
                apps.name_types()
            for tree, copy in zip(trees, primary):
                text = SourceText(copy)
                text.path = str(ROOT / Path(copy).relative_to(workshop.folder / "sources" / module.name))
                found += [finding for finding in findings_in(tree, text, system, asking_counts=True)
                          if finding.version > floor and finding.name not in let_through]
        files += len(primary)
    return unique(found), files


def unique(findings):
    return list({(finding.path, finding.line, finding.name): finding for finding in findings}.values())
