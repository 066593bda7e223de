"""The journeys of one device: it is enrolled, authorises consents and pays."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import Any

from . import enrollments as e
from .authenticator import Ceremony, Credential
from .authorization import Attempt, Callback, Tokens
from .client import Bank
from .faults import Unexpected, WireFault
from .holder import ALICE, Holder, Person
from .payments import Terms, cancellation, end_to_end_id

POLL_SECONDS = 0.05
MOST_SECONDS = 10


@dataclass
class Enrollment:
    """One enrollment on its way; each function takes one step and returns what the next one needs."""

    bank: Bank
    person: Person = ALICE
    id: str = ""
    tokens: Tokens | None = None
    attempt: Attempt | None = None
    options: dict[str, Any] = field(default_factory=dict)
    credential: Credential | None = None

    @classmethod
    def create(
        cls,
        bank: Bank,
        person: Person = ALICE,
        name: str | None = "Telefone de teste",
        permissions: tuple[str, ...] = (e.PAYMENTS,),
    ) -> Enrollment:
        reply = bank.enrollments.create(e.creation(person.cpf, name, permissions)).expecting(201)
        if reply.data["status"] != "AWAITING_RISK_SIGNALS" or reply.data["permissions"] != list(permissions):
            raise WireFault(f"a new enrollment is {reply.data}")
        return cls(bank, person, reply.data["enrollmentId"])

    # MARK: State

    def read(self) -> dict[str, Any]:
        return self.bank.enrollments.read(self.id).expecting(200).data

    @property
    def status(self) -> str:
        return self.read()["status"]

    def ended(self) -> tuple[str, str, str]:
        """Status, reason and `cancelledFrom` of an enrollment that has ended."""
        data = self.read()
        cancelled = data.get("cancellation") or {}
        reason = cancelled.get("reason") or {}
        told = reason.get("rejectionReason") or reason.get("revocationReason") or ""
        return data["status"], told, cancelled.get("cancelledFrom", "")

    @property
    def token(self) -> str:
        if self.tokens is None:
            raise Unexpected("the enrollment has no token yet")
        return self.tokens.access_token

    # MARK: Steps

    def send_signals(self) -> Enrollment:
        self.bank.enrollments.send_signals(self.id, e.signals()).expecting(204)
        return self

    def push(self, **changes: Any) -> str:
        """Pushes the request for the holder's approval; the address for the browser."""
        server = self.bank.authorization
        self.attempt = server.attempt(server.registered(e.scope_of(self.id)))
        return server.authorize_url(server.pushed(self.attempt, **changes))

    def visit(
        self, decision: str = "approve", choices: dict[str, str] | None = None, person: Person | None = None
    ) -> str:
        """The holder decides in the browser; the callback's address."""
        start = self.push()
        assert self.attempt is not None
        holder = Holder(person or self.person, self.bank.initiator.pages)
        return holder.decide(start, self.attempt.redirect_uri, decision, choices)

    def approve(self, choices: dict[str, str] | None = None) -> Callback:
        callback = self.visit(choices=choices)
        assert self.attempt is not None
        return self.bank.authorization.read_callback(callback, self.attempt)

    def exchange(self, callback: Callback) -> Enrollment:
        server = self.bank.authorization
        assert self.attempt is not None
        self.tokens = server.exchange(callback.code, self.attempt)
        assert self.tokens.id_token is not None
        again = server.read_id_token(self.tokens.id_token)
        if again["sub"] != callback.id_token["sub"]:
            raise WireFault("the id_tokens of the callback and of the token endpoint name different people")
        return self

    def ask_options(self, **call: Any) -> Enrollment:
        rp = self.bank.initiator.participant.common_name
        reply = self.bank.enrollments.registration_options(self.id, self.token, rp, **call)
        self.options = reply.expecting(201).data
        return self

    def ceremony(self, **changes: Any) -> Ceremony:
        ours = self.bank.initiator.participant
        return Ceremony(**{"origin": ours.origin_uris[0], "rp_id": ours.common_name, **changes})

    def make_credential(self, public_key: bytes | None = None, **changes: Any) -> dict[str, Any]:
        self.credential, message = Credential.create(self.options, self.ceremony(**changes), public_key)
        return message

    def register(self) -> Enrollment:
        message = self.make_credential()
        self.bank.enrollments.register(self.id, self.token, message).expecting(204)
        return self

    def refresh(self) -> str:
        """A fresh access token; the refresh token stays."""
        assert self.tokens is not None and self.tokens.refresh_token is not None
        fresh = self.bank.authorization.refresh(self.tokens.refresh_token)
        self.tokens = Tokens(
            fresh.access_token, fresh.expires_in, self.tokens.refresh_token, self.tokens.id_token, fresh.scope
        )
        return fresh.access_token

    # MARK: Journeys

    @classmethod
    def awaiting_holder(cls, bank: Bank, person: Person = ALICE, **creation: Any) -> Enrollment:
        return cls.create(bank, person, **creation).send_signals()

    @classmethod
    def awaiting_credential(
        cls, bank: Bank, person: Person = ALICE, choices: dict[str, str] | None = None, **creation: Any
    ) -> Enrollment:
        made = cls.awaiting_holder(bank, person, **creation)
        return made.exchange(made.approve(choices))

    @classmethod
    def authorised(
        cls, bank: Bank, person: Person = ALICE, choices: dict[str, str] | None = None, **creation: Any
    ) -> Enrollment:
        made = cls.awaiting_credential(bank, person, choices, **creation).ask_options().register()
        status = made.status
        if status != "AUTHORISED":
            raise Unexpected(f"the enrollment is {status} after the registration of its credential")
        return made


@dataclass
class Payment:
    """One consent on its way to a payment."""

    device: Enrollment
    terms: Terms
    consent_id: str = ""
    sign_options: dict[str, Any] = field(default_factory=dict)

    @property
    def bank(self) -> Bank:
        return self.device.bank

    @classmethod
    def consent(cls, device: Enrollment, terms: Terms = Terms()) -> Payment:
        payments = device.bank.payments
        reply = payments.create_consent(terms.consent(device.person.cpf, payments.major)).expecting(201)
        if reply.data["status"] != "AWAITING_AUTHORISATION":
            raise WireFault(f"a new consent is {reply.data['status']}")
        if reply.data["loggedUser"] != e.document(device.person.cpf):
            raise WireFault("the consent names another person than we sent")
        return cls(device, terms, reply.data["consentId"])

    def ask_options(self, **call: Any) -> Payment:
        rp = self.bank.initiator.participant.common_name
        reply = self.bank.enrollments.sign_options(self.device.id, rp, self.consent_id, **call)
        self.sign_options = reply.expecting(201).data
        return self

    def assertion(self, credential: Credential | None = None, **changes: Any) -> dict[str, Any]:
        key = credential or self.device.credential
        assert key is not None
        return key.sign(self.sign_options, self.device.ceremony(**changes))

    def authorise(self) -> Payment:
        token = self.device.refresh()
        self.bank.enrollments.authorise(self.consent_id, token, self.device.id, self.assertion()).expecting(204)
        return self

    @classmethod
    def authorised(cls, device: Enrollment, terms: Terms = Terms()) -> Payment:
        return cls.consent(device, terms).ask_options().authorise()

    def entry(self, **changes: Any) -> dict[str, Any]:
        ours = self.bank.initiator.participant.registration_number
        # The id names the agent that generates it: the initiator, by the first eight characters of its CNPJ.
        return self.terms.payment(self.consent_id, end_to_end_id(ours[:8]), ours, **changes)

    def pay(self, **changes: Any) -> dict[str, Any]:
        """Pays at once; the payment as the bank answered it."""
        entry = self.entry(**changes)
        reply = self.bank.payments.create([entry], self.device.token).expecting(201)
        if len(reply.data) != 1 or reply.data[0]["endToEndId"] != entry["endToEndId"]:
            raise WireFault(f"one payment was sent, {len(reply.data)} came back, or another end-to-end id")
        if reply.data[0].get("consentId") != self.consent_id:
            raise WireFault("a payment of FIDO_FLOW came back without the id of its consent")
        return reply.data[0]

    def settled(self, payment_id: str, until: tuple[str, ...] = ("ACSC", "RJCT", "CANC")) -> dict[str, Any]:
        """Reads the payment until it ends."""
        deadline = time.monotonic() + MOST_SECONDS
        while True:
            data = self.bank.payments.read(payment_id).expecting(200).data
            if data["status"] in until or time.monotonic() > deadline:
                return data
            time.sleep(POLL_SECONDS)

    def read_consent(self) -> dict[str, Any]:
        return self.bank.payments.read_consent(self.consent_id).expecting(200).data

    def cancel(self, payment_id: str) -> dict[str, Any]:
        body = cancellation(self.device.person.cpf)
        return self.bank.payments.cancel(payment_id, body).expecting(200).data
