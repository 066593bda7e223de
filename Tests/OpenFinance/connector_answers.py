"""Each row of the table of answers: what came is answered, refused, another token, or proves nothing.

A payment that is held at the bank is read again and again while its answers lie and have a fault; and payments and
consents are made while the answer to the making has one.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import connector_faults as f
from cases import each
from connector_ground import DONE, FAILED, Bank, Ground, Order, Plan, until
from expectations import equal
from institution.faults import Exchange
from institution.keys import Message

ALL = {**{name: ("answer", change) for name, change in f.ANSWERS.items()},
       **{name: ("message", change) for name, change in f.MESSAGES.items()}}
READINGS = {**ALL, **{name: ("message", change) for name, change in f.OF_READINGS.items()}}


def each_name(names: dict[str, Any]) -> Callable[[Callable[..., None]], Callable[..., None]]:
    return each(*[(name,) for name in names])


# --- Readings -------------------------------------------------------------------------------------------------------


@functools.cache
def held(ground: Ground) -> Order:
    """A payment that the bank has not settled yet."""
    order = ground.order(ground.fresh(), Plan("hold"))
    until(lambda: order.bank.asked("P6") > 0, 20, f"the payment {order.payment.id} is not read")
    # A message of which a later one has the jti.
    ground.notified(order, "P6 message", f.claimed(jti=f.USED))
    return order


def lying(status: str, change: f.Change) -> f.Change:
    """A message that says something else about the payment, and has the fault."""

    def both(message: Message) -> Any:
        message.claims["data"] = {**message.claims["data"], "status": status}
        if status == "RJCT":
            message.claims["data"]["rejectionReason"] = {"code": "SALDO_INSUFICIENTE", "detail": "x"}
        return change(message)

    return both


@each_name(READINGS)
def lying_readings(ground: Ground, name: str) -> None:
    """answers/reading: a reading with this fault proves neither that a payment settled nor that it was rejected."""
    order, (place, change) = held(ground), READINGS[name]
    for status in ("RJCT", "ACSC"):
        if place == "answer":
            ground.lied(order, lying(status, lambda _: None), change)
        else:
            ground.notified(order, "P6 message", lying(status, change))
        # The next reading begins after this one had its effect.
        ground.notified(order, "P6 answer", lambda _: None)
        order.stays_open()


@each(("of-another-order", {"endToEndId": "E99999999202601010000AAAAAAAAAAA"}), ("of-another-amount", {}))
def readings_about_another(ground: Ground, _: str, other: dict[str, str]) -> None:
    """answers/reading: a signed answer about another payment than was asked for proves nothing about this one."""
    order = held(ground)

    def change(message: Message) -> None:
        data = message.claims["data"]
        data |= {"status": "ACSC", **(other or {"payment": {"amount": "9999.99", "currency": "BRL"}})}

    ground.notified(order, "P6 message", change)
    ground.notified(order, "P6 answer", lambda _: None)
    order.stays_open()


def held_to_the_end(ground: Ground) -> None:
    """answers/reading/honest: after all of these, one honest answer is believed."""
    order = held(ground)
    order.bank.payments.end(order.payment, is_settled=True)
    ground.notified(order, "P6 answer", lambda _: None)
    order.ends(DONE)


# --- What makes objects ---------------------------------------------------------------------------------------------


@functools.cache
def bank_of(ground: Ground, operation: str) -> Bank:
    bank = ground.fresh()
    ground.device(bank)
    return bank


@functools.cache
def making(ground: Ground, operation: str) -> dict[str, Order]:
    """A payment for each fault, all under way at the same time."""
    return {
        name: ground.order(bank_of(ground, operation), Plan(), (f"{operation} {place}", change), seconds=60)
        for name, (place, change) in ALL.items()
    }


@each_name(ALL)
def payments(ground: Ground, name: str) -> None:
    """answers/POST-pix-payments: a payment whose answer has this fault was made, and ends as paid."""
    making(ground, "P5")[name].ends(DONE)


@each_name(ALL)
def consents(ground: Ground, name: str) -> None:
    """answers/POST-consents: a consent whose answer has this fault is asked for again with the same key."""
    order = making(ground, "P1")[name]
    order.ends(DONE)
    made = [each for each in order.bank.payments.consents.values() if each.terms["payment"]["amount"] == order.amount]
    equal(len(made), 1, "the consents of one order")


def asked_before_repeated(ground: Ground) -> None:
    """answers/POST-pix-payments/asked-first: before a payment is sent again, the bank is asked for the consent's."""
    making(ground, "P5")
    bank = bank_of(ground, "P5")
    operations = bank.operations
    repeated = operations["P5"] - len({payment.consent.id for payment in bank.payments.all.values()})
    equal(operations["P3"] >= max(repeated, 1), True, f"{repeated} repeats, {operations['P3']} lists")


@each(("403",), ("500",), ("503",), ("404",), ("400",), ("unsigned-422",), ("no-connection",))
def payments_that_did_not_arrive(ground: Ground, name: str) -> None:
    """answers/POST-pix-payments/not-arrived: a payment that never reached the bank is sent again."""

    def change(exchange: Exchange) -> None:
        exchange.answer = f.Answer(500)
        exchange.answer.headers["x-fapi-interaction-id"] = exchange.request.headers["x-fapi-interaction-id"]
        ({**f.ANSWERS, "404": f.gateway(404), "400": f.gateway(400)})[name](exchange)

    ground.order(bank_of(ground, "P5"), Plan(), ("P5 request", change)).ends(DONE)


@each(("400",), ("404",))
def plain_refusals_of_payments(ground: Ground, name: str) -> None:
    """answers/POST-pix-payments/plain: 400 and 404 to a payment come from anyone, and prove nothing."""
    ground.order(bank_of(ground, "P5"), Plan(), ("P5 answer", f.gateway(int(name)))).ends(DONE)


@each(("400",), ("404",), ("422",))
def refused_consents(ground: Ground, name: str) -> None:
    """answers/POST-consents/refused: a signed 422, a plain 400 or 404 is the bank's no."""

    def refuse(exchange: Exchange) -> None:
        exchange.answer = f.Answer(500, {"x-fapi-interaction-id": exchange.request.headers["x-fapi-interaction-id"]})
        f.gateway(int(name))(exchange)

    def refuse_signed(message: Message) -> None:
        del message.claims["data"], message.claims["links"]
        message.claims["errors"] = [{"code": "FORMA_PAGAMENTO_INVALIDA", "title": "x", "detail": "x"}]

    bank = bank_of(ground, "P1")
    faults = [("P1 request", refuse)]
    if name == "422":
        faults = [("P1 message", refuse_signed), ("P1 answer", f.status(422))]
    ground.order(bank, Plan(), *faults).ends(FAILED)


# --- Answers without a body -----------------------------------------------------------------------------------------


@each(("503",), ("403",), ("cut-head",), ("no-connection",), ("no-interaction",), ("redirect-307",), ("unsigned-422",))
def authorisations(ground: Ground, name: str) -> None:
    """answers/POST-authorise: a consent whose authorisation has such an answer is read, and its payment is made."""
    ground.order(bank_of(ground, "P1"), Plan(), ("E8 answer", f.ANSWERS[name])).ends(DONE)


@each(("200-for-204", f.status(200)), ("body-for-204", f.gateway(200)), ("503", f.gateway(503)), ("cut", f.cut(0.5)))
def steps_of_enrollments(ground: Ground, _: str, change: f.Change) -> None:
    """answers/enrollment: each step with such an answer, in one enrollment, is repeated with its key."""
    bank = bank_of(ground, "P1")
    armed = [bank.faults.arm(f"{operation} answer", change) for operation in ("E1", "E4", "E5", "E6")]
    device = ground.begun(bank)
    enrollment = bank.authorization.enrollment_of(device.url)
    ground.driver.come_back(device, bank.visit(device.url))
    equal(ground.ended(device), DONE, "the enrollment")
    equal([each.struck for each in armed], [1, 1, 1, 1], "how often each fault struck")
    equal(enrollment.status, "AUTHORISED", "the enrollment at the bank")


# --- Tokens ---------------------------------------------------------------------------------------------------------


def token_refused_once(ground: Ground) -> None:
    """answers/401: a call whose token is refused is sent once more with a new one."""
    bank = bank_of(ground, "P5")
    before = bank.operations
    order = ground.order(bank, Plan(), ("P5 request", lambda _: bank.authorization.forget_access()))
    order.ends(DONE)
    equal(bank.operations["P5"] - before["P5"], 2, "the calls for one payment")
    equal(bank.operations["token refresh_token"] > before["token refresh_token"], True, "whether the token is new")


def token_refused_always(ground: Ground) -> None:
    """answers/401-again: a second 401 proves nothing, and is no reason to ask for tokens without a pause."""
    bank = bank_of(ground, "P5")
    before = bank.operations

    def refuse(exchange: Exchange) -> None:
        exchange.answer = f.Answer(401, {"x-fapi-interaction-id": exchange.request.headers["x-fapi-interaction-id"]})

    ground.order(bank, Plan(), ("P5 request", refuse, 4)).ends(DONE)
    equal(bank.operations["P5"] - before["P5"], 5, "the calls for one payment")


def no_grant(ground: Ground) -> None:
    """answers/invalid_grant: a refresh token that the bank does not know leads to a reading of the enrollment."""
    bank = ground.fresh()
    device = ground.device(bank)
    [enrollment] = bank.enrollments.all.values()
    read = bank.asked("E2")
    with bank.lock:
        bank.enrollments.end(enrollment, {"revocationReason": "REVOGADO_MANUALMENTE"})
        bank.authorization.forget_access()
    order = ground.order(bank)
    until(lambda: bank.asked("E2") > read, 20, "the enrollment is not read")
    order.ends(FAILED)
    until(lambda: ground.driver.enrollment(device) == FAILED, 20, "the enrollment is still usable")


def redirects_lead_nowhere(ground: Ground) -> None:
    """answers/redirect: no redirect of these cases was followed."""
    found = [bank.name for bank in ground.world.directory.banks if bank.asked("elsewhere")]
    equal(found, [], "the banks that were asked there")
