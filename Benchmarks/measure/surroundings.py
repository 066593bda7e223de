"""On what machine, with which versions, and how quiet it was."""

import importlib.metadata
import os
import pathlib
import platform
import re
import subprocess
import time

PEERS = ("webauthn", "fido2", "cryptography", "fastapi", "uvicorn")
# The share of all cores above which something else was running; an average over minutes would know only what was.
QUIET = 0.1


def said(*command):
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    except OSError:
        return ""
    return (done.stdout or done.stderr).strip()


def first(pattern, text):
    found = re.search(pattern, text)
    return found[1] if found else "unknown"


def processor():
    for line in pathlib.Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            return " ".join(line.partition(":")[2].split())
    return platform.machine()


def processor_ticks():
    fields = [int(word) for word in pathlib.Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:9]]
    return sum(fields) - fields[3] - fields[4], sum(fields)


def busy_share(seconds):
    """Of all cores, in the next moments."""
    used, whole = processor_ticks()
    time.sleep(seconds)
    used_then, whole_then = processor_ticks()
    return (used_then - used) / max(whole_then - whole, 1)


def describe(root, postgres):
    """Read before a measurement begins."""
    changed = said(
        "git",
        "-C",
        str(root),
        "status",
        "--porcelain",
        "--untracked-files=no",
        "--",
        "Sources",
        "Server",
        "Benchmarks/Sources",
        "Benchmarks/measure",
        "Benchmarks/peer",
        "Package.swift",
    )
    return {
        "cores": os.cpu_count(),
        "processor": processor(),
        "memory_gib": round(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30),
        "system": f"{platform.system()} {platform.release()}",
        "swift": first(r"Swift version ([\d.]+)", said("swift", "--version")),
        "python": platform.python_version(),
        "postgres": first(r"\) ([\d.]+)", said(postgres, "--version")) if postgres else "none",
        "peers": {name: importlib.metadata.version(name) for name in PEERS},
        "commit": said("git", "-C", str(root), "rev-parse", "--short=12", "HEAD") + ("+" if changed else ""),
        "load_average_before": os.getloadavg()[0],
        "busy_before": busy_share(1),
    }
