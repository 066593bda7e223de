"""The door of a bank's interfaces: token, headers, signature, repeated calls, and the signed answer."""

from __future__ import annotations

import json
import re
import threading
import urllib.parse
import uuid
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from initiator import enrollments as e
from initiator import jose
from initiator.faults import WireFault
from initiator.payments import Operations
from initiator.schemas import Operation

from .authorization import Access
from .faults import Exchange
from .keys import Message
from .listener import Answer, Request, json_answer

if TYPE_CHECKING:
    from .bank import Bank

ENROLLMENTS = {
    "E1": e.CREATE, "E2": e.READ, "E3": e.END, "E4": e.RISK_SIGNALS, "E5": e.REGISTRATION_OPTIONS, "E6": e.REGISTER,
    "E7": e.SIGN_OPTIONS, "E8": e.AUTHORISE,
}
# The operations whose token is an enrollment's.
OF_AN_ENROLLMENT = ("E5", "E6", "E8", "P5")
# The operations whose success with a body is no 201.
CHANGES = {"P4": 200, "P7": 200}
WINDOW_SECONDS = 60
CLAIMS = ("aud", "iss", "jti", "iat")


def payments(major: int) -> dict[str, Operation]:
    found = Operations.of(major)
    return {"P1": found.create_consent, "P2": found.read_consent, "P3": found.list_payments, "P4": found.cancel_all,
            "P5": found.create, "P6": found.read, "P7": found.cancel}


@dataclass
class Call:
    """One call that came through the door."""

    exchange: Exchange
    access: Access
    # The bank's own interface version, 4 or 5.
    major: int
    data: Any = None

    @property
    def id(self) -> str:
        return self.exchange.parts[0]

    @property
    def is_of_payments(self) -> bool:
        return self.exchange.operation.startswith("P")


@dataclass
class Kept:
    """The outcome of an idempotency key: the data of the call, and its answer."""

    data: Any
    status: int
    # Made anew for a repeated call, so that it has the present status.
    tell: Any
    first: bytes = b""


class Refusal(Exception):
    """A refusal with a code of the interface: signed for 422, plain for every other status."""

    def __init__(self, code: str, status: int = 422):
        super().__init__(code)
        self.code, self.status = code, status


@dataclass
class Door:
    bank: Bank
    kept: dict[tuple[str, str, str], Kept] = field(default_factory=dict)
    # Calls with the same key run one after the other.
    order: threading.RLock = field(default_factory=threading.RLock)

    # MARK: Names

    def operation(self, request: Request, parts: list[str]) -> tuple[str, tuple[str, ...]]:
        """The name of an operation and the ids of its path."""
        named = [urllib.parse.unquote(part) for part in parts]
        match request.method, *named:
            case "POST", "enrollments", "v2", "enrollments":
                return "E1", ()
            case "GET", "enrollments", "v2", "enrollments", one:
                return "E2", (one,)
            case "PATCH", "enrollments", "v2", "enrollments", one:
                return "E3", (one,)
            case "POST", "enrollments", "v2", "enrollments", one, last:
                names = {"risk-signals": "E4", "fido-registration-options": "E5", "fido-registration": "E6",
                         "fido-sign-options": "E7"}
                return names.get(last, "nothing"), (one,)
            case "POST", "enrollments", "v2", "consents", one, "authorise":
                return "E8", (one,)
            case "POST", "payments", _, "consents":
                return "P1", ()
            case "GET", "payments", _, "consents", one:
                return "P2", (one,)
            case "GET", "payments", _, "consents", one, "pix", "payments":
                return "P3", (one,)
            case "PATCH", "payments", "v5", "consents", one, "pix", "payments":
                return "P4", (one,)
            case "PATCH", "payments", "v4", "pix", "payments", "consents", one:
                return "P4", (one,)
            case "POST", "payments", _, "pix", "payments":
                return "P5", ()
            case "GET", "payments", _, "pix", "payments", one:
                return "P6", (one,)
            case "PATCH", "payments", _, "pix", "payments", one:
                return "P7", (one,)
        return "nothing", ()

    # MARK: One call

    def answer(self, exchange: Exchange) -> Answer:
        major = 5 if "/payments/v5/" in exchange.request.path else 4
        operation = {**ENROLLMENTS, **payments(major)}.get(exchange.operation)
        try:
            if operation is None:
                raise Refusal("NOT_FOUND", 404)
            call = self._admitted(exchange, major)
            if not operation.has_body:
                return self._told(call, operation, 200, self._work(call))
            call.data = self._opened(call, operation)
            with self.order:
                return self._once(call, operation)
        except Refusal as refusal:
            return self.refused(exchange, refusal)

    def _admitted(self, exchange: Exchange, major: int) -> Call:
        access = self.bank.authorization.holder_of(exchange)
        if access is None:
            raise Refusal("UNAUTHORIZED", 401)
        if bool(access.enrollment) != (exchange.operation in OF_AN_ENROLLMENT):
            self.bank.complain(f"{exchange.operation} comes with a token of the other kind")
            raise Refusal("UNAUTHORIZED", 401)
        try:
            uuid.UUID(exchange.request.headers["x-fapi-interaction-id"])
        except (KeyError, ValueError):
            self.bank.complain(f"{exchange.operation} has no x-fapi-interaction-id")
            raise Refusal("PARAMETRO_NAO_INFORMADO", 400) from None
        if len(exchange.request.headers.get("authorization", "")) > 2048:
            self.bank.complain(f"{exchange.operation} has a longer Authorization than 2048 characters")
        return Call(exchange, access, major)

    def _opened(self, call: Call, operation: Operation) -> Any:
        """The data of a signed request (facts of the envelope: signature and claims come before everything else)."""
        request, client, name = call.exchange.request, call.access.client, call.exchange.operation
        if request.media_type != "application/jwt":
            self.bank.complain(f"{name} is {request.media_type}")
            raise Refusal("UNSUPPORTED", 415)
        key = request.headers.get("x-idempotency-key", "")
        if not re.fullmatch(r"(?!\s).{0,39}\S", key):
            self.bank.complain(f"{name} has the idempotency key {key!r}")
            raise Refusal("PARAMETRO_NAO_INFORMADO", 400)
        keys = jose.KeySet({"keys": [each.public() for each in client.initiator.keys["signing"]]}, "the keystore")
        try:
            message = jose.verified(request.body.decode("ascii"), keys, f"the message of {name}")
        except (WireFault, UnicodeDecodeError) as fault:
            self.bank.complain(str(fault))
            raise Refusal("BAD_SIGNATURE", 400) from fault
        self.bank.kids_seen.append(jose.header_of(request.body.decode("ascii"), 3)["kid"])
        self._require_claims(message, call)
        body = {name: value for name, value in message.items() if name not in CLAIMS}
        try:
            operation.check_request(body)
        except WireFault as fault:
            self.bank.complain(str(fault))
            raise Refusal("PARAMETRO_INVALIDO") from fault
        return body["data"]

    def _require_claims(self, message: dict[str, Any], call: Call) -> None:
        client, name = call.access.client, call.exchange.operation
        audience = message.get("aud")
        audience = audience[0] if isinstance(audience, list) and len(audience) == 1 else audience
        if str(audience).replace("%3A", ":") != call.exchange.request.url.replace("%3A", ":"):
            self.bank.complain(f"{name} has aud {audience!r} at {call.exchange.request.url}")
            raise Refusal("INVALID_CLIENT", 403)
        if message.get("iss") != client.initiator.organisation:
            self.bank.complain(f"{name} has iss {message.get('iss')!r}")
            raise Refusal("INVALID_CLIENT", 403)
        issued = message.get("iat")
        if isinstance(issued, int):
            self.bank.dated_ahead.append(issued - self.bank.now())
        else:
            self.bank.complain(f"{name} has iat {issued!r}")
        if not isinstance(issued, int) or abs(self.bank.now() - issued) > WINDOW_SECONDS:
            raise Refusal("INVALID_CLIENT", 403)
        if not self.bank.clients.is_new(client, message.get("jti")):
            raise Refusal("INVALID_CLIENT", 403)

    def _once(self, call: Call, operation: Operation) -> Answer:
        """Does the work once for a key; later calls are told the outcome, with the present status of its object."""
        request = call.exchange.request
        place = (call.access.client.id, f"{request.method} {request.path}", request.headers["x-idempotency-key"])
        kept = self.kept.get(place)
        if kept is not None and kept.data != call.data:
            self.bank.complain(f"{call.exchange.operation} has an idempotency key with other data than before")
            raise Refusal("ERRO_IDEMPOTENCIA")
        if kept is None:
            try:
                kept = Kept(call.data, *self._done(call))
            except Refusal as refusal:
                if refusal.status == 422 and call.exchange.operation == "P5":
                    self.kept[place] = Kept(call.data, 422, refusal)
                raise
            self.kept[place] = kept
        elif kept.first and self.bank.dialect.tells_first_message_again:
            headers = self._headers(call.exchange, call.major, kept.status)
            return Answer(kept.status, {**headers, "Content-Type": "application/jwt"}, kept.first)
        if isinstance(kept.tell, Refusal):
            raise kept.tell
        answer = self._told(call, operation, kept.status, kept.tell())
        kept.first = kept.first or answer.body
        return answer

    def _done(self, call: Call) -> tuple[int, Any]:
        with self.bank.lock:
            tell = self._work(call)
        status = CHANGES.get(call.exchange.operation, 201) if tell is not None else 202 if call.is_of_payments else 204
        return status, (lambda: None) if tell is None else tell

    def _work(self, call: Call) -> Any:
        part = self.bank.enrollments if call.exchange.operation.startswith("E") else self.bank.payments
        with self.bank.lock:
            return part.work(call)

    # MARK: Answers

    def _headers(self, exchange: Exchange, major: int, status: int) -> dict[str, str]:
        made = {"x-fapi-interaction-id": exchange.request.headers.get("x-fapi-interaction-id", str(uuid.uuid4()))}
        if exchange.operation.startswith("P") and major >= 5 and status < 300:
            made["x-v"] = "5.0.0"
        return made

    def _told(self, call: Call, operation: Operation, status: int, body: dict[str, Any] | None) -> Answer:
        exchange = call.exchange
        headers = self._headers(exchange, call.major, status)
        if body is None:
            operation.check_answer(status, "", None)
            return Answer(status, headers)
        meta = {"requestDateTime": self.bank.enrollments.time()}
        operation.check_answer(status, "application/jwt", {**body, "meta": meta})
        signed = self._signed(exchange, call.access, {**body, "meta": meta})
        return Answer(status, {**headers, "Content-Type": "application/jwt"}, signed)

    def _signed(self, exchange: Exchange, access: Access, body: dict[str, Any]) -> bytes:
        ours, key = access.client.initiator.organisation, self.bank.signing_keys[-1]
        claims = {
            "iss": self.bank.organisation,
            "aud": [ours] if self.bank.dialect.has_audience_lists else ours,
            "jti": str(uuid.uuid4()),
            "iat": int(self.bank.now()),
        }
        message = Message({"alg": "PS256", "kid": key.kid, "typ": "JWT"}, {**body, **claims}, key)
        amount = lambda: self.bank.amount_of(exchange)
        message = self.bank.faults.at(f"{exchange.operation} message", message, amount)
        return message.sign().encode("ascii")

    def refused(self, exchange: Exchange, refusal: Refusal) -> Answer:
        """A refusal as the bank tells it: signed for 422."""
        meta = {"requestDateTime": self.bank.enrollments.time()}
        body = {"errors": [{"code": refusal.code, "title": refusal.code, "detail": refusal.code}], "meta": meta}
        headers = self._headers(exchange, 5, refusal.status)
        access = self.bank.authorization.holder_of(exchange)
        if refusal.status != 422 or access is None:
            answer = json_answer(body, refusal.status)
            answer.headers["Content-Type"] = "application/json; charset=utf-8"
            answer.headers |= headers
            return answer
        signed = self._signed(exchange, access, json.loads(json.dumps(body)))
        return Answer(422, {**headers, "Content-Type": "application/jwt"}, signed)
