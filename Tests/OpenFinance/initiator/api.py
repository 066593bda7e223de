"""Calls of a bank's resource server: signed bodies out, signed bodies in, each checked against its specification."""

from __future__ import annotations

import dataclasses
import time
import uuid
from dataclasses import dataclass, field
from typing import Any

from . import envelope, jose
from .authorization import AuthorizationServer
from .directory import BankEntry, Directory
from .faults import Unexpected, WireFault
from .net import Answer, Wire
from .schemas import Operation

SIGNED = "application/jwt"
PLAIN = "application/json"
# "Not now": the call may go again.
NOT_NOW = (429, 503, 504, 529)
PATIENCE_SECONDS = 10
PAUSE_SECONDS = 0.2


@dataclass
class Call:
    """One call, and what a test changes about it; `None` leaves a header or a claim out."""

    body: dict[str, Any] | None = None
    token: str | None = None
    headers: dict[str, str | None] = field(default_factory=dict)
    claims: dict[str, Any] = field(default_factory=dict)
    idempotency_key: str | None = None
    # Replaces the signed body.
    text: str | None = None
    key: jose.SigningKey | None = None
    wire: Wire | None = None
    # A body that the bank must refuse does not follow the schema.
    is_valid: bool = True
    # The answer may be the one to an earlier call.
    is_repeated: bool = False
    # Whether to call again where the bank says "not now".
    is_patient: bool = True
    query: str = ""


@dataclass(frozen=True)
class Reply:
    """An answer that follows the rules of the wire."""

    answer: Answer
    body: dict[str, Any] | None

    @property
    def status(self) -> int:
        return self.answer.status

    @property
    def data(self) -> Any:
        if self.body is None or "data" not in self.body:
            raise Unexpected(f"{self.answer.where}: {self.told}")
        return self.body["data"]

    @property
    def errors(self) -> list[dict[str, Any]]:
        return (self.body or {}).get("errors", [])

    @property
    def codes(self) -> list[str]:
        return [error["code"] for error in self.errors]

    @property
    def told(self) -> str:
        if self.errors:
            return "; ".join(f"{error['code']} ({error['detail']})" for error in self.errors)
        return str(self.body)[:300]

    def expecting(self, status: int) -> Reply:
        if self.status != status:
            raise Unexpected(f"{self.answer.where}, {status} was expected: {self.told}")
        return self


class ResourceServer:
    def __init__(self, entry: BankEntry, directory: Directory, server: AuthorizationServer, wire: Wire):
        self.entry = entry
        self.directory = directory
        self.server = server
        self.wire = wire
        self.key = jose.SigningKey(server.participant.signing)
        self.receiver = envelope.Receiver(server.participant.organisation_id)

    @property
    def organisation(self) -> str:
        return self.server.participant.organisation_id

    def call(self, operation: Operation, url: str, call: Call) -> Reply:
        """Sends one call with a token of our own unless another is named, and reads the answer.

        Where the bank says "not now", the same call goes again: the same key and data, a new `jti` and `iat`.
        """
        if operation.has_body and call.idempotency_key is None:
            call = dataclasses.replace(call, idempotency_key=str(uuid.uuid4()))
        deadline = time.monotonic() + PATIENCE_SECONDS
        while True:
            reply = self._call_once(operation, url + call.query, call)
            is_final = reply.status not in NOT_NOW or not call.is_patient or call.text is not None
            if is_final or time.monotonic() > deadline:
                return reply
            call = dataclasses.replace(call, is_repeated=True)
            told = reply.answer.header("retry-after") or ""
            time.sleep(min(int(told), PATIENCE_SECONDS) if told.isdigit() else PAUSE_SECONDS)

    def _call_once(self, operation: Operation, url: str, call: Call) -> Reply:
        interaction = str(uuid.uuid4())
        headers: dict[str, str | None] = {
            "Authorization": f"Bearer {call.token or self.server.client_credentials()}",
            "Accept": SIGNED,
            "x-fapi-interaction-id": interaction,
            "x-fapi-customer-ip-address": "198.51.100.7",
            "x-customer-user-agent": "Python initiator",
        }
        text = None
        if operation.has_body:
            headers["Content-Type"] = SIGNED
            headers["x-idempotency-key"] = call.idempotency_key
            text = call.text if call.text is not None else self.signed(operation, url, call)
        headers.update(call.headers)
        sent = {name: value for name, value in headers.items() if value is not None}
        answer = (call.wire or self.wire).send(operation.method, url, sent, text)
        return self.read(operation, answer, sent.get("x-fapi-interaction-id", ""), call)

    def signed(self, operation: Operation, url: str, call: Call) -> str:
        body = call.body if call.body is not None else {}
        if call.is_valid:
            operation.check_request(body)
        return (call.key or self.key).sign(envelope.claims(body, url, self.organisation, call.claims))

    def read(self, operation: Operation, answer: Answer, interaction: str, call: Call) -> Reply:
        self._require_interaction(answer, interaction)
        if not answer.body:
            if answer.status < 400:
                operation.check_answer(answer.status, answer.media_type, None)
            return Reply(answer, None)
        if answer.status < 300 or answer.status == 422:
            return Reply(answer, self._open(operation, answer, call))
        body = jose.json_object(answer.body, answer.where)
        operation.check_answer(answer.status, answer.media_type, body)
        return Reply(answer, body)

    def _open(self, operation: Operation, answer: Answer, call: Call) -> dict[str, Any]:
        if answer.media_type != SIGNED:
            raise WireFault(f"{answer.where}: the answer is {answer.media_type!r}, not signed: {answer.text[:300]}")
        sender = self.entry.organisation_id
        kid = jose.header_of(answer.text, 3).get("kid")
        keys = self.directory.organisation_keys(sender, kid)
        body = self.receiver.open(answer.text, sender, keys, f"the answer {answer.where}", call.is_repeated)
        operation.check_answer(answer.status, answer.media_type, body)
        return body

    @staticmethod
    def _require_interaction(answer: Answer, interaction: str) -> None:
        """The answer repeats the id; where ours is no UUID, the bank makes one."""
        try:
            expected = str(uuid.UUID(interaction)) if len(interaction) == 36 else None
        except ValueError:
            expected = None
        found = answer.header("x-fapi-interaction-id")
        if expected is not None and (found or "").lower() != expected:
            raise WireFault(f"{answer.where}: x-fapi-interaction-id is {found!r}, ours was {interaction!r}")
        if expected is None:
            try:
                uuid.UUID(found or "")
            except ValueError as error:
                raise WireFault(f"{answer.where}: x-fapi-interaction-id is {found!r}, no UUID") from error
