"""Where the targets of a package stand: a manifest may put a target anywhere below its folder of sources."""

import functools
import json
import subprocess
from pathlib import Path


@functools.cache
def target_folders(package):
    """Name and folder of each target below `Sources` that has Swift in it, by name."""
    package = Path(package)
    dumped = subprocess.run(["swift", "package", "--package-path", str(package), "dump-package"],
                            check=True, capture_output=True, text=True).stdout
    found = {}
    for target in json.loads(dumped)["targets"]:
        folder = package / (target.get("path") or f"Sources/{target['name']}")
        if target["type"] in ("regular", "executable") and package / "Sources" in folder.parents:
            found[target["name"]] = folder
    return dict(sorted(found.items()))
