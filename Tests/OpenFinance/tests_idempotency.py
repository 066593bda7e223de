"""Idempotency: one key, one object, however often and however fast it is sent."""

from __future__ import annotations

import threading
import uuid
from collections.abc import Callable
from typing import Any

from cases import each
from expectations import equal, refused
from ground import Ground
from initiator import enrollments as e
from initiator.api import Reply
from initiator.device import Enrollment
from initiator.holder import ALICE
from initiator.net import Wire, client_context
from initiator.payments import Terms
from trials import create_consent

# MARK: Idempotency


def same_consent(ground: Ground) -> None:
    """payments_v5/idempotency-consent: the same key and data are the same consent, other data is ERRO_IDEMPOTENCIA."""
    key, body = str(uuid.uuid4()), Terms(amount="3.33").consent(ALICE.cpf, 5)
    first = create_consent(ground, body, idempotency_key=key).expecting(201).data
    again = create_consent(ground, body, idempotency_key=key, is_repeated=True).expecting(201).data
    equal(again["consentId"], first["consentId"], "the consent of the repeated call")
    equal(again["status"], "AWAITING_AUTHORISATION", "the status of the repeated call")
    other = Terms(amount="4.44").consent(ALICE.cpf, 5)
    refused(create_consent(ground, other, idempotency_key=key), "ERRO_IDEMPOTENCIA")


def same_payment(ground: Ground) -> None:
    """payments_v5/idempotency-payment: one payment however often it is sent; other data is ERRO_IDEMPOTENCIA."""
    payment, key = ground.authorised_consent(amount="5.55"), str(uuid.uuid4())
    entry, token = payment.entry(), ground.device().refresh()
    payments = ground.bank().payments
    first = payments.create([entry], token, idempotency_key=key).expecting(201).data[0]
    payment.settled(first["paymentId"])
    for _ in range(2):
        again = payments.create([entry], token, idempotency_key=key, is_repeated=True).expecting(201).data[0]
        equal(again["paymentId"], first["paymentId"], "the payment of the repeated call")
        equal(again["status"], "ACSC", "the present status in the answer to the repeated call")
    changed = {**entry, "remittanceInformation": "outra"}
    refused(payments.create([changed], token, idempotency_key=key), "ERRO_IDEMPOTENCIA")
    listed = payments.list_payments(payment.consent_id).expecting(200).data
    equal(len(listed), 1, "the number of payments")


def same_refusal(ground: Ground) -> None:
    """payments_v5/idempotency-refusal: a refusal of a payment is kept like a payment."""
    payment, key = ground.consent(), str(uuid.uuid4())
    entry, token = payment.entry(), ground.device().refresh()
    payments = ground.bank().payments
    first = payments.create([entry], token, idempotency_key=key)
    equal(first.status, 422, "the first answer")
    payment.ask_options().authorise()
    again = payments.create([entry], token, idempotency_key=key, is_repeated=True)
    equal((again.status, again.codes), (422, first.codes), "the repeated answer")


def same_enrollment(ground: Ground) -> None:
    """payments_v5/idempotency-enrollment: the same key and data are the same enrollment."""
    key, body = str(uuid.uuid4()), e.creation(ALICE.cpf, "Um só")
    create = ground.bank().enrollments.create
    first = create(body, idempotency_key=key).expecting(201).data["enrollmentId"]
    equal(
        create(body, idempotency_key=key, is_repeated=True).expecting(201).data["enrollmentId"], first, "the enrollment"
    )
    refused(create(e.creation(ALICE.cpf, "Outro"), idempotency_key=key), "ERRO_IDEMPOTENCIA")


@each(("signals",), ("end",), ("sign-options",))
def same_step(ground: Ground, name: str) -> None:
    """payments_v5/idempotency-step: a repeated step is answered as the first time, other data is ERRO_IDEMPOTENCIA."""
    enrollments, key = ground.bank().enrollments, str(uuid.uuid4())
    if name == "sign-options":
        consent, other = ground.consent(), ground.consent()
        rp, device = ground.initiator.participant.common_name, ground.device()
        first = enrollments.sign_options(device.id, rp, consent.consent_id, idempotency_key=key).expecting(201)
        again = enrollments.sign_options(device.id, rp, consent.consent_id, idempotency_key=key, is_repeated=True)
        equal(again.expecting(201).data["challenge"], first.data["challenge"], "the challenge")
        refused(enrollments.sign_options(device.id, rp, other.consent_id, idempotency_key=key), "ERRO_IDEMPOTENCIA")
        return
    device = Enrollment.create(ground.bank())
    send: Callable[..., Reply]
    if name == "signals":
        send, first_body, other_body = enrollments.send_signals, e.signals(), e.signals(osVersion="15")
    else:
        send, first_body = enrollments.end, e.rejection(ALICE.cpf)
        other_body = e.rejection(ALICE.cpf, "REJEITADO_SEGURANCA_INTERNA")
    for _ in range(2):
        send(device.id, first_body, idempotency_key=key).expecting(204)
    refused(send(device.id, other_body, idempotency_key=key), "ERRO_IDEMPOTENCIA")


def keys_of_endpoints(ground: Ground) -> None:
    """payments_v5/idempotency-of-an-endpoint: a key belongs to its endpoint and its client."""
    key = str(uuid.uuid4())
    ground.bank().enrollments.create(e.creation(ALICE.cpf), idempotency_key=key).expecting(201)
    first = create_consent(ground, Terms().consent(ALICE.cpf, 5), idempotency_key=key).expecting(201).data["consentId"]
    body = Terms(amount="9.99").consent(ALICE.cpf, 5)
    second = ground.bank_of_second().payments.create_consent(body, idempotency_key=key).expecting(201).data["consentId"]
    assert first != second, "two clients have one consent"


def race(ground: Ground) -> None:
    """payments_v5/race: of eight payments at once for one consent, one is made; of one key at once, one payment."""
    payment, other = ground.authorised_consent(amount="6.66"), ground.authorised_consent(amount="7.77")
    token, key, entry = ground.device().refresh(), str(uuid.uuid4()), other.entry()
    replies: list[Reply] = []
    same: list[Reply] = []
    faults: list[Exception] = []

    def pay(own_entry: dict[str, Any], into: list[Reply], own_key: str | None) -> None:
        ours = ground.initiator.participant
        wire = Wire(client_context(ours.authority, ours.transport_certificate, ours.transport_key))
        try:
            into.append(
                ground.bank().payments.create([own_entry], token, wire=wire, idempotency_key=own_key, is_repeated=True)
            )
        except Exception as fault:  # A thread's fault is the case's.
            faults.append(fault)
        finally:
            wire.close()

    threads = [threading.Thread(target=pay, args=(payment.entry(), replies, None)) for _ in range(8)]
    threads += [threading.Thread(target=pay, args=(entry, same, key)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    if faults:
        raise faults[0]
    equal(sorted(reply.status for reply in replies), [201] + [422] * 7, "the answers to eight payments")
    made = {reply.data[0]["paymentId"] for reply in same if reply.status == 201}
    equal((len(same), len(made)), (4, 1), "the answers to one key, and the payments behind them")
    for each_one in (payment, other):
        listed = ground.bank().payments.list_payments(each_one.consent_id).expecting(200).data
        equal(len(listed), 1, f"the payments of {each_one.terms.amount}")
