"""One bank: what it is in the directory, what it remembers, and which of its parts answers a request."""

from __future__ import annotations

import email.utils
import json
import threading
import time
import traceback
import uuid
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from initiator import jose
from initiator.faults import WireFault

from . import authorization, enrollments, payments, registration
from .faults import Exchange, Faults
from .keys import Chest, Key
from .ledger import Ledger
from .listener import Answer, Request, json_answer
from .resources import Door

if TYPE_CHECKING:
    from .world import World


@dataclass(frozen=True)
class Dialect:
    """What honest banks do in different ways."""

    payments: tuple[str, ...] = ("5.0.0",)
    # `aud` of messages and identity tokens is a list of one.
    has_audience_lists: bool = False
    # Access tokens are JSON Web Tokens, and not random.
    has_jwt_access_tokens: bool = False
    # The endpoints with certificates stand among `mtls_endpoint_aliases`, and not beside the others.
    has_aliases: bool = True
    # Discovery and participants have members that no specification names.
    has_more_members: bool = False
    is_chunked: bool = False
    # A repeated call is told its first message again, with the first `jti` and `iat`.
    tells_first_message_again: bool = False
    token_seconds: int = 900
    # Payments on later days are scheduled before `POST /pix/payments` is answered, and not after it.
    schedules_at_once: bool = True


@dataclass
class Logged:
    """One exchange in the bank's log."""

    operation: str
    status: int
    interaction: str
    at: float = field(default_factory=time.monotonic)


class Bank:
    """An organisation with one authorization server, at two hosts of this process."""

    def __init__(self, world: World, number: int, dialect: Dialect):
        self.world, self.dialect = world, dialect
        self.label = f"banco{number:02}"
        self.name = f"Banco {number:02}"
        self.organisation, self.server_id = str(uuid.uuid4()), str(uuid.uuid4())
        self.registration_number = f"{88_000_000 + number}000100"
        self.faults = Faults()
        self.is_listed = True
        # No request gets an answer, and none does any work.
        self.is_down = False
        # Seconds that the bank's clock is ahead of ours.
        self.clock_ahead = 0.0
        self.lock = threading.RLock()
        # Sentences about messages that break a rule, which no honest initiator sends.
        self.complaints: list[str] = []
        self.log: list[Logged] = []
        # The keys that signed the initiator's messages, and how far the last ones were dated ahead of our clock.
        self.kids_seen: list[str] = []
        self.dated_ahead: list[float] = []
        self._keys: dict[str, list[Key]] = {}
        self.clients = registration.Clients(self)
        self.authorization = authorization.AuthorizationServer(self)
        self.door = Door(self)
        self.enrollments = enrollments.Enrollments(self)
        self.payments = payments.Payments(self)

    # MARK: Who it is

    @property
    def ledger(self) -> Ledger:
        return self.world.ledger

    @property
    def chest(self) -> Chest:
        return self.world.chest

    @property
    def host(self) -> str:
        return f"{self.label}.bank.test"

    @property
    def mutual_host(self) -> str:
        return f"matls-{self.label}.bank.test"

    @property
    def issuer(self) -> str:
        return f"https://{self.host}:{self.world.public.port}"

    @property
    def mutual(self) -> str:
        return f"https://{self.mutual_host}:{self.world.mutual.port}"

    @property
    def ispb(self) -> str:
        return self.registration_number[:8]

    @property
    def signing_keys(self) -> list[Key]:
        """Of the organisation's messages; the last one signs."""
        return self._kept("signing")

    @property
    def identity_keys(self) -> list[Key]:
        """Of identity tokens and access tokens; the last one signs."""
        return self._kept("identity")

    def _kept(self, kind: str) -> list[Key]:
        with self.lock:
            if kind not in self._keys:
                self._keys[kind] = [self.chest.new(f"{self.label}-{kind}")]
            return self._keys[kind]

    def rotate(self, kind: str) -> Key:
        """Signs by a new key from now on; the old one stays published."""
        found = self._kept(kind)
        key = self.chest.new(f"{self.label}-{kind}-{len(found) + 1}")
        found.append(key)
        return key

    def now(self) -> float:
        return time.time() + self.clock_ahead

    def complain(self, sentence: str) -> None:
        with self.lock:
            self.complaints.append(f"{self.name}: {sentence}")

    def listing(self) -> dict[str, Any]:
        """The organisation in the list of participants."""
        versions = [("enrollments", "2.2.0", "/enrollments/v2/enrollments")]
        for version in self.dialect.payments:
            base = f"/payments/v{version[0]}"
            versions += [("payments-consents", version, f"{base}/consents"),
                         ("payments-pix", version, f"{base}/pix/payments")]
        more: dict[str, Any] = {}
        if self.dialect.has_more_members:
            more = {"ParentOrganisationReference": None, "Flags": [{"Name": "OFB"}]}
        return {
            "OrganisationId": self.organisation,
            "Status": "Active",
            "OrganisationName": self.name,
            "LegalEntityName": f"{self.name} S.A.",
            "CountryOfRegistration": "BR",
            "RegistrationNumber": self.registration_number,
            "OrgDomainRoleClaims": [{"Role": "CONTA", "Status": "Active", "AuthorisationDomain": "Open Banking"}],
            "AuthorisationServers": [
                {
                    "AuthorisationServerId": self.server_id,
                    "CustomerFriendlyName": self.name,
                    "OpenIDDiscoveryDocument": f"{self.issuer}/.well-known/openid-configuration",
                    "Issuer": self.issuer,
                    "PayloadSigningCertLocationUri": f"{self.issuer}/never-asked",
                    "ApiResources": [
                        {
                            "ApiResourceId": str(uuid.uuid4()),
                            "ApiFamilyType": family,
                            "ApiVersion": version,
                            "FamilyComplete": True,
                            "ApiDiscoveryEndpoints": [
                                {"ApiDiscoveryId": self.server_id, "ApiEndpoint": f"{self.mutual}/open-banking{path}"}
                            ],
                        }
                        for family, version, path in versions
                    ],
                    **more,
                }
            ],
            **more,
        }

    # MARK: What it was asked

    def asked(self, operation: str) -> int:
        """How often an operation was asked for, whatever the answer."""
        with self.lock:
            return sum(each.operation == operation for each in self.log)

    @property
    def operations(self) -> Counter[str]:
        with self.lock:
            return Counter(each.operation for each in self.log)

    def answer(self, request: Request) -> Answer:
        """The answer to one request, after the faults that are armed for it."""
        try:
            return self._answer(request)
        except Exception as error:  # A bank that fails itself is no judge: the run tells of it.
            self.complain(f"the bank itself failed: {''.join(traceback.format_exception(error))}")
            raise
        finally:
            self.faults.finish()

    def _answer(self, request: Request) -> Answer:
        exchange = self._route(request)
        if self.is_down:
            exchange.answer = Answer(503, cut_at=0)
        else:
            self.faults.at(f"{exchange.operation} request", exchange, lambda: self.amount_of(exchange))
        if exchange.answer is None:
            exchange.answer = self._work(exchange)
            exchange.answer.is_chunked = self.dialect.is_chunked
        exchange.answer.headers.setdefault("Date", email.utils.formatdate(self.now(), usegmt=True))
        self.faults.at(f"{exchange.operation} answer", exchange, lambda: self.amount_of(exchange))
        interaction = request.headers.get("x-fapi-interaction-id", "")
        with self.lock:
            self.log.append(Logged(exchange.operation, exchange.answer.status, interaction))
        return exchange.answer

    def again(self, exchange: Exchange) -> Answer:
        """Does the work of a request once more, as where the network repeats it."""
        answer = self._work(Exchange(exchange.operation, exchange.request, exchange.parts, is_echo=True))
        answer.headers["Date"] = email.utils.formatdate(self.now(), usegmt=True)
        return answer

    def amount_of(self, exchange: Exchange) -> str:
        """The amount that an exchange of payments is about; empty where it is about none."""
        operation, parts = exchange.operation, exchange.parts
        if operation in ("P6", "P7") and parts[0] in self.payments.all:
            return self.payments.all[parts[0]].amount
        consent = parts[0] if operation in ("P2", "P3", "P4", "E8") else ""
        if operation in ("P1", "P5", "E7"):
            try:
                data = json.loads(jose.from_b64url(exchange.request.body.decode("ascii").split(".")[1]))["data"]
            except (IndexError, KeyError, ValueError, WireFault):
                return ""
            if operation != "E7":
                return (data[0] if operation == "P5" else data)["payment"]["amount"]
            consent = data.get("consentId", "")
        found = self.payments.consents.get(consent)
        return found.amount if found else ""

    def _route(self, request: Request) -> Exchange:
        parts = request.path.strip("/").split("/")
        if parts[0] == "open-banking":
            operation, ids = self.door.operation(request, parts[1:])
            return Exchange(operation, request, ids)
        return Exchange(authorization.operation(request, parts), request, tuple(parts[1:]))

    def _work(self, exchange: Exchange) -> Answer:
        request, operation = exchange.request, exchange.operation
        is_public = request.host == self.host
        if is_public != (operation in ("discovery", "jwks")):
            return json_answer({"errors": [{"code": "NOT_FOUND", "title": "host", "detail": operation}]}, 404)
        if operation.startswith("register"):
            return self.clients.answer(exchange)
        if operation in authorization.OPERATIONS or operation.startswith("token "):
            return self.authorization.answer(exchange)
        return self.door.answer(exchange)

    # MARK: What holders and time do

    def restart(self) -> None:
        """Answers again; access tokens from before are gone."""
        self.authorization.forget_access()
        self.is_down = False

    def visit(self, url: str, decision: str = "approve", holder: str | None = None) -> str:
        """The holder at the authorization endpoint; the address that the browser is sent back to."""
        return self.authorization.visit(url, decision, holder)

    def notify(self, kind: str, identity: str) -> int:
        """Tells the initiator by a webhook that an object changed; the status of its answer."""
        return self.world.courier.send(self, kind, identity)
