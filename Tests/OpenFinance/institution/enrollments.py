"""Enrollments 2.2.0 at a bank: devices that may authorise payments, and consents that they authorise."""

from __future__ import annotations

import datetime
import os
import uuid
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from initiator import jose
from initiator.enrollments import document

from . import fido
from .initiators import COMMON_NAME
from .registration import Client
from .resources import Call, Refusal

if TYPE_CHECKING:
    from .bank import Bank

# Signals that each platform must send (enrollments 2.2.0, section "Sinais de risco").
SIGNALS = ("deviceId", "osVersion", "userTimeZoneOffset", "language", "screenDimensions", "accountTenure")


@dataclass
class Enrollment:
    id: str
    client: Client
    cpf: str
    name: str | None
    permissions: list[str]
    created: float
    status: str = "AWAITING_RISK_SIGNALS"
    updated: float = 0.0
    account: dict[str, str] | None = None
    challenge: str = ""
    handle: bytes = field(default_factory=lambda: uuid.uuid4().bytes)
    credential: fido.Credential | None = None
    cancellation: dict[str, Any] | None = None


class Enrollments:
    def __init__(self, bank: Bank):
        self.bank = bank
        self.all: dict[str, Enrollment] = {}

    def time(self, moment: float | None = None) -> str:
        at = datetime.datetime.fromtimestamp(self.bank.now() if moment is None else moment, datetime.UTC)
        return at.strftime("%Y-%m-%dT%H:%M:%SZ")

    def work(self, call: Call) -> Any:
        """The body of a reading; for a change, `None` or a function that tells the present state."""
        name = call.exchange.operation
        if name == "E1":
            return self._create(call)
        if name == "E8":
            return self._authorise(call)
        enrollment = self.all.get(call.id)
        if enrollment is None or enrollment.client is not call.access.client:
            raise Refusal("NAO_ENCONTRADO", 404)
        match name:
            case "E2":
                return self.body(enrollment, is_whole=True)
            case "E3":
                return self._end(enrollment, call)
            case "E4":
                return self._signals(enrollment, call)
            case "E5":
                return self._registration_options(enrollment, call)
            case "E6":
                return self._register(enrollment, call)
        return self._sign_options(enrollment, call)

    def body(self, enrollment: Enrollment, is_whole: bool) -> dict[str, Any]:
        data: dict[str, Any] = {
            "enrollmentId": enrollment.id,
            "creationDateTime": self.time(enrollment.created),
            "status": enrollment.status,
            "statusUpdateDateTime": self.time(enrollment.updated or enrollment.created),
            "permissions": enrollment.permissions,
            "loggedUser": document(enrollment.cpf),
        }
        if enrollment.name is not None:
            data["enrollmentName"] = enrollment.name
        if enrollment.account is not None:
            data["debtorAccount"] = enrollment.account
        if is_whole and enrollment.status == "AUTHORISED":
            data["expirationDateTime"] = self.time(enrollment.created + 365 * 86_400)
        if is_whole and enrollment.cancellation is not None:
            data["cancellation"] = enrollment.cancellation
        link = f"{self.bank.mutual}/open-banking/enrollments/v2/enrollments/{enrollment.id}"
        return {"data": data, "links": {"self": link}}

    def move(self, enrollment: Enrollment, status: str) -> None:
        enrollment.status, enrollment.updated = status, self.bank.now()

    def end(self, enrollment: Enrollment, reason: dict[str, str], source: str = "DETENTORA") -> None:
        """Rejects an enrollment that is under way, and revokes an authorised one."""
        self.move(enrollment, "REVOKED" if enrollment.status == "AUTHORISED" else "REJECTED")
        enrollment.cancellation = {"reason": reason, "cancelledFrom": source, "rejectedAt": self.time()}

    # MARK: The operations

    def _create(self, call: Call) -> Any:
        data = call.data
        cpf = data["loggedUser"]["document"]["identification"]
        identity = f"urn:{self.bank.label}:enrollment:{uuid.uuid4()}"
        name, permissions = data.get("enrollmentName"), data["permissions"]
        made = Enrollment(identity, call.access.client, cpf, name, permissions, self.bank.now())
        self.all[identity] = made
        return lambda: self.body(made, is_whole=False)

    def _end(self, enrollment: Enrollment, call: Call) -> None:
        cancellation = call.data["cancellation"]
        is_revocation = "revocationReason" in cancellation["reason"]
        if enrollment.status in ("REJECTED", "REVOKED") or is_revocation != (enrollment.status == "AUTHORISED"):
            raise Refusal("STATUS_INVALIDO")
        self.end(enrollment, cancellation["reason"], "INICIADORA")

    def _signals(self, enrollment: Enrollment, call: Call) -> None:
        if enrollment.status != "AWAITING_RISK_SIGNALS":
            raise Refusal("STATUS_VINCULO_INVALIDO")
        self._require_signals(call.data)
        self.move(enrollment, "AWAITING_ACCOUNT_HOLDER_VALIDATION")

    def _require_signals(self, sent: dict[str, Any]) -> None:
        if not all(name in sent for name in SIGNALS):
            raise Refusal("FALTAM_SINAIS_OBRIGATORIOS_DA_PLATAFORMA")

    def approve(self, enrollment: Enrollment, holder: str) -> None:
        """The holder's word at the authorization endpoint; the signed-in person is the enrollment's from now on."""
        with self.bank.lock:
            enrollment.cpf = holder
            enrollment.account = {"ispb": self.bank.ispb, "issuer": "0001", "number": "94088392", "accountType": "CACC"}
            self.move(enrollment, "AWAITING_ENROLLMENT")

    def _require_rp(self, call: Call) -> None:
        if call.data["rp"] != COMMON_NAME:
            self.bank.complain(f"{call.exchange.operation} has rp {call.data['rp']!r}")
            raise Refusal("RP_INVALIDA")

    def _own(self, enrollment: Enrollment, call: Call) -> None:
        if call.access.enrollment != enrollment.id:
            self.bank.complain(f"{call.exchange.operation} comes with another enrollment's token")
            raise Refusal("UNAUTHORIZED", 401)

    def _registration_options(self, enrollment: Enrollment, call: Call) -> Any:
        self._own(enrollment, call)
        self._require_rp(call)
        if enrollment.status != "AWAITING_ENROLLMENT":
            raise Refusal("STATUS_VINCULO_INVALIDO")
        if enrollment.challenge:
            raise Refusal("MAXIMO_CHALLENGES_ATINGIDO")
        enrollment.challenge = jose.b64url(os.urandom(32))
        user = {"id": jose.b64url(enrollment.handle), "name": enrollment.cpf, "displayName": "Titular"}
        data = {
            "enrollmentId": enrollment.id,
            "rp": {"id": COMMON_NAME, "name": "Iniciadora"},
            "user": user,
            "challenge": enrollment.challenge,
            "pubKeyCredParams": [{"alg": -7, "type": "public-key"}, {"alg": -257, "type": "public-key"}],
            "timeout": 300_000,
            "authenticatorSelection": {"authenticatorAttachment": "platform", "userVerification": "required",
                                       "residentKey": "required", "requireResidentKey": True},
            "attestation": "none",
        }
        return lambda: {"data": data}

    def _register(self, enrollment: Enrollment, call: Call) -> None:
        self._own(enrollment, call)
        if enrollment.status != "AWAITING_ENROLLMENT" or not enrollment.challenge:
            raise Refusal("STATUS_VINCULO_INVALIDO")
        try:
            origins = enrollment.client.initiator.origin_uris
            enrollment.credential = fido.registered(call.data, enrollment.challenge, COMMON_NAME, origins)
        except fido.FidoFault as fault:
            self.end(enrollment, {"rejectionReason": "REJEITADO_FALHA_FIDO"})
            raise Refusal(str(fault)) from fault
        enrollment.challenge = ""
        self.move(enrollment, "AUTHORISED")

    def _sign_options(self, enrollment: Enrollment, call: Call) -> Any:
        self._require_rp(call)
        consent = self.bank.payments.consents.get(call.data.get("consentId", ""))
        if enrollment.status != "AUTHORISED" or enrollment.credential is None:
            raise Refusal("STATUS_VINCULO_INVALIDO")
        if consent is None or consent.status != "AWAITING_AUTHORISATION":
            raise Refusal("STATUS_CONSENTIMENTO_INVALIDO")
        consent.challenge, consent.enrollment = jose.b64url(os.urandom(32)), enrollment.id
        identity = jose.b64url(enrollment.credential.id)
        data = {
            "challenge": consent.challenge,
            "timeout": 300_000,
            "rpId": COMMON_NAME,
            "allowCredentials": [{"id": identity, "type": "public-key"}],
            "userVerification": "required",
        }
        return lambda: {"data": data}

    def _authorise(self, call: Call) -> None:
        consent = self.bank.payments.consents.get(call.id)
        enrollment = self.all.get(call.data["enrollmentId"])
        if consent is None or consent.client is not call.access.client:
            raise Refusal("NAO_ENCONTRADO", 404)
        if enrollment is None or enrollment.status != "AUTHORISED" or enrollment.credential is None:
            raise Refusal("STATUS_VINCULO_INVALIDO")
        self._own(enrollment, call)
        if consent.status != "AWAITING_AUTHORISATION" or consent.enrollment != enrollment.id:
            raise Refusal("STATUS_CONSENTIMENTO_INVALIDO")
        try:
            self._require_signals(call.data["riskSignals"])
            origins = enrollment.client.initiator.origin_uris
            assertion = call.data["fidoAssertion"]
            fido.require_assertion(assertion, enrollment.credential, consent.challenge, COMMON_NAME, origins)
        except fido.FidoFault as fault:
            self.bank.payments.move(consent, "REJECTED")
            raise Refusal(str(fault)) from fault
        consent.debtor = consent.debtor or enrollment.account
        self.bank.payments.move(consent, "AUTHORISED")
