"""The truth: which money moved at the banks."""

from __future__ import annotations

import threading
from dataclasses import dataclass


@dataclass(frozen=True)
class Movement:
    """One debit. The amount stands for one order of a payer: no two orders of a run have the same."""

    bank: str
    amount: str
    end_to_end_id: str
    consent: str
    payment: str


class Ledger:
    """The movements of all banks of a run."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._movements: list[Movement] = []

    def move(self, movement: Movement) -> None:
        with self._lock:
            self._movements.append(movement)

    def of(self, amount: str) -> list[Movement]:
        with self._lock:
            return [each for each in self._movements if each.amount == amount]

    @property
    def doubled(self) -> list[str]:
        """Sentences about money that moved twice: one order, one end-to-end id or one consent with two debits."""
        with self._lock:
            movements = list(self._movements)
        found = []
        for name in ("amount", "end_to_end_id", "consent"):
            values = [getattr(each, name) for each in movements]
            found += [f"{name} {value} has {values.count(value)} debits" for value in sorted(set(values))
                      if values.count(value) > 1]
        return found

    def __len__(self) -> int:
        with self._lock:
            return len(self._movements)
