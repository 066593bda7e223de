"""What the relay saw between platform and bank, read as both sides should: signatures, envelopes and schemas."""

from __future__ import annotations

import collections
import json
import re
import time
import urllib.parse
from typing import Any

from initiator import envelope, jose
from initiator.client import Initiator
from initiator.faults import WireFault
from initiator.registration import REGISTER, UPDATE
from initiator.schemas import Operation, Specification

API = re.compile(r"/open-banking/(enrollments|payments)/v(\d+)/")
FILES = {
    ("enrollments", "2"): "enrollments-2.2.0.yaml",
    ("payments", "4"): "payments-4.1.0.yaml",
    ("payments", "5"): "payments-5.0.0.yaml",
}
REGISTRATION = {"register POST": REGISTER, "register PUT": UPDATE}
WEBHOOKS = "webhook-1.3.0.yaml"
# Payloads that no file of Open Finance Brasil describes: discovery and keys have a standard of their own.
UNDESCRIBED = ("discovery", "keys")
TOKENS = ("token client_credentials", "token authorization_code", "token refresh_token")


class Reader:
    """Reads each exchange once; `counts` has the payloads of each operation by request and status of the answer."""

    def __init__(self, initiator: Initiator):
        self.initiator, self.ours = initiator, initiator.participant
        self.organisations = {
            urllib.parse.urlsplit(bank.issuer).hostname: bank.organisation_id for bank in initiator.directory.banks()
        }
        self.discoveries: dict[str, dict[str, Any]] = {}
        self.bank_keys: dict[str, jose.KeySet] = {}
        self.receiver = envelope.Receiver(self.ours.organisation_id)
        self.seen_ids: set[str] = set()
        self.counts: dict[str, collections.Counter[str]] = collections.defaultdict(collections.Counter)

    def read(self, exchange: Any) -> None:
        """Refuses an exchange of an unknown path, and each message that does not hold."""
        operation = exchange.operation
        if operation in UNDESCRIBED:
            self._read_plain(exchange)
        elif operation == "par" or operation in TOKENS:
            self._read_form(exchange)
        elif operation in REGISTRATION:
            self._read_registration(exchange, REGISTRATION[operation])
        elif operation.startswith("webhook "):
            self._read_webhook(exchange)
        elif API.match(exchange.path):
            self._read_message(exchange)
        else:
            raise WireFault(f"{exchange.method} {exchange.path}: no operation of Open Finance")

    def count(self, exchange: Any, reply: Any = None) -> None:
        self.counts[exchange.operation]["request" if reply is None else str(reply.status)] += 1

    # MARK: Messages

    def _read_message(self, exchange: Any) -> None:
        operation = operation_of(exchange)
        what = f"{exchange.operation} to {exchange.host}"
        if operation.has_body:
            media_type(exchange, "application/jwt", what)
            body = self._opened_request(exchange, what)
            operation.check_request(body)
            self.count(exchange)
        elif exchange.body:
            raise WireFault(f"{what} has a body, and the file has none")
        interaction = exchange.header("x-fapi-interaction-id").lower()
        for number, reply in enumerate(exchange.replies):
            if (reply.header("x-fapi-interaction-id") or "").lower() != interaction:
                raise WireFault(f"the answer to {what} has another x-fapi-interaction-id")
            self._read_answer(exchange, operation, reply, f"answer {number + 1} to {what}")

    def _opened_request(self, exchange: Any, what: str) -> dict[str, Any]:
        text = exchange.body.decode("ascii")
        kid = jose.header_of(text, 3).get("kid")
        keys = self.initiator.directory.organisation_keys(self.ours.organisation_id, kid)
        message = jose.verified(text, keys, what)
        address = f"https://{exchange.header('Host')}{exchange.target}".replace("%3A", ":")
        if message.get("aud") != address or message.get("iss") != self.ours.organisation_id:
            raise WireFault(f"{what} has aud {message.get('aud')!r} and iss {message.get('iss')!r}, at {address}")
        self._require_time_and_id(message, what)
        return {name: value for name, value in message.items() if name not in envelope.CLAIMS}

    def _require_time_and_id(self, message: dict[str, Any], what: str) -> None:
        if not isinstance(message.get("iat"), int) or abs(time.time() - message["iat"]) > 300:
            raise WireFault(f"{what} has iat {message.get('iat')!r}")
        if not envelope.UUID4.fullmatch(str(message.get("jti"))) or message["jti"] in self.seen_ids:
            raise WireFault(f"{what} has jti {message.get('jti')!r}, which is no new UUID")
        self.seen_ids.add(message["jti"])

    def _read_answer(self, exchange: Any, operation: Operation, reply: Any, what: str) -> None:
        kind = (reply.header("content-type") or "").partition(";")[0].strip()
        body = None
        if reply.body and (reply.status < 300 or reply.status == 422):
            if kind != "application/jwt":
                raise WireFault(f"{what} is {reply.status} as {kind!r}, not signed")
            sender = self._sender(exchange.host)
            text = reply.body.decode("ascii")
            keys = self.initiator.directory.organisation_keys(sender, jose.header_of(text, 3).get("kid"))
            body = self.receiver.open(text, sender, keys, what)
        elif reply.body:
            body = jose.json_object(reply.body, what)
        operation.check_answer(reply.status, kind, body)
        self.count(exchange, reply)

    def _sender(self, host: str) -> str:
        return self.organisations[host.removeprefix("matls.")]

    # MARK: What is not an envelope

    def _read_registration(self, exchange: Any, operation: Operation) -> None:
        body = jose.json_object(exchange.body, exchange.operation)
        operation.check_request(body)
        self.initiator.directory.read_statement(body["software_statement"])
        self.count(exchange)
        for reply in exchange.replies:
            kind = (reply.header("content-type") or "").partition(";")[0].strip()
            told = jose.json_object(reply.body, f"the answer to {exchange.operation}")
            operation.check_answer(reply.status, kind, told)
            self.count(exchange, reply)

    def _read_webhook(self, exchange: Any) -> None:
        specification = Specification.of(WEBHOOKS)
        path = exchange.path.removeprefix("/open-banking/webhook/v1")
        template = next((name for name in specification.document["paths"] if fits(name, path)), None)
        if template is None:
            raise WireFault(f"{exchange.path}: no webhook of Open Finance")
        described = specification.document["paths"][template]["post"]
        content = specification.resolve(described["requestBody"])["content"]
        schema = next(iter(content.values()))["schema"]
        specification.check(schema, jose.json_object(exchange.body, template), f"the webhook {path}")
        media_type(exchange, next(iter(content)), template)
        self.count(exchange)
        for reply in exchange.replies:
            if str(reply.status) not in map(str, described["responses"]) or reply.body:
                raise WireFault(f"the webhook {path} was answered {reply.status} with {reply.body[:80]!r}")
            self.count(exchange, reply)

    def _read_plain(self, exchange: Any) -> None:
        for reply in exchange.replies:
            body = jose.json_object(reply.body, exchange.operation)
            if exchange.operation == "discovery":
                self.discoveries[exchange.host] = body
            else:
                self.bank_keys[exchange.host] = jose.KeySet(body, exchange.path)
            self.count(exchange, reply)

    def _read_form(self, exchange: Any) -> None:
        """The software's keys sign the client assertion and the pushed request; the bank's, the identity token."""
        media_type(exchange, "application/x-www-form-urlencoded", exchange.operation)
        for name in ("client_assertion", *(["request"] if exchange.operation == "par" else [])):
            claims = jose.verified(exchange.form[name], self.initiator.directory.software_keys(), name)
            known = self.discoveries[exchange.host.removeprefix("matls.")]["issuer"]
            if claims.get("aud") != known or claims.get("iss") != exchange.form["client_id"]:
                raise WireFault(f"{name} has aud {claims.get('aud')!r}, the issuer is {known}")
            self._require_time_and_id(claims, name)
        self.count(exchange)
        for reply in exchange.replies:
            told = jose.json_object(reply.body, f"the answer to {exchange.operation}")
            if reply.status == 200 and "id_token" in told:
                self._read_identity(exchange, told["id_token"])
            self.count(exchange, reply)

    def _read_identity(self, exchange: Any, token: str) -> None:
        opened = jose.DecryptionKey(self.ours.encryption).open(token)
        host = exchange.host.removeprefix("matls.")
        claims = jose.verified(opened, self.bank_keys[host], "the identity token", needs_type=False)
        expected = (self.discoveries[host]["issuer"], exchange.form["client_id"])
        if (claims.get("iss"), claims.get("aud")) != expected:
            raise WireFault(f"the identity token has iss {claims.get('iss')!r} and aud {claims.get('aud')!r}")

    # MARK: What was seen

    def lines(self) -> list[str]:
        return [
            f"{operation}: " + ", ".join(f"{name} {count}" for name, count in sorted(counted.items(), reverse=True))
            for operation, counted in sorted(self.counts.items())
        ]

    @property
    def payloads(self) -> int:
        return sum(counted.total() for counted in self.counts.values())


def operation_of(exchange: Any) -> Operation:
    """The operation in the file of the interface's version."""
    found = API.match(exchange.path)
    file = FILES.get((found[1], found[2])) if found else None
    method, _, path = exchange.operation.partition(" ")
    if file is None or method.lower() not in Specification.of(file).document["paths"].get(path, {}):
        raise WireFault(f"{exchange.method} {exchange.path}: no operation of Open Finance")
    return Operation(exchange.operation, file, method, path)


def fits(template: str, path: str) -> bool:
    parts, found = template.strip("/").split("/"), path.strip("/").split("/")
    return len(parts) == len(found) and all(a == b or a.startswith("{") for a, b in zip(parts, found))


def media_type(exchange: Any, expected: str, what: str) -> None:
    found = (exchange.header("content-type") or "").partition(";")[0].strip()
    if found != expected:
        raise WireFault(f"{what} is sent as {found!r}, not as {expected}")


def json_lines(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines() if line.startswith("{")]
