"""The truth: which money moved at the banks."""

from __future__ import annotations

import threading
from collections import Counter
from dataclasses import dataclass


@dataclass(frozen=True)
class Movement:
    """One debit. The amount stands for one order of a payer: no two orders of a run have the same.

    The payments of a schedule have the same amount and consent, and each its own day. A payment at once has none.
    """

    bank: str
    amount: str
    end_to_end_id: str
    consent: str
    payment: str
    day: str = ""


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

    def of_id(self, end_to_end_id: str) -> list[Movement]:
        with self._lock:
            return [each for each in self._movements if each.end_to_end_id == end_to_end_id]

    @property
    def doubled(self) -> list[str]:
        """Sentences about money that moved twice: one end-to-end id, or one day of an order or a consent."""
        with self._lock:
            movements = list(self._movements)
        values = Counter(
            name for each in movements
            for name in (f"end-to-end id {each.end_to_end_id}", f"amount {each.amount} {each.day}",
                         f"consent {each.consent} {each.day}")
        )
        return [f"{name.strip()} has {count} debits" for name, count in sorted(values.items()) if count > 1]

    def __len__(self) -> int:
        with self._lock:
            return len(self._movements)
