"""Uses of newer symbols that the check of versions must find, and others that it must let pass."""

from pathlib import Path

from . import versions
from .modules import Module

FRAMEWORK = """
public struct Older: Sendable {
    public init() {}
    @available(iOS 17.0, macOS 15.0, *)
    public var newer: Int { 0 }
}
@available(iOS 16.0, macOS 15.0, *)
public final class Newer { public init() {} }
public enum Kind { case known
    @available(iOS 18.0, macOS 15.0, *)
    case added
}
@available(macOS, unavailable)
public func phoneOnly() {}
@available(iOSApplicationExtension, unavailable)
public func appOnly() {}
@available(iOSApplicationExtension, unavailable)
public final class Windows { public init() {} }
"""

# Text, and the names that must be found on the phone and on the Mac.
USES = {
    "Plain": ("func f() { _ = Older().newer }", {"Older.newer"}, {"Older.newer"}),
    "Type": ("func f(_ it: Newer?) {}", {"Newer"}, {"Newer"}),
    "Case": ("func f(_ it: Kind) -> Bool { if case .added = it { true } else { false } }", {"Kind.added"},
             {"Kind.added"}),
    "Inside": ("func f() { if #available(iOS 17, macOS 15, *) { _ = Older().newer } }", set(), set()),
    "TooOld": ("func f() { if #available(iOS 16.4, macOS 14.9, *) { _ = Older().newer } }", {"Older.newer"},
               {"Older.newer"}),
    "OnlyPhone": ("func f() { if #available(iOS 17, *) { _ = Older().newer } }", set(), {"Older.newer"}),
    "Else": ("func f() { if #available(iOS 17, macOS 15, *) {} else { _ = Older().newer } }", {"Older.newer"},
             {"Older.newer"}),
    "Guard": ("func f() { guard #available(iOS 17, macOS 15, *) else { return }\n _ = Older().newer }", set(), set()),
    "BeforeGuard": ("func f() { _ = Older().newer\n guard #available(iOS 17, macOS 15, *) else { return } }",
                    {"Older.newer"}, {"Older.newer"}),
    "Declared": ("@available(iOS 17, macOS 15, *)\nfunc declared() { _ = Older().newer }", set(), set()),
    "Caller": ("@available(iOS 19, macOS 16, *)\nfunc newest() {}\nfunc f() { newest() }", {"newest"}, {"newest"}),
    "Absent": ("func f() { phoneOnly() }", set(), {"phoneOnly()"}),
    "Extension": ("func f() { appOnly() }", {"appOnly()"}, set()),
    "ExtensionType": ("func f(_ it: [Windows]) {}", {"Windows"}, set()),
    "ExtensionDefault": ("func f(_ it: () -> Void = { appOnly() }) {}", {"appOnly()"}, set()),
    "ExtensionSaid": ("@available(iOSApplicationExtension, unavailable)\nfunc said() { appOnly() }\n"
                      "@available(iOSApplicationExtension, unavailable)\nstruct Said { func f() { said() } }",
                      set(), set()),
    "ExtensionCaller": ("@available(iOSApplicationExtension, unavailable)\nfunc inAnApp() {}\nfunc f() { inAnApp() }",
                        {"inAnApp"}, set()),
    "ExtensionOwn": ("@available(iOSApplicationExtension, unavailable)\nstruct Shown {}\nfunc f(_ it: Shown) {}",
                     {"Shown"}, set()),
    "System": ("import Foundation\nfunc f(_ url: URL) { _ = url.appending(path: \"a\") }",
               {"URL.appending(path:directoryHint:)", "URL.DirectoryHint"}, set()),
}


def framework(folder):
    """An invented framework, with symbols of several versions."""
    return Module("SeededFramework", [write(folder / "SeededFramework.swift", FRAMEWORK)], set(), "framework",
                  ["-swift-version", "6"])


def write(file, text):
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text.strip() + "\n")
    return file


def problems(workshop, newer, folder, apps):
    """The wrong and the missing findings of the check of versions, in words."""
    sources = [write(folder / name / "Apple" / f"{name}.swift", f"import SeededFramework\n{wrap(name, text)}")
               for name, (text, _, _) in USES.items()]
    module = Module("SeededUses", sources, {"SeededFramework"}, "seeded", ["-swift-version", "6"])
    workshop.compile(module)
    findings, _ = versions.check(workshop, [module], [framework(folder)], newer, apps)
    wrong, place = [], 1 if workshop.family.name == "phone" else 2
    for name, expected in ((name, use[place]) for name, use in USES.items()):
        found = {finding.name for finding in findings if Path(finding.path).stem == name}
        if found != expected:
            wrong.append(f"{workshop.family.name}: self-test {name}: found {sorted(found)}, not {sorted(expected)}")
    return wrong


def wrap(name, text):
    """Makes names that do not clash with those of another file."""
    imports = [line for line in text.splitlines() if line.startswith("import ")]
    rest = "\n".join(line for line in text.splitlines() if not line.startswith("import "))
    return "\n".join(imports) + "\n" + rest.replace("func f(", f"func use{name}(")
