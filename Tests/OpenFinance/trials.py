"""What cases of several files do: a visit at the bank, a changed consent, a registration that fails."""

from __future__ import annotations

from typing import Any

from expectations import equal, outcome, refused
from ground import LIMITLESS, Ground
from initiator import enrollments as e
from initiator.api import Reply
from initiator.authorization import Attempt, AuthorizationServer
from initiator.device import Enrollment, Payment
from initiator.faults import Unexpected
from initiator.holder import ALICE, Holder
from initiator.net import Answer, query_of
from initiator.payments import Terms


class Visit:
    """A pushed request for an enrollment that waits for its holder."""

    def __init__(self, ground: Ground, is_second: bool = False):
        self.ground = ground
        self.bank = ground.bank_of_second() if is_second else ground.bank()
        self.server: AuthorizationServer = self.bank.authorization
        self.device = Enrollment.awaiting_holder(self.bank)
        self.attempt: Attempt = self.server.attempt(e.scope_of(self.device.id))

    def claims(self, **changes: Any) -> dict[str, Any]:
        return self.server.request_claims(self.attempt, **changes)

    def push(self, **changes: Any) -> Answer:
        return self.server.push(self.server.key.sign(self.claims(**changes)))

    def decide(self, url: str, decision: str = "approve") -> str:
        holder = Holder(ALICE, self.ground.initiator.pages)
        return holder.decide(url, self.attempt.redirect_uri, decision, LIMITLESS if decision == "approve" else None)

    def answered(self, answer: Answer, **more: str) -> str:
        """The callback after an accepted push."""
        equal(answer.status, 201, f"the status of the pushed request ({answer.text[:300]})")
        return self.decide(self.server.authorize_url(self.server.request_uri(answer), **more))

    def code(self, **changes: Any) -> str:
        """The code of a holder who allowed."""
        return self.server.read_callback(self.answered(self.push(**changes)), self.attempt).code

    def refused_at(self, url: str) -> None:
        """The authorisation endpoint shows a problem, or sends back an error; never a form to allow by."""
        try:
            callback = self.decide(url)
        except Unexpected:
            return
        assert "error" in query_of(callback), f"the bank gave a code: {callback[:200]}"


def create_consent(ground: Ground, body: dict[str, Any], **call: Any) -> Reply:
    return ground.bank().payments.create_consent(body, **call)


def changed_consent(**changes: Any) -> dict[str, Any]:
    """A consent's body with other members of its payment; `None` leaves one out."""
    body = Terms().consent(ALICE.cpf, 5)
    payment = {**body["data"]["payment"], **changes}
    body["data"]["payment"] = {name: value for name, value in payment.items() if value is not None}
    return body


def failed_registration(ground: Ground, code: str, *others: str, key: bytes | None = None, **changes: Any) -> None:
    device = Enrollment.awaiting_credential(ground.bank()).ask_options()
    message = device.make_credential(key, **changes)
    refused(ground.bank().enrollments.register(device.id, device.token, message), code, *others)
    equal(device.ended(), ("REJECTED", "REJEITADO_FALHA_FIDO", "DETENTORA"), "the enrollment")


def over_limit(payment: Payment) -> None:
    """A limit may be told by a 422 or by a payment that is rejected."""
    reply = payment.bank.payments.create([payment.entry()], payment.device.token)
    if reply.status == 422:
        refused(reply, "VALOR_ACIMA_LIMITE")
    else:
        ended = payment.settled(reply.expecting(201).data[0]["paymentId"])
        equal(outcome(ended), ("RJCT", "VALOR_ACIMA_LIMITE"), "the payment")
    equal(payment.read_consent()["status"], "CONSUMED", "the consent")
