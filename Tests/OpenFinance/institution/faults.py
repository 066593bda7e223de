"""The place where a case arms faults: each strikes the next exchange, message or token that it is meant for.

A place has a name such as `P5 answer`: the operation, and how far it is.

| place | the thing that the fault may change |
|---|---|
| `OPERATION request` | an `Exchange`; with an answer, the bank does not work |
| `OPERATION message` | the `Message` of a success or a signed refusal, before it is signed |
| `OPERATION answer` | an `Exchange` with its answer, after the work |
| `id_token callback`, `id_token code` | an `IdentityToken` before it is signed |
| `discovery`, `tokens` | a JSON object |
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from .listener import Answer, Request


@dataclass
class Exchange:
    """One request at a bank on the way through it."""

    operation: str
    request: Request
    # The ids of the path.
    parts: tuple[str, ...] = ()
    answer: Answer | None = None
    # The network's own repetition of a request, which its sender knows nothing of.
    is_echo: bool = False


@dataclass
class Armed:
    """A fault that waits for its place; `times` is how often it still strikes."""

    place: str
    change: Callable[[Any], Any]
    times: int
    # Strikes exchanges about this amount alone; empty: all of them.
    amount: str = ""
    struck: int = 0
    done: threading.Event = field(default_factory=threading.Event)

    def wait(self, seconds: float) -> bool:
        """Whether it struck as often as it should, within that time."""
        return self.done.wait(seconds)


class Faults:
    """The armed faults of one bank, or of the directory."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._armed: list[Armed] = []
        # Of each thread: the faults that its exchange used up.
        self._struck = threading.local()

    def finish(self) -> None:
        """Tells those who wait that the exchange of their fault is over."""
        for armed in getattr(self._struck, "list", []):
            armed.done.set()
        self._struck.list = []

    def arm(self, place: str, change: Callable[[Any], Any], times: int = 1, amount: str = "") -> Armed:
        armed = Armed(place, change, times, amount)
        with self._lock:
            self._armed.append(armed)
        return armed

    def used(self, place: str) -> int:
        """How often the faults of a place struck."""
        with self._lock:
            return sum(each.struck for each in self._armed if each.place == place)

    def disarm(self) -> None:
        with self._lock:
            self._armed.clear()

    def at(self, place: str, thing: Any, amount: Callable[[], str] = lambda: "") -> Any:
        """The thing, changed by the first fault that is armed for the place."""
        with self._lock:
            waiting = [each for each in self._armed if each.place == place and each.times > 0]
            about = amount() if any(each.amount for each in waiting) else ""
            armed = next((each for each in waiting if each.amount in ("", about)), None)
            if armed is None:
                return thing
            armed.times -= 1
            armed.struck += 1
            is_last = armed.times == 0
            if is_last:
                self._struck.list = [*getattr(self._struck, "list", []), armed]
        changed = armed.change(thing)
        return thing if changed is None else changed
