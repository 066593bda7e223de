"""The slow and the unreliable bank of the sandbox, and the trigger amounts of the official mock bank."""

from __future__ import annotations

from cases import each
from expectations import among, equal, outcome, refused
from ground import LIMITLESS, SHAKY, SLOW, Ground
from initiator.device import Enrollment, Payment
from initiator.holder import ALICE
from initiator.payments import Terms
from trials import create_consent

# MARK: The other banks


def slow_bank(ground: Ground) -> None:
    """payments_v5/slow-bank: 529 until the options are ready, then everything as elsewhere."""
    device = Enrollment.awaiting_credential(ground.bank(SLOW), ALICE, LIMITLESS)
    rp = ground.initiator.participant.common_name
    reply = ground.bank(SLOW).enrollments.registration_options(device.id, device.token, rp, is_patient=False)
    among(reply.status, (201, 529), "the status of the first call")
    if reply.status == 529:
        device.ask_options()
    else:
        device.options = reply.data
    device.register()
    payment = Payment.authorised(device, Terms(amount="1.23"))
    equal(payment.settled(payment.pay()["paymentId"])["status"], "ACSC", "the payment")


def shaky_bank(ground: Ground) -> None:
    """payments_v5/shaky-bank: calls that are lost before or after the work go again by the same key, and pay once."""
    device = Enrollment.authorised(ground.bank(SHAKY), ALICE, LIMITLESS)
    for number in range(3):
        payment = Payment.authorised(device, Terms(amount=f"3.0{number}"))
        paid = payment.settled(payment.pay()["paymentId"])
        equal(paid["status"], "ACSC", "the payment")
        listed = ground.bank(SHAKY).payments.list_payments(payment.consent_id).expecting(200).data
        equal(len(listed), 1, "the number of payments")


# MARK: Trigger amounts of the official mock bank

CONSENT_TRIGGERS = (
    ("10422.01", "DETALHE_PAGAMENTO_INVALIDO"),
    ("10422.02", "FORMA_PAGAMENTO_INVALIDA"),
)
REJECTED_TRIGGERS = (
    ("300.01", "VALOR_INVALIDO"),
    ("300.02", "NAO_INFORMADO"),
    ("300.03", "FALHA_INFRAESTRUTURA"),
    ("300.04", "TEMPO_EXPIRADO_CONSUMO"),
    ("300.05", "CONTA_NAO_PERMITE_PAGAMENTO"),
    ("300.08", "QRCODE_INVALIDO"),
    ("1501.00", "VALOR_ACIMA_LIMITE"),
)
PAYMENT_TRIGGERS = (
    ("20422.01", "DETALHE_PAGAMENTO_INVALIDO"),
    ("20422.02", "VALOR_INVALIDO"),
    ("20422.03", "PAGAMENTO_DIVERGENTE_CONSENTIMENTO"),
)
ENDED_TRIGGERS = (
    ("20201.00", "DETALHE_PAGAMENTO_INVALIDO"),
    ("20201.10", "PAGAMENTO_RECUSADO_DETENTORA"),
    ("20201.20", "VALOR_INVALIDO"),
    ("20201.30", "VALOR_ACIMA_LIMITE"),
    ("20201.50", "COBRANCA_INVALIDA"),
)
STATUS_TRIGGERS = (("1333.00", "ACSC"), ("1334.00", "ACPD"), ("1335.00", "ACCP"), ("12345.67", "PDNG"))


def _needs_triggers(ground: Ground) -> None:
    assert "--official-triggers" in ground.bank_help, "chave bank serve has no --official-triggers"


@each(*CONSENT_TRIGGERS)
def consent_triggers(ground: Ground, amount: str, code: str) -> None:
    """payments_v5/trigger-consent: the official mock bank refuses these consents."""
    _needs_triggers(ground)
    refused(create_consent(ground, Terms(amount=amount).consent(ALICE.cpf, 5)), code)


@each(*REJECTED_TRIGGERS)
def rejected_triggers(ground: Ground, amount: str, code: str) -> None:
    """payments_v5/trigger-rejected: the official mock bank rejects these consents by themselves."""
    _needs_triggers(ground)
    consent = create_consent(ground, Terms(amount=amount).consent(ALICE.cpf, 5)).expecting(201).data["consentId"]
    found = ground.bank().payments.read_consent(consent).expecting(200).data
    equal(outcome(found), ("REJECTED", code), "the consent")


@each(*PAYMENT_TRIGGERS)
def payment_triggers(ground: Ground, amount: str, code: str) -> None:
    """payments_v5/trigger-payment: the official mock bank refuses these payments."""
    _needs_triggers(ground)
    payment = ground.authorised_consent(amount=amount)
    refused(ground.bank().payments.create([payment.entry()], ground.device().refresh()), code)


@each(*ENDED_TRIGGERS)
def ended_triggers(ground: Ground, amount: str, code: str) -> None:
    """payments_v5/trigger-ended: the official mock bank rejects these payments afterwards."""
    _needs_triggers(ground)
    payment = ground.authorised_consent(amount=amount)
    ended = payment.settled(payment.pay()["paymentId"])
    equal(outcome(ended), ("RJCT", code), "the payment")


@each(*STATUS_TRIGGERS)
def status_triggers(ground: Ground, amount: str, status: str) -> None:
    """payments_v5/trigger-status: the official mock bank leaves these payments in a state."""
    _needs_triggers(ground)
    payment = ground.authorised_consent(amount=amount)
    found = payment.settled(payment.pay()["paymentId"], (status,))
    equal(found["status"], status, "the payment")


def pending_cancelled(ground: Ground) -> None:
    """payments_v5/P7-PDNG: a payment that the bank holds for a check can be cancelled."""
    _needs_triggers(ground)
    payment = ground.authorised_consent(amount="12345.67")
    paid = payment.pay()
    equal(payment.settled(paid["paymentId"], ("PDNG",))["status"], "PDNG", "the payment")
    found = payment.cancel(paid["paymentId"])
    equal((found["status"], found["cancellation"]["reason"]), ("CANC", "CANCELADO_PENDENCIA"), "the cancellation")
