"""Orders of payments on later days: what the initiator says of each day, and what the bank has."""

from __future__ import annotations

import datetime
import time
from dataclasses import dataclass, field
from typing import Any

from connector_ground import (
    DONE, FAILED, PATIENCE_SECONDS, PENDING, POLL_SECONDS, SCHEDULED, Bank, Ground, Order, Payment, Plan, until,
)
from drivers import CANCELLED, Charge
from expectations import equal
from institution.schedules import WEEKDAYS, day_at, days_of

# The bank tells once more what the initiator does not see for so long: a webhook may be lost.
TOLD_AGAIN_SECONDS = 10


@dataclass
class ScheduledOrder(Order):
    """Payments of one amount, one on each day of the schedule."""

    schedule: dict[str, Any] = field(default_factory=dict)

    @property
    def days(self) -> list[str]:
        return days_of(self.schedule)

    @property
    def charges(self) -> list[Charge]:
        """What the initiator says of each day; nothing of an order that it did not take."""
        if not self.made.done() or self.made.exception() is not None:
            return []
        return self.ground.driver.charges(self.id)

    @property
    def states(self) -> list[str]:
        return [charge.state for charge in self.charges]

    @property
    def payments(self) -> list[Payment]:
        """The bank's payments in the order of their days, once it has them."""
        found, what = self.bank.payments, f"not the payments of {self.amount} at {self.bank.name}"
        until(lambda: len(found.of_amount(self.amount)) == len(self.days), PATIENCE_SECONDS, what)
        return found.of_amount(self.amount)

    # MARK: What happens

    def told(self, number: int = 0) -> None:
        """The bank tells that a payment changed."""
        equal(self.bank.notify("payment", self.payments[number].id), 202, "the answer to a webhook")

    def comes(self, number: int, is_settled: bool = True) -> None:
        """A day comes: the bank settles or rejects its payment, and tells the initiator."""
        self.bank.payments.end(self.payments[number], is_settled, "SALDO_INSUFICIENTE")
        self.told(number)

    def all_come(self) -> None:
        """All days come before the bank tells of one."""
        for payment in self.payments:
            self.bank.payments.end(payment, is_settled=True)
        self.told()

    def cancels(self, number: int | None = None) -> bool:
        """The payer cancels one day, or all that is left; whether that was taken."""
        charge = None if number is None else self.charges[number].id
        return self.ground.driver.cancel(self.id, charge, 60)

    # MARK: What is said

    def waits(self) -> ScheduledOrder:
        """Waits until the initiator knows that the bank has all payments."""
        # Many orders wait beside each other: the initiator is not asked before the bank has the payments.
        equal(len(self.payments), len(self.days), f"the number of {self.what}")
        until(lambda: self.state != PENDING, PATIENCE_SECONDS, f"{self.what} are not scheduled", every=0.1)
        equal(self.state, SCHEDULED, f"{self.what}, which wait for their days{self.why},")
        equal(self.lies(), [], f"what is wrong about {self.what}")
        return self

    def says(
        self, *expected: str, seconds: float = PATIENCE_SECONDS, told_every: float = TOLD_AGAIN_SECONDS
    ) -> None:
        """Waits until the initiator says this of each day, which must be the truth."""
        began = time.monotonic()
        tells_at = began + told_every
        while (states := self.states) != list(expected):
            now = time.monotonic()
            assert now < began + seconds, f"after {seconds:.0f} s {self.what} are {states}, not {expected}{self.why}"
            if now > tells_at:
                tells_at += told_every
                self.told()
            time.sleep(POLL_SECONDS)
        equal(self.lies(), [], f"what is wrong about {self.what}")

    def finds_out(self, *expected: str, seconds: float) -> None:
        """The same, while no bank tells the initiator of anything."""
        self.says(*expected, seconds=seconds, told_every=seconds)

    def ends(self, *expected: str, seconds: float = PATIENCE_SECONDS) -> None:
        """The initiator's last word on each day and on all of them, which must be the truth."""
        self.says(*expected, seconds=seconds)
        whole = DONE if DONE in expected else FAILED
        until(lambda: not self.is_open, seconds, f"{self.what} are still open together")
        equal(self.state, whole, f"{self.what} together, with {expected}")

    def fails(self, seconds: float = PATIENCE_SECONDS) -> None:
        """The initiator gives the order up, and the bank has none of its payments."""
        until(lambda: not self.is_open, seconds, f"{self.what} are still pending")
        equal(self.state, FAILED, f"{self.what}, which the bank does not have,")
        equal(self.bank.payments.of_amount(self.amount), [], "the bank's payments")
        equal(self.lies(), [], f"what is wrong about {self.what}")

    def stays_open(self) -> None:
        equal(self.is_open, True, f"whether {self.what} are open")
        equal(set(self.states), {PENDING}, f"the days of {self.amount}, whose fate is open,")

    @property
    def what(self) -> str:
        return f"the payments of {self.amount} at {self.bank.name}"

    def lies(self) -> list[str]:
        """Sentences about days, or the whole, of which the initiator says what the bank does not."""
        state, charges = self.state, self.charges
        at_bank = {each.order["endToEndId"]: each for each in self.bank.payments.of_amount(self.amount)}
        found = [f"{self.what}: {sentence}" for each in charges for sentence in self._lies_of(each, at_bank)]
        ids, states = [charge.end_to_end_id for charge in charges], [charge.state for charge in charges]
        forgotten = [name for name, each in at_bank.items() if name not in ids and (each.is_open or each.has_moved)]
        if state in (DONE, FAILED) and forgotten:
            found.append(f"{self.what} are {state}, which leaves out {forgotten}")
        if state in (DONE, FAILED) and (PENDING in states or (state == DONE) != (DONE in states)):
            found.append(f"{self.what} are {state} together, and {states} one by one")
        if state == SCHEDULED and len(at_bank) != len(self.days):
            found.append(f"{self.what} are scheduled, and the bank has {len(at_bank)}")
        return found

    def _lies_of(self, charge: Charge, at_bank: dict[str, Payment]) -> list[str]:
        debits, payment = len(self.ground.world.ledger.of_id(charge.end_to_end_id)), at_bank.get(charge.end_to_end_id)
        status = payment.status if payment else "none"
        said = f"that of {charge.day} is {charge.state} with {debits} debits, and {status} at the bank"
        if charge.state == DONE:
            return [] if debits == 1 else [said]
        if charge.state == PENDING or payment is None:
            return []
        is_true = not debits and not payment.is_open and (charge.state == CANCELLED) == (status == "CANC")
        return [] if is_true else [said]


# --- Schedules ------------------------------------------------------------------------------------------------------


def in_days(ground: Ground, days: int) -> str:
    return day_at(ground.world.now(), days)


def daily(ground: Ground, count: int = 2) -> dict[str, Any]:
    """From the day after tomorrow on: version 5 takes the end of all until 22:00 of the eve."""
    return {"daily": {"startDate": in_days(ground, 2), "quantity": count}}


def of_rule(ground: Ground, rule: str) -> dict[str, Any]:
    """A schedule of each rule: a weekday that is not the start's, the 31st of each month, days out of order."""
    start = in_days(ground, 2)
    match rule:
        case "single":
            return {"single": {"date": start}}
        case "daily":
            return daily(ground)
        case "weekly":
            weekday = WEEKDAYS[(datetime.date.fromisoformat(start).weekday() + 5) % 7]
            return {"weekly": {"dayOfWeek": weekday, "startDate": start, "quantity": 2}}
        case "monthly":
            return {"monthly": {"dayOfMonth": 31, "startDate": start, "quantity": 3}}
    return {"custom": {"dates": [in_days(ground, 40), in_days(ground, 2), in_days(ground, 9)]}}


def scheduled(
    ground: Ground, bank: Bank, *faults: tuple[Any, ...], schedule: dict[str, Any] | None = None, plan: Plan = Plan(),
    seconds: float = 30,
) -> ScheduledOrder:
    """Begins an order with a schedule beside the case: of two days, unless the case names another."""
    days = schedule or daily(ground)
    return ground.order(bank, plan, *faults, seconds=seconds, kind=ScheduledOrder, schedule=days)
