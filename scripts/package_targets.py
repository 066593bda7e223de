"""The folders of a package's targets: a manifest may place a target anywhere below its folder of sources."""

import functools
import json
import subprocess
from pathlib import Path


@functools.cache
def source_targets(package):
    """Each target of the manifest below `Sources` that has Swift in it, with its folder; by name."""
    package = Path(package)
    dumped = subprocess.run(["swift", "package", "--package-path", str(package), "dump-package"],
                            check=True, capture_output=True, text=True).stdout
    found = {}
    for target in json.loads(dumped)["targets"]:
        folder = package / (target.get("path") or f"Sources/{target['name']}")
        if target["type"] in ("regular", "executable") and package / "Sources" in folder.parents:
            found[target["name"]] = (target, folder)
    return dict(sorted(found.items()))


def target_folders(package):
    """Name and folder of each of them."""
    return {name: folder for name, (_, folder) in source_targets(package).items()}
