"""Answers that break off: one at each of its bytes, others at a few places, and what is never sent a second time."""

from __future__ import annotations

import concurrent.futures
import functools
import threading
import time

import connector_faults as f
from cases import each
from connector_ground import DONE, FAILED, Ground, NotNow, Order, Plan, until
from connector_network import OF_A_PAYMENT, STEPS, enrolled_with
from expectations import equal
from institution.faults import Exchange
from institution.keys import Message

PARTS = (0.0, 0.05, 0.3, 0.6, 1.0)


def rejected(message: Message) -> None:
    message.claims["data"]["status"] = "RJCT"
    message.claims["data"]["rejectionReason"] = {"code": "SALDO_INSUFICIENTE", "detail": "x"}


class Cutter:
    """Cuts each next reading a few bytes later: what it cuts lies, and after the last byte readings are honest."""

    def __init__(self, first: int, step: int):
        self.place, self.step, self.length = first, step, first + 1
        self.readings = threading.local()

    @property
    def is_done(self) -> bool:
        return self.place >= self.length

    def message(self, message: Message) -> None:
        self.readings.lies = not self.is_done
        if self.readings.lies:
            rejected(message)

    def answer(self, exchange: Exchange) -> None:
        if getattr(self.readings, "lies", False):
            self.length = len(exchange.answer.octets)
            exchange.answer.cut_at = min(self.place, self.length - 1)
            self.place += self.step


def cut_through(ground: Ground, first: int, step: int) -> tuple[Order, Cutter]:
    """Reads one held payment again and again, until an answer was cut at each place."""
    bank, cutter = ground.fresh(), Cutter(first, step)
    ground.device(bank)
    order = ground.order(
        bank, Plan("hold"), ("P6 message", cutter.message, 1_000_000), ("P6 answer", cutter.answer, 1_000_000)
    )
    payment, wire, deadline = order.payment, ground.world.courier.wire(bank), time.monotonic() + 400
    while not cutter.is_done:
        equal(ground.world.courier.send(bank, "payment", payment.id, wire), 202, "the answer to a webhook")
        assert time.monotonic() < deadline, f"{order.amount} is {order.state}, cut at {cutter.place} of {cutter.length}"
        time.sleep(0.04)
    wire.close()
    return order, cutter


@functools.cache
def cuts(ground: Ground) -> list[concurrent.futures.Future[tuple[Order, Cutter]]]:
    return [ground.later(cut_through, ground, first, 4) for first in range(4)]


def cut_at_each_byte(ground: Ground) -> None:
    """cut/GET-pix-payments/each-byte: no part of an answer is believed, and the next whole one is."""
    for cut in cuts(ground):
        order, cutter = cut.result()
        equal(cutter.length > 1_000, True, f"whether an answer of {cutter.length} bytes was cut")
        order.stays_open()
        order.bank.payments.end(order.payment, is_settled=True)
        order.bank.notify("payment", order.payment.id)
        order.ends(DONE, 70)


@functools.cache
def cut_orders(ground: Ground) -> dict[tuple[str, float], Order]:
    bank = ground.fresh()
    ground.device(bank)
    return {
        (operation, part): ground.order(bank, Plan(), (f"{operation} answer", f.cut(part)), seconds=60)
        for operation in OF_A_PAYMENT
        for part in PARTS
    }


@each(*[(operation,) for operation in OF_A_PAYMENT])
def cut_samples(ground: Ground, operation: str) -> None:
    """cut/payment: an answer on the way of a payment that breaks off, early or with its last byte."""
    for part in PARTS:
        cut_orders(ground)[operation, part].ends(DONE)


@functools.cache
def cut_enrollments(ground: Ground) -> dict[float, concurrent.futures.Future[list[int]]]:
    return {
        part: ground.later(enrolled_with, ground, ground.fresh(), *[(f"{step} answer", f.cut(part)) for step in STEPS])
        for part in PARTS
    }


@each(("nothing", 0.0), ("head", 0.05), ("early", 0.3), ("late", 0.6), ("last-byte", 1.0))
def cut_steps(ground: Ground, _: str, part: float) -> None:
    """cut/enrollment: each step of an enrollment loses its answer once, and the enrollment is made."""
    equal(cut_enrollments(ground)[part].result(), [1] * len(STEPS), "how often each fault struck")


@each(("nothing", 0.0), ("last-byte", 1.0))
def cut_code(ground: Ground, _: str, part: float) -> None:
    """cut/code: a code whose exchange lost its answer is spent; the enrollment ends, at the bank too."""
    bank = ground.plain
    device = ground.begun(bank)
    enrollment = bank.authorization.enrollment_of(device.url)
    bank.faults.arm("token authorization_code answer", f.cut(part))
    ground.driver.come_back(device, bank.visit(device.url))
    equal(ground.ended(device), FAILED, "the enrollment")
    until(lambda: enrollment.status == "REJECTED", 30, f"the bank has the enrollment as {enrollment.status}")


@each(("nothing", 0.0), ("last-byte", 1.0))
def cut_registration(ground: Ground, _: str, part: float) -> None:
    """cut/registration: after a registration whose answer was lost, no second client is made."""
    bank = ground.fresh()
    bank.faults.arm("register POST answer", f.cut(part))
    for _ in range(2):
        try:
            ground.begun(bank, seconds=1)
            raise AssertionError("an enrollment was begun")
        except NotNow:
            equal(bank.asked("register POST"), 1, "the registrations that were sent")
    equal(bank.asked("E1"), 0, "the enrollments that were asked for")


EARLY = (cuts,)
