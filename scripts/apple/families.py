"""The two families of Apple's systems, and how one of them sees a source file."""

import re
from dataclasses import dataclass

# The folders of Tests/AppleInterfaces that only one family has; the others are on both.
ONLY_ON_THE_PHONE = {"CallKit", "CoreTelephony", "UIKit"}
ONLY_ON_THE_MAC = {"AppKit", "IOKit"}

# Modules of this machine that Apple's systems do not have.
ABSENT_ON_APPLE = {"Android", "FoundationEssentials", "FoundationInternationalization", "FoundationNetworking",
                   "FoundationXML", "Glibc", "Musl", "WinSDK"}

IMPORT = r"^(\s*(?:@\w+\s+)*(?:(?:public|package|internal|fileprivate|private)\s+)?import\s+"
FOUNDATION = re.compile(IMPORT + r")Foundation\b")
SUBMODULE = re.compile(IMPORT + r"\w+)\.(\w+)")
CAN_IMPORT = re.compile(r"\bcanImport\((\w+)\)")
OS = re.compile(r"\bos\((\w+)\)")


@dataclass(frozen=True)
class Family:
    """A family: its name, what `os(…)` says there, its names in the manifest, in `@available` and in projects."""

    name: str
    system: str
    platform: str
    domain: str
    deployment: str
    floor: tuple
    absent: frozenset

    def has(self, framework):
        return framework not in self.absent

    def read(self, text):
        """A source as this family's compiler reads it; lines stay where they are.

        Here the compiler runs on Linux, where `canImport` and `os` report Linux. This function therefore rewrites
        conditions, imports Foundation together with the additions of Apple's Foundation, and makes a submodule a module
        of its own.
        """
        lines = text.split("\n")
        for number, line in enumerate(lines):
            if line.lstrip().startswith(("#if", "#elseif")):
                line = CAN_IMPORT.sub(lambda match: "false" if match[1] in ABSENT_ON_APPLE else match[0], line)
                line = OS.sub(lambda match: "true" if match[1] == self.system else "false", line)
            line = SUBMODULE.sub(r"\1_\2", line)
            lines[number] = FOUNDATION.sub(r"\1FoundationAdditions", line)
        return "\n".join(lines)


PHONE = Family("phone", "iOS", "ios", "iOS", "IPHONEOS_DEPLOYMENT_TARGET", (15, 0), frozenset(ONLY_ON_THE_MAC))
MAC = Family("mac", "macOS", "macos", "macOS", "MACOSX_DEPLOYMENT_TARGET", (14, 0), frozenset(ONLY_ON_THE_PHONE))
FAMILIES = (PHONE, MAC)
