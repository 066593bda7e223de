"""The compiler's resolved syntax tree: every declaration, type and conformance."""

import os
import re

from .newer import EXTENSIONS, demangle
from .package import ROOT, run


SYSTEM_NAMES = {EXTENSIONS: "iOS for extensions of an app"}


class Finding:
    def __init__(self, path, line, name, version, system="iOS"):
        self.path, self.line, self.name, self.version, self.system = path, line, name, version, system

    def __str__(self):
        where, system = os.path.relpath(self.path, ROOT), self.system
        major, minor = self.version
        since = f"is not on {SYSTEM_NAMES.get(system, system)}" if major == 999 else f"is there from {system} {major}.{minor}"
        return f"{where}:{self.line}: {self.name} {since}"


def dump(module, folder, primary=None, cache=None):
    """One tree for each source file, in the order of `primary` (default: all of `module.sources`)."""
    arguments = ["swiftc", "-frontend", "-dump-ast", "-dump-ast-format", "json"] + module.arguments
    primary, outputs = primary or module.sources, []
    for source in module.sources:
        if source not in primary:
            arguments.append(source)
    for number, source in enumerate(primary):
        arguments += ["-primary-file", source]
        outputs.append(os.path.join(folder, f"{module.name}-{number}.json"))
    for output in outputs:
        arguments += ["-o", output]
    run(arguments + ["-module-cache-path", cache or os.path.join(folder, "cache")])
    return outputs


# --- Versions that the code has asked for ----------------------------------------------------------------------------

def version_of(text):
    major, _, rest = str(text).partition(".")
    return int(major), int(rest.partition(".")[0] or 0)


def asked_for(node, system):
    """The version that is guaranteed when the conditions of an `if` or a `guard` are true."""
    version = (0, 0)
    for condition in node.get("conditions", []):
        if isinstance(condition, dict) and condition.get("_kind") == "#available":
            for query in condition["queries"]:
                if query.get("domain") == system and "version" in query:
                    version = max(version, version_of(query["version"]))
    return version


def declared_from(node, system):
    """The version of a declaration's own `@available`: its callers must have checked for this version."""
    version = (0, 0)
    for attribute in node.get("attrs", []):
        if isinstance(attribute, dict) and attribute.get("_kind") == "available_attr":
            if attribute.get("domain") == system and attribute.get("unavailable"):
                version = (999, 0)
            elif attribute.get("domain") == system and "introduced" in attribute:
                version = max(version, version_of(attribute["introduced"]))
    return version


def children_of(node, held, system):
    """Each part of a node with the version that is guaranteed in it."""
    held = max(held, declared_from(node, system))
    kind = node.get("_kind")
    if kind == "brace_stmt":
        for element in node.get("elements", []):
            yield "elements", element, held
            if isinstance(element, dict) and element.get("_kind") == "guard_stmt":
                held = max(held, asked_for(element, system))
        return
    asked = asked_for(node, system) if kind in ("if_stmt", "while_stmt") else (0, 0)
    for key, value in node.items():
        inside = key in ("then_stmt", "conditions") or kind == "while_stmt" and key == "body"
        yield key, value, max(held, asked) if inside else held


# --- What is newer ---------------------------------------------------------------------------------------------------

def declarations_from(tree, system):
    """Our own declarations that carry `@available`, by symbol."""
    found, stack = {}, [tree]
    while stack:
        node = stack.pop()
        if isinstance(node, dict):
            version = declared_from(node, system)
            if version > (0, 0) and isinstance(node.get("usr"), str):
                name = node.get("name", {})
                found[node["usr"]] = (name_in(name) or node["usr"], version)
            stack.extend(node.values())
        elif isinstance(node, list):
            stack.extend(node)
    return found


def name_in(name):
    """The tree writes a name as `{"base_name": {"name": …}}` or plainly."""
    while isinstance(name, dict):
        name = name.get("base_name", name.get("name"))
    return name if isinstance(name, str) else None


def findings_in(tree, text, newer, asking_counts=False):
    """Walks one tree; a node without its own position has its parent's. With `asking_counts`, a symbol inside `if
    #available` of its version, or inside a declaration of that version, is no finding.
    """
    found, types, cases = [], {}, {}
    stack = [(None, tree, 0, (0, 0))]
    while stack:
        key, node, offset, held = stack.pop()
        if isinstance(node, list):
            stack.extend((key, child, offset, held) for child in node)
        elif isinstance(node, dict):
            if isinstance(node.get("range"), dict):
                offset = node["range"].get("start", offset)
            module = node.get("module_path", [""])[0] if node.get("_kind") == "import_decl" else ""
            if module in newer.modules:
                found.append((offset, f"module {module}", newer.modules[module], held))
            if node.get("_kind") == "pattern_enum_element":
                cases[node.get("type", ""), name_in(node.get("element")), held] = offset
            stack.extend((key, child, offset, at) for key, child, at in children_of(node, held, newer.system))
        elif isinstance(node, str) and node.startswith("s:"):
            symbol = node[4:] if node.startswith("s:e:") else node
            if symbol in newer.symbols and key in ("decl_usr", "decl", "protocol"):
                found.append((offset, *newer.symbols[symbol], held))
        elif isinstance(node, str) and node.startswith("$s"):
            types.setdefault((node, key == "replacement_type", held), offset)
    found += newer_types(types, newer) + newer_cases(cases, newer)
    return [Finding(text.path, text.line(offset), name, version, newer.system)
            for offset, name, version, held in found if not (asking_counts and held >= version)]


def newer_cases(cases, newer):
    """A pattern names its type and the case, not the case's symbol."""
    found = []
    for ((_, case, held), offset), owner in zip(cases.items(), demangle([key[0] for key in cases])):
        entry = newer.cases.get((re.sub(r"<.*", "", owner), case))
        if entry:
            found.append((offset, *entry, held))
    return found


def newer_types(types, newer):
    found = []
    for ((_, is_argument, held), offset), name in zip(types.items(), demangle([key[0] for key in types])):
        for match in re.finditer(r"\b[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+", name):
            words = match[0].split(".")
            for length in range(2, len(words) + 1):
                entry = newer.types.get(".".join(words[:length]))
                if entry:
                    found.append((offset, *entry, held))
        if newer.boxed_types and re.search(r"\bany [\w.]+<", name):
            found.append((offset, "a parameterised existential at run time", newer.boxed_types, held))
        if newer.typed_throws and is_argument and "throws(" in name:
            found.append((offset, "metadata of a function type with typed throws", newer.typed_throws, held))
    return found
