"""The payments API, versions 5.0.0 and 4.x: consents and Pix payments."""

from __future__ import annotations

import datetime
import random
import re
import string
from dataclasses import dataclass
from typing import Any

from .api import Call, Reply, ResourceServer
from .enrollments import Enrollments, document
from .faults import WireFault
from .schemas import Operation

FILES = {5: "payments-5.0.0.yaml", 4: "payments-4.1.0.yaml"}
SUFFIX = string.ascii_letters + string.digits


@dataclass(frozen=True)
class Operations:
    """The operations of one version."""

    create_consent: Operation
    read_consent: Operation
    list_payments: Operation
    cancel_all: Operation
    create: Operation
    read: Operation
    cancel: Operation

    @classmethod
    def of(cls, major: int) -> Operations:
        def operation(name: str, method: str, path: str) -> Operation:
            return Operation(f"{name} v{major} {method} {path}", FILES[major], method, path)

        of_consent = "/consents/{consentId}/pix/payments"
        return cls(
            create_consent=operation("P1", "POST", "/consents"),
            read_consent=operation("P2", "GET", "/consents/{consentId}"),
            list_payments=operation("P3", "GET", of_consent),
            cancel_all=operation("P4", "PATCH", of_consent if major >= 5 else "/pix/payments/consents/{consentId}"),
            create=operation("P5", "POST", "/pix/payments"),
            read=operation("P6", "GET", "/pix/payments/{paymentId}"),
            cancel=operation("P7", "PATCH", "/pix/payments/{paymentId}"),
        )


def today() -> str:
    """The day in Brasília, which has had no summer time since 2019."""
    return (datetime.datetime.now(datetime.UTC) - datetime.timedelta(hours=3)).date().isoformat()


def day_after(days: int) -> str:
    return (datetime.date.fromisoformat(today()) + datetime.timedelta(days=days)).isoformat()


def end_to_end_id(ispb: str, at: datetime.datetime | None = None) -> str:
    """A new end-to-end id of the given minute in UTC."""
    minute = (at or datetime.datetime.now(datetime.UTC)).strftime("%Y%m%d%H%M")
    return f"E{ispb}{minute}{''.join(random.SystemRandom().choices(SUFFIX, k=11))}"


def scheduled_end_to_end_id(ispb: str, day: str) -> str:
    """Scheduled payments carry 15:00 UTC of their day."""
    at = datetime.datetime.fromisoformat(day).replace(hour=15, tzinfo=datetime.UTC)
    return end_to_end_id(ispb, at)


@dataclass(frozen=True)
class Creditor:
    """The person who is paid, and the account."""

    ispb: str = "99000002"
    issuer: str = "0001"
    number: str = "10227"
    account_type: str = "CACC"
    person_type: str = "PESSOA_NATURAL"
    tax_id: str = "87517400444"
    name: str = "Bruno Teixeira"

    @property
    def account(self) -> dict[str, str]:
        return {
            "ispb": self.ispb,
            "issuer": self.issuer,
            "number": self.number,
            "accountType": self.account_type,
        }

    @property
    def person(self) -> dict[str, str]:
        return {"personType": self.person_type, "cpfCnpj": self.tax_id, "name": self.name}


@dataclass(frozen=True)
class Terms:
    """What is paid; the consent and the payment say the same."""

    amount: str = "12.34"
    creditor: Creditor = Creditor()
    instrument: str = "MANU"
    proxy: str | None = None
    date: str | None = None
    schedule: dict[str, Any] | None = None
    purpose: str | None = "IMMEDIATE"
    debtor_account: dict[str, Any] | None = None
    remittance: str | None = None

    def details(self) -> dict[str, Any]:
        made = {
            "localInstrument": self.instrument,
            "proxy": self.proxy,
            "creditorAccount": self.creditor.account,
        }
        return {name: value for name, value in made.items() if value is not None}

    def consent(self, cpf: str, major: int) -> dict[str, Any]:
        payment: dict[str, Any] = {"type": "PIX", "currency": "BRL", "amount": self.amount, "details": self.details()}
        if self.purpose is not None and major >= 5:
            payment["purpose"] = self.purpose
        if self.schedule is not None:
            payment["schedule"] = self.schedule
        else:
            payment["date"] = self.date or today()
        data = {"loggedUser": document(cpf), "creditor": self.creditor.person, "payment": payment}
        if self.debtor_account is not None:
            data["debtorAccount"] = self.debtor_account
        return {"data": data}

    def payment(self, consent_id: str, end_to_end: str, cnpj: str, **changes: Any) -> dict[str, Any]:
        """One entry of the payment's list; `changes` replace members, and `None` leaves one out."""
        made = {
            "endToEndId": end_to_end,
            "localInstrument": self.instrument,
            "payment": {"amount": self.amount, "currency": "BRL"},
            "creditorAccount": self.creditor.account,
            "proxy": self.proxy,
            "cnpjInitiator": cnpj,
            "remittanceInformation": self.remittance,
            "authorisationFlow": "FIDO_FLOW",
            "consentId": consent_id,
            **changes,
        }
        return {name: value for name, value in made.items() if value is not None}


def cancellation(cpf: str) -> dict[str, Any]:
    return {"data": {"status": "CANC", "cancellation": {"cancelledBy": document(cpf)}}}


class Payments:
    """Each function sends one operation and returns its answer, whatever the status."""

    def __init__(self, server: ResourceServer, major: int = 5):
        self.server = server
        self.major = major
        self.operations = Operations.of(major)
        self.consents_base = server.entry.base("payments-consents", major)
        self.payments_base = server.entry.base("payments-pix", major)

    def consents_url(self, consent_id: str | None = None, rest: str = "") -> str:
        middle = "" if consent_id is None else f"/{Enrollments.segment(consent_id)}"
        return f"{self.consents_base}/consents{middle}{rest}"

    def payments_url(self, payment_id: str | None = None) -> str:
        middle = "" if payment_id is None else f"/{Enrollments.segment(payment_id)}"
        return f"{self.payments_base}/pix/payments{middle}"

    def _call(self, operation: Operation, url: str, call: Call) -> Reply:
        reply = self.server.call(operation, url, call)
        version = reply.answer.header("x-v")
        if reply.status < 300 and self.major >= 5 and not re.fullmatch(rf"{self.major}\.\d+\.\d+", version or ""):
            raise WireFault(f"{reply.answer.where}: x-v is {version!r}; version {self.major} demands it on success")
        return reply

    def create_consent(self, body: dict[str, Any], **call: Any) -> Reply:
        return self._call(self.operations.create_consent, self.consents_url(), Call(body, **call))

    def read_consent(self, consent_id: str, **call: Any) -> Reply:
        return self._call(self.operations.read_consent, self.consents_url(consent_id), Call(**call))

    def list_payments(self, consent_id: str, **call: Any) -> Reply:
        url = self.consents_url(consent_id, "/pix/payments")
        return self._call(self.operations.list_payments, url, Call(**call))

    def cancel_all(self, consent_id: str, body: dict[str, Any], **call: Any) -> Reply:
        if self.major >= 5:
            url = self.consents_url(consent_id, "/pix/payments")
        else:
            url = f"{self.payments_url()}/consents/{Enrollments.segment(consent_id)}"
        return self._call(self.operations.cancel_all, url, Call(body, **call))

    def create(self, entries: list[dict[str, Any]] | Any, token: str, **call: Any) -> Reply:
        return self._call(self.operations.create, self.payments_url(), Call({"data": entries}, token, **call))

    def read(self, payment_id: str, **call: Any) -> Reply:
        return self._call(self.operations.read, self.payments_url(payment_id), Call(**call))

    def cancel(self, payment_id: str, body: dict[str, Any], **call: Any) -> Reply:
        return self._call(self.operations.cancel, self.payments_url(payment_id), Call(body, **call))
