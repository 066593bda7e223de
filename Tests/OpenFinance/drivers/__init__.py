"""What a suite asks of an initiator under test.

A driver is a class named `Driver` in a file of its own, which `check_connector.py --driver FILE` loads. Its functions
are those below. `chave.py` is one.
"""

from __future__ import annotations

import pathlib
from dataclasses import dataclass, field
from typing import Any, Protocol

PENDING, DONE, FAILED = "pending", "done", "failed"
# Of an order with a schedule whose payments the bank has, all of them.
SCHEDULED = "scheduled"
# Of one day of a schedule that was cancelled: no money moved, and none will.
CANCELLED = "cancelled"


class NotNow(Exception):
    """The initiator takes no new order at the moment, or refuses it before anything was asked of a holder."""


@dataclass
class Device:
    """A device of the payer at one bank; `own` is whatever the driver needs to know of it."""

    bank: str
    id: str
    url: str
    own: Any = field(default=None, repr=False)


@dataclass(frozen=True)
class Charge:
    """One day of an order with a schedule, as the initiator tells it: `pending`, `done`, `failed` or `cancelled`."""

    id: str
    end_to_end_id: str
    # `YYYY-MM-DD`.
    day: str
    state: str


class Driver(Protocol):
    """One initiator as a process of its own, or several.

    `program` is the word of the command line, `folder` a folder that it may fill, and `participant` the file that
    names its certificates, keys and directory. Names below `.test` are this machine. `clock_file` has a text such as
    `+300`: the seconds by which the program's clock is to be ahead, read again whenever it changes; a driver that
    cannot follow sets `follows_clock` to False, and the cases that need it are left out. So are the cases of payments
    on later days where `has_schedules` is False or missing: `charges`, `cancel` and `schedule` of `pay` are theirs.
    """

    follows_clock: bool
    has_schedules: bool

    def __init__(self, program: str, folder: pathlib.Path, participant: pathlib.Path, clock_file: pathlib.Path): ...

    def start(self) -> None:
        """Starts with the files as they are now; raises `NotNow` with the reason where the program does not start."""

    def stop(self, is_killed: bool = False) -> None:
        """Ends it, in order or at once."""

    def begin(self, bank: str, cpf: str, seconds: float = 30) -> Device:
        """Begins to enroll a device at a bank (by its AuthorisationServerId), up to the address for the holder."""

    def come_back(self, device: Device, url: str) -> None:
        """The holder's browser comes back to this address, fragment included; the device does the rest by itself."""

    def enrollment(self, device: Device) -> str:
        """`pending`, `done` or `failed`: what the initiator says of the enrollment now."""

    def pay(
        self, device: Device, amount: str, seconds: float = 30, schedule: dict[str, Any] | None = None
    ) -> str:
        """Orders a payment and has the device authorise it; the order's id, while the payment may be under way.

        `schedule` is the member of that name in a consent of Open Finance, without `additionalInformation`.
        """

    def payment(self, order: str) -> str:
        """`pending`, `done` or `failed`: what the initiator says of the payment now.

        An order with a schedule is `scheduled` once the initiator knows that the bank has all payments. When each day
        has an end, it is done where at least one of them moved money.
        """

    def charges(self, order: str) -> list[Charge]:
        """What the initiator says now of each day of an order with a schedule, in the order of the days."""

    def cancel(self, order: str, charge: str | None = None, seconds: float = 30) -> bool:
        """Asks for the end of one charge, or of all that is left: False where the initiator or the bank refuses.

        The charges tell what became of it.
        """

    def said(self) -> str:
        """The end of the program's log."""
