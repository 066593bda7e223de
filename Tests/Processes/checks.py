"""Counts the checks that pass, and prints those that fail."""

import faulthandler
import signal
import sys

# A script that is ended by its time limit prints its position.
faulthandler.register(signal.SIGTERM, chain=True)


class Checks:
    def __init__(self):
        self.passed, self.failures = 0, []

    def that(self, what, holds, detail=""):
        if holds:
            self.passed += 1
            print(f"ok      {what}", flush=True)
        else:
            self.failures.append(f"{what}{f': {detail}' if detail else ''}")
            print(f"FAILED  {self.failures[-1]}", flush=True)
        return bool(holds)

    def finish(self):
        for failure in self.failures:
            print(f"error: {failure}")
        print(f"{self.passed} passed, {len(self.failures)} failed")
        sys.exit(1 if self.failures or not self.passed else 0)
