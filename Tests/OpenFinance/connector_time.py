"""Keys, certificates, dates and the directory: what changes or ends while payments are under way, or between starts."""

from __future__ import annotations

import email.utils
import functools
import time
from typing import Any

from cases import each
from connector_ground import DONE, Bank, Ground, NotNow, Order, Plan, until
from expectations import equal
from institution.faults import Exchange
from institution.listener import Answer

# A keystore is asked again for an unknown key, at most once a minute.
ASKED_AGAIN_SECONDS = 75

# --- The bank's keys ------------------------------------------------------------------------------------------------


@functools.cache
def rotated(ground: Ground) -> dict[str, Order]:
    """Orders whose bank signs by a new key from a certain answer on."""
    made = {}
    for operation in ("P1", "P5", "P6"):
        bank = ground.fresh()
        ground.device(bank)

        def rotate(_: Any, bank: Bank = bank) -> None:
            bank.rotate("signing")

        made[operation] = ground.order(bank, Plan(), (f"{operation} request", rotate), seconds=120)
    return made


@each(("P1",), ("P5",), ("P6",))
def rotated_signing_key(ground: Ground, operation: str) -> None:
    """time/rotated-key/messages: a bank's new key is looked for in the keystore, and the payment goes on."""
    order = rotated(ground)[operation]
    order.ends(DONE, ASKED_AGAIN_SECONDS + 45)
    asked = ground.world.directory.asked[f"/keystore/{order.bank.organisation}/application.jwks"]
    equal(asked <= 3, True, f"whether {asked} questions to the keystore are few")


@functools.cache
def rotated_identity(ground: Ground) -> Any:
    bank = ground.fresh()

    def enroll() -> str:
        ground.device(bank)
        bank.rotate("identity")
        device = ground.begun(bank)
        ground.driver.come_back(device, bank.visit(device.url))
        return ground.ended(device, ASKED_AGAIN_SECONDS + 45)

    return ground.later(enroll)


def rotated_identity_key(ground: Ground) -> None:
    """time/rotated-key/identity-tokens: the callback that a new key signed counts, once the bank was asked for it."""
    equal(rotated_identity(ground).result(), DONE, "the enrollment")


def unpublished_key(ground: Ground) -> None:
    """time/unpublished-key: messages by a key that no keystore shows prove nothing, however often they come."""
    order = ground.order(ground.fresh(), Plan("hold"))
    bank = order.bank
    until(lambda: bank.asked("P6") > 0, 20, f"the payment {order.payment.id} is not read")
    key = bank.chest.new(f"{bank.label}-unpublished")
    path = f"/keystore/{bank.organisation}/application.jwks"
    asked = ground.world.directory.asked[path]

    def forge(message: Any) -> None:
        message.key, message.header["kid"] = key, key.kid
        message.claims["data"]["status"] = "ACSC"

    for _ in range(5):
        ground.notified(order, "P6 message", forge)
    ground.notified(order, "P6 answer", lambda _: None)
    order.stays_open()
    equal(ground.world.directory.asked[path] - asked <= 1, True, "whether the keystore was asked once in a minute")
    bank.payments.end(order.payment, is_settled=True)
    ground.notified(order, "P6 answer", lambda _: None)
    order.ends(DONE)


# --- Certificates ---------------------------------------------------------------------------------------------------


def ended_server_certificate(ground: Ground) -> None:
    """time/ended-certificate/bank: a bank whose certificate has ended is not spoken to, and nothing is concluded."""
    bank = ground.fresh()
    ground.device(bank)

    def end(exchange: Exchange) -> None:
        exchange.answer.headers["Connection"] = "close"
        ground.world.use_certificate(bank, ground.world.server_pair(f"{bank.label}-ended", days=-1))

    order = ground.order(bank, Plan(), ("P5 answer", end))
    equal(order.payment.status, "ACSC", "the payment at the bank")
    read = bank.asked("P6")
    time.sleep(2)
    equal(bank.asked("P6"), read, "the readings over a certificate that has ended")
    order.stays_open()
    ground.world.use_certificate(bank, None)
    order.ends(DONE)


def another_name(ground: Ground) -> None:
    """time/another-name: a server whose certificate names another host is not spoken to."""
    bank = ground.fresh()
    ground.world.use_certificate(bank, ground.world.server_pair(f"{bank.label}-named", names=("outro.test",)))
    try:
        ground.begun(bank, seconds=1)
        raise AssertionError("an enrollment was begun")
    except NotNow:
        equal(bank.log, [], "what the bank was asked for")


def ended_transport_certificate(ground: Ground) -> None:
    """time/ended-certificate/initiator: with one that has ended nothing begins; with a new one all goes on."""
    bank = ground.fresh()
    ground.device(bank)
    order = ground.order(bank, Plan("hold"))
    equal(order.payment.status, "RCVD", "the payment at the bank")
    ground.driver.stop()
    ground.world.initiator.certificate(days=-1)
    try:
        ground.driver.start()
        ground.begun(bank, seconds=1)
        raise AssertionError("an enrollment was begun")
    except NotNow:
        ground.driver.stop()
    ground.world.initiator.certificate()
    ground.driver.start()
    bank.payments.end(order.payment, is_settled=True)
    order.ends(DONE, 90)
    ground.paid(bank)
    equal(bank.asked("register POST"), 1, "the registrations")


# --- The initiator's own keys ---------------------------------------------------------------------------------------


@functools.cache
def new_keys(ground: Ground) -> str:
    """Starts the initiator with new keys beside the old ones; the `kid` of the old signing key."""
    initiator = ground.world.initiator
    old = initiator.keys["signing"][-1].kid
    for name in ("signing", "client", "encryption"):
        initiator.rotate(name)
    initiator.write(ground.world.directory.addresses)
    ground.driver.stop()
    ground.driver.start()
    return old


def own_new_keys(ground: Ground) -> None:
    """time/own-keys: new keys stand beside the old ones; what the bank encrypts to the new one opens at once."""
    bank = ground.plain
    ground.device(bank)
    old = new_keys(ground)
    ground.enrolled(bank)
    ground.paid(bank)
    equal(bank.kids_seen[-1], old, "the key that signs while the keystore has the new one for a moment")


# --- Clocks ---------------------------------------------------------------------------------------------------------


@each(("bank-ahead", 300), ("bank-behind", -300))
def bank_clock_off(ground: Ground, _: str, seconds: int) -> None:
    """time/clock: a bank's clock is five minutes off; nothing is concluded from what it dates, and later all is."""
    bank = ground.fresh()
    ground.device(bank)
    usual = bank.clock_ahead
    order = ground.order(bank, Plan("hold"))
    equal(order.payment.status, "RCVD", "the payment at the bank")
    bank.clock_ahead = usual + seconds
    bank.payments.end(order.payment, is_settled=True)
    bank.notify("payment", order.payment.id)
    late = ground.order(bank, seconds=4)
    time.sleep(3)
    order.stays_open()
    bank.clock_ahead = usual
    bank.notify("payment", order.payment.id)
    order.ends(DONE, 90)
    until(lambda: late.made.done(), 30, "the order is neither taken nor refused")
    if late.made.exception() is None:
        late.ends(DONE, 90)


@functools.cache
def wrongly_dated(ground: Ground) -> Order:
    # Tokens that end at once, as at any bank after some minutes: the next call begins with a token.
    bank = ground.fresh(token_seconds=60)
    ground.device(bank)

    def date(exchange: Exchange) -> None:
        exchange.answer.headers["Date"] = email.utils.formatdate(bank.now() - 600, usegmt=True)
        bank.authorization.forget_access()

    return ground.order(bank, Plan("hold"), ("P5 answer", date))


def one_wrong_date(ground: Ground) -> None:
    """time/clock/one-wrong-date: one answer is dated ten minutes ago, and tokens end; later answers put it right."""
    order = wrongly_dated(ground)
    order.bank.payments.end(order.payment, is_settled=True)
    # A payment that has been open for some minutes is read once a minute.
    order.ends(DONE, 90)


def dates_of_the_bank(ground: Ground) -> None:
    """time/clock/dates: the initiator's messages are never dated later than the bank's own Date."""
    bank = ground.fresh()
    ground.device(bank)
    bank.clock_ahead -= 30
    ground.paid(bank)
    del bank.dated_ahead[:]
    ground.paid(bank)
    ahead = max(bank.dated_ahead)
    equal(ahead <= 1, True, f"whether {ahead:.1f} s ahead of the bank are none")
    equal(len(bank.dated_ahead) >= 3, True, "whether messages were dated")


# --- The directory --------------------------------------------------------------------------------------------------


def directory_down(ground: Ground) -> None:
    """time/directory-down: without a directory the last list and the known keys are used."""
    ground.device(ground.plain)
    ground.paid(ground.plain)
    ground.world.directory.is_down.set()
    try:
        ground.paid(ground.plain)
    finally:
        ground.world.directory.is_down.clear()


@each(("empty", Answer(200, {"Content-Type": "application/json"}, b"[]")), ("no-list", Answer(200, {}, b"<html>")))
def wrong_list(ground: Ground, _: str, answer: Answer) -> None:
    """time/directory-wrong: a list without a bank is no list; the last good one stays in use."""
    armed = ground.world.directory.faults.arm("participants answer", lambda exchange: _give(exchange, answer), times=3)
    ground.driver.stop()
    ground.driver.start()
    equal(armed.struck >= 1, True, "whether the list was asked for")
    ground.world.directory.faults.disarm()
    ground.paid(ground.plain)


def _give(exchange: Exchange, answer: Answer) -> None:
    exchange.answer = answer


def vanished_bank(ground: Ground) -> None:
    """time/vanished-bank: what was begun at a bank that leaves the list goes on, and nothing new begins there."""
    bank = ground.fresh()
    ground.device(bank)
    order = ground.order(bank, Plan("hold"))
    equal(order.payment.status, "RCVD", "the payment at the bank")
    bank.is_listed = False
    ground.driver.stop()
    ground.driver.start()
    bank.payments.end(order.payment, is_settled=True)
    order.ends(DONE, 90)
    try:
        ground.begun(bank, seconds=1)
        raise AssertionError("an enrollment was begun")
    except NotNow:
        equal(len(bank.enrollments.all), 1, "the enrollments at the bank")


# --- Registrations --------------------------------------------------------------------------------------------------


def another_origin(ground: Ground) -> None:
    """time/registration/another-origin: a registration whose address is elsewhere is not used, nor made twice."""
    bank = ground.fresh()

    def move(exchange: Exchange) -> None:
        exchange.answer.body = exchange.answer.body.replace(bank.mutual.encode(), b"https://outro.bank.test:443")

    bank.faults.arm("register POST answer", move)
    for _ in range(2):
        try:
            ground.begun(bank, seconds=1)
            raise AssertionError("an enrollment was begun")
        except NotNow:
            equal(bank.asked("register POST"), 1, "the registrations that were sent")
    ground.driver.stop()
    ground.driver.start()
    try:
        ground.begun(bank, seconds=1)
        raise AssertionError("an enrollment was begun after a start")
    except NotNow:
        equal(bank.asked("register POST"), 1, "the registrations that were sent")


@functools.cache
def refused_at(ground: Ground) -> Bank:
    """A bank that refused a registration a moment ago."""
    bank = ground.fresh()

    def refuse(exchange: Exchange) -> None:
        exchange.answer = Answer(400, {"Content-Type": "application/json"}, b'{"error":"invalid_client_metadata"}')

    bank.faults.arm("register POST request", refuse)
    for _ in range(3):
        try:
            ground.begun(bank, seconds=0.5)
            raise AssertionError("an enrollment was begun")
        except NotNow:
            equal(bank.asked("register POST"), 1, "the registrations that were sent within a minute")
    return bank


def refused_registration(ground: Ground) -> None:
    """time/registration/refused: a refused registration is not sent again for each new enrollment."""
    equal(len(refused_at(ground).clients.all), 0, "the clients at the bank")


def no_endpoint_without_tls(ground: Ground) -> None:
    """time/discovery/plain-endpoints: a discovery document with an endpoint without TLS, or with user info, is none."""
    plain, named = "http://banco.bank.test/token", "https://a@b.bank.test/jwks"
    for name, address in (("token_endpoint", plain), ("jwks_uri", named)):
        bank = ground.fresh()
        other = {name: address, "mtls_endpoint_aliases": {}}
        bank.faults.arm("discovery", lambda document, other=other: {**document, **other}, times=9)
        try:
            ground.begun(bank, seconds=0.5)
            raise AssertionError(f"an enrollment was begun with {name} {address}")
        except NotNow:
            equal(set(bank.operations), {"discovery"}, "what the bank was asked for")


EARLY = (rotated, rotated_identity, wrongly_dated)
