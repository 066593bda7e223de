"""The programs that measure and are measured, and where they are."""

import json
import os
import pathlib
import subprocess
from dataclasses import dataclass

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PACKAGE = ROOT / "Benchmarks"


@dataclass(frozen=True)
class Tools:
    """Release builds; one build makes both."""

    bench: str
    chave: str
    vectors: str

    @classmethod
    def built(cls, build):
        """What is there, built anew first if that is asked for."""
        if build:
            for product in ("chave-bench", "chave"):
                swift("build", "--package-path", PACKAGE, "-c", "release", "--product", product)
        products = PACKAGE / ".build" / "release"
        vectors = os.environ.get("CHAVE_VECTORS") or str(ROOT.parent / "shared" / "vectors")
        return cls(str(products / "chave-bench"), str(products / "chave"), vectors)

    @property
    def environment(self):
        # Swift's sets and dictionaries hash the same way each time, so that two runs do the same.
        return {**os.environ, "CHAVE_VECTORS": self.vectors, "SWIFT_DETERMINISTIC_HASHING": "1"}

    def lines(self, *arguments):
        """What `chave-bench` has measured, by name."""
        done = subprocess.run(
            [self.bench, "--json", *map(str, arguments)],
            stdout=subprocess.PIPE,
            text=True,
            check=True,
            env=self.environment,
        )
        found = [json.loads(line) for line in done.stdout.splitlines()]
        return {one["name"]: one for one in found}


def swift(*arguments):
    subprocess.run(["swift", *map(str, arguments)], check=True, stdout=subprocess.DEVNULL)
