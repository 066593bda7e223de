"""Payments on later days that the bank has, while one exchange has a fault: the list, a reading, a cancellation."""

from __future__ import annotations

import concurrent.futures
import functools
from collections.abc import Callable

import connector_faults as f
from cases import each
from connector_days import CANCELLED, ScheduledOrder, scheduled
from connector_ground import DONE, FAILED, NEW, OLD, PENDING, Ground, until
from connector_network import LATE_SECONDS, Swap
from connector_schedules_made import (
    ANOTHER, ANSWERED, NOT_ARRIVED, REPEATED, Fault, bank_of, data, each_name, of_another,
)
from expectations import equal
from institution.faults import Armed, Exchange
from institution.keys import Message
from institution.resources import Refusal

NEEDS = ("has_schedules",)

# --- Readings -------------------------------------------------------------------------------------------------------


def turned(message: Message) -> None:
    """Each payment of the message ended otherwise than it did."""
    told = message.claims["data"]
    for payment in told if isinstance(told, list) else [told]:
        payment.pop("rejectionReason", None)
        payment["status"] = {"ACSC": "RJCT", "RJCT": "ACSC"}.get(payment["status"], payment["status"])
        if payment["status"] == "RJCT":
            payment["rejectionReason"] = {"code": "SALDO_INSUFICIENTE", "detail": "x"}


def over(ground: Ground, order: ScheduledOrder, arm: Callable[[], Armed]) -> ScheduledOrder:
    """The first payment moves and the second one fails, and the reading that first sees that has a fault."""
    with order.bank.lock:
        armed = arm()
        for payment, is_settled in zip(order.payments, (True, False)):
            order.bank.payments.end(payment, is_settled, "SALDO_INSUFICIENTE")
    ground.read(order, armed)
    order.told()
    return order


@functools.cache
def lied(ground: Ground, operation: str) -> dict[str, concurrent.futures.Future[ScheduledOrder]]:
    """Orders that are read with a lie in an answer with a fault, all at the same time."""
    bank = bank_of(ground, f"{operation} kept")

    def read(place: str, change: f.Change) -> ScheduledOrder:
        order, lie, after = scheduled(ground, bank).waits(), turned, change
        if place == "message":
            lie, after = (lambda message: turned(message) or change(message)), lambda _: None
        return over(ground, order, lambda: ground.arm_lie(order, operation, lie, after))

    return {name: ground.later(read, *fault) for name, fault in ANSWERED.items()}


@each(*[(f"{path}-{name}", operation, name)
        for operation, path in (("P3", "list"), ("P6", "payment")) for name in ANSWERED])
def lying_readings(ground: Ground, _: str, operation: str, name: str) -> None:
    """schedules/reading: neither a list nor a payment in an answer with this fault is believed."""
    lied(ground, operation)[name].result().ends(DONE, FAILED)


# The members of a signed answer that are about something else than was asked for.
READINGS: dict[str, tuple[str, f.Change]] = {
    "list-lacks-one": ("P3", data(lambda listed: listed.pop(0))),
    "list-names-another's": ("P3", data(lambda listed: listed[0].update(endToEndId=ANOTHER))),
    "list-of-nothing": ("P3", data(list.clear)),
    "another-id": ("P6", data(lambda payment: payment.update(endToEndId=ANOTHER))),
    "another-amount": ("P6", data(lambda payment: payment.update(payment={"amount": "9999.99", "currency": "BRL"}))),
    "another-consent": ("P6", data(lambda payment: payment.update(consentId="urn:outro:consent:1"))),
}


@functools.cache
def misread(ground: Ground) -> dict[str, concurrent.futures.Future[ScheduledOrder]]:
    bank = bank_of(ground, "P3 kept")

    def read(operation: str, change: f.Change) -> ScheduledOrder:
        order = scheduled(ground, bank).waits()

        def lie(message: Message) -> None:
            if operation == "P6":
                turned(message)
            change(message)

        return over(ground, order, lambda: bank.faults.arm(f"{operation} message", lie, amount=order.amount))

    return {name: ground.later(read, *fault) for name, fault in READINGS.items()}


@each_name(READINGS)
def other_readings(ground: Ground, name: str) -> None:
    """schedules/reading: a signed answer about something else proves nothing about these payments."""
    misread(ground)[name].result().ends(DONE, FAILED)


@each(("list-of-another-order", "P3"), ("payment-of-another-order", "P6"), ("payment-of-another-day", "P6"))
def swapped_readings(ground: Ground, name: str, operation: str) -> None:
    """schedules/reading/swapped: a reading gets the whole answer about another order, or about the other day."""
    bank = bank_of(ground, "P3 kept")
    order, other = scheduled(ground, bank).waits(), scheduled(ground, bank).waits()
    other.comes(0, is_settled=False)
    payment = (order if name.endswith("day") else other).payments[1 if name.endswith("day") else 0]
    change = of_another(bank, operation, lambda: payment.consent.id if operation == "P3" else payment.id)
    over(ground, order, lambda: bank.faults.arm(f"{operation} answer", change, amount=order.amount))
    order.ends(DONE, FAILED)
    other.comes(1)
    other.ends(FAILED, DONE)


# --- Cancellations --------------------------------------------------------------------------------------------------

# The operation, the versions of the bank, and the day that is cancelled; all that is left without one.
KINDS: dict[str, tuple[str, tuple[str, ...], int | None]] = {
    "one-5.0.0": ("P7", NEW, 0), "all-5.0.0": ("P4", NEW, None), "all-4.1.0": ("P4", OLD, None)
}
OF_KINDS: dict[str, dict[str, Fault]] = {
    "one-5.0.0": {
        "of-another-payment": ("message", data(
            lambda payment: payment.update(paymentId="outro-1", endToEndId=ANOTHER))),
    },
    "all-5.0.0": {
        "200-for-202": ("answer", f.status(200)),
        "body-for-202": ("answer", f.gateway(202)),
    },
    "all-4.1.0": {
        "list-lacks-one": ("message", data(list.pop)),
        "list-names-another's": ("message", data(lambda listed: listed[-1].update(paymentId="outro-1"))),
        "list-of-nothing": ("message", data(list.clear)),
    },
}


def cancelled(ground: Ground, kind: str, *faults: Fault) -> ScheduledOrder:
    """An order that is cancelled, in part or all of it, with faults in the call."""
    operation, versions, number = KINDS[kind]
    bank = bank_of(ground, kind, versions)
    order = scheduled(ground, bank).waits()
    armed = [bank.faults.arm(f"{operation} {place}", change, amount=order.amount) for place, change in faults]
    order.cancels(number)
    equal([each.struck for each in armed], [1] * len(faults), "how often each fault struck")
    return order


def answered(kind: str) -> dict[str, Fault]:
    """The faults of answers; one without a body has no signature."""
    return {name: fault for name, fault in ANSWERED.items() if kind != "all-5.0.0" or fault[0] == "answer"}


def faults_of(ground: Ground, kind: str) -> dict[str, Fault]:
    bank = bank_of(ground, kind, KINDS[kind][1])

    # The refusal is in due form, as where the bank forgot the key.
    def refuse(exchange: Exchange) -> None:
        exchange.answer = bank.door.refused(exchange, Refusal("PAGAMENTO_NAO_PERMITE_CANCELAMENTO"))

    repeated = {name: ("answer", make(bank)) for name, make in REPEATED.items()}
    return {**answered(kind), **NOT_ARRIVED, **OF_KINDS[kind], **repeated, "refused-though-done": ("answer", refuse)}


@functools.cache
def cancelling(ground: Ground, kind: str) -> dict[str, concurrent.futures.Future[ScheduledOrder]]:
    """Orders whose cancellation has a fault, all at the same time."""
    faults = faults_of(ground, kind)
    return {name: ground.later(cancelled, ground, kind, fault) for name, fault in faults.items()}


@each(*[(f"{kind}-{name}", kind, name) for kind in KINDS
        for name in (*answered(kind), *NOT_ARRIVED, *OF_KINDS[kind], *REPEATED, "refused-though-done")])
def cancellations(ground: Ground, _: str, kind: str, name: str) -> None:
    """schedules/cancel: what is cancelled in a call with this fault moves no money, and nothing else is."""
    has_ended(cancelling(ground, kind)[name].result(), kind)


def has_ended(order: ScheduledOrder, kind: str) -> None:
    if KINDS[kind][2] is None:
        order.ends(CANCELLED, CANCELLED)
        return
    order.says(CANCELLED, PENDING)
    order.comes(1)
    order.ends(CANCELLED, DONE)


@each(*[(kind,) for kind in KINDS])
def day_comes_first(ground: Ground, kind: str) -> None:
    """schedules/cancel/a-day-comes-first: a day that comes while its cancellation is on the way is paid."""

    def come(exchange: Exchange) -> None:
        bank = bank_of(ground, kind, KINDS[kind][1])
        bank.payments.end(bank.payments.of_amount(bank.amount_of(exchange))[0], is_settled=True)

    order = cancelled(ground, kind, ("request", come))
    if kind.startswith("all"):
        order.ends(DONE, CANCELLED)
        return
    order.says(DONE, PENDING)
    order.comes(1)
    order.ends(DONE, DONE)


@each(("whole", True), ("body", False))
def swapped_cancellations(ground: Ground, _: str, is_whole: bool) -> None:
    """schedules/cancel/swapped: the cancellations of two orders get each other's answers."""
    bank_of(ground, "one-5.0.0")
    swap = Swap(is_whole)
    for future in [ground.later(cancelled, ground, "one-5.0.0", ("answer", swap)) for _ in range(2)]:
        has_ended(future.result(), "one-5.0.0")


@each(("one", 0), ("all", None))
def restarted_bank(ground: Ground, name: str, number: int | None) -> None:
    """schedules/cancel/restarted-bank: a cancellation that finds no bank is sent again, and done once there is one."""
    bank = ground.fresh()
    order = scheduled(ground, bank).waits()
    operation = "P4" if number is None else "P7"
    bank.is_down = True
    asked = ground.later(order.cancels, number)
    until(lambda: bank.asked(operation) > 1, 20, "the bank is not asked twice")
    bank.restart()
    equal(asked.result(), True, "whether the cancellation was taken")
    has_ended(order, f"{name}-5.0.0")


# --- What takes long ------------------------------------------------------------------------------------------------


@functools.cache
def late(ground: Ground) -> dict[str, concurrent.futures.Future[ScheduledOrder]]:
    """Orders of which one answer comes after every deadline."""
    after, bank = f.late(LATE_SECONDS), bank_of(ground, "P3 kept")

    def read(operation: str) -> ScheduledOrder:
        order = scheduled(ground, bank).waits()
        return over(ground, order, lambda: bank.faults.arm(f"{operation} answer", after, amount=order.amount))

    for kind, (_, versions, _) in KINDS.items():
        bank_of(ground, kind, versions)
    return {
        **{operation: ground.later(read, operation) for operation in ("P3", "P6")},
        **{kind: ground.later(cancelled, ground, kind, ("answer", after)) for kind in KINDS},
    }


@each(("P3",), ("P6",))
def late_readings(ground: Ground, operation: str) -> None:
    """schedules/late/reading: the answer comes after every deadline, and the next one in time."""
    late(ground)[operation].result().ends(DONE, FAILED)


@each(*[(kind,) for kind in KINDS])
def late_cancellations(ground: Ground, kind: str) -> None:
    """schedules/late/cancel: the answer comes after every deadline; the cancellation was done."""
    has_ended(late(ground)[kind].result(), kind)


# --- An initiator that dies -----------------------------------------------------------------------------------------


def killed_while_paying(ground: Ground) -> None:
    """schedules/killed/POST-pix-payments: an initiator that dies while the bank answers goes on where it was."""
    order = scheduled(ground, ground.plain, ("P5 answer", f.late(1.0)))
    equal(bool(order.id), True, "whether the order was taken")
    equal(len(order.payments), 2, "the payments at the bank")
    ground.driver.stop(is_killed=True)
    ground.driver.start()
    order.waits()
    order.all_come()
    order.ends(DONE, DONE)


@each(("one", 0), ("all", None))
def killed_while_cancelling(ground: Ground, name: str, number: int | None) -> None:
    """schedules/killed/cancel: the same while it cancels."""
    operation, bank = "P4" if number is None else "P7", ground.plain
    order = scheduled(ground, bank).waits()
    bank.faults.arm(f"{operation} answer", f.late(1.0), amount=order.amount)
    before = bank.asked(operation)
    ground.later(order.cancels, number)
    until(lambda: bank.asked(operation) > before, 20, f"{operation} is not asked")
    ground.driver.stop(is_killed=True)
    ground.driver.start()
    has_ended(order, f"{name}-5.0.0")


def killed_on_the_day(ground: Ground) -> None:
    """schedules/killed/a-day-comes: a day that comes while the initiator is away is found after its start."""
    order = scheduled(ground, ground.plain).waits()
    ground.driver.stop(is_killed=True)
    ground.plain.payments.end(order.payments[0], is_settled=True)
    ground.driver.start()
    order.told(0)
    order.says(DONE, PENDING)
    order.comes(1)
    order.ends(DONE, DONE)


EARLY = (late,)
