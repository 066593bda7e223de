"""Payments 4.x and 5.0.0 at a bank: consents, Pix payments, and when money moves."""

from __future__ import annotations

import threading
import uuid
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from .ledger import Movement
from .registration import Client
from .resources import Call, Refusal

if TYPE_CHECKING:
    from .bank import Bank


@dataclass
class Consent:
    id: str
    client: Client
    terms: dict[str, Any]
    created: float
    major: int
    status: str = "AWAITING_AUTHORISATION"
    updated: float = 0.0
    challenge: str = ""
    enrollment: str = ""
    debtor: dict[str, str] | None = None
    rejection: str = ""


@dataclass
class Payment:
    id: str
    client: Client
    consent: Consent
    order: dict[str, Any]
    created: float
    status: str = "RCVD"
    updated: float = 0.0
    rejection: str = ""
    has_moved: bool = False

    @property
    def amount(self) -> str:
        return self.order["payment"]["amount"]


@dataclass(frozen=True)
class Plan:
    """What becomes of the payments of an amount: `settle`, `reject` or `hold`; `refusal` is the code of a 422."""

    then: str = "settle"
    refusal: str = ""


@dataclass
class Payments:
    bank: Bank
    consents: dict[str, Consent] = field(default_factory=dict)
    all: dict[str, Payment] = field(default_factory=dict)
    plans: dict[str, Plan] = field(default_factory=dict)
    changed: threading.Event = field(default_factory=threading.Event)

    def work(self, call: Call) -> Any:
        """The body of a reading; for a change, a function that tells the present state."""
        match call.exchange.operation:
            case "P1":
                return self._consent(call)
            case "P2":
                return self._body_of_consent(self._own(self.consents, call))
            case "P3":
                if self.bank.dialect.payments == ("4.0.1",):
                    raise Refusal("NAO_ENCONTRADO", 404)
                return self._list(self._own(self.consents, call))
            case "P5":
                return self._create(call)
        return self.body(self._own(self.all, call, status=400))

    def move(self, thing: Consent | Payment, status: str) -> None:
        thing.status, thing.updated = status, self.bank.now()

    def _own(self, among: dict[str, Any], call: Call, status: int = 404) -> Any:
        found = among.get(call.id)
        if found is None or found.client is not call.access.client:
            raise Refusal("NAO_ENCONTRADO", status)
        return found

    # MARK: Consents

    def _consent(self, call: Call) -> Any:
        terms = call.data
        if call.major >= 5 and terms["payment"].get("purpose") != "IMMEDIATE":
            raise Refusal("PROPOSITO_INVALIDO")
        identity = f"urn:{self.bank.label}:consent:{uuid.uuid4()}"
        made = Consent(identity, call.access.client, terms, self.bank.now(), call.major)
        self.consents[identity] = made
        return lambda: self._body_of_consent(made)

    def _body_of_consent(self, consent: Consent) -> dict[str, Any]:
        time = self.bank.enrollments.time
        life = 3600 if consent.status == "AUTHORISED" else 300
        data = {
            "consentId": consent.id,
            "creationDateTime": time(consent.created),
            "expirationDateTime": time((consent.updated or consent.created) + life),
            "statusUpdateDateTime": time(consent.updated or consent.created),
            "status": consent.status,
            **consent.terms,
        }
        if consent.debtor is not None:
            data["debtorAccount"] = consent.debtor
        if consent.rejection:
            data["rejectionReason"] = {"code": consent.rejection, "detail": consent.rejection}
        return {"data": data, "links": {"self": self._link(consent.major, f"consents/{consent.id}")}}

    def reject_consent(self, consent: Consent, code: str) -> None:
        consent.rejection = code
        self.move(consent, "REJECTED")

    def _link(self, major: int, path: str) -> str:
        return f"{self.bank.mutual}/open-banking/payments/v{major}/{path}"

    # MARK: Payments

    def _create(self, call: Call) -> Any:
        order = call.data[0]
        consent = self.consents.get(order.get("consentId", ""))
        if consent is None or consent.client is not call.access.client or consent.status != "AUTHORISED":
            raise Refusal("CONSENTIMENTO_INVALIDO")
        if consent.enrollment != call.access.enrollment:
            self.bank.complain("P5 comes with another enrollment's token than the consent's")
            raise Refusal("CONSENTIMENTO_INVALIDO")
        self.move(consent, "CONSUMED")
        asked, details = consent.terms["payment"], consent.terms["payment"]["details"]
        if (order["payment"]["amount"], order["creditorAccount"]) != (asked["amount"], details["creditorAccount"]):
            self.bank.complain("P5 differs from its consent")
            raise Refusal("PAGAMENTO_DIVERGENTE_CONSENTIMENTO")
        plan = self.plans.get(asked["amount"], Plan())
        if plan.refusal:
            raise Refusal(plan.refusal)
        made = Payment(f"{self.bank.label}-{uuid.uuid4()}", call.access.client, consent, order, self.bank.now())
        self.all[made.id] = made
        told = self.entry(made)
        if plan.then != "hold":
            self.end(made, plan.then == "settle")
        self.changed.set()
        # The first answer is of the moment before settlement; a repeated call is told the present status.
        first = iter([told])
        return lambda: {
            "data": [next(first, None) or self.entry(made)], "links": {"self": self._link(call.major, "pix/payments")}
        }

    def end(self, payment: Payment, is_settled: bool) -> None:
        """Moves the money, or rejects the payment."""
        with self.bank.lock:
            if payment.has_moved or payment.status in ("ACSC", "RJCT"):
                return
            if is_settled:
                payment.has_moved = True
                end_to_end, consent = payment.order["endToEndId"], payment.consent.id
                self.bank.ledger.move(Movement(self.bank.label, payment.amount, end_to_end, consent, payment.id))
            else:
                payment.rejection = "PAGAMENTO_RECUSADO_SPI"
            self.move(payment, "ACSC" if is_settled else "RJCT")

    def entry(self, payment: Payment) -> dict[str, Any]:
        time = self.bank.enrollments.time
        data = {
            **payment.order,
            "paymentId": payment.id,
            "consentId": payment.consent.id,
            "creationDateTime": time(payment.created),
            "statusUpdateDateTime": time(payment.updated or payment.created),
            "status": payment.status,
            "debtorAccount": payment.consent.debtor,
        }
        if payment.rejection:
            data["rejectionReason"] = {"code": payment.rejection, "detail": payment.rejection}
        return data

    def body(self, payment: Payment) -> dict[str, Any]:
        return {
            "data": self.entry(payment),
            "links": {"self": self._link(payment.consent.major, f"pix/payments/{payment.id}")},
        }

    def _list(self, consent: Consent) -> dict[str, Any]:
        found = [self.entry(each) for each in self.all.values() if each.consent is consent]
        return {
            "data": found, "links": {"self": self._link(consent.major, f"consents/{consent.id}/pix/payments")}
        }

    def of_amount(self, amount: str) -> list[Payment]:
        with self.bank.lock:
            return [each for each in self.all.values() if each.amount == amount]
