"""The faults of answers, each of which proves nothing: whoever believes such an answer is wrong."""

from __future__ import annotations

import json
import uuid
from collections.abc import Callable
from typing import Any

from initiator import jose
from institution.faults import Exchange
from institution.keys import Message
from institution.listener import Answer

__all__ = ["ANSWERS", "MESSAGES", "OF_READINGS", "USED", "Answer", "Change"]
Change = Callable[[Any], Any]

# --- Of a whole answer ----------------------------------------------------------------------------------------------


def status(code: int) -> Change:
    """The same answer under another status."""

    def change(exchange: Exchange) -> None:
        exchange.answer.status = code

    return change


def unsigned(exchange: Exchange) -> None:
    """The payload itself, as JSON."""
    body = exchange.answer.body
    if body:
        exchange.answer.body = jose.from_b64url(body.decode().split(".")[1])
    exchange.answer.headers["Content-Type"] = "application/json; charset=utf-8"


def typed(name: str) -> Change:
    """The same body under another media type."""

    def change(exchange: Exchange) -> None:
        exchange.answer.headers["Content-Type"] = name

    return change


def interaction(value: str | None) -> Change:
    """Another `x-fapi-interaction-id`, or none."""

    def change(exchange: Exchange) -> None:
        exchange.answer.headers.pop("x-fapi-interaction-id", None)
        if value is not None:
            exchange.answer.headers["x-fapi-interaction-id"] = value

    return change


def cut(part: float) -> Change:
    """Breaks the connection after a part of the answer: 0 is nothing, 1 all but the last byte."""

    def change(exchange: Exchange) -> None:
        exchange.answer.cut_at = int((len(exchange.answer.octets) - 1) * part)

    return change


def late(seconds: float) -> Change:
    """Answers after the deadline; the work is done."""

    def change(exchange: Exchange) -> None:
        exchange.answer.delay_seconds = seconds

    return change


def gateway(code: int, codes: tuple[str, ...] = ("SALDO_INSUFICIENTE",)) -> Change:
    """Something in front of the bank answers in plain JSON, with errors as a bank's."""

    def change(exchange: Exchange) -> None:
        errors = [{"code": each, "title": each, "detail": each} for each in codes]
        exchange.answer.status = code
        exchange.answer.body = json.dumps({"errors": errors}).encode()
        exchange.answer.headers["Content-Type"] = "application/json; charset=utf-8"

    return change


def elsewhere(code: int) -> Change:
    """A redirect to another address of the bank."""

    def change(exchange: Exchange) -> None:
        exchange.answer.status = code
        host = exchange.request.headers["host"]
        exchange.answer.headers["Location"] = f"https://{host}/elsewhere"

    return change


ANSWERS: dict[str, Change] = {
    "403": gateway(403),
    "429": gateway(429),
    "500": gateway(500),
    "503": gateway(503),
    "504": gateway(504),
    "529": gateway(529),
    "409": gateway(409),
    "202": status(202),
    "203": status(203),
    "redirect-301": elsewhere(301),
    "redirect-303": elsewhere(303),
    "redirect-307": elsewhere(307),
    "redirect-308": elsewhere(308),
    "unsigned-success": unsigned,
    "unsigned-422": gateway(422),
    "another-media-type": typed("text/html"),
    "no-media-type": lambda exchange: exchange.answer.headers.pop("Content-Type", None) and None,
    "another-interaction": interaction(str(uuid.uuid4())),
    "no-interaction": interaction(None),
    "no-connection": cut(0),
    "cut-head": cut(0.05),
    "cut-body": cut(1),
}

# --- Of a signed message --------------------------------------------------------------------------------------------


def claimed(**changes: Any) -> Change:
    """Other claims; `None` leaves one out, and a function makes one of the old one."""

    def change(message: Message) -> None:
        for name, value in changes.items():
            made = value(message.claims.get(name)) if callable(value) else value
            message.claims[name] = made
            if made is None:
                del message.claims[name]

    return change


def headed(**changes: Any) -> Change:
    def change(message: Message) -> None:
        message.header |= changes

    return change


def algorithm(name: str) -> Change:
    def change(message: Message) -> None:
        message.algorithm = message.header["alg"] = name

    return change


def flipped(message: Message) -> None:
    message.has_flipped_bit = True


USED = str(uuid.uuid4())
MESSAGES: dict[str, Change] = {
    "flipped-bit": flipped,
    "RS256": algorithm("RS256"),
    "HS256": algorithm("HS256"),
    "alg-none": algorithm("none"),
    "unknown-kid": headed(kid="nobody"),
    "crit": headed(crit=["iat"]),
    "jku": headed(jku="https://outro.bank.test/jwks"),
    "x5u": headed(x5u="https://outro.bank.test/x5u"),
    "nested-type": headed(cty="JWT"),
    "iss-of-another": claimed(iss=str(uuid.uuid4())),
    "no-iss": claimed(iss=None),
    "aud-of-another": claimed(aud=str(uuid.uuid4())),
    "two-audiences": claimed(aud=lambda old: [*(old if isinstance(old, list) else [old]), "another"]),
    "no-aud": claimed(aud=None),
    "future-iat": claimed(iat=lambda old: old + 120),
    "no-iat": claimed(iat=None),
    "iat-as-text": claimed(iat=str),
    "no-jti": claimed(jti=None),
    "jti-is-no-uuid": claimed(jti="1"),
    "no-data": claimed(data=None),
    "data-of-another-kind": claimed(data="x"),
    "over-256-KiB": claimed(more="x" * 300_000),
}
# A repeated call may be told its first answer, so these are faults of readings alone.
OF_READINGS: dict[str, Change] = {
    "old-iat": claimed(iat=lambda old: old - 120),
    "used-jti": claimed(jti=USED),
}
