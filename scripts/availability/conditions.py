"""The lines of a source that remain on iOS and on Linux after `#if`."""

import bisect
import re
from pathlib import Path

CONDITION_ON_IOS = {"Glibc": False, "Musl": False, "Android": False, "WinSDK": False, "FoundationNetworking": False,
                    "FoundationEssentials": False, "FoundationInternationalization": False, "FoundationXML": False}


class SourceText:
    """A file with its line starts and the lines that iOS does not see, or that only Apple's compilers see."""

    def __init__(self, path):
        self.path = path
        self.data = Path(path).read_bytes()
        self.starts = [0] + [match.end() for match in re.finditer(b"\n", self.data)]
        self.lines = self.data.decode(errors="replace").split("\n")
        self.not_on_ios, self.only_apple = set(), set()
        self.read_conditions()

    def line(self, offset):
        return bisect.bisect_right(self.starts, offset)

    def read_conditions(self):
        stack = []  # (iOS sees this branch, some earlier branch was taken on iOS, the same two for Linux)
        for number, text in enumerate(self.lines, start=1):
            word = text.strip()
            if word.startswith("#if "):
                ios, linux = on_ios(word[4:]), on_linux(word[4:])
                stack.append((ios, ios, linux, linux))
            elif word.startswith("#elseif ") and stack:
                _, ios_done, _, linux_done = stack.pop()
                ios, linux = on_ios(word[8:]) and not ios_done, on_linux(word[8:]) and not linux_done
                stack.append((ios, ios or ios_done, linux, linux or linux_done))
            elif word.startswith("#else") and stack:
                _, ios_done, _, linux_done = stack.pop()
                stack.append((not ios_done, True, not linux_done, True))
            elif word.startswith("#endif") and stack:
                stack.pop()
            ios, linux = all(entry[0] for entry in stack), all(entry[2] for entry in stack)
            if not ios:
                self.not_on_ios.add(number)
            elif not linux:
                self.only_apple.add(number)


def evaluate(condition, os_names, can_import):
    text = re.sub(r"//.*", "", condition)
    text = re.sub(r"\bos\((\w+)\)", lambda match: str(match[1] in os_names), text)
    text = re.sub(r"\bcanImport\(([\w.]+)[^)]*\)", lambda match: str(can_import(match[1])), text)
    text = re.sub(r"\b(swift|compiler|arch|hasFeature|hasAttribute|targetEnvironment|_endian)\([^)]*\)", "True", text)
    text = re.sub(r"\b(?!True\b|False\b)[A-Za-z_]\w*\b", "True", text)
    text = text.replace("&&", " and ").replace("||", " or ").replace("!", " not ")
    if not re.fullmatch(r"(True|False|and|or|not|[()\s])*", text):
        return True
    try:
        return bool(eval(text.strip() or "True", {"__builtins__": {}}))  # Only True, False, and, or, not, brackets.
    except SyntaxError:
        return True


def on_ios(condition):
    return evaluate(condition, {"iOS"}, lambda name: CONDITION_ON_IOS.get(name, True))


def on_linux(condition):
    known = {"Glibc", "Foundation", "FoundationEssentials", "FoundationInternationalization", "FoundationNetworking",
             "FoundationXML", "Synchronization", "Dispatch", "Crypto", "CryptoExtras"}
    return evaluate(condition, {"Linux"}, lambda name: name in known or name.startswith("Chave"))
