"""Whole flows at honest banks: each version, each dialect, and what holders and banks decide."""

from __future__ import annotations

from cases import each
from connector_ground import BOTH, DONE, FAILED, OLD, OLDEST, Ground, Plan, until
from expectations import equal
from institution import STRANGER


def happy_path(ground: Ground) -> None:
    """FAPI1AdvancedFinalClientTest: an initiator registers, enrolls a device and pays."""
    ground.paid(ground.plain)


@each(("5.0.0",), ("4.1.0",), ("4.0.1",), ("4.1.0-and-5.0.0",))
def versions(ground: Ground, name: str) -> None:
    """honest/payments: the interface of payments in each version; of several, the highest."""
    banks = {"5.0.0": ground.plain, "4.1.0": ground.banks[OLD], "4.0.1": ground.banks[OLDEST]}
    bank = banks.get(name, ground.banks[BOTH])
    ground.paid(bank)
    majors = {consent.major for consent in bank.payments.consents.values()}
    equal(majors, {5} if "5.0.0" in name else {4}, "the versions of the consents")


@each(
    ("audience-lists", {"has_audience_lists": True}),
    ("signed-access-tokens", {"has_jwt_access_tokens": True}),
    ("endpoints-without-aliases", {"has_aliases": False}),
    ("more-members", {"has_more_members": True}),
    ("chunked-answers", {"is_chunked": True}),
)
def dialects(ground: Ground, _: str, dialect: dict[str, bool]) -> None:
    """honest/dialect: what real authorization servers do in different ways makes no difference."""
    ground.paid(ground.fresh(**dialect))


def all_dialects(ground: Ground) -> None:
    """honest/dialect/all-at-once: a bank that does all of that, with payments of 4.1.0."""
    ground.paid(ground.strange)


def one_client(ground: Ground) -> None:
    """honest/one-registration: several enrollments at a bank are of one client."""
    ground.device(ground.plain)
    ground.enrolled(ground.plain)
    equal(ground.plain.asked("register POST"), 1, "the registrations")


@each(("SALDO_INSUFICIENTE",), ("PAGAMENTO_RECUSADO_DETENTORA",), ("PARAMETRO_INVALIDO",))
def refused(ground: Ground, code: str) -> None:
    """honest/refused-payment: a signed 422 to the only try of a payment is its end."""
    order = ground.order(ground.plain, Plan(refusal=code))
    order.ends(FAILED)
    equal(order.bank.payments.of_amount(order.amount), [], "the bank's payments")


def rejected_later(ground: Ground) -> None:
    """honest/rejected-payment: a payment that the bank rejects after it was accepted is failed."""
    ground.order(ground.plain, Plan("reject")).ends(FAILED)


def settled_later(ground: Ground) -> None:
    """honest/settled-later: a payment is pending until the bank settles it, and a webhook tells of that."""
    order = ground.order(ground.plain, Plan("hold"))
    payment = order.payment
    until(lambda: ground.plain.asked("P6") > 0, 20, "the payment is not read")
    order.stays_open()
    ground.plain.payments.end(payment, is_settled=True)
    equal(ground.plain.notify("payment", payment.id), 202, "the answer to the webhook")
    order.ends(DONE)


def holder_refuses(ground: Ground) -> None:
    """honest/holder-refuses: the error in a callback ends the enrollment, at the bank too."""
    device = ground.begun(ground.plain)
    ground.driver.come_back(device, ground.plain.visit(device.url, decision="refuse"))
    equal(ground.ended(device), FAILED, "the enrollment")


def other_holder(ground: Ground) -> None:
    """honest/another-holder: somebody else who signs in at the bank gets no device, and the bank is told so."""
    bank = ground.fresh()
    device = ground.begun(bank)
    ground.driver.come_back(device, bank.visit(device.url, holder=STRANGER))
    equal(ground.ended(device), FAILED, "the enrollment")
    [enrollment] = bank.enrollments.all.values()
    until(lambda: enrollment.status == "REJECTED", 20, "the bank still has the enrollment")
    equal(enrollment.credential, None, "the credential at the bank")


def revoked(ground: Ground) -> None:
    """honest/revoked-enrollment: a device whose enrollment the bank ends pays no more."""
    bank = ground.fresh()
    device = ground.device(bank)
    [enrollment] = bank.enrollments.all.values()
    with bank.lock:
        bank.enrollments.end(enrollment, {"revocationReason": "REVOGADO_FALHA_INFRAESTRUTURA"})
    equal(bank.notify("enrollment", enrollment.id), 202, "the answer to the webhook")
    equal(ground.driver.enrollment(device) in (FAILED, DONE), True, "an enrollment that was done is pending again")
    until(lambda: ground.driver.enrollment(device) == FAILED, 20, "the enrollment is not ended")
    ground.order(bank).ends(FAILED)
    equal(bank.payments.all, {}, "the payments at the bank")


def consent_rejected(ground: Ground) -> None:
    """honest/rejected-consent: a consent that the bank rejects after the device's word is the end of its payment."""
    bank = ground.fresh()

    def reject(_: object) -> None:
        [consent] = bank.payments.consents.values()
        bank.payments.reject_consent(consent, "FALHA_INFRAESTRUTURA")

    ground.device(bank)
    ground.order(bank, Plan(), ("E8 answer", reject)).ends(FAILED)
    equal(bank.payments.all, {}, "the payments at the bank")


def keys_by_url(ground: Ground) -> None:
    """honest/keys-of-the-keystore-alone: PayloadSigningCertLocationUri is never called."""
    equal(ground.plain.asked("never-asked"), 0, "the calls of that address")
