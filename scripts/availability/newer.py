"""The symbols that a system got after the promised version, from the compiler's symbol graphs."""

import json
import re
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from .package import fail, run

SYSTEM_MODULES = [
    "Swift", "_Concurrency", "_StringProcessing", "RegexBuilder", "Synchronization", "Observation", "Distributed",
    "FoundationEssentials", "FoundationInternationalization", "Foundation", "FoundationNetworking", "Dispatch",
]

# Modules that the systems have only from a later version on: importing one is enough to be refused.
NEWER_MODULES = {
    "iOS": {"Synchronization": (18, 0), "Observation": (17, 0), "RegexBuilder": (16, 0), "Distributed": (16, 0)},
    "macOS": {"Synchronization": (15, 0), "Observation": (14, 0), "RegexBuilder": (13, 0), "Distributed": (13, 0)},
}

# The symbols that an app extension lacks: for `Newer` a system of its own, on which a symbol exists or not.
EXTENSIONS = "iOSApplicationExtension"
# The symbol graph's name differs from the source's name.
GRAPH_NAMES = {EXTENSIONS: "iOSAppExtension"}

# Later additions of the language's run time: metadata of parameterised existentials, and of typed throws.
BOXED_TYPES = {"iOS": (16, 0), "macOS": (13, 0)}
TYPED_THROWS = {"iOS": (18, 0), "macOS": (15, 0)}

# On Apple's systems `import Crypto` is CryptoKit, which got these later than swift-crypto's own annotations say.
CRYPTOKIT = [
    (r"P(256|384|521)\.(Signing|KeyAgreement)\.PublicKey\.(init\(compressedRepresentation:\)|compressedRepresentation)",
     (16, 0)),
    (r"HPKE(\..*)?", (17, 0)),
    (r"KEM(\..*)?", (17, 0)),
    (r"SHA3_(256|384|512)(Digest)?(\..*)?", (26, 0)),
    (r"(MLKEM|MLDSA|XWing)\w*(\..*)?", (26, 0)),
]

# Foundation on Linux carries few annotations outside FoundationEssentials. None of these is on iOS at all.
NOT_ON_IOS = {
    "Foundation": [r"Process(\..*)?", r"Host(\..*)?", r"XMLDocument(\..*)?"],
    "FoundationEssentials": [r"FileManager\.homeDirectoryForCurrentUser"],
}


class Newer:
    """All symbols that a system got after the floor, or does not have: by symbol, and by the type's demangled name."""

    def __init__(self, system="iOS", floor=(15, 0)):
        self.system, self.floor = system, floor
        self.symbols, self.types, self.cases = {}, {}, {}
        later = {name: table.get(system, (0, 0)) for name, table in (("boxed", BOXED_TYPES), ("typed", TYPED_THROWS))}
        modules = NEWER_MODULES.get(system, {})
        self.modules = {name: version for name, version in modules.items() if version > floor}
        self.boxed_types = later["boxed"] if later["boxed"] > floor else None
        self.typed_throws = later["typed"] if later["typed"] > floor else None

    def read(self, graph):
        module = graph["module"]["name"]
        for symbol in graph["symbols"]:
            usr = symbol["identifier"]["precise"]
            path = ".".join(symbol["pathComponents"])
            version = max(self.introduced(symbol), self.by_name(module, path))
            if version > self.floor:
                self.symbols[usr] = (path, version)
                if symbol["kind"]["identifier"] == "swift.enum.case":
                    owner, _, name = path.rpartition(".")
                    self.cases[f"{module}.{owner}", name.partition("(")[0]] = (path, version)

    def introduced(self, symbol):
        for entry in symbol.get("availability", []):
            if entry.get("domain") == GRAPH_NAMES.get(self.system, self.system):
                if entry.get("isUnconditionallyUnavailable"):
                    return (999, 0)
                if "introduced" in entry:
                    return (entry["introduced"].get("major", 0), entry["introduced"].get("minor", 0))
        return (0, 0)

    def by_name(self, module, path):
        """Names of symbols without an annotation. macOS 14 has all of these that iOS 17 has, and it runs programs."""
        if self.system == EXTENSIONS:
            return (0, 0)
        if module == "Crypto":
            for pattern, version in CRYPTOKIT:
                if re.fullmatch(pattern, path) and (self.system == "iOS" or version >= (26, 0)):
                    return version
        for pattern in NOT_ON_IOS.get(module, []):
            if self.system == "iOS" and re.fullmatch(pattern, path):
                return (999, 0)
        return (0, 0)

    def name_types(self):
        """Types appear in the tree as mangled types, not as symbols, so they are known by demangled name as well."""
        usrs = [usr for usr in self.symbols if usr.startswith("s:") and not usr.startswith("s:e:")
                and re.search(r"[VOCPa]$", usr)]
        for usr, name in zip(usrs, demangle(["$s" + usr[2:] for usr in usrs])):
            self.types[re.sub(r"^\(extension in \w+\):", "", name)] = self.symbols[usr]


def demangle(names):
    if not names:
        return []
    lines = run(["swift", "demangle", "--compact"], input="\n".join(names) + "\n").splitlines()
    if len(lines) != len(names):
        fail("swift demangle answered another number of lines than it was asked")
    return lines


def newer_than_floor(modules):
    """The later additions of iOS in the system's modules and in every package module that ours were compiled with."""
    first = modules[0]
    search = first.arguments[first.arguments.index("-I") + 1]
    own = {module.name for module in modules}
    linked = sorted({word.stem for word in Path(search).glob("*.swiftmodule")})
    packages = [name for name in linked if name in ("Crypto", "CryptoExtras", "SwiftASN1", "X509") and name not in own]
    clang = max((module.clang_arguments for module in modules), key=len)
    target = first.arguments[first.arguments.index("-target") + 1]
    newer = Newer()
    read_graphs([newer], SYSTEM_MODULES + packages, ["-target", target, "-I", search] + clang)
    return newer


def read_graphs(systems, names, arguments):
    """Extracts these modules' symbol graphs, and has each `Newer` of `systems` read them."""
    with tempfile.TemporaryDirectory() as folder:
        def extract(name):
            run(["swift-symbolgraph-extract", "-module-name", name, "-output-dir", folder,
                 "-minimum-access-level", "public", "-skip-synthesized-members"] + arguments)

        with ThreadPoolExecutor(2) as pool:
            list(pool.map(extract, names))
        for file in sorted(Path(folder).glob("*.symbols.json")):
            graph = json.loads(file.read_text())
            for newer in systems:
                newer.read(graph)
    for newer in systems:
        newer.name_types()
        if newer.system != EXTENSIONS and len(newer.symbols) < 100 or newer.system == "iOS" and len(newer.symbols) < 1000:
            fail(f"only {len(newer.symbols)} newer symbols found: the symbol graphs carry no versions any more")
