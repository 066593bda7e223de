"""How long each SDK takes to build for release on this machine, and by how much it makes a program larger.

What this repository has of the client package is built anew: each SDK with what it needs besides and no earlier one
has built. The packages that they link are built before, once. Then a program that uses the SDK is linked as SwiftPM
links one: with the objects of the modules that the manifest lets it see, and of no other, unused sections left out,
and stripped. What it is larger than the same program without the SDK is what the SDK weighs. Swift's own libraries
stand beside the program: on Apple's systems they are the system's.
"""

import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tools import ROOT

sys.path.insert(0, str(ROOT / "scripts"))
from client_modules import stable_products  # noqa: E402

# What a program uses of each.
USES = {
    "BiometricPixSDK": "BiometricPixSDK()",
    "ChavePix": "PixClient(configuration: .standard())",
    "BeyondIdentityEmbedded": "Embedded.shared",
    "App2App": "HTTPTokenActivator.self",
    "ChaveTesting": "PixTestServer()",
}


def said(*arguments):
    result = subprocess.run([str(word) for word in arguments], capture_output=True, text=True)
    if result.returncode:
        shown = " ".join(map(str, arguments[:6]))
        raise AssertionError(f"{shown} ended with {result.returncode}:\n{result.stdout[-2000:]}{result.stderr[-2000:]}")
    return result.stdout


def build(kind, name):
    began = time.monotonic()
    said("swift", "build", "--package-path", ROOT, "-c", "release", kind, name)
    return time.monotonic() - began


def forget(products, module):
    """What was compiled of a module goes; how it is compiled stays, for the build does not write that twice."""
    for file in (products / f"{module}.build").glob("**/*"):
        if file.is_file() and file.suffix != ".json":
            file.unlink()
    (products / "Modules" / f"{module}.swiftmodule").unlink(missing_ok=True)


def needs():
    """What each target names in the manifest, on Linux: targets of ours, and products of packages."""
    manifest = json.loads(said("swift", "package", "--package-path", ROOT, "dump-package"))
    found = {}
    for target in manifest["targets"]:
        found[target["name"]] = set()
        for dependency in target["dependencies"]:
            (words,) = dependency.values()
            condition = next((word for word in words if isinstance(word, dict) and "platformNames" in word), None)
            if condition is None or "linux" in condition["platformNames"] or not condition["platformNames"]:
                found[target["name"]].add(words[0])
    return found


def reached(product, needed):
    found, left = set(), [product]
    while left:
        name = left.pop()
        if name not in found:
            found.add(name)
            left += needed.get(name, ())
    return found


def objects_of(folder):
    return [str(file) for file in sorted(folder.glob("**/*.o"))]


def what_is_linked(product, needed, products, packages):
    """Our modules that the product reaches, whole; of the packages' modules the linker takes what those need."""
    modules = reached(product, needed)
    ours = [file for name in sorted(modules & set(needed)) for file in objects_of(products / f"{name}.build")]
    return ours + ([packages, "-lstdc++"] if modules - set(needed) else [])


def archive_of_packages(folder, products, needed):
    members = [
        file
        for build in products.glob("*.build")
        if build.stem not in needed and not build.stem.endswith("-tool")
        for file in objects_of(build)
    ]
    listed = folder / "objects"
    listed.write_text("\n".join(f'"{file}"' for file in members))
    # Appended, not replaced: files of two modules may have one name.
    said("ar", "qcs", folder / "packages.a", f"@{listed}")
    return folder / "packages.a"


def size_of_program(folder, text, *arguments):
    source, program = folder / "main.swift", folder / "program"
    source.write_text(text)
    said("swiftc", "-O", source, "-o", program, "-Xlinker", "-s", "-Xlinker", "--gc-sections", *arguments)
    return program.stat().st_size


def growth(folder, product, linked, search):
    """In MiB."""
    bare = 'import Foundation\nprint(Date(), URL(fileURLWithPath: "/"))\n'
    text = bare + f"import {product}\nprint({USES[product]})\n"
    whole = size_of_program(folder, text, "-I", search, *headers(), *linked)
    return (whole - size_of_program(folder, bare)) / 2**20


def run(tools, sizes):
    """By product: seconds to build, and MiB that a program grows by."""
    products = Path(said("swift", "build", "--package-path", ROOT, "-c", "release", "--show-bin-path").strip())
    packages_seconds = sum(build("--target", package) for package in ("CryptoExtras", "X509"))
    for module in (ROOT / "Sources").iterdir():
        forget(products, module.name)
    times, needed = {name: build("--target", name) for name in stable_products()}, needs()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        packages = archive_of_packages(folder, products, needed)
        found = {
            product: {
                "seconds": seconds,
                "mib": growth(
                    folder, product, what_is_linked(product, needed, products, packages), products / "Modules"
                ),
            }
            for product, seconds in times.items()
        }
    return {"products": found, "packages_seconds": packages_seconds}


def headers():
    """Where the C modules of the linked packages are described."""
    checkouts = ROOT / ".build" / "checkouts"
    return [
        word
        for file in sorted(checkouts.glob("*/Sources/*/include/module.modulemap"))
        for word in ("-Xcc", f"-fmodule-map-file={file}")
    ]
