"""Counts what holds, and says what does not."""

import sys


class Checks:
    def __init__(self):
        self.passed = self.failed = 0

    def that(self, what, holds, detail=""):
        if holds:
            self.passed += 1
            print(f"ok      {what}", flush=True)
        else:
            self.failed += 1
            print(f"FAILED  {what}{f': {detail}' if detail else ''}", flush=True)
        return bool(holds)

    def finish(self):
        print(f"{self.passed} passed, {self.failed} failed")
        sys.exit(1 if self.failed or not self.passed else 0)
