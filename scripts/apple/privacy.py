"""The privacy manifests: every API that Apple requires a reason for has one, and no unused API is declared.

https://developer.apple.com/documentation/bundleresources/describing-use-of-required-reason-api
https://developer.apple.com/documentation/bundleresources/describing-data-use-in-privacy-manifests
"""

import plistlib
import re

from .modules import ROOT
from .rules import code_of

MANIFEST = "PrivacyInfo.xcprivacy"
TOP = {"NSPrivacyTracking", "NSPrivacyTrackingDomains", "NSPrivacyCollectedDataTypes", "NSPrivacyAccessedAPITypes"}

# The boot time from the kernel: Apple's list does not name this API, and none of Apple's reasons lets the value leave
# the device. A declared reason would be untrue. The manifest has no reason and describes the use in words.
KERNEL = re.compile(r"\bKERN_BOOTTIME\b|kern\.boottime")

# Apple's categories: the APIs of each, and the reasons that Apple allows.
CATEGORIES = {
    "SystemBootTime": (r"\bsystemUptime\b|\bmach_absolute_time\b",
                       {"35F9.1", "8FFB.1", "3D61.1"}),
    "FileTimestamp": (r"\b(?:f|l)?stat(?:at)?\(|\bgetattrlist(?:bulk|at)?\(|\.(?:creation|modification)Date\b"
                      r"|\bcontentModificationDateKey\b|\bcreationDateKey\b|\bfileModificationDate\b",
                      {"DDA9.1", "C617.1", "3B52.1", "0A2A.1"}),
    "DiskSpace": (r"\bvolume(?:AvailableCapacity|TotalCapacity)\w*|\bsystem(?:Free)?Size\b|\bf?statv?fs\(",
                  {"85F4.1", "E174.1", "7D9E.1", "B728.1"}),
    "ActiveKeyboards": (r"\bactiveInputModes\b", {"3EC4.1", "54BD.1"}),
    "UserDefaults": (r"\bUserDefaults\b|\bAppStorage\b", {"CA92.1", "1C8F.1", "C56D.1", "AC6B.1"}),
}
DATA = {"CoarseLocation", "DeviceID", "Name", "OtherDataTypes", "OtherDiagnosticData", "OtherFinancialInfo",
        "PaymentInfo", "PreciseLocation", "PurchaseHistory", "UserID"}
PURPOSES = {"Analytics", "AppFunctionality", "DeveloperAdvertising", "Other", "ProductPersonalization",
            "ThirdPartyAdvertising"}


def used(texts):
    """The categories that these sources touch, with one place each."""
    found = {}
    for name, text in texts:
        if text.startswith("#if os(Linux)"):
            continue
        for number, line in enumerate(text.split("\n"), start=1):
            for category, (pattern, _) in CATEGORIES.items():
                if re.search(pattern, code_of(line)):
                    found.setdefault(category, f"{name}:{number}")
    return found


def problems_of(target, manifest, texts):
    """The problems of a target's manifest; `None` stands for a target without one."""
    needed = used(texts)
    if manifest is None:
        for category, place in needed.items():
            yield f"{target}: {place} needs a reason of {category} in {MANIFEST}"
        if any("import CoreLocation" in text for _, text in texts):
            yield f"{target}: it reads the location, and has no {MANIFEST}"
        return
    if set(manifest) != TOP:
        yield f"{target}: {MANIFEST} has other keys than {', '.join(sorted(TOP))}"
        return
    if manifest["NSPrivacyTracking"] is not False or manifest["NSPrivacyTrackingDomains"] != []:
        yield f"{target}: {MANIFEST} speaks of tracking, and nothing here tracks"
    yield from problems_of_reasons(target, manifest["NSPrivacyAccessedAPITypes"], needed)
    yield from problems_of_data(target, manifest["NSPrivacyCollectedDataTypes"], texts)


def problems_of_reasons(target, entries, needed):
    declared = {}
    for entry in entries:
        category = entry.get("NSPrivacyAccessedAPIType", "").removeprefix("NSPrivacyAccessedAPICategory")
        reasons = entry.get("NSPrivacyAccessedAPITypeReasons", [])
        if category not in CATEGORIES or category in declared:
            yield f"{target}: {category or 'an entry'} is no category of Apple's, or stands twice"
        elif not reasons or not set(reasons) <= CATEGORIES[category][1]:
            yield f"{target}: {reasons} are no reasons that Apple defines for {category}"
        declared[category] = reasons
    for category in needed.keys() - declared.keys():
        yield f"{target}: {needed[category]} needs a reason of {category} in {MANIFEST}"
    for category in declared.keys() - needed.keys():
        yield f"{target}: {category} is declared and not used"


def problems_of_data(target, entries, texts):
    kinds = []
    for entry in entries:
        kind = entry.get("NSPrivacyCollectedDataType", "").removeprefix("NSPrivacyCollectedDataType")
        purposes = [purpose.removeprefix("NSPrivacyCollectedDataTypePurpose")
                    for purpose in entry.get("NSPrivacyCollectedDataTypePurposes", [])]
        if kind not in DATA or kind in kinds:
            yield f"{target}: {kind or 'an entry'} is no kind of data that is known here, or stands twice"
        if not isinstance(entry.get("NSPrivacyCollectedDataTypeLinked"), bool):
            yield f"{target}: {kind} does not say whether it is linked to the person"
        if entry.get("NSPrivacyCollectedDataTypeTracking") is not False:
            yield f"{target}: {kind} is said to track"
        if not purposes or not set(purposes) <= PURPOSES:
            yield f"{target}: {kind} has no purpose that Apple defines"
        kinds.append(kind)
    if any("import CoreLocation" in text for _, text in texts) and "PreciseLocation" not in kinds:
        yield f"{target}: it reads the location, and does not declare it"


def problems_of_kernel(target, words, texts):
    """A target that asks the kernel must say so in the manifest's comment."""
    for name, text in texts:
        if not text.startswith("#if os(Linux)") and KERNEL.search(text) and "kern.boottime" not in words:
            yield f"{target}: {name} asks for kern.boottime, and {MANIFEST} has no comment with what is done with it"


def block_of(manifest, target):
    """A target's lines in Package.swift."""
    match = re.search(rf'\.target\(\s*name: "{target}",.*?\n        (?:\),|\.|//)', manifest + "\n        .", re.DOTALL)
    return match[0] if match else ""


def check(targets):
    """The number of checked targets, and the problems."""
    package, problems = (ROOT / "Package.swift").read_text(), []
    for target in targets:
        folder = next(parent for parent in target.sources[0].parents if parent.name == target.name)
        file = folder / MANIFEST
        texts = [(str(source.relative_to(ROOT)), source.read_text()) for source in target.sources]
        try:
            manifest = plistlib.loads(file.read_bytes()) if file.exists() else None
        except (plistlib.InvalidFileException, ValueError, TypeError) as error:
            problems.append(f"{target.name}: {MANIFEST} is no property list: {error}")
            continue
        problems += problems_of(target.name, manifest, texts)
        problems += problems_of_kernel(target.name, file.read_text() if manifest else "", texts)
        if ("resources: privacyManifest" in block_of(package, target.name)) != (manifest is not None):
            problems.append(f"{target.name}: {MANIFEST} and Package.swift's resources disagree")
    return len(targets), problems


GOOD = {"NSPrivacyTracking": False, "NSPrivacyTrackingDomains": [], "NSPrivacyCollectedDataTypes": [
    {"NSPrivacyCollectedDataType": "NSPrivacyCollectedDataTypeDeviceID", "NSPrivacyCollectedDataTypeLinked": True,
     "NSPrivacyCollectedDataTypeTracking": False,
     "NSPrivacyCollectedDataTypePurposes": ["NSPrivacyCollectedDataTypePurposeAppFunctionality"]}],
    "NSPrivacyAccessedAPITypes": [
        {"NSPrivacyAccessedAPIType": "NSPrivacyAccessedAPICategorySystemBootTime",
         "NSPrivacyAccessedAPITypeReasons": ["35F9.1"]}]}


def self_test():
    """Tries one fault at a time; returns the number of faults."""
    uptime = [("A.swift", "let a = ProcessInfo.processInfo.systemUptime\n")]
    entry, data = GOOD["NSPrivacyAccessedAPITypes"][0], GOOD["NSPrivacyCollectedDataTypes"][0]
    faults = [
        (None, uptime),
        (GOOD, []),
        (GOOD, uptime + [("B.swift", "let b = UserDefaults.standard\n")]),
        (GOOD, uptime + [("B.swift", "import CoreLocation\n")]),
        (None, [("B.swift", "guard fstat(descriptor, &status) == 0 else {}\n")]),
        ({**GOOD, "NSPrivacyTracking": True}, uptime),
        ({"NSPrivacyTracking": False}, uptime),
        ({**GOOD, "NSPrivacyAccessedAPITypes": [{**entry, "NSPrivacyAccessedAPITypeReasons": ["CA92.1"]}]}, uptime),
        ({**GOOD, "NSPrivacyAccessedAPITypes": [entry, entry]}, uptime),
        ({**GOOD, "NSPrivacyCollectedDataTypes": [{**data, "NSPrivacyCollectedDataTypeTracking": True}]}, uptime),
        ({**GOOD, "NSPrivacyCollectedDataTypes": [{**data, "NSPrivacyCollectedDataTypePurposes": ["Fun"]}]}, uptime),
        ({**GOOD, "NSPrivacyCollectedDataTypes": [{"NSPrivacyCollectedDataType": "Shoes"}]}, uptime),
    ]
    for manifest, texts in faults:
        if not list(problems_of("A", manifest, texts)):
            raise SystemExit(f"typecheck-apple: self-test of the privacy manifests: let through: {manifest} {texts}")
    for manifest, texts in ((GOOD, uptime), (None, []), (None, [("B.swift", "// systemUptime\nlet a = \"stat(\"\n")]),
                            (None, [("B+Linux.swift", "#if os(Linux)\nlet a = systemUptime\n#endif\n")])):
        wrong = list(problems_of("A", manifest, texts))
        if wrong:
            raise SystemExit(f"typecheck-apple: self-test of the privacy manifests: refused for {wrong}")
    asking = [("B.swift", 'sysctlbyname("kern.boottime", nil, nil, nil, 0)\n')]
    if not list(problems_of_kernel("A", "", asking)) or list(problems_of_kernel("A", "<!-- kern.boottime -->", asking)):
        raise SystemExit("typecheck-apple: self-test of the privacy manifests: asking the kernel is not noticed")
    return len(faults) + 6
