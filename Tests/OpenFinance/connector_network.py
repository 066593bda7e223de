"""The network between: exchanges that are repeated, late and swapped, and an initiator that dies."""

from __future__ import annotations

import concurrent.futures
import functools
import threading
import time
from typing import Any

import connector_faults as f
from cases import each
from connector_ground import DONE, FAILED, PENDING, Bank, Ground, NotNow, Order, Plan, until
from expectations import equal
from institution.faults import Exchange
from institution.keys import Message
from institution.resources import Refusal

# Open Finance Brasil allows 15 s for a call; an initiator waits for less.
LATE_SECONDS = 16
STEPS = ("E1", "E4", "par", "E5", "E6")
OF_A_PAYMENT = ("P1", "E7", "E8", "P2", "P5", "P6")


def enrolled_with(ground: Ground, bank: Bank, *faults: tuple[str, f.Change]) -> list[int]:
    armed = [bank.faults.arm(place, change) for place, change in faults]
    device = ground.begun(bank, seconds=90)
    enrollment = bank.authorization.enrollment_of(device.url)
    ground.driver.come_back(device, bank.visit(device.url))
    equal(ground.ended(device, 90), DONE, "the enrollment")
    equal(enrollment.status, "AUTHORISED", "the enrollment at the bank")
    equal(bank.asked("token authorization_code"), 1, "the exchanged codes")
    return [each.struck for each in armed]


# --- Repeated -------------------------------------------------------------------------------------------------------

EVERYTHING = ("register POST", "token client_credentials", "token authorization_code", "token refresh_token", "par",
              "E1", "E2", "E4", "E5", "E6", "E7", "E8", "P1", "P2", "P3", "P5", "P6")


def repeated_unseen(ground: Ground) -> None:
    """network/repeated/first-answer: every request arrives twice, and its first answer comes back."""
    bank = ground.fresh()
    for operation in EVERYTHING:
        bank.faults.arm(f"{operation} answer", lambda exchange: bank.again(exchange) and None, times=1_000)
    ground.device(bank)
    bank.authorization.forget_access()
    ground.paid(bank)
    equal((len(bank.clients.all), len(bank.enrollments.all), len(bank.payments.all)), (1, 1, 1), "what the bank made")
    bank.faults.disarm()


@functools.cache
def repeated(ground: Ground) -> dict[str, Order]:
    bank = ground.fresh()
    ground.device(bank)

    def again(exchange: Exchange) -> None:
        exchange.answer = bank.again(exchange)

    return {name: ground.order(bank, Plan(), (f"{name} answer", again), seconds=60) for name in OF_A_PAYMENT}


@each(*[(operation,) for operation in OF_A_PAYMENT])
def repeated_seen(ground: Ground, operation: str) -> None:
    """network/repeated/second-answer: a request arrives twice, and its second answer comes back."""
    repeated(ground)[operation].ends(DONE)


def repeated_steps(ground: Ground) -> None:
    """network/repeated/enrollment: the same for each step of an enrollment."""
    bank = ground.fresh()

    def again(exchange: Exchange) -> None:
        exchange.answer = bank.again(exchange)

    struck = enrolled_with(ground, bank, *[(f"{step} answer", again) for step in STEPS])
    equal(struck, [1] * len(STEPS), "how often each fault struck")
    equal(len(bank.enrollments.all), 1, "the enrollments at the bank")


def first_message_again(ground: Ground) -> None:
    """network/repeated/first-message: a bank may tell a repeated call its first message; a fresh reading decides."""
    bank = ground.banks[("4.0.1",)]
    ground.device(bank)
    bank.dialect = type(bank.dialect)(("4.0.1",), tells_first_message_again=True)
    for operation in ("P1", "P5"):
        ground.order(bank, Plan(), (f"{operation} answer", f.cut(1))).ends(DONE)


# --- Late -----------------------------------------------------------------------------------------------------------


@functools.cache
def late_orders(ground: Ground) -> dict[str, Order]:
    bank = ground.fresh()
    ground.device(bank)
    return {
        operation: ground.order(bank, Plan(), (f"{operation} answer", f.late(LATE_SECONDS)), seconds=90)
        for operation in OF_A_PAYMENT
    }


@functools.cache
def late_steps(ground: Ground) -> dict[str, concurrent.futures.Future[list[int]]]:
    late = f.late(LATE_SECONDS)
    return {step: ground.later(enrolled_with, ground, ground.fresh(), (f"{step} answer", late)) for step in STEPS}


@each(*[(operation,) for operation in OF_A_PAYMENT])
def late_answers(ground: Ground, operation: str) -> None:
    """network/late/payment: an answer on the way of a payment comes after every deadline; the work was done."""
    late_orders(ground)[operation].ends(DONE)


@each(*[(step,) for step in STEPS])
def late_answers_to_steps(ground: Ground, step: str) -> None:
    """network/late/enrollment: the same for a step of an enrollment."""
    equal(late_steps(ground)[step].result(), [1], "how often the fault struck")


# --- Swapped --------------------------------------------------------------------------------------------------------


class Swap:
    """Two exchanges of the same operation get each other's answers."""

    def __init__(self, is_whole: bool):
        self.is_whole = is_whole
        self.meeting = threading.Barrier(2, timeout=20)
        self.answers: list[Any] = []

    def __call__(self, exchange: Exchange) -> None:
        own = (exchange.answer.headers, exchange.answer.body)
        self.answers.append(own)
        self.meeting.wait()
        [(headers, body)] = [each for each in self.answers if each is not own]
        self.meeting.wait()
        exchange.answer.body = body
        if self.is_whole:
            exchange.answer.headers = dict(headers)


@each(*[(f"{operation}-{kind}",) for operation in ("P1", "P5", "E7", "P2") for kind in ("whole", "body")])
def swapped(ground: Ground, name: str) -> None:
    """network/swapped: two orders get each other's answers; whatever is said of them is true."""
    operation, _, kind = name.partition("-")
    bank = ground.fresh()
    ground.device(bank)
    swap = Swap(is_whole=kind == "whole")
    orders = [ground.order(bank, Plan(), (f"{operation} answer", swap), seconds=40) for _ in range(2)]
    for order in orders:
        until(lambda order=order: order.state != PENDING, 60, f"the payment of {order.amount} is still pending")
        order.ends(DONE if order.movements else FAILED)
    if operation in ("P5", "P2") or kind == "whole":
        equal([order.state for order in orders], [DONE, DONE], "the orders, which can be carried on")


@each(("whole", True), ("body", False))
def swapped_readings(ground: Ground, _: str, is_whole: bool) -> None:
    """network/swapped/reading: the reading of a pending payment gets the answer about one that is settled."""
    bank = ground.fresh()
    other, order = ground.paid(bank), ground.order(bank, Plan("hold"))
    kept: list[Any] = []

    def swap(exchange: Exchange) -> None:
        exchange.answer.body = bank.again(kept[0]).body
        if is_whole:
            exchange.answer.headers["x-fapi-interaction-id"] = kept[0].request.headers["x-fapi-interaction-id"]

    ground.notified(order, "P6 answer", lambda exchange: kept.append(
        Exchange("P6", exchange.request, (other.payment.id,))))
    ground.notified(order, "P6 answer", swap)
    ground.notified(order, "P6 answer", lambda _: None)
    order.stays_open()
    bank.payments.end(order.payment, is_settled=True)
    ground.notified(order, "P6 answer", lambda _: None)
    order.ends(DONE)


# --- Doubtful refusals ----------------------------------------------------------------------------------------------


def nowhere(exchange: Exchange) -> None:
    """The request is lost before the bank has it."""
    exchange.answer = f.Answer(502, cut_at=0)


@functools.cache
def doubted(ground: Ground) -> tuple[Order, float]:
    order = ground.order(ground.fresh(), Plan(refusal="SALDO_INSUFICIENTE"), ("P5 request", nowhere))
    return order, time.monotonic()


def doubted_refusal(ground: Ground) -> None:
    """network/refused-repeat: a 422 to a repeated payment is its end when, a minute later, the bank lists none."""
    order, began = doubted(ground)
    until(lambda: order.state != PENDING, 120, "the refused payment is still pending")
    equal(time.monotonic() - began > 55, True, "whether the refusal was doubted for a minute")
    order.ends(FAILED)


def echo(ground: Ground) -> None:
    """network/echo: a bank that forgot the key refuses what it paid; its list, which comes later, says the truth."""
    bank = ground.fresh()
    ground.device(bank)

    def forget(exchange: Exchange) -> None:
        exchange.answer.cut_at = 0
        bank.door.kept.clear()

    def empty(message: Message) -> None:
        message.claims["data"] = []

    order = ground.order(bank, Plan(), ("P5 answer", forget), ("P3 message", empty))
    order.ends(DONE)
    equal(bank.asked("P5"), 2, "the calls for the payment")


@functools.cache
def complained(ground: Ground) -> Order:
    bank = ground.banks[("4.0.1",)]
    ground.device(bank)

    def complain(exchange: Exchange) -> None:
        if bank.payments.of_amount(bank.amount_of(exchange)):
            exchange.answer = bank.door.refused(exchange, Refusal("PARAMETRO_INVALIDO"))

    return ground.order(bank, Plan(), ("P5 answer", f.cut(0)), ("P5 request", complain, 2))


def complaint_without_a_list(ground: Ground) -> None:
    """network/no-list: where the bank has no list, a complaint about a member of a repeated payment is no proof."""
    order = complained(ground)
    order.ends(DONE, 100)


# --- One slow bank, and an initiator that dies ----------------------------------------------------------------------


def slow_bank(ground: Ground) -> None:
    """network/slow-bank: fifteen calls that hang at one bank hold up no payment at another."""
    slow = ground.fresh()
    ground.device(slow)
    slow.faults.arm("E1 request", lambda _: time.sleep(8), times=15)
    hanging = []

    def hang() -> None:
        try:
            ground.begun(slow, seconds=1)
        except NotNow:
            hanging.append(time.monotonic())

    threads = [threading.Thread(target=hang) for _ in range(15)]
    for thread in threads:
        thread.start()
    began = time.monotonic()
    until(lambda: slow.faults.used("E1 request") >= 12, 20, "the slow bank is not asked")
    ground.paid(ground.plain)
    seconds = time.monotonic() - began
    equal(seconds < 8, True, f"whether {seconds:.1f} s are less than the slow bank's 8")
    slow.faults.disarm()
    for thread in threads:
        thread.join()


@each(*[(operation,) for operation in ("P5", "E8", "P6")])
def killed(ground: Ground, operation: str) -> None:
    """network/killed: an initiator that dies while the bank answers goes on where it was."""
    bank = ground.plain
    ground.device(bank)
    order = ground.order(bank, Plan(), (f"{operation} answer", f.late(1.0)))
    equal(bool(order.id), True, "whether the order was taken")
    before = bank.asked(operation)
    until(lambda: bank.asked(operation) > before, 20, f"{operation} is not asked")
    ground.driver.stop(is_killed=True)
    ground.driver.start()
    order.ends(DONE)


EARLY = (late_orders, late_steps, doubted, complained)
