"""The codes of each operation of the enrollments API, and the tokens that its operations take."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from typing import Any

import cbor2

from cases import each
from expectations import equal, oauth_error, outcome, plain_error, refused
from ground import LIMITLESS, LOW, STRICT, Ground
from initiator import enrollments as e
from initiator import jose
from initiator.api import Call
from initiator.authenticator import USER_PRESENT
from initiator.authorization import API_SCOPE
from initiator.device import Enrollment, Payment
from initiator.faults import Unexpected
from initiator.holder import ALICE, BRUNO, Holder
from initiator.net import query_of
from initiator.payments import Terms
from trials import failed_registration, over_limit

# MARK: The codes of each operation


def _in(status: str) -> Callable[[Ground], Enrollment]:
    def make(ground: Ground) -> Enrollment:
        bank = ground.bank()
        if status == "AWAITING_RISK_SIGNALS":
            return Enrollment.create(bank)
        if status == "AWAITING_ACCOUNT_HOLDER_VALIDATION":
            return Enrollment.awaiting_holder(bank)
        if status == "AWAITING_ENROLLMENT":
            return Enrollment.awaiting_credential(bank)
        if status == "AUTHORISED":
            return ground.fresh_device()
        device = Enrollment.create(bank)
        bank.enrollments.end(device.id, e.rejection(ALICE.cpf)).expecting(204)
        return device

    return make


OTHER_REJECTION = e.end({"rejectionReason": "REJEITADO_OUTRO"}, ALICE.cpf)
OTHER_REVOCATION = e.end({"revocationReason": "REVOGADO_OUTRO"}, ALICE.cpf)


@each(
    ("STATUS_INVALIDO", "REJECTED", e.rejection(ALICE.cpf)),
    ("MOTIVO_REJEICAO", "AWAITING_RISK_SIGNALS", e.revocation(ALICE.cpf)),
    ("MOTIVO_REJEICAO-holder", "AWAITING_ACCOUNT_HOLDER_VALIDATION", e.revocation(ALICE.cpf)),
    ("REJEITADO_OUTRO_SEM_DETALHES", "AWAITING_RISK_SIGNALS", OTHER_REJECTION),
    ("MOTIVO_REVOGACAO", "AUTHORISED", e.rejection(ALICE.cpf)),
    ("REVOGADO_OUTRO_SEM_DETALHES", "AUTHORISED", OTHER_REVOCATION),
)
def end_codes(ground: Ground, name: str, status: str, body: dict[str, Any]) -> None:
    """enrollments/E3: the codes of the end, each from the state that has it; the state stays."""
    device = _in(status)(ground)
    refused(ground.bank().enrollments.end(device.id, body), name.partition("-")[0])
    equal(device.status, status, "the status after the refusal")


def end_with_details(ground: Ground) -> None:
    """enrollments/E3/REJEITADO_OUTRO: with its details it is a reason, and nobody needs to be named."""
    device = Enrollment.create(ground.bank())
    body = e.end({"rejectionReason": "REJEITADO_OUTRO"}, None, "Contrato interrompido")
    ground.bank().enrollments.end(device.id, body).expecting(204)
    equal(device.ended()[:2], ("REJECTED", "REJEITADO_OUTRO"), "the enrollment")
    equal(device.read()["cancellation"].get("additionalInformation"), "Contrato interrompido", "the information")


@each(("PARAMETRO_NAO_INFORMADO", {"data": {}}), ("PARAMETRO_INVALIDO", e.end({"rejectionReason": "X"}, ALICE.cpf)))
def end_form(ground: Ground, code: str, body: dict[str, Any]) -> None:
    """enrollments/E3/form: a missing or unknown reason."""
    device = Enrollment.create(ground.bank())
    refused(ground.bank().enrollments.end(device.id, body, is_valid=False), code)


@each(
    ("no-data", "PARAMETRO_NAO_INFORMADO", {}),
    ("no-permissions", "PARAMETRO_NAO_INFORMADO", {"data": {"loggedUser": e.document(ALICE.cpf)}}),
    (
        "no-rel",
        "PARAMETRO_NAO_INFORMADO",
        {"data": {"loggedUser": {"document": {"identification": ALICE.cpf}}, "permissions": [e.PAYMENTS]}},
    ),
    ("cpf-check-digits", "PARAMETRO_INVALIDO", e.creation("76109277670")),
    (
        "cpf-number",
        "PARAMETRO_INVALIDO",
        {
            "data": {
                "loggedUser": {"document": {"identification": 76109277673, "rel": "CPF"}},
                "permissions": [e.PAYMENTS],
            }
        },
    ),
    ("long-name", "PARAMETRO_INVALIDO", e.creation(ALICE.cpf, "x" * 141)),
)
def creation_form(ground: Ground, _name: str, code: str, body: dict[str, Any]) -> None:
    """enrollments/E1/form: what is missing and what is not in its form."""
    refused(ground.bank().enrollments.create(body, is_valid=False), code)


def creation_account(ground: Ground) -> None:
    """enrollments/E1/CONTA_INVALIDA: the account is of another bank."""
    body = e.creation(ALICE.cpf)
    body["data"]["debtorAccount"] = {"ispb": "00000000", "issuer": "0001", "number": "999", "accountType": "CACC"}
    refused(ground.bank().enrollments.create(body), "CONTA_INVALIDA")


def creation_recurring(ground: Ground) -> None:
    """enrollments/E1/permissions: both permissions come back as they were asked for."""
    device = Enrollment.create(ground.bank(), permissions=(e.PAYMENTS, e.RECURRING))
    equal(device.read()["permissions"], [e.PAYMENTS, e.RECURRING], "the permissions")


def signals_twice(ground: Ground) -> None:
    """enrollments/E4/STATUS_VINCULO_INVALIDO: signals after the signals change nothing."""
    device = Enrollment.awaiting_holder(ground.bank())
    refused(ground.bank().enrollments.send_signals(device.id, e.signals()), "STATUS_VINCULO_INVALIDO")
    equal(device.status, "AWAITING_ACCOUNT_HOLDER_VALIDATION", "the status")


def app_signals(ground: Ground) -> None:
    """enrollments/E4/FALTAM_SINAIS_OBRIGATORIOS_DA_PLATAFORMA: an app without its own signals is rejected at once."""
    device = Enrollment.create(ground.bank())
    found = e.signals(screenBrightness=120.0)
    refused(ground.bank().enrollments.send_signals(device.id, found), "FALTAM_SINAIS_OBRIGATORIOS_DA_PLATAFORMA")
    equal(device.ended()[::2], ("REJECTED", "DETENTORA"), "the enrollment")


def signals_form(ground: Ground) -> None:
    """enrollments/E4/PARAMETRO_INVALIDO: a date that is none."""
    device = Enrollment.create(ground.bank())
    reply = ground.bank().enrollments.send_signals(device.id, e.signals(accountTenure="2023-13-45"), is_valid=False)
    refused(reply, "PARAMETRO_INVALIDO")
    equal(device.status, "REJECTED", "the enrollment")


def strict_bank(ground: Ground) -> None:
    """enrollments/E4/strict-bank: a bank that rejects rooted devices says so in a code of the operation."""
    device = Enrollment.create(ground.bank(STRICT))
    reply = ground.bank(STRICT).enrollments.send_signals(
        device.id, e.signals(**{**e.APP_SIGNALS, "isRootedDevice": True})
    )
    equal(reply.status, 422, "the status")
    equal(device.ended(), ("REJECTED", "REJEITADO_SEGURANCA_INTERNA", "DETENTORA"), "the enrollment")


def options_after_authorised(ground: Ground) -> None:
    """enrollments/E5/STATUS_VINCULO_INVALIDO: options for an authorised enrollment, which stays authorised."""
    device, rp = ground.device(), ground.initiator.participant.common_name
    refused(ground.bank().enrollments.registration_options(device.id, device.refresh(), rp), "STATUS_VINCULO_INVALIDO")
    equal(device.status, "AUTHORISED", "the enrollment")


def register_without_options(ground: Ground) -> None:
    """enrollments/E6/STATUS_VINCULO_INVALIDO: a credential that nobody asked for."""
    device = Enrollment.awaiting_credential(ground.bank())
    device.options = {
        "pubKeyCredParams": [{"alg": -7, "type": "public-key"}],
        "user": {"id": jose.b64url(b"u" * 16)},
        "challenge": jose.b64url(b"c" * 32),
    }
    reply = ground.bank().enrollments.register(device.id, device.token, device.make_credential())
    refused(reply, "STATUS_VINCULO_INVALIDO", "CHALLENGE_INVALIDO")


def register_twice(ground: Ground) -> None:
    """enrollments/E6/twice: the second credential of an enrollment is refused, the first stays."""
    device = Enrollment.awaiting_credential(ground.bank()).ask_options().register()
    first = device.credential
    reply = ground.bank().enrollments.register(device.id, device.token, device.make_credential())
    refused(reply, "STATUS_VINCULO_INVALIDO")
    device.credential = first
    Payment.consent(device).ask_options().authorise()


@each(
    ("rp-id-hash", ("RP_ID_HASH_INVALIDO", "RP_INVALIDA"), {"rp_id": "evil.example"}),
    ("user-not-verified", ("PARAMETRO_INVALIDO", "PUBLIC_KEY_INVALIDA", "EXTENSION_INVALIDA"), {"flags": USER_PRESENT}),
    ("assertion-for-registration", ("PARAMETRO_INVALIDO",), {"kind": "webauthn.get"}),
    ("origin-with-path", ("ORIGEM_FIDO_INVALIDA",), {"origin": "http://localhost:8080/"}),
    ("origin-other-port", ("ORIGEM_FIDO_INVALIDA",), {"origin": "http://localhost:1"}),
)
def registration_codes(ground: Ground, _name: str, codes: tuple[str, ...], changes: dict[str, Any]) -> None:
    """enrollments/E6: one fault of the ceremony at a time."""
    failed_registration(ground, *codes, **changes)


def registration_of_another_algorithm(ground: Ground) -> None:
    """enrollments/E6/algorithm: a key of an algorithm that the options did not offer."""
    key = cbor2.dumps({1: 1, 3: -19, -1: 6, -2: b"\x05" * 32})
    failed_registration(ground, "PUBLIC_KEY_INVALIDA", key=key)


def _raw_id(message: dict[str, Any]) -> None:
    message["rawId"] = jose.b64url(b"x" * 32)


def _no_statement(message: dict[str, Any]) -> None:
    del message["response"]["attestationObject"]


def _garbage(message: dict[str, Any]) -> None:
    message["response"]["attestationObject"] = jose.b64url(b"\xff" * 40)


@each(
    ("raw-id", _raw_id, "PARAMETRO_INVALIDO"),
    ("no-attestation-object", _no_statement, "PARAMETRO_NAO_INFORMADO"),
    ("garbage", _garbage, "PARAMETRO_INVALIDO"),
)
def registration_form(ground: Ground, _name: str, damage: Callable[[dict[str, Any]], None], code: str) -> None:
    """enrollments/E6/form: a message that is no registration rejects the enrollment."""
    device = Enrollment.awaiting_credential(ground.bank()).ask_options()
    message = device.make_credential()
    damage(message)
    refused(ground.bank().enrollments.register(device.id, device.token, message, is_valid=False), code)
    equal(device.ended()[:2], ("REJECTED", "REJEITADO_FALHA_FIDO"), "the enrollment")


def sign_options_rp(ground: Ground) -> None:
    """enrollments/E7/RP_INVALIDA: another relying party; the enrollment stays."""
    consent = ground.consent()
    refused(
        ground.bank().enrollments.sign_options(ground.device().id, "evil.example", consent.consent_id), "RP_INVALIDA"
    )
    equal(ground.device().status, "AUTHORISED", "the enrollment")


def sign_options_unknown_consent(ground: Ground) -> None:
    """enrollments/E7/unknown-consent: a consent that does not exist."""
    rp = ground.initiator.participant.common_name
    reply = ground.bank().enrollments.sign_options(ground.device().id, rp, f"urn:chave:{uuid.uuid4()}")
    if reply.status == 422:
        refused(reply, "STATUS_CONSENTIMENTO_INVALIDO", "PARAMETRO_INVALIDO")
    else:
        plain_error(reply, 400, 404)


def sign_options_consumed(ground: Ground) -> None:
    """enrollments/E7/STATUS_CONSENTIMENTO_INVALIDO: a consent that waits for no authorisation."""
    payment = ground.authorised_consent()
    rp = ground.initiator.participant.common_name
    reply = ground.bank().enrollments.sign_options(ground.device().id, rp, payment.consent_id)
    refused(reply, "STATUS_CONSENTIMENTO_INVALIDO")


def sign_options_permission(ground: Ground) -> None:
    """enrollments/E7/PERMISSAO_INVALIDA_VINCULO_CONSENTIMENTO: an enrollment for recurring payments alone."""
    device = Enrollment.authorised(ground.bank(), ALICE, LIMITLESS, permissions=(e.RECURRING,))
    consent = Payment.consent(device)
    rp = ground.initiator.participant.common_name
    reply = ground.bank().enrollments.sign_options(device.id, rp, consent.consent_id)
    refused(reply, "PERMISSAO_INVALIDA_VINCULO_CONSENTIMENTO")


def sign_options_both(ground: Ground) -> None:
    """enrollments/E7/both-consents: consentId and recurringConsentId exclude each other."""
    consent = ground.consent()
    body = {
        "data": {
            "rp": ground.initiator.participant.common_name,
            "platform": "BROWSER",
            "consentId": consent.consent_id,
            "recurringConsentId": consent.consent_id,
        }
    }
    enrollments = ground.bank().enrollments
    url = enrollments.url(ground.device().id, "/fido-sign-options")
    refused(ground.bank().server.call(e.SIGN_OPTIONS, url, Call(body, is_valid=False)), "PARAMETRO_INVALIDO")


def new_sign_challenge(ground: Ground) -> None:
    """enrollments/E7/new-challenge: each call has a new challenge, and the one before counts no more."""
    payment = ground.consent().ask_options()
    old = payment.sign_options["challenge"]
    payment.ask_options()
    assert payment.sign_options["challenge"] != old, "two calls have one challenge"
    device = ground.device()
    reply = ground.bank().enrollments.authorise(
        payment.consent_id, device.refresh(), device.id, payment.assertion(challenge=old)
    )
    refused(reply, "RISCO")


@each(
    ("origin", "ORIGEM_FIDO_INVALIDA", {"origin": "https://evil.example"}),
    ("top-origin", "ORIGEM_FIDO_INVALIDA", {"cross_origin": True, "top_origin": "https://evil.example"}),
    ("rp", "RISCO", {"rp_id": "evil.example"}),
    ("user-not-verified", "RISCO", {"flags": USER_PRESENT}),
    ("registration-for-assertion", "RISCO", {"kind": "webauthn.create"}),
    ("challenge", "RISCO", {"challenge": jose.b64url(b"x" * 32)}),
)
def assertion_codes(ground: Ground, _name: str, code: str, changes: dict[str, Any]) -> None:
    """enrollments/E8: one fault of the ceremony at a time; each rejects the consent."""
    payment, device = ground.consent().ask_options(), ground.device()
    reply = ground.bank().enrollments.authorise(
        payment.consent_id, device.refresh(), device.id, payment.assertion(**changes)
    )
    refused(reply, code)
    equal(payment.read_consent()["status"], "REJECTED", "the consent")


def assertion_of_another_consent(ground: Ground) -> None:
    """enrollments/E8/another-consents-challenge: an assertion authorises the consent that it was made for alone."""
    first, second, device = ground.consent().ask_options(), ground.consent().ask_options(), ground.device()
    second.sign_options = first.sign_options
    reply = ground.bank().enrollments.authorise(second.consent_id, device.refresh(), device.id, second.assertion())
    refused(reply, "RISCO")
    first.authorise()


def assertion_without_options(ground: Ground) -> None:
    """enrollments/E8/no-options: nothing is authorised without sign options."""
    payment, device = ground.consent(), ground.device()
    payment.sign_options = {"challenge": jose.b64url(b"c" * 32)}
    reply = ground.bank().enrollments.authorise(payment.consent_id, device.refresh(), device.id, payment.assertion())
    refused(reply, "RISCO", "STATUS_CONSENTIMENTO_INVALIDO")


def empty_user_handle(ground: Ground) -> None:
    """enrollments/E8/empty-user-handle: an authenticator may return none, which is an empty text."""
    payment, device = ground.consent().ask_options(), ground.device()
    assertion = payment.assertion()
    assertion["response"]["userHandle"] = ""
    ground.bank().enrollments.authorise(payment.consent_id, device.refresh(), device.id, assertion).expecting(204)


def authorise_signals(ground: Ground) -> None:
    """enrollments/E8/FALTAM_SINAIS_OBRIGATORIOS_DA_PLATAFORMA: an app's device must send an app's signals."""
    device = Enrollment.awaiting_credential(ground.bank(), ALICE, LIMITLESS).ask_options(platform="ANDROID").register()
    payment = Payment.consent(device).ask_options(platform="ANDROID")
    reply = ground.bank().enrollments.authorise(payment.consent_id, device.refresh(), device.id, payment.assertion())
    refused(reply, "FALTAM_SINAIS_OBRIGATORIOS_DA_PLATAFORMA")
    equal(payment.read_consent()["status"], "REJECTED", "the consent")


def authorise_form(ground: Ground) -> None:
    """enrollments/E8/PARAMETRO_NAO_INFORMADO: without the assertion; the consent is rejected."""
    payment, device = ground.consent().ask_options(), ground.device()
    data = {"enrollmentId": device.id, "riskSignals": e.signals()}
    call = Call({"data": data}, device.refresh(), is_valid=False)
    url = ground.bank().enrollments.consent_url(payment.consent_id)
    refused(ground.bank().server.call(e.AUTHORISE, url, call), "PARAMETRO_NAO_INFORMADO")
    equal(payment.read_consent()["status"], "REJECTED", "the consent")


def debtor_mismatch(ground: Ground) -> None:
    """enrollments/E8/CONTA_DEBITO_DIVERGENTE_CONSENTIMENTO_VINCULO: the consent names another account."""
    account = {**ground.device().read()["debtorAccount"], "number": "99999"}
    payment = Payment.consent(ground.device(), Terms(debtor_account=account))
    equal(payment.read_consent()["debtorAccount"], account, "the consent's account")
    device = ground.device()
    payment.ask_options()
    reply = ground.bank().enrollments.authorise(payment.consent_id, device.refresh(), device.id, payment.assertion())
    refused(reply, "CONTA_DEBITO_DIVERGENTE_CONSENTIMENTO_VINCULO")
    consent = payment.read_consent()
    equal(outcome(consent), ("REJECTED", "CONTA_NAO_PERMITE_PAGAMENTO"), "the consent")


def debtor_match(ground: Ground) -> None:
    """enrollments/E8/same-account: a consent that names the enrollment's account is authorised."""
    account = ground.device().read()["debtorAccount"]
    payment = Payment.authorised(ground.device(), Terms(debtor_account=account))
    equal(payment.read_consent()["status"], "AUTHORISED", "the consent")


def authorise_twice(ground: Ground) -> None:
    """enrollments/E8/twice: a consent is authorised once."""
    payment = ground.consent().ask_options()
    device, assertion = ground.device(), payment.assertion()
    token = device.refresh()
    ground.bank().enrollments.authorise(payment.consent_id, token, device.id, assertion).expecting(204)
    reply = ground.bank().enrollments.authorise(payment.consent_id, token, device.id, assertion)
    refused(reply, "STATUS_CONSENTIMENTO_INVALIDO")
    equal(payment.read_consent()["status"], "AUTHORISED", "the consent")


def another_persons_consent(ground: Ground) -> None:
    """enrollments/E7/another-person: an enrollment signs no consent of another person."""
    body = Terms().consent(BRUNO.cpf, 5)
    consent = ground.bank().payments.create_consent(body).expecting(201).data["consentId"]
    rp = ground.initiator.participant.common_name
    reply = ground.bank().enrollments.sign_options(ground.device().id, rp, consent)
    assert reply.status == 422, f"{reply.answer.where}: {reply.told}"


def nfc(ground: Ground) -> None:
    """enrollments/E8/x-bcb-nfc: the header of payments by proximity is accepted."""
    payment, device = ground.consent().ask_options(), ground.device()
    ground.bank().enrollments.authorise(
        payment.consent_id, device.refresh(), device.id, payment.assertion(), headers={"x-bcb-nfc": "false"}
    ).expecting(204)


# MARK: Tokens


def token_of_enrollment_for_reading(ground: Ground) -> None:
    """enrollments/token-grant: operations of client credentials refuse an enrollment's token, and vice versa."""
    device = ground.device()
    plain_error(ground.bank().enrollments.read(device.id, token=device.refresh()), 401, 403)
    fresh = Enrollment.awaiting_credential(ground.bank())
    cc = ground.bank().authorization.client_credentials()
    plain_error(ground.bank().enrollments.register(fresh.id, cc, _failed_message(fresh)), 401)
    equal(fresh.status, "AWAITING_ENROLLMENT", "the enrollment")


def _failed_message(device: Enrollment) -> dict[str, Any]:
    device.options = {
        "pubKeyCredParams": [{"alg": -7, "type": "public-key"}],
        "user": {"id": jose.b64url(b"u" * 16)},
        "challenge": jose.b64url(b"c" * 32),
    }
    return device.make_credential()


def token_of_another_enrollment(ground: Ground) -> None:
    """enrollments/token-of-another-enrollment: a token is for its own enrollment alone."""
    fresh, rp = Enrollment.awaiting_credential(ground.bank()), ground.initiator.participant.common_name
    reply = ground.bank().enrollments.registration_options(fresh.id, ground.device().refresh(), rp)
    plain_error(reply, 401, 403)
    payment = ground.consent().ask_options()
    reply = ground.bank().enrollments.authorise(
        payment.consent_id, fresh.token, ground.device().id, payment.assertion()
    )
    plain_error(reply, 401, 403)
    equal(payment.read_consent()["status"], "AWAITING_AUTHORISATION", "the consent, which a missing token leaves alone")


def refresh_after_end(ground: Ground) -> None:
    """enrollments/refresh-after-end: the refresh token ends with its enrollment."""
    device = ground.fresh_device()
    ground.bank().enrollments.end(device.id, e.revocation(ALICE.cpf)).expecting(204)
    assert device.tokens and device.tokens.refresh_token
    grant = {"grant_type": "refresh_token", "refresh_token": device.tokens.refresh_token}
    oauth_error(ground.bank().authorization.ask_token(grant), "invalid_grant", statuses=(400,))


def scope_without_enrollment(ground: Ground) -> None:
    """enrollments/scope-of-unknown-enrollment: no request for an enrollment that does not exist."""
    server = ground.bank().authorization
    attempt = server.attempt(e.scope_of(f"urn:chave:{uuid.uuid4()}"))
    answer = server.push(server.key.sign(server.request_claims(attempt)))
    if answer.status != 201:
        oauth_error(answer, statuses=(400, 401, 403))
        return
    holder = Holder(ALICE, ground.initiator.pages)
    try:
        callback = holder.decide(server.authorize_url(server.request_uri(answer)), attempt.redirect_uri)
    except Unexpected:
        return
    assert "error" in query_of(callback), "a code was given for an enrollment that does not exist"


def low_bank(ground: Ground) -> None:
    """enrollments/bank-limits: a bank's own limit counts where the holder set none."""
    device = Enrollment.authorised(ground.bank(LOW), ALICE, LIMITLESS)
    over_limit(Payment.authorised(device, Terms(amount="50.01")))


def api_scope(ground: Ground) -> None:
    """enrollments/scope: a token without the scope of payments does not create enrollments."""
    answer = ground.bank().authorization.ask_token({"grant_type": "client_credentials", "scope": "openid"})
    if answer.status == 200:
        token = answer.json()["access_token"]
        plain_error(ground.bank().enrollments.create(e.creation(ALICE.cpf), token=token), 401, 403)
    else:
        oauth_error(answer, "invalid_scope")
    assert "payments" in API_SCOPE
