"""Counts what holds, and says what does not."""

import faulthandler
import signal
import sys

# Whoever is ended because its time was up says where it stood.
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
