"""Where an initiator under test is tried: the world around it, its driver, and every order that was made of it."""

from __future__ import annotations

import concurrent.futures
import dataclasses
import itertools
import pathlib
import socket
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from drivers import DONE, FAILED, PENDING, SCHEDULED, Device, Driver, NotNow
from expectations import equal
from initiator.net import LOOPBACK
from institution import HOLDER
from institution.bank import Bank, Dialect
from institution.faults import Armed
from institution.payments import Payment, Plan
from institution.world import World

BOTH, NEW, OLD, OLDEST = ("4.1.0", "5.0.0"), ("5.0.0",), ("4.1.0",), ("4.0.1",)
# Banks that wait for a case that wants one to itself: an initiator reads its list of banks when it starts.
SPARE = {NEW: 105, OLD: 5, OLDEST: 2}
# How long the last word about a payment may take: an initiator tries again after pauses that grow.
PATIENCE_SECONDS = 45
POLL_SECONDS = 0.03


def until(holds: Callable[[], bool], seconds: float, what: str, every: float = POLL_SECONDS) -> None:
    """Waits until it holds, and fails after that time."""
    deadline = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < deadline, f"after {seconds:.0f} s: {what}"
        time.sleep(every)


@dataclass
class Order:
    """One order of the payer: nobody else orders this amount."""

    ground: Ground
    bank: Bank
    amount: str
    made: concurrent.futures.Future[str] = field(repr=False)

    @property
    def id(self) -> str:
        return self.made.result()

    @property
    def state(self) -> str:
        """What the initiator says now; an order that it did not take is failed."""
        if not self.made.done():
            return PENDING
        if self.made.exception() is not None:
            return FAILED
        return self.ground.driver.payment(self.id)

    @property
    def is_open(self) -> bool:
        """Whether the initiator has no last word yet."""
        return self.state in (PENDING, SCHEDULED)

    @property
    def why(self) -> str:
        """The reason why the initiator did not take the order."""
        error = self.made.exception() if self.made.done() else None
        return f" ({error!r})" if error else ""

    @property
    def movements(self) -> int:
        return len(self.ground.world.ledger.of(self.amount))

    @property
    def payment(self) -> Payment:
        """The bank's payment, once there is one."""
        until(lambda: bool(self.bank.payments.of_amount(self.amount)), PATIENCE_SECONDS, f"no payment of {self.amount}")
        return self.bank.payments.of_amount(self.amount)[0]

    def ends(self, expected: str, seconds: float = PATIENCE_SECONDS) -> None:
        """The initiator's last word, which must be the truth."""
        until(lambda: self.state != PENDING, seconds, f"the payment of {self.amount} is still pending")
        equal(self.state, expected, f"the payment of {self.amount} with {self.movements} debits{self.why}")
        equal(self.movements, 1 if expected == DONE else 0, f"the debits of {self.amount}, which is {expected}")

    def stays_open(self) -> None:
        equal(self.state, PENDING, f"the payment of {self.amount}, whose fate is open,")

    def lies(self) -> list[str]:
        """Sentences about a last word that is not the bank's."""
        state, movements = self.state, self.movements
        if state == PENDING or (state, movements) in ((DONE, 1), (FAILED, 0)):
            return []
        return [f"the payment of {self.amount} at {self.bank.name} is {state} with {movements} debits"]


class Ground:
    def __init__(self, driver: type[Driver], program: str, folder: pathlib.Path):
        self.folder = folder
        with socket.socket() as probe:
            probe.bind((LOOPBACK, 0))
            port = probe.getsockname()[1]
        self.world = World(folder, port)
        self.clock_file = folder / "clock"
        self.set_clock(0)
        own = folder / "initiator-under-test"
        own.mkdir()
        participant = self.world.initiator.write(self.world.directory.addresses)
        self.driver = driver(program, own, participant, self.clock_file)
        self.orders: list[Order] = []
        self._amounts = itertools.count(101)
        self._lock = threading.RLock()
        self._devices: dict[str, Device] = {}
        self._pool = concurrent.futures.ThreadPoolExecutor(32)
        # An initiator may allow a device few open orders at a time.
        self._payers = concurrent.futures.ThreadPoolExecutor(10)
        self._spare = {
            versions: [self.world.bank(Dialect(versions)) for _ in range(count)] for versions, count in SPARE.items()
        }
        self.banks = {versions: self.world.bank(Dialect(versions)) for versions in (BOTH, OLD, OLDEST)}
        self.strange = self.world.bank(
            Dialect(OLD, has_audience_lists=True, has_jwt_access_tokens=True, has_aliases=False,
                    has_more_members=True, is_chunked=True, schedules_at_once=False)
        )
        # The bank of the cases that leave it as it is.
        self.plain = self.fresh()

    def start(self) -> None:
        self.driver.start()

    def end(self) -> None:
        self.driver.stop()
        for pool in (self._pool, self._payers):
            pool.shutdown(wait=False, cancel_futures=True)
        self.world.close()

    def fresh(self, versions: tuple[str, ...] = NEW, **dialect: Any) -> Bank:
        """A bank that the initiator knows by the list alone."""
        with self._lock:
            bank = self._spare[versions].pop()
        bank.dialect = dataclasses.replace(bank.dialect, **dialect)
        return bank

    def set_clock(self, seconds: int) -> None:
        """Puts the initiator's clock and everybody else's so far ahead."""
        self.world.ahead = seconds
        for bank in self.world.directory.banks:
            bank.clock_ahead = seconds
        self.own_clock(0)

    def move_clock(self, seconds: int) -> None:
        """Puts everybody's clock forward."""
        self.set_clock(int(self.world.ahead) + seconds)

    def own_clock(self, seconds: int) -> None:
        """Puts the initiator's clock alone so far from everybody else's."""
        beside = self.clock_file.with_suffix(".new")
        beside.write_text(f"{int(self.world.ahead) + seconds:+d}\n", encoding="ascii")
        beside.rename(self.clock_file)

    def later(self, work: Callable[..., Any], *arguments: Any) -> concurrent.futures.Future[Any]:
        """Does work beside the cases."""
        return self._pool.submit(work, *arguments)

    # MARK: Devices

    def begun(self, bank: Bank, seconds: float = 30) -> Device:
        return self.driver.begin(bank.server_id, HOLDER, seconds)

    def ended(self, device: Device, seconds: float = PATIENCE_SECONDS) -> str:
        until(lambda: self.driver.enrollment(device) != PENDING, seconds, "the enrollment is still pending")
        return self.driver.enrollment(device)

    def enrolled(self, bank: Bank) -> Device:
        device = self.begun(bank)
        self.driver.come_back(device, bank.visit(device.url))
        equal(self.ended(device), DONE, f"the enrollment at {bank.name}")
        return device

    def device(self, bank: Bank) -> Device:
        """The device that all payments of a bank come from."""
        with self._lock:
            if bank.label not in self._devices:
                self._devices[bank.label] = self.enrolled(bank)
            return self._devices[bank.label]

    # MARK: Payments

    def amount(self) -> str:
        number = next(self._amounts)
        return f"{number // 100}.{number % 100:02}"

    def order(
        self, bank: Bank, plan: Plan = Plan(), *faults: tuple[Any, ...], seconds: float = 30, kind: Any = Order,
        **terms: Any,
    ) -> Any:
        """Begins a payment beside the case. `faults` are place, change and, where it is not 1, how often.

        `terms` are those that orders of another kind have.
        """
        device, amount = self.device(bank), self.amount()
        bank.payments.plans[amount] = plan
        for place, change, *times in faults:
            bank.faults.arm(place, change, *times, amount=amount)
        made = self._payers.submit(self.driver.pay, device, amount, seconds, **terms)
        order = kind(self, bank, amount, made, **terms)
        self.orders.append(order)
        return order

    def paid(self, bank: Bank) -> Order:
        order = self.order(bank)
        order.ends(DONE)
        return order

    def notified(self, order: Order, place: str, change: Callable[[Any], Any], seconds: float = 70) -> None:
        """Arms a fault for the next reading of a payment, tells the initiator to read, and waits until it struck."""
        self.read(order, order.bank.faults.arm(place, change, amount=order.amount), seconds)

    @staticmethod
    def read(order: Order, armed: Armed, seconds: float = 70) -> None:
        """Tells the initiator to read a payment until a fault of the reading struck."""
        deadline = time.monotonic() + seconds
        while not armed.wait(0.02):
            # Told again: a webhook that comes while an answer is worked on may be lost.
            equal(order.bank.notify("payment", order.payment.id), 202, "the answer to a webhook")
            armed.wait(0.2)
            assert time.monotonic() < deadline, f"{order.amount} was not read within {seconds:.0f} s"

    def lied(self, order: Order, lie: Callable[[Any], Any], change: Callable[[Any], Any]) -> None:
        """The next reading of a payment gets a lie in an answer with a fault."""
        self.read(order, self.arm_lie(order, "P6", lie, change))

    @staticmethod
    def arm_lie(order: Order, operation: str, lie: Callable[[Any], Any], change: Callable[[Any], Any]) -> Armed:
        """Arms a lie and a fault for one reading that begins later, and never gives one without the other."""
        here = threading.local()

        def begin(_: Any) -> None:
            here.lies = True

        def only_here(work: Callable[[Any], Any]) -> Callable[[Any], Any]:
            return lambda thing: work(thing) if getattr(here, "lies", False) else None

        order.bank.faults.arm(f"{operation} message", only_here(lie), amount=order.amount)
        armed = order.bank.faults.arm(f"{operation} answer", only_here(change), amount=order.amount)
        order.bank.faults.arm(f"{operation} request", begin, amount=order.amount)
        return armed

    # MARK: The judge

    def judged(self) -> list[str]:
        """Sentences about every order of the run whose last word is not the bank's."""
        found = list(self.world.ledger.doubled)
        for order in self.orders:
            found += order.lies()
        return found

    def open_orders(self) -> list[str]:
        """Sentences about orders that have no last word yet."""
        return [
            f"the payment of {order.amount} at {order.bank.name} is open, with {order.movements} debits"
            for order in self.orders
            if order.is_open
        ]


__all__ = [
    "BOTH", "DONE", "FAILED", "NEW", "OLD", "OLDEST", "PATIENCE_SECONDS", "PENDING", "POLL_SECONDS", "SCHEDULED",
    "Bank", "Ground", "NotNow", "Order", "Payment", "Plan", "until",
]
