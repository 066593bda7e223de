"""Payments 4.x and 5.0.0 at a bank: consents, Pix payments, when money moves, and when it never will."""

from __future__ import annotations

import threading
import uuid
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from . import schedules
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

    @property
    def schedule(self) -> dict[str, Any] | None:
        return self.terms["payment"].get("schedule")

    @property
    def amount(self) -> str:
        return self.terms["payment"]["amount"]


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
    # Of a schedule; empty for a payment at once.
    day: str = ""
    cancellation: dict[str, Any] | None = None

    @property
    def amount(self) -> str:
        return self.order["payment"]["amount"]

    @property
    def is_open(self) -> bool:
        """Whether its money may still move."""
        return self.status not in ("ACSC", "RJCT", "CANC")


@dataclass(frozen=True)
class Plan:
    """What becomes of the payments of an amount: `settle`, `reject` or `hold`; `refusal` is the code of a 422.

    Payments on later days are scheduled instead of settled, all of them rejected, or held before they are scheduled.
    """

    then: str = "settle"
    refusal: str = ""
    # Cancellations are refused, or carried out later, when a case says so.
    cancels: str = "at once"


@dataclass
class Payments:
    bank: Bank
    consents: dict[str, Consent] = field(default_factory=dict)
    all: dict[str, Payment] = field(default_factory=dict)
    plans: dict[str, Plan] = field(default_factory=dict)
    changed: threading.Event = field(default_factory=threading.Event)
    # Cancellations that were taken, and not carried out yet.
    to_cancel: list[tuple[Payment, dict[str, Any]]] = field(default_factory=list)

    def work(self, call: Call) -> Any:
        """The body of a reading; for a change, `None` or a function that tells the present state."""
        match call.exchange.operation:
            case "P1":
                return self._consent(call)
            case "P2":
                return self._body_of_consent(self._own(self.consents, call))
            case "P3":
                if self.bank.dialect.payments == ("4.0.1",):
                    raise Refusal("NAO_ENCONTRADO", 404)
                return self._list(self._own(self.consents, call), call)
            case "P4":
                return self._cancel_all(self._own(self.consents, call), call)
            case "P5":
                return self._create(call)
            case "P7":
                return self._cancel(self._own(self.all, call), call)
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
        if call.major >= 5 and terms["payment"].get("purpose") != schedules.purpose_of(terms["payment"]):
            raise Refusal("PROPOSITO_INVALIDO")
        try:
            schedules.require_terms(terms["payment"], schedules.day_at(self.bank.now()))
        except Refusal as refusal:
            self.bank.complain(f"P1 has days that are none: {refusal.code}, {terms['payment']['schedule']}")
            raise
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
        orders = call.data
        consent = self.consents.get(orders[0].get("consentId", ""))
        if consent is None or consent.client is not call.access.client or consent.status != "AUTHORISED":
            raise Refusal("CONSENTIMENTO_INVALIDO")
        if consent.enrollment != call.access.enrollment:
            self.bank.complain("P5 comes with another enrollment's token than the consent's")
            raise Refusal("CONSENTIMENTO_INVALIDO")
        self.move(consent, "CONSUMED")
        days = self._days(orders, consent)
        plan = self.plans.get(consent.amount, Plan())
        if plan.refusal:
            raise Refusal(plan.refusal)
        made = [
            Payment(f"{self.bank.label}-{uuid.uuid4()}", consent.client, consent, order, self.bank.now(), day=day)
            for order, day in zip(orders, days)
        ]
        self.all |= {each.id: each for each in made}
        if consent.schedule and plan.then == "settle" and self.bank.dialect.schedules_at_once:
            self.go_on(made, plan)
        told = [self.entry(each) for each in made]
        self.go_on(made, plan)
        self.changed.set()
        # The first answer is of the moment before settlement; a repeated call is told the present status.
        first = iter([told])
        return lambda: {
            "data": next(first, None) or [self.entry(each) for each in made],
            "links": {"self": self._link(call.major, "pix/payments")},
        }

    def _days(self, orders: list[dict[str, Any]], consent: Consent) -> list[str]:
        """The days of payments that are what was consented to, all of them."""
        asked = consent.terms["payment"]
        expected = (consent.id, asked["amount"], asked["details"]["creditorAccount"])
        found = [(order.get("consentId"), order["payment"]["amount"], order["creditorAccount"]) for order in orders]
        ids = [order["endToEndId"] for order in orders]
        try:
            if any(each != expected for each in found):
                raise Refusal("PAGAMENTO_DIVERGENTE_CONSENTIMENTO")
            if {each.order["endToEndId"] for each in self.all.values()} & set(ids):
                raise Refusal("PARAMETRO_INVALIDO")
            return schedules.require_payments(ids, consent.schedule)
        except Refusal as refusal:
            self.bank.complain(f"P5 differs from its consent: {refusal.code}, {ids}, {consent.schedule}")
            raise

    def go_on(self, made: list[Payment], plan: Plan = Plan()) -> None:
        """Settles or rejects payments at once, and schedules or rejects those of later days."""
        for payment in made:
            if plan.then == "hold" or payment.status != "RCVD":
                continue
            if plan.then == "reject" and payment.day:
                self.end(payment, is_settled=False, code="FALHA_AGENDAMENTO_PAGAMENTOS")
            elif payment.day:
                self.move(payment, "SCHD")
            else:
                self.end(payment, plan.then == "settle")

    def end(self, payment: Payment, is_settled: bool, code: str = "PAGAMENTO_RECUSADO_SPI") -> None:
        """Moves the money, or rejects the payment."""
        with self.bank.lock:
            if payment.has_moved or not payment.is_open:
                return
            if is_settled:
                payment.has_moved = True
                end_to_end, consent = payment.order["endToEndId"], payment.consent.id
                self.bank.ledger.move(
                    Movement(self.bank.label, payment.amount, end_to_end, consent, payment.id, payment.day)
                )
            else:
                payment.rejection = code
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
        if payment.cancellation is not None:
            data["cancellation"] = payment.cancellation
        return data

    def body(self, payment: Payment) -> dict[str, Any]:
        return {
            "data": self.entry(payment),
            "links": {"self": self._link(payment.consent.major, f"pix/payments/{payment.id}")},
        }

    def _list(self, consent: Consent, call: Call) -> dict[str, Any]:
        query = call.exchange.request.query
        first, last = query.get("startDate", "0000-01-01"), query.get("endDate", "9999-12-31")
        listed = [
            each for each in self.of(consent) if first <= (each.day or schedules.day_at(each.created)) <= last
        ]
        found = [self.entry(each) for each in listed]
        return {
            "data": found, "links": {"self": self._link(consent.major, f"consents/{consent.id}/pix/payments")}
        }

    def of(self, consent: Consent) -> list[Payment]:
        return [each for each in self.all.values() if each.consent is consent]

    def of_amount(self, amount: str) -> list[Payment]:
        """The payments of an amount, in the order of their days."""
        with self.bank.lock:
            found = [each for each in self.all.values() if each.amount == amount]
        return sorted(found, key=lambda each: each.day)

    # MARK: Cancellations

    def _cancel(self, payment: Payment, call: Call) -> Any:
        if not self._is_cancellable(payment, call, is_alone=True):
            raise Refusal("PAGAMENTO_NAO_PERMITE_CANCELAMENTO")
        self.cancel(payment, self._person(payment.consent, call))
        return lambda: self.body(payment)

    def _cancel_all(self, consent: Consent, call: Call) -> Any:
        chosen = [each for each in self.of(consent) if self._is_cancellable(each, call, is_alone=False)]
        if not chosen:
            raise Refusal("PAGAMENTO_NAO_PERMITE_CANCELAMENTO")
        person = self._person(consent, call)
        if self.plans.get(consent.amount, Plan()).cancels == "later":
            self.to_cancel += [(each, person) for each in chosen]
        else:
            for payment in chosen:
                self.cancel(payment, person)
        if call.major >= 5:
            return None
        time, path = self.bank.enrollments.time, f"pix/payments/consents/{consent.id}"
        data = [{"paymentId": each.id, "statusUpdateDateTime": time(each.updated)} for each in chosen]
        return lambda: {"data": data, "links": {"self": self._link(call.major, path)}}

    def _is_cancellable(self, payment: Payment, call: Call, is_alone: bool) -> bool:
        if self.plans.get(payment.amount, Plan()).cancels == "never" or payment.status != "SCHD":
            return False
        return self.bank.now() < schedules.cancels_until(payment.day, is_alone, call.major)

    def _person(self, consent: Consent, call: Call) -> dict[str, Any]:
        person = call.data["cancellation"]["cancelledBy"]
        if person != consent.terms["loggedUser"]:
            self.bank.complain(f"{call.exchange.operation} is not asked for by the payer")
        return person

    def cancel(self, payment: Payment, person: dict[str, Any], source: str = "INICIADORA") -> None:
        """Cancels a scheduled payment; one that has ended stays as it is."""
        with self.bank.lock:
            if payment.status != "SCHD":
                return
            at = self.bank.enrollments.time()
            payment.cancellation = {
                "reason": "CANCELADO_AGENDAMENTO", "cancelledFrom": source, "cancelledAt": at, "cancelledBy": person
            }
            self.move(payment, "CANC")

    def carry_out(self) -> None:
        """Carries out the cancellations that were taken for later."""
        with self.bank.lock:
            chosen, self.to_cancel = self.to_cancel, []
            for payment, person in chosen:
                self.cancel(payment, person)
