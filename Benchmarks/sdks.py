#!/usr/bin/env python3
"""How long each SDK takes to build for release on this machine, and by how much it makes a program larger.

    Benchmarks/sdks.py

What this repository has of the client package is built anew: each SDK with what it needs besides and no earlier one has built.
The packages that they link are built before, once. A program that names the SDK is linked with everything that it needs and
stripped; what it is larger than the same program with Foundation alone is what the SDK weighs. Swift's own libraries are not
in it: on Apple's systems they are the system's.
"""

import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.dont_write_bytecode = True
ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "scripts"))
from client_modules import stable_products  # noqa: E402

# What a program names of each, so that it is linked.
NAMES = {"BiometricPixSDK": "BiometricPixSDK.self", "ChavePix": "PixClient.self", "BeyondIdentityEmbedded": "Embedded.self",
         "App2App": "TokenActivationSession.self", "ChaveTesting": "TestAuthenticator.self"}


def run(*arguments):
    result = subprocess.run([str(word) for word in arguments], capture_output=True, text=True)
    if result.returncode:
        sys.exit(f"{' '.join(map(str, arguments[:6]))} ended with {result.returncode}:\n{result.stdout[-2000:]}{result.stderr[-2000:]}")
    return result.stdout


def build(kind, name):
    began = time.monotonic()
    run("swift", "build", "--package-path", ROOT, "-c", "release", kind, name)
    return time.monotonic() - began


def forget(products, module):
    """What was compiled of a module goes; how it is compiled stays, for the build does not write that twice."""
    for file in (products / f"{module}.build").glob("**/*"):
        if file.is_file() and file.suffix != ".json":
            file.unlink()
    (products / "Modules" / f"{module}.swiftmodule").unlink(missing_ok=True)


def archive(folder, products):
    """Everything that was built; a linker takes of it what a program needs."""
    objects = [file for file in products.glob("*.build/**/*.o")]
    listed = folder / "objects"
    listed.write_text("\n".join(f'"{file}"' for file in objects))
    run("ar", "rcs", folder / "all.a", f"@{listed}")
    return folder / "all.a"


def size_of_program(folder, text, *arguments):
    source, program = folder / "main.swift", folder / "program"
    source.write_text(text)
    run("swiftc", "-O", source, "-o", program, "-Xlinker", "-s", "-Xlinker", "--gc-sections", *arguments)
    return program.stat().st_size


def main():
    products = Path(run("swift", "build", "--package-path", ROOT, "-c", "release", "--show-bin-path").strip())
    seconds = sum(build("--target", package) for package in ("CryptoExtras", "X509"))
    for module in (ROOT / "Sources").iterdir():
        forget(products, module.name)
    print(f"swift-crypto, swift-asn1 and swift-certificates: {seconds:.0f} s, next to none where they were built before\n")
    print("| release build on Linux | seconds | larger by |\n|---|---|---|", flush=True)
    times = {name: build("--target", name) for name in stable_products()}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        everything = archive(folder, products)
        bare = size_of_program(folder, "import Foundation\nprint(Date())\n")
        for product, seconds in times.items():
            text = f"import Foundation\nimport {product}\nprint(Date(), {NAMES[product]})\n"
            whole = size_of_program(folder, text, "-I", products / "Modules", everything, "-lstdc++", *headers())
            print(f"| `{product}` | {seconds:.0f} | {(whole - bare) / 2 ** 20:.1f} MiB |")


def headers():
    """Where the C modules of the linked packages are described."""
    checkouts = ROOT / ".build" / "checkouts"
    return [word for file in sorted(checkouts.glob("*/Sources/*/include/module.modulemap"))
            for word in ("-Xcc", f"-fmodule-map-file={file}")]


main()
