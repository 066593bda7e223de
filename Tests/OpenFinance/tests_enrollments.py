"""The modules of the enrollment plans: those of v2.2, and those that v2.3 adds."""

from __future__ import annotations

import uuid
from typing import Any

import cbor2

import forgery
from cases import each
from expectations import among, equal, plain_error, refused
from ground import LIMITLESS, Ground
from initiator import enrollments as e
from initiator import jose
from initiator.api import Call
from initiator.authenticator import Credential
from initiator.device import Enrollment, Payment
from initiator.holder import ALICE, BRUNO, DAVI
from initiator.net import query_of
from initiator.payments import Terms, day_after, scheduled_end_to_end_id
from trials import failed_registration, over_limit

# MARK: enrollment_test-plan_v2-2


def preflight(ground: Ground) -> None:
    """enrollments_api_preflight_test-module_v2n2: certificate, directory, software statement, discovery, token."""
    ours = ground.initiator.participant
    statement = ground.initiator.directory.read_statement(ground.initiator.directory.software_statement())
    equal(statement["software_client_name"], ours.client_name, "software_client_name")
    equal(statement["software_redirect_uris"], list(ours.redirect_uris), "software_redirect_uris")
    equal(statement["software_origin_uris"], list(ours.origin_uris), "software_origin_uris")
    equal(statement["software_jwks_uri"], ours.software_keys_url, "software_jwks_uri")
    bank = ground.bank()
    assert bank.entry.versions("enrollments") and bank.entry.versions("payments-pix")
    assert bank.authorization.client_credentials(), "there is no token"


def core(ground: Ground) -> None:
    """enrollments_api_core-enrollment_test-module_v2-2: end to end to AUTHORISED; the enrollment keeps its name."""
    ours = ground.initiator.participant
    device = Enrollment.create(ground.bank(), name="Aparelho número 1")
    device.send_signals()
    equal(device.status, "AWAITING_ACCOUNT_HOLDER_VALIDATION", "the status after the signals")
    device.exchange(device.approve(LIMITLESS))
    waiting = device.read()
    equal(waiting["status"], "AWAITING_ENROLLMENT", "the status after the approval")
    assert "debtorAccount" in waiting, "AWAITING_ENROLLMENT has the account that the holder chose"
    equal(waiting["debtorAccount"]["ispb"], ground.bank().entry.ispb, "the account's ISPB")
    options = device.ask_options().options
    equal(options["enrollmentId"], device.id, "the options' enrollment")
    equal(options["rp"], {**options["rp"], "id": ours.common_name, "name": ours.client_name}, "rp")
    equal(options.get("timeout"), 300_000, "timeout")
    device.register()
    done = device.read()
    equal(done["status"], "AUTHORISED", "the status after the registration")
    equal(done["enrollmentName"], "Aparelho número 1", "enrollmentName")
    equal(done["loggedUser"], e.document(ALICE.cpf), "loggedUser")
    equal(done["debtorAccount"], waiting["debtorAccount"], "debtorAccount")
    assert "cancellation" not in done, "an authorised enrollment has no cancellation"


def risk_signals(ground: Ground) -> None:
    """enrollments_api_risk-signals_test-module_v2-2: all signals; the enrollment ends at a time, and authorises."""
    device = Enrollment.create(ground.bank())
    everything = e.signals(
        **e.APP_SIGNALS,
        isDevModeEnabled=False,
        isMockGPS=False,
        isEmulated=False,
        isMonkeyRunner=False,
        isCharging=True,
        antennaInformation="CellIdentityLte:{mMcc=724}",
        isUsbConnected=False,
        geolocation={"latitude": -15.7, "longitude": -47.9, "type": "COARSE"},
        integrity={"appRecognitionVerdict": "PLAY_RECOGNIZED", "deviceRecognitionVerdict": "MEETS_DEVICE_INTEGRITY"},
    )
    ground.bank().enrollments.send_signals(device.id, everything).expecting(204)
    device.exchange(device.approve({**LIMITLESS, "validity_days": "30"})).ask_options(platform="ANDROID").register()
    assert "expirationDateTime" in device.read(), "the holder chose 30 days, the enrollment tells no end"
    payment = Payment.consent(device).ask_options(platform="ANDROID")
    ground.bank().enrollments.authorise(
        payment.consent_id, device.refresh(), device.id, payment.assertion(), everything
    ).expecting(204)
    equal(payment.read_consent()["status"], "AUTHORISED", "the consent")


def invalid_parameters(ground: Ground) -> None:
    """enrollments_api_invalid-parameters_test-module_v2-2: a missing or malformed header, field or signature."""
    enrollments, body = ground.bank().enrollments, e.creation(ALICE.cpf)
    plain_error(enrollments.create(body, headers={"x-fapi-interaction-id": None}), 400)
    plain_error(enrollments.create(body, headers={"x-fapi-interaction-id": "123456"}), 400)
    text = forgery.with_flipped_signature(ground.bank().server.signed(e.CREATE, enrollments.url(), Call(body)))
    plain_error(enrollments.create(body, text=text), 400)
    missing = {"data": {"permissions": [e.PAYMENTS]}}
    refused(enrollments.create(missing, is_valid=False), "PARAMETRO_NAO_INFORMADO")
    refused(
        enrollments.create(e.creation(ALICE.cpf, permissions=("ACCOUNTS_READ",)), is_valid=False),
        "PERMISSOES_INVALIDAS",
    )
    refused(enrollments.create(e.creation("1234567890"), is_valid=False), "PARAMETRO_INVALIDO")


def missing_signal(ground: Ground) -> None:
    """enrollments_api_missing-required-risk-signals_test-module_v2-2: without deviceId the enrollment is rejected."""
    device = Enrollment.create(ground.bank())
    reply = ground.bank().enrollments.send_signals(device.id, e.signals(deviceId=None), is_valid=False)
    refused(reply, "PARAMETRO_NAO_INFORMADO")
    status, _, origin = device.ended()
    equal((status, origin), ("REJECTED", "DETENTORA"), "the enrollment")


def expired_before_signals(ground: Ground) -> None:
    """enrollments_api_expired-prerisksignal-enrollment_test-module_v2-2: five minutes without signals reject it."""
    device = Enrollment.create(ground.bank())
    ground.put_deadlines_forward(301)
    equal(device.ended()[:2], ("REJECTED", "REJEITADO_TEMPO_EXPIRADO_RISK_SIGNALS"), "the enrollment")
    equal(device.ended()[2], "DETENTORA", "cancelledFrom")


def expired_before_approval(ground: Ground) -> None:
    """enrollments_api_expired-preauthorisation-enrollment_test-module_v2-2: fifteen minutes without the holder."""
    device = Enrollment.awaiting_holder(ground.bank())
    ground.put_deadlines_forward(890)
    equal(device.status, "AWAITING_ACCOUNT_HOLDER_VALIDATION", "the status before the fifteen minutes are over")
    ground.put_deadlines_forward(11)
    expected = ("REJECTED", "REJEITADO_TEMPO_EXPIRADO_ACCOUNT_HOLDER_VALIDATION", "DETENTORA")
    equal(device.ended(), expected, "the enrollment")


def expired_after_approval(ground: Ground) -> None:
    """enrollments_api_expired-postauthorisation-enrollment_test-module_v2-2: five minutes without a credential."""
    device = Enrollment.awaiting_credential(ground.bank())
    ground.put_deadlines_forward(301)
    equal(device.ended(), ("REJECTED", "REJEITADO_TEMPO_EXPIRADO_ENROLLMENT", "DETENTORA"), "the enrollment")


def rejected_before_approval(ground: Ground) -> None:
    """enrollments_api_rejected-preauthorisation-enrollment_test-module_v2-2: the initiator rejects it."""
    device = Enrollment.awaiting_holder(ground.bank())
    ground.bank().enrollments.end(device.id, e.rejection(ALICE.cpf)).expecting(204)
    equal(device.ended(), ("REJECTED", "REJEITADO_MANUALMENTE", "INICIADORA"), "the enrollment")
    equal(device.read()["cancellation"]["cancelledBy"], e.document(ALICE.cpf), "cancelledBy")


def rejected_after_approval(ground: Ground) -> None:
    """enrollments_api_rejected-postauthorisation-enrollment_test-module_v2-2: no options after the rejection."""
    device = Enrollment.awaiting_credential(ground.bank())
    ground.bank().enrollments.end(device.id, e.rejection(ALICE.cpf)).expecting(204)
    equal(device.ended(), ("REJECTED", "REJEITADO_MANUALMENTE", "INICIADORA"), "the enrollment")
    rp = ground.initiator.participant.common_name
    reply = ground.bank().enrollments.registration_options(device.id, device.token, rp)
    among(reply.status, (401, 422), "the status of the options")
    if reply.status == 422:
        refused(reply, "STATUS_VINCULO_INVALIDO")


def holder_mismatch(ground: Ground) -> None:
    """enrollments_api_rejected-holder-mismatch_test-module_v2-2: another person than loggedUser signs in and allows."""
    device = Enrollment.awaiting_holder(ground.bank())
    found = query_of(device.visit(person=BRUNO))
    equal(found.get("error"), "access_denied", "the error of the callback")
    equal(device.ended(), ("REJECTED", "REJEITADO_TITULARIDADE_DIVERGENTE", "DETENTORA"), "the enrollment")


def options_too_early(ground: Ground) -> None:
    """enrollments_api_invalid-status-options_test-module_v2-2: options before the approval are 401, nothing changes."""
    device = Enrollment.awaiting_holder(ground.bank())
    rp = ground.initiator.participant.common_name
    token = ground.bank().authorization.client_credentials()
    plain_error(ground.bank().enrollments.registration_options(device.id, token, rp), 401)
    equal(device.status, "AWAITING_ACCOUNT_HOLDER_VALIDATION", "the status")


def wrong_rp(ground: Ground) -> None:
    """enrollments_api_invalid-rpid_test-module_v2-2: another relying party than the certificate's common name."""
    device = Enrollment.awaiting_credential(ground.bank())
    reply = ground.bank().enrollments.registration_options(device.id, device.token, "openfinance.example")
    refused(reply, "RP_INVALIDA")
    equal(device.ended(), ("REJECTED", "REJEITADO_FALHA_FIDO", "DETENTORA"), "the enrollment")


def one_challenge(ground: Ground) -> None:
    """enrollments_api_max-challenges_test-module_v2-2: the same key has the same challenge, another key is refused."""
    device, key = Enrollment.awaiting_credential(ground.bank()), str(uuid.uuid4())
    first = device.ask_options(idempotency_key=key).options["challenge"]
    again = device.ask_options(idempotency_key=key, is_repeated=True).options["challenge"]
    equal(again, first, "the challenge of the repeated call")
    rp = ground.initiator.participant.common_name
    refused(ground.bank().enrollments.registration_options(device.id, device.token, rp), "MAXIMO_CHALLENGES_ATINGIDO")
    equal(device.ended(), ("REJECTED", "REJEITADO_MAXIMO_CHALLENGES_ATINGIDO", "DETENTORA"), "the enrollment")


def wrong_origin(ground: Ground) -> None:
    """enrollments_api_invalid-origin_test-module_v2-2: an origin that the software statement does not list."""
    failed_registration(ground, "ORIGEM_FIDO_INVALIDA", origin="https://evil.example")


def wrong_challenge(ground: Ground) -> None:
    """enrollments_api_invalid-challenge_test-module_v2-2: another challenge than the bank's."""
    failed_registration(ground, "CHALLENGE_INVALIDO", challenge=jose.b64url(b"x" * 32))


def wrong_public_key(ground: Ground) -> None:
    """enrollments_api_invalid-public-key_test-module_v2-2: a key that is no point of its curve."""
    key = cbor2.dumps({1: 2, 3: -7, -1: 1, -2: b"\x01" * 32, -3: b"\x02" * 32})
    failed_registration(ground, "PUBLIC_KEY_INVALIDA", key=key)


# MARK: no-redirect-payments_api_test-plan_v2-2


def sign_options_too_early(ground: Ground) -> None:
    """enrollments_api_invalid-status-sign-options_test-module_v2-2: sign options in AWAITING_ENROLLMENT."""
    device = Enrollment.awaiting_credential(ground.bank())
    consent = Payment.consent(device)
    rp = ground.initiator.participant.common_name
    refused(ground.bank().enrollments.sign_options(device.id, rp, consent.consent_id), "STATUS_VINCULO_INVALIDO")


def _made_up_assertion(device: Enrollment) -> dict[str, Any]:
    return Credential(user_handle=b"u" * 16).sign({"challenge": jose.b64url(b"c" * 32)}, device.ceremony())


def authorise_before_holder(ground: Ground) -> None:
    """enrollments_api_payments-pre-account-holder-validation_test-module_v2-2: the consent stays as it is."""
    device = Enrollment.awaiting_holder(ground.bank())
    consent = Payment.consent(device)
    token = ground.bank().authorization.client_credentials()
    reply = ground.bank().enrollments.authorise(consent.consent_id, token, device.id, _made_up_assertion(device))
    plain_error(reply, 401)
    equal(consent.read_consent()["status"], "AWAITING_AUTHORISATION", "the consent")


def authorise_before_credential(ground: Ground) -> None:
    """enrollments_api_payments-pre-enrollment_test-module_v2-2: the refusal rejects the consent."""
    device = Enrollment.awaiting_credential(ground.bank())
    consent = Payment.consent(device)
    reply = ground.bank().enrollments.authorise(consent.consent_id, device.token, device.id, _made_up_assertion(device))
    refused(reply, "STATUS_VINCULO_INVALIDO")
    equal(consent.read_consent()["status"], "REJECTED", "the consent")


def payments_core(ground: Ground) -> None:
    """enrollments_api_payments-core_test-module_v2-2: a payment to ACSC."""
    payment = ground.authorised_consent(amount="12.34")
    consent = payment.read_consent()
    equal(consent["status"], "AUTHORISED", "the consent before the payment")
    equal(consent.get("debtorAccount"), ground.device().read()["debtorAccount"], "the account that the bank filled in")
    paid = payment.settled(payment.pay()["paymentId"])
    equal(paid["status"], "ACSC", "the payment")
    equal(paid.get("authorisationFlow"), "FIDO_FLOW", "authorisationFlow")
    equal(payment.read_consent()["status"], "CONSUMED", "the consent after the payment")


def revoked(ground: Ground) -> None:
    """enrollments_api_revoked-enrollment_test-module_v2-2: after the revocation nothing is signed."""
    device = ground.fresh_device()
    consent = Payment.consent(device)
    ground.bank().enrollments.end(device.id, e.revocation(ALICE.cpf)).expecting(204)
    equal(device.ended(), ("REVOKED", "REVOGADO_MANUALMENTE", "INICIADORA"), "the enrollment")
    assert "debtorAccount" in device.read(), "REVOKED has the account"
    rp = ground.initiator.participant.common_name
    refused(ground.bank().enrollments.sign_options(device.id, rp, consent.consent_id), "STATUS_VINCULO_INVALIDO")


def keys_swap(ground: Ground) -> None:
    """enrollments_api_payments-keys-swap_test-module_v2-2: another key is RISCO, and the right one comes too late."""
    payment = ground.consent().ask_options()
    own = ground.device().credential
    assert own is not None
    swapped = Credential(id=own.id, user_handle=own.user_handle, count=own.count)
    enrollments, device = ground.bank().enrollments, ground.device()
    token = device.refresh()
    refused(enrollments.authorise(payment.consent_id, token, device.id, payment.assertion(swapped)), "RISCO")
    equal(payment.read_consent()["status"], "REJECTED", "the consent")
    refused(
        enrollments.authorise(payment.consent_id, token, device.id, payment.assertion()),
        "STATUS_CONSENTIMENTO_INVALIDO",
    )


@each(("hybrid", {"authorisationFlow": "HYBRID_FLOW"}), ("no-consent-id", {"consentId": None}))
def unmatching_fields(ground: Ground, _name: str, changes: dict[str, Any]) -> None:
    """enrollments_api_payments-unmatching-fields_test-module_v2-2: another flow, or no consentId."""
    payment = ground.authorised_consent()
    reply = ground.bank().payments.create([payment.entry(**changes)], ground.device().token)
    refused(reply, "DETALHE_PAGAMENTO_INVALIDO")


def over_transaction_limit(ground: Ground) -> None:
    """enrollments_api_excessive-transactionLimit_test-module_v2-2: one centavo over the holder's limit."""
    device = ground.fresh_device(transaction_limit="10,00")
    equal(device.read().get("transactionLimit"), "10.00", "transactionLimit")
    over_limit(Payment.authorised(device, Terms(amount="10.01")))
    within = Payment.authorised(device, Terms(amount="10.00"))
    equal(within.settled(within.pay()["paymentId"])["status"], "ACSC", "the payment of the limit itself")


def over_daily_limit(ground: Ground) -> None:
    """enrollments_api_excessive-dailyLimit_test-module_v2-2: the second payment of a day is over the limit."""
    device = ground.fresh_device(daily_limit="20,00")
    equal(device.read().get("dailyLimit"), "20.00", "dailyLimit")
    first = Payment.authorised(device, Terms(amount="15.00"))
    equal(first.settled(first.pay()["paymentId"])["status"], "ACSC", "the first payment")
    over_limit(Payment.authorised(device, Terms(amount="5.01")))


def scheduled_beside_daily_limit(ground: Ground) -> None:
    """enrollments_api_excessive-dailyLimit-schd_test-module_v2-2: a scheduled payment does not count for today."""
    device = ground.fresh_device(daily_limit="20,00")
    first = Payment.authorised(device, Terms(amount="15.00"))
    equal(first.settled(first.pay()["paymentId"])["status"], "ACSC", "the first payment")
    day = day_after(2)
    later = Payment.authorised(
        device,
        Terms(
            amount="15.00",
            purpose="SINGLE_SCHEDULED",
            schedule={"single": {"date": day}, "additionalInformation": "Depois"},
        ),
    )
    cnpj = ground.initiator.participant.registration_number
    paid = later.pay(endToEndId=scheduled_end_to_end_id(cnpj[:8], day))
    equal(later.settled(paid["paymentId"], ("SCHD", "RJCT"))["status"], "SCHD", "the scheduled payment")
    later.cancel(paid["paymentId"])


def several_approvers(ground: Ground) -> None:
    """enrollments_api_multiple-consents-core_test-module_v2-2: a consent of two approvers waits for the other one.

    The other person approves inside the bank, which no initiator can do: the payment before that is refused.
    """
    device = ground.device(person=DAVI)
    payment = Payment.consent(device).ask_options().authorise()
    equal(payment.read_consent()["status"], "PARTIALLY_ACCEPTED", "the consent")
    refused(ground.bank().payments.create([payment.entry()], device.token), "CONSENTIMENTO_PENDENTE_AUTORIZACAO")


# MARK: What enrollments 2.3 adds


def embedded(ground: Ground) -> None:
    """enrollments_api_embedded-cross-origin-flow_test-module_v2-3: a frame below a listed topOrigin."""
    device = Enrollment.awaiting_credential(ground.bank_of_second()).ask_options()
    message = device.make_credential(cross_origin=True, top_origin=ground.second.participant.origin_uris[1])
    ground.bank_of_second().enrollments.register(device.id, device.token, message).expecting(204)
    equal(device.status, "AUTHORISED", "the enrollment")


def untrusted_top_origin(ground: Ground) -> None:
    """enrollments_api_embedded-untrusted-top-origin-rejection_test-module_v2-3: a topOrigin that nobody listed."""
    failed_registration(ground, "ORIGEM_FIDO_INVALIDA", cross_origin=True, top_origin="https://evil.example")


def revoked_top_origin(ground: Ground) -> None:
    """enrollments_api_embedded-revoked-top-origin-rejection_test-module_v2-3: removed from the software statement."""
    bank, ours = ground.bank_of_second(), ground.second.participant
    device = Enrollment.authorised(bank, ALICE, LIMITLESS)
    top = ours.origin_uris[1]
    _authorise_below(device, top).expecting(204)
    old = ground.directory.change_software(ours.software_statement_id, originURIs=[ours.origin_uris[0]])
    try:
        equal(bank.endpoint.put(bank.registration, bank.endpoint.metadata()).status, 200, "the status of the update")
        refused(_authorise_below(device, top), "ORIGEM_FIDO_INVALIDA")
    finally:
        ground.directory.change_software(ours.software_statement_id, **old)
        bank.endpoint.put(bank.registration, bank.endpoint.metadata())


def _authorise_below(device: Enrollment, top: str) -> Any:
    payment = Payment.consent(device).ask_options()
    assertion = payment.assertion(cross_origin=True, top_origin=top)
    return device.bank.enrollments.authorise(payment.consent_id, device.refresh(), device.id, assertion)


def ignored_top_origin(ground: Ground) -> None:
    """enrollments/top-origin-without-cross-origin: where crossOrigin is false, topOrigin is not looked at (2.3)."""
    device = Enrollment.awaiting_credential(ground.bank()).ask_options()
    message = device.make_credential(cross_origin=False, top_origin="https://evil.example")
    ground.bank().enrollments.register(device.id, device.token, message).expecting(204)


def no_limit(ground: Ground) -> None:
    """enrollments_api_optional-limit-absence_test-module_v2-3: a limit that the holder did not set is not told."""
    told = ground.device().read()
    assert "transactionLimit" not in told and "dailyLimit" not in told, f"the holder set no limit: {told}"


def high_limit(ground: Ground) -> None:
    """enrollments_api_custom-high-transaction-limit_test-module_v2-3: a limit over 500.00 stays as it was set."""
    device = ground.fresh_device(transaction_limit="600,00")
    equal(device.read().get("transactionLimit"), "600.00", "transactionLimit")
    payment = Payment.authorised(device, Terms(amount="550.00"))
    equal(payment.settled(payment.pay()["paymentId"])["status"], "ACSC", "the payment")


def user_ids(ground: Ground) -> None:
    """enrollments/user-id-never-reused: user.id is a UUID of its own for each enrollment (2.3)."""
    found = [
        jose.from_b64url(Enrollment.awaiting_credential(ground.bank()).ask_options().options["user"]["id"])
        for _ in range(2)
    ]
    assert found[0] != found[1], "two enrollments of one person have the same user.id"
    equal([len(each_id) for each_id in found], [16, 16], "the lengths of user.id")
