"""The house rules of adapters and interfaces that a machine can check."""

import re

from .families import ABSENT_ON_APPLE
from .modules import INTERFACES, ROOT, UNCHECKED

# These files are about Apple, not for Apple: a server's rules for Apple's attestation.
NOT_ADAPTERS = {ROOT / "Sources" / "WebAuthn" / "ChaveWebAuthn" / "Attestation" / "Apple"}
SUFFIXES = ("+Apple.swift", "+UIKit.swift", "+AppKit.swift")

# Names that a condition or an import may have besides the interfaces and the targets.
SYSTEM = {"Dispatch", "Foundation", "Swift", "Crypto", "CryptoExtras", "SwiftASN1", "X509"}

FORBIDDEN = [
    (re.compile(r"\bos\("), "os(…): a condition names what can be imported"),
    (re.compile(r"@objc\b"), "@objc: nothing here can check it"),
    (re.compile(r"#selector\b|#keyPath\b"), "#selector, #keyPath: nothing here can check them"),
]
TOLL_FREE = re.compile(r"\bas[?!]?\s+CF[A-Z]\w*|\bas\s+NS(?:String|Data|Dictionary|Array|Number)\b")
DECLARATION = re.compile(r"^(?:@\w+(?:\([^)]*\))?\s+)*(?:public|open)\s+(?:(?:final|class|static)\s+)*"
                         r"(?:class|struct|enum|protocol|typealias|func|var|let|actor)\b")
PROOF = re.compile(r"\b(unchecked|Sendable) (because|as)\b|\bunchecked:", re.IGNORECASE)
PAGE = "https://developer.apple.com/"


def code_of(line):
    """A line without its strings and comment."""
    return re.sub(r"//.*", "", re.sub(r'"(?:\\.|[^"\\])*"', '""', line))


def adapters():
    """Files for Apple's systems: those in a folder `Apple`, and halves told apart by suffix."""
    files = (ROOT / "Sources").rglob("*.swift")
    return sorted(file for file in files if not set(file.parents) & NOT_ADAPTERS
                  and ("Apple" in file.parts or file.name.endswith(SUFFIXES)))


def problems_of_adapter(name, text, known):
    lines = text.rstrip("\n").split("\n")
    if not lines[0].startswith("#if ") or "canImport(" not in lines[0] or lines[-1] != "#endif":
        yield f"{name}: the whole file stands in one #if canImport(…)"
    for number, line in enumerate(lines[1:-1], start=2):
        word = line.strip()
        if word.startswith("#if") and not re.fullmatch(r"#if !?targetEnvironment\(simulator\)", word):
            yield f"{name}:{number}: a condition inside of the file"
        elif word.startswith("#elseif"):
            yield f"{name}:{number}: another half is another file"
    for number, line in enumerate(lines, start=1):
        for pattern, what in FORBIDDEN:
            if pattern.search(code_of(line)):
                yield f"{name}:{number}: {what}"
        for module in re.findall(r"canImport\((\w+)\)", line):
            if module not in known | ABSENT_ON_APPLE:
                yield f"{name}:{number}: no interface of {module} in Tests/AppleInterfaces, so nothing compiles this"


def problems_of_source(name, text):
    """The problems of any source of the client or the server."""
    lines = text.split("\n")
    for number, line in enumerate(lines, start=1):
        code = code_of(line)
        if "@unchecked Sendable" in code and not PROOF.search(comments_at(lines, number)):
            yield f"{name}:{number}: @unchecked Sendable without a comment with why it is Sendable, or unchecked"
        if "nonisolated(unsafe)" in code and not (comment_above(lines, number) or "//" in line):
            yield f"{name}:{number}: nonisolated(unsafe) without a comment that says what makes it safe"
        if TOLL_FREE.search(code) and name.startswith("Sources/") and not name.endswith(UNCHECKED):
            yield f"{name}:{number}: a toll-free cast outside of the file for them"


def comment_above(lines, number):
    """The comment that ends just above a declaration, attributes between them skipped."""
    found, position = [], number - 2
    while position >= 0 and lines[position].strip().startswith(("//", "@")):
        found.append(lines[position])
        position -= 1
    return "\n".join(line for line in found if line.strip().startswith("//"))


def comments_at(lines, number):
    """The comment above a declaration, and the one that its body begins with."""
    below = []
    for line in lines[number:]:
        if not line.strip().startswith("//"):
            break
        below.append(line)
    return "\n".join([comment_above(lines, number)] + below)


def problems_of_interface(name, text):
    """Each public symbol has the address of its page above it, alone or with the ones it stands together with."""
    lines = text.split("\n")
    for number, line in enumerate(lines, start=1):
        if DECLARATION.match(line) and not has_page(lines, number - 1):
            yield f"{name}:{number}: no address of Apple's page above it"


def has_page(lines, index):
    """Reads up to the blank line above, across a doc comment's own blank `//` lines."""
    while index > 0 and lines[index - 1].strip():
        index -= 1
        if PAGE in lines[index]:
            return True
    return False


def check(targets):
    """The number of adapters and interfaces, and the problems of them or of another source, in words."""
    folders = {folder.name.replace(".", "_") for folder in INTERFACES.iterdir() if folder.is_dir()}
    known, problems, count = folders | SYSTEM | {target.name for target in targets}, [], 0
    for file in adapters():
        problems += problems_of_adapter(str(file.relative_to(ROOT)), file.read_text(), known)
        count += 1
    for folder in (ROOT / "Sources", ROOT / "Server" / "Sources"):
        for file in sorted(folder.rglob("*.swift")):
            problems += problems_of_source(str(file.relative_to(ROOT)), file.read_text())
    unchecked = sorted(file.name for file in (ROOT / "Sources").rglob(f"*{UNCHECKED}"))
    if len(unchecked) > 1:
        problems.append(f"toll-free casts stand in one file, not in {', '.join(unchecked)}")
    for file in sorted(INTERFACES.rglob("*.swift")):
        if file.parent.name not in ("Unchecked", "FoundationAdditions.Foundation"):
            problems += problems_of_interface(str(file.relative_to(ROOT)), file.read_text())
            count += 1
    return count, problems


BROKEN = [
    (problems_of_adapter, "import UIKit\n"),
    (problems_of_adapter, "#if canImport(UIKit)\n    #if DEBUG\n    #endif\n#endif\n"),
    (problems_of_adapter, "#if canImport(UIKit)\n#elseif canImport(AppKit)\n#endif\n"),
    (problems_of_adapter, "#if canImport(UIKit) && os(iOS)\n#endif\n"),
    (problems_of_adapter, "#if canImport(UIKit)\n@objc func f() {}\n#endif\n"),
    (problems_of_adapter, "#if canImport(UIKit)\nlet a = #selector(f)\n#endif\n"),
    (problems_of_adapter, "#if canImport(NoSuchKit)\n#endif\n"),
    (problems_of_source, "/// A box.\nstruct A: @unchecked Sendable {}\n"),
    (problems_of_source, "nonisolated(unsafe) var a = 1\n"),
    (problems_of_source, "let a = b as CFDictionary\n"),
    (problems_of_source, "let a = b as? CFString\n"),
    (problems_of_interface, "// A class.\nopen class A {}\n"),
    (problems_of_interface, "// https://developer.apple.com/documentation/a\nopen class A {}\n\npublic func b() {}\n"),
]
SOUND = [
    (problems_of_adapter, "#if canImport(UIKit)\n    // os(iOS) and @objc are not needed.\n    import UIKit\n#endif\n"),
    (problems_of_adapter, "#if canImport(UIKit) && !canImport(AppKit)\n"
                          "#if targetEnvironment(simulator)\n#else\n#endif\n#endif\n"),
    (problems_of_source, "/// It is unchecked because a lock guards it.\nstruct A: @unchecked Sendable {}\n"),
    (problems_of_source, "struct A: @unchecked Sendable {\n    // Unchecked: a lock guards it.\n}\n"),
    (problems_of_source, "// Written once, before any reader is there.\nnonisolated(unsafe) var a = 1\n"),
    (problems_of_source, "let a = b as? Data; let c: CFString\n"),
    (problems_of_interface, "// https://developer.apple.com/documentation/a\n@MainActor\nopen class A {}\n"),
    (problems_of_interface, "// https://developer.apple.com/documentation/a\npublic let a = 1\npublic let b = 1\n"),
]


def self_test():
    """Checks that each broken text is refused and each sound one accepted, or the check proves nothing; returns their
    number."""
    for cases, expected in ((BROKEN, True), (SOUND, False)):
        for rule, text in cases:
            known = ({"UIKit", "AppKit"},) if rule is problems_of_adapter else ()
            if any(rule("Sources/A/Apple/A.swift", text, *known)) != expected:
                raise SystemExit(f"typecheck-apple: self-test of the rules: {rule.__name__} is wrong about:\n{text}")
    return len(BROKEN) + len(SOUND)
