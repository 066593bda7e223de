"""Payments on later days that are made while one exchange has a fault: the consent, the payments, and their list."""

from __future__ import annotations

import copy
import functools
import time
from collections.abc import Callable
from typing import Any

import connector_faults as f
from cases import each
from connector_days import ScheduledOrder, scheduled
from connector_ground import DONE, NEW, OLD, OLDEST, Bank, Ground, Plan
from connector_network import LATE_SECONDS, Swap, nowhere
from expectations import equal
from institution.faults import Exchange
from institution.keys import Message
from institution.schedules import days_of

NEEDS = ("has_schedules",)
Fault = tuple[str, f.Change]
# Faults of a whole answer, and of its message: the tables of connector_faults.py have the others.
ANSWERED: dict[str, Fault] = {
    **{name: ("answer", f.ANSWERS[name]) for name in
       ("no-connection", "cut-body", "500", "529", "unsigned-422")},
    "flipped-bit": ("message", f.MESSAGES["flipped-bit"]),
}
ANOTHER = "E99999999202701011500AAAAAAAAAAA"


def each_name(*tables: dict[str, Any]) -> Callable[[Callable[..., None]], Callable[..., None]]:
    return each(*[(name,) for table in tables for name in table])


@functools.cache
def bank_of(ground: Ground, name: str, versions: tuple[str, ...] = NEW) -> Bank:
    """A bank for the cases of one name."""
    bank = ground.fresh(versions)
    ground.device(bank)
    return bank


def data(change: Callable[[Any], Any]) -> f.Change:
    """A change of what a message says; the bank's own records stay as they are."""

    def work(message: Message) -> None:
        message.claims["data"] = copy.deepcopy(message.claims["data"])
        change(message.claims["data"])

    return work


def first_answer(bank: Bank) -> f.Change:
    """The network repeats the request, and its first answer comes back."""
    return lambda exchange: bank.again(exchange) and None


def second_answer(bank: Bank) -> f.Change:
    def change(exchange: Exchange) -> None:
        exchange.answer = bank.again(exchange)

    return change


def of_another(bank: Bank, operation: str, chosen: Callable[[], str]) -> f.Change:
    """The answer about another object, which the same initiator may read."""

    def change(exchange: Exchange) -> None:
        exchange.answer = bank.again(Exchange(operation, exchange.request, (chosen(),)))

    return change


# --- The consent ----------------------------------------------------------------------------------------------------


@each(
    ("at-once", lambda payment: payment.update(
        purpose="IMMEDIATE", date=days_of(payment.pop("schedule"))[0])),
    ("more-days", lambda payment: payment["schedule"]["daily"].update(quantity=3)),
    ("another-day", lambda payment: payment["schedule"]["daily"].update(startDate=days_of(payment["schedule"])[-1])),
    ("another-rule", lambda payment: payment["schedule"].update(
        {"single": {"date": payment["schedule"].pop("daily")["startDate"]}})),
)
def other_consents(ground: Ground, _: str, change: Callable[[Any], Any]) -> None:
    """schedules/POST-consents: a consent to other days than were asked for is shown to nobody."""
    bank = bank_of(ground, "P1")
    order = scheduled(ground, bank, ("P1 message", data(lambda consent: change(consent["payment"]))))
    order.fails()
    equal([each.status for each in bank.payments.consents.values() if each.amount == order.amount],
          ["AWAITING_AUTHORISATION"], "the consent at the bank")


# --- The payments ---------------------------------------------------------------------------------------------------

# The wrong words of a 201 about payments that the bank has made as they were ordered.
CREATED: dict[str, Fault] = {
    "wrong-amount-in-the-last": ("message", data(lambda made: made[-1].update(
        payment={"amount": "9999.99", "currency": "BRL"}))),
    "another-consent-in-the-last": ("message", data(lambda made: made[-1].update(consentId="urn:outro:consent:1"))),
    "another-id-in-the-last": ("message", data(lambda made: made[-1].update(endToEndId=ANOTHER))),
    "one-missing": ("message", data(list.pop)),
    "one-twice": ("message", data(lambda made: made.__setitem__(-1, made[0]))),
    "one-more": ("message", data(lambda made: made.append({**made[0], "endToEndId": ANOTHER}))),
    "none": ("message", data(list.clear)),
}
CREATED_BY_4 = {name: CREATED[name] for name in ("wrong-amount-in-the-last", "one-missing", "none")}
NOT_ARRIVED: dict[str, Fault] = {
    "not-arrived": ("request", nowhere),
    **{f"not-arrived-{code}": ("request", lambda exchange, code=code: unworked(exchange, code)) for code in (500, 529)},
}
REPEATED = {"first-answer": first_answer, "second-answer": second_answer}


def unworked(exchange: Exchange, code: int) -> None:
    """Something in front of the bank answers in its place."""
    exchange.answer = f.Answer(500, {"x-fapi-interaction-id": exchange.request.headers["x-fapi-interaction-id"]})
    f.gateway(code)(exchange)


@functools.cache
def making(ground: Ground, versions: tuple[str, ...]) -> dict[str, ScheduledOrder]:
    """Orders with a fault in the call of their payments, all under way at the same time."""
    bank = bank_of(ground, "P5", versions)
    repeated = {name: ("answer", make(bank)) for name, make in REPEATED.items()}
    faults = {**ANSWERED, **CREATED, **NOT_ARRIVED, **repeated} if versions == NEW else CREATED_BY_4
    return {name: scheduled(ground, bank, (f"P5 {place}", change), seconds=60)
            for name, (place, change) in faults.items()}


def come_through(order: ScheduledOrder) -> None:
    order.waits()
    order.all_come()
    order.ends(DONE, DONE)
    equal(len(order.bank.payments.of_amount(order.amount)), 2, "the bank's payments")


@each_name(ANSWERED, CREATED, NOT_ARRIVED, REPEATED)
def payments(ground: Ground, name: str) -> None:
    """schedules/POST-pix-payments: payments whose call has this fault are made once, all of them, and paid."""
    come_through(making(ground, NEW)[name])


@each_name(CREATED_BY_4)
def payments_of_version_4(ground: Ground, name: str) -> None:
    """schedules/POST-pix-payments/4.1.0: the same of an answer that says something else than was ordered."""
    come_through(making(ground, OLD)[name])


@each(("whole", True), ("body", False))
def swapped_payments(ground: Ground, _: str, is_whole: bool) -> None:
    """schedules/POST-pix-payments/swapped: two orders get each other's answers, and both are known in the end."""
    swap = Swap(is_whole)
    for order in [scheduled(ground, bank_of(ground, "P5"), ("P5 answer", swap)) for _ in range(2)]:
        come_through(order)


def echo(ground: Ground) -> None:
    """schedules/POST-pix-payments/echo: a bank that forgot the key refuses what it has; its list says the truth."""
    bank = ground.fresh()
    ground.device(bank)

    def forget(exchange: Exchange) -> None:
        exchange.answer.cut_at = 0
        bank.door.kept.clear()

    come_through(scheduled(ground, bank, ("P5 answer", forget), ("P3 message", data(list.clear))))
    equal(bank.asked("P5"), 2, "the calls for the payments")


def first_message_again(ground: Ground) -> None:
    """schedules/POST-pix-payments/first-message: a bank without a list tells a repeated call its first message."""
    bank = ground.fresh(OLDEST, tells_first_message_again=True)
    ground.device(bank)
    come_through(scheduled(ground, bank, ("P5 answer", f.cut(1))))


# --- The list, while nobody knows whether the bank has the payments -------------------------------------------------

LISTED: dict[str, Fault] = {
    **ANSWERED,
    "one-missing": ("message", data(list.pop)),
    "another-id-in-the-last": ("message", data(lambda listed: listed[-1].update(endToEndId=ANOTHER))),
    "one-more": ("message", data(lambda listed: listed.append({**listed[0], "endToEndId": ANOTHER}))),
    "none": ("message", data(list.clear)),
}


@functools.cache
def looked_for(ground: Ground) -> dict[str, ScheduledOrder]:
    """Orders whose payments lost their answer, so that the bank's list is asked, which has a fault."""
    bank = bank_of(ground, "P3")
    other = making(ground, NEW)["no-connection"]
    swapped = of_another(other.bank, "P3", lambda: other.payments[0].consent.id)
    faults = {name: (f"P3 {place}", change) for name, (place, change) in LISTED.items()}
    made = {name: scheduled(ground, bank, ("P5 answer", f.cut(0)), fault, seconds=60) for name, fault in faults.items()}
    made["of-another-order"] = scheduled(ground, other.bank, ("P5 answer", f.cut(0)), ("P3 answer", swapped))
    return made


@each_name(LISTED, {"of-another-order": ()})
def lists(ground: Ground, name: str) -> None:
    """schedules/GET-consent-payments: a list with this fault, after a lost answer, makes no payment a second time."""
    come_through(looked_for(ground)[name])


# --- What takes long ------------------------------------------------------------------------------------------------


@functools.cache
def late(ground: Ground) -> ScheduledOrder:
    return scheduled(ground, bank_of(ground, "late"), ("P5 answer", f.late(LATE_SECONDS)), seconds=90)


def late_payments(ground: Ground) -> None:
    """schedules/POST-pix-payments/late: the answer comes after every deadline; the payments were made."""
    come_through(late(ground))


@functools.cache
def doubted(ground: Ground) -> tuple[ScheduledOrder, float]:
    bank = bank_of(ground, "doubted")
    order = scheduled(ground, bank, ("P5 request", nowhere), plan=Plan(refusal="VALOR_ACIMA_LIMITE"))
    return order, time.monotonic()


def doubted_refusal(ground: Ground) -> None:
    """schedules/POST-pix-payments/refused-repeat: a 422 to a repeated call is the end where the bank lists none."""
    order, began = doubted(ground)
    order.fails(120)
    equal(time.monotonic() - began > 55, True, "whether the refusal was doubted for a minute")


EARLY = (late, doubted)
