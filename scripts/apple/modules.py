"""The modules to compile, in the order in which they need each other."""

import json
import re
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
INTERFACES = ROOT / "Tests" / "AppleInterfaces"
UNCHECKED = "+Unchecked.swift"

IMPORT = re.compile(r"^\s*(?:@\w+\s+)*(?:(?:public|package|internal|fileprivate|private)\s+)?import\s+"
                    r"(?:(?:struct|class|enum|protocol|func|var|let|typealias)\s+)?(\w+)(?:\.(\w+))?", re.MULTILINE)


RELEASE = "Release"  # The suffix of an app's module without DEBUG.
DEBUG = re.compile(r"^\s*#(?:if|elseif)\b.*\bDEBUG\b", re.MULTILINE)


@dataclass
class Module:
    """A module: its name, its files, and the names of the modules of ours that it may see."""

    name: str
    sources: list
    needs: set
    kind: str  # framework, target, example, or seeded
    flags: list = field(default_factory=list)


def imports_of(sources):
    """The modules that these name; `import A.B` brings A and A_B."""
    found = set()
    for source in sources:
        for name, part in IMPORT.findall(source.read_text()):
            found |= {name, f"{name}_{part}"} if part else {name}
    return found


def needed_by(module, names):
    """The members of `names` that a module needs: those that the manifest lets it see, and those that it imports."""
    found = module.needs | imports_of(module.sources)
    if module.kind != "framework" and "Foundation" in found:
        found.add("FoundationAdditions")  # This is the text that the family reads.
    return (found & set(names)) - {module.name}


def frameworks():
    """A folder of Tests/AppleInterfaces each; a folder A.B is what `import A.B` brings."""
    folders = [folder for folder in sorted(INTERFACES.iterdir())
               if folder.is_dir() and folder.name not in ("Unchecked", "SeededErrors")]
    names = {folder.name.replace(".", "_") for folder in folders}
    found = []
    for folder in folders:
        sources = sorted(folder.rglob("*.swift"))
        if not sources:
            raise SystemExit(f"typecheck-apple: {folder.name} has no file")
        name = folder.name.replace(".", "_")
        found.append(Module(name, sources, (imports_of(sources) & names) - {name}, "framework",
                            ["-swift-version", "6", "-enable-upcoming-feature", "ExistentialAny"]))
    return found


def targets(family):
    """The client package's targets with what the manifest lets them see on this family."""
    manifest = json.loads(subprocess.run(["swift", "package", "--package-path", str(ROOT), "dump-package"],
                                         check=True, capture_output=True, text=True).stdout)
    found = []
    for target in manifest["targets"]:
        folder = ROOT / (target.get("path") or f"Sources/{target['name']}")
        if target["type"] not in ("regular", "executable") or ROOT / "Sources" not in folder.parents:
            continue
        sources = sorted(folder.rglob("*.swift"))
        if sources:
            found.append(Module(target["name"], sources, needs(target, family), "target", settings(target)))
    return found


def needs(target, family):
    """The dependencies that hold on this family."""
    names = set()
    for dependency in target["dependencies"]:
        (kind, value), = dependency.items()
        condition = value[-1]
        if condition and condition.get("platformNames") and family.platform not in condition["platformNames"]:
            continue
        names.add(value[0])
    return names


def settings(target):
    flags = ["-swift-version", "6"]
    for setting in target.get("settings", []):
        for name, value in setting["kind"].items():
            option = {"enableUpcomingFeature": "-enable-upcoming-feature",
                      "enableExperimentalFeature": "-enable-experimental-feature"}.get(name)
            if option is None:
                raise SystemExit(f"typecheck-apple: {target['name']} has a setting that is not known here: {name}")
            flags += [option, value["_0"]]
    return flags


def examples(family):
    """The apps of Examples that are for this family: their projects set Swift 6, and DEBUG in a debug build.

    An app whose sources check DEBUG is compiled twice, once for each build.
    """
    found = []
    for folder in sorted((ROOT / "Examples").iterdir()):
        sources = sorted((folder / "Sources").rglob("*.swift"))
        if sources and floor_of(folder, family):
            flags = ["-swift-version", "6"]
            found.append(Module(folder.name, sources, imports_of(sources), "example", flags + ["-D", "DEBUG"]))
            if any(DEBUG.search(source.read_text()) for source in sources):
                found.append(Module(f"{folder.name}{RELEASE}", sources, imports_of(sources), "example", flags))
    return found


def floor_of(app, family):
    """The oldest version of the family's system that an app's project names, or nothing."""
    text = "".join(file.read_text() for file in sorted(app.glob("*.xcodeproj/project.pbxproj")))
    found = re.findall(rf"\b{family.deployment} = (\d+)(?:\.(\d+))?", text)
    return min(((int(major), int(minor or 0)) for major, minor in found), default=None)


def in_order(modules):
    """The modules, each one after its dependencies."""
    by_name, done, ordered = {module.name: module for module in modules}, set(), []

    def visit(module, above):
        if module.name in above:
            raise SystemExit(f"typecheck-apple: {' needs '.join(above + [module.name])}")
        if module.name in done:
            return
        for name in sorted(module.needs & by_name.keys()):
            visit(by_name[name], above + [module.name])
        done.add(module.name)
        ordered.append(module)

    for module in modules:
        visit(module, [])
    return ordered
