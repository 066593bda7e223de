"""Codes, tokens and the holder's pages (the OpenID Foundation's FAPI 1 Advanced modules for Brazil)."""

from __future__ import annotations

import dataclasses
import ssl
import threading
import time
import urllib.parse
import uuid
from typing import Any

import forgery
from cases import each
from expectations import among, equal, oauth_error, plain_error
from ground import LIMITLESS, Ground
from initiator import enrollments as e
from initiator.api import Call
from initiator.authorization import challenge_of, secret
from initiator.device import Enrollment
from initiator.holder import ALICE, Browser, Holder, forms_of
from initiator.net import Answer, Wire, client_context, query_of
from initiator.payments import Operations, Terms
from trials import Visit

GRANT = ("invalid_grant",)


# MARK: Codes


def code_twice(ground: Ground) -> None:
    """FAPI1AdvancedFinalAttemptReuseAuthorizationCodeAfterOneSecond: a code counts once."""
    visit = Visit(ground)
    code = visit.code()
    visit.server.exchange(code, visit.attempt)
    time.sleep(1)
    oauth_error(visit.server.ask_token(visit.server.code_grant(code, visit.attempt)), *GRANT, statuses=(400,))


def code_of_another(ground: Ground) -> None:
    """FAPI1AdvancedFinalEnsureAuthorizationCodeIsBoundToClient: another client has no use for a code."""
    visit, other = Visit(ground), ground.bank_of_second().authorization
    oauth_error(other.ask_token(other.code_grant(visit.code(), visit.attempt)), *GRANT, statuses=(400,))


@each(
    ("FAPI1AdvancedFinalPARIncorrectPKCECodeVerifierRejected", "v" * 64),
    ("FAPI1AdvancedFinalPAREnsurePKCECodeVerifierRequired", None),
)
def verifier(ground: Ground, _name: str, text: str | None) -> None:
    """verifier: another verifier than that of the challenge, or none."""
    visit = Visit(ground)
    grant = visit.server.code_grant(visit.code(), visit.attempt, code_verifier=text)
    oauth_error(visit.server.ask_token(grant), *GRANT, "invalid_request", statuses=(400,))


@each(("another", "https://evil.test/callback"), ("none", None))
def redirect_of_the_exchange(ground: Ground, _name: str, text: str | None) -> None:
    """security/redirect-uri-of-the-exchange: the code is exchanged with the address of its request."""
    visit = Visit(ground)
    grant = visit.server.code_grant(visit.code(), visit.attempt, redirect_uri=text)
    oauth_error(visit.server.ask_token(grant), *GRANT, "invalid_request", statuses=(400,))


def codes_at_once(ground: Ground) -> None:
    """security/code-race: of six exchanges at once, one succeeds."""
    visit = Visit(ground)
    code, found = visit.code(), []

    def exchange() -> None:
        ours = ground.initiator.participant
        wire = Wire(client_context(ours.authority, ours.transport_certificate, ours.transport_key))
        found.append(visit.server.ask_token(visit.server.code_grant(code, visit.attempt), wire=wire).status)
        wire.close()

    threads = [threading.Thread(target=exchange) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    equal(sorted(found), [200] + [400] * 5, "the statuses")


def rejects(ground: Ground) -> None:
    """FAPI1AdvancedFinalUserRejectsAuthentication: access_denied with the state, and the enrollment is rejected."""
    device = Enrollment.awaiting_holder(ground.bank())
    found = query_of(device.visit("refuse"))
    assert device.attempt is not None
    equal((found.get("error"), found.get("state")), ("access_denied", device.attempt.state), "the callback")
    assert "code" not in found and "id_token" not in found, "a refusal has no code"
    equal(device.ended(), ("REJECTED", "REJEITADO_MANUALMENTE", "DETENTORA"), "the enrollment")


# MARK: Tokens


def refresh(ground: Ground) -> None:
    """FAPI1AdvancedFinalRefreshToken: it does not rotate, is another client's for nothing, and no other text counts."""
    device, other = ground.device(), ground.bank_of_second().authorization
    assert device.tokens and device.tokens.refresh_token
    old = device.tokens.access_token
    assert device.refresh() != "" and device.tokens.access_token, "there is no fresh token"
    ground.bank().payments.read_consent(ground.consent().consent_id).expecting(200)
    grant = {"grant_type": "refresh_token", "refresh_token": device.tokens.refresh_token}
    oauth_error(other.ask_token(grant), *GRANT, statuses=(400,))
    for text in ("x", old, device.tokens.refresh_token + "x", device.tokens.refresh_token[:-1]):
        answer = ground.bank().authorization.ask_token({"grant_type": "refresh_token", "refresh_token": text})
        oauth_error(answer, *GRANT, statuses=(400,))


def refresh_scope(ground: Ground) -> None:
    """security/refresh-scope: a refresh gives no more than there was."""
    device = ground.device()
    assert device.tokens and device.tokens.refresh_token
    grant = {"grant_type": "refresh_token", "refresh_token": device.tokens.refresh_token, "scope": "openid accounts"}
    answer = ground.bank().authorization.ask_token(grant)
    if answer.status == 200:
        assert "accounts" not in str(answer.json().get("scope", "")), "the scope grew"
    else:
        oauth_error(answer, "invalid_scope", "invalid_request", statuses=(400,))


def holder_of_key(ground: Ground) -> None:
    """FAPI1AdvancedFinalEnsureMTLSHolderOfKeyRequired: a token counts over the certificate that it was given to."""
    bank, token = ground.bank(), ground.bank().authorization.client_credentials()
    body = e.creation(ALICE.cpf)
    plain_error(bank.enrollments.create(body, wire=ground.second.mutual), 401)
    try:
        answer = ground.initiator.public.get(
            bank.enrollments.url("urn:a:b"),
            {
                "Authorization": f"Bearer {token}",
                "x-fapi-interaction-id": str(uuid.uuid4()),
            },
        )
        among(answer.status, (400, 401), "the status without a certificate")
    except (ssl.SSLError, ConnectionError):
        pass


def own_second_certificate(ground: Ground) -> None:
    """security/own-other-certificate: a token is bound to one certificate, also of one client's two."""
    ours = ground.initiator.participant
    pair = ground.directory.certificate(ground.folder / "second-certificate", ours)
    wire = Wire(client_context(ours.authority, pair.certificate, pair.key))
    try:
        reply = ground.bank().enrollments.create(e.creation(ALICE.cpf), wire=wire)
        plain_error(reply, 401)
        answer = ground.bank().authorization.ask_token(
            {"grant_type": "client_credentials", "scope": "payments"}, wire=wire
        )
        token = ground.bank().authorization.read_tokens(answer).access_token
        ground.bank().enrollments.create(e.creation(ALICE.cpf), wire=wire, token=token).expecting(201)
    finally:
        wire.close()


@each(("bearer",), ("BEARER",), ("bEaReR",))
def scheme(ground: Ground, text: str) -> None:
    """FAPI1AdvancedFinalAccessTokenTypeHeaderCaseSensitivity: the scheme's letters may be of either case."""
    token = ground.bank().authorization.client_credentials()
    headers = {"Authorization": f"{text} {token}"}
    ground.bank().payments.read_consent(ground.consent().consent_id, headers=headers).expecting(200)


@each(
    ("none", None),
    ("empty", ""),
    ("basic", "Basic YTpi"),
    ("no-token", "Bearer"),
    ("garbage", "Bearer x.y.z"),
    ("long", "Bearer " + "x" * 4_000),
    ("two-tokens", "Bearer a b"),
)
def wrong_header(ground: Ground, _name: str, value: str | None) -> None:
    """security/authorization-header: no token that counts is 401."""
    reply = ground.bank().enrollments.create(e.creation(ALICE.cpf), headers={"Authorization": value})
    plain_error(reply, *((400, 401, 431) if value and len(value) > 2_048 else (400, 401)))


def token_in_query(ground: Ground) -> None:
    """security/token-in-query: a token in the address does not count (FAPI 1.0 Baseline, section 6.2.1)."""
    token = ground.bank().authorization.client_credentials()
    consent = ground.consent().consent_id
    reply = ground.bank().payments.read_consent(
        consent, headers={"Authorization": None}, query=f"?access_token={token}"
    )
    plain_error(reply, 400, 401)


def truncated_token(ground: Ground) -> None:
    """security/changed-token: a token without its last character, and with another one."""
    token = ground.bank().authorization.client_credentials()
    for text in (token[:-1], token[:-1] + ("A" if token[-1] != "A" else "B"), token + "A"):
        plain_error(ground.bank().enrollments.create(e.creation(ALICE.cpf), token=text), 401)


def revocation(ground: Ground) -> None:
    """security/revocation: a revoked token refreshes nothing; unknown tokens are 200 (RFC 7009, section 2.2)."""
    device = ground.fresh_device()
    server = ground.bank().authorization
    assert device.tokens and device.tokens.refresh_token
    equal(server.revoke("unknown").status, 200, "the status for an unknown token")
    other = ground.bank_of_second().authorization
    among(other.revoke(device.tokens.refresh_token).status, (200, 400), "the status for another client's token")
    device.refresh()
    equal(server.revoke(device.tokens.refresh_token, "refresh_token").status, 200, "the status")
    grant = {"grant_type": "refresh_token", "refresh_token": device.tokens.refresh_token}
    oauth_error(server.ask_token(grant), *GRANT, statuses=(400,))


def user_info(ground: Ground) -> None:
    """security/userinfo: the subject of the id_token, for an enrollment's token alone."""
    device = ground.device()
    device.refresh()
    assert device.tokens and device.tokens.id_token
    answer = ground.bank().authorization.user_info(device.tokens.access_token)
    equal(answer.status, 200, f"the status ({answer.text[:200]})")
    told = answer.json() if answer.media_type == "application/json" else _user_info_token(ground, answer)
    equal(told["sub"], ground.bank().authorization.read_id_token(device.tokens.id_token)["sub"], "sub")
    assert not {"cpf", "cnpj"} & set(told), "the profile has no cpf and no cnpj any more"
    cc = ground.bank().authorization.client_credentials()
    among(ground.bank().authorization.user_info(cc).status, (401, 403), "the status for client credentials")


def _user_info_token(ground: Ground, answer: Answer) -> dict[str, Any]:
    return ground.bank().authorization.read_id_token(answer.text)


def subjects(ground: Ground) -> None:
    """security/subject: one person is one subject at a bank, and no CPF."""
    first = Visit(ground)
    second = Visit(ground)
    found = [
        visit.server.read_callback(visit.answered(visit.push()), visit.attempt).id_token["sub"]
        for visit in (first, second)
    ]
    equal(found[0], found[1], "the subject of the second visit")
    assert ALICE.cpf not in found[0], "the subject shows the CPF"


def states_are_not_mixed(ground: Ground) -> None:
    """security/two-visits: two open requests of one browser do not mix."""
    first, second = Visit(ground), Visit(ground)
    urls = [visit.server.authorize_url(visit.server.request_uri(visit.push())) for visit in (first, second)]
    holder = Holder(ALICE, ground.initiator.pages)
    for visit, url in zip((second, first), reversed(urls)):
        callback = holder.decide(url, visit.attempt.redirect_uri, "approve", LIMITLESS)
        visit.server.read_callback(callback, visit.attempt)
    equal(first.device.status, "AWAITING_ENROLLMENT", "the first enrollment")


@each(("csrf", "csrf", "x"), ("no-csrf", "csrf", ""), ("another-request", "request", "A" * 43))
def forged_form(ground: Ground, _name: str, field: str, value: str) -> None:
    """security/forged-form: a form that is not of the bank's own page signs nobody in."""
    visit = Visit(ground)
    url = visit.server.authorize_url(visit.server.request_uri(visit.push()))
    browser = Browser(ground.initiator.pages)
    page = browser.get(url)
    for _ in range(3):
        if page.status in (302, 303):
            page = browser.get(urllib.parse.urljoin(page.url, page.header("location") or ""))
    form = forms_of(page.text)[0]
    form.fields.update({"cpf": ALICE.cpf, "password": ALICE.password, field: value})
    answer = browser.post(form, page.url)
    assert answer.status >= 400, f"{answer.where}: a forged form was accepted"


def page_headers(ground: Ground) -> None:
    """security/pages: the bank's pages forbid frames and scripts from elsewhere, and are not stored."""
    visit = Visit(ground)
    url = visit.server.authorize_url(visit.server.request_uri(visit.push()))
    page = ground.initiator.pages.get(url, {"Accept": "text/html"})
    for _ in range(3):
        if page.status in (302, 303):
            page = ground.initiator.pages.get(urllib.parse.urljoin(page.url, page.header("location") or ""))
    policy = page.header("content-security-policy") or ""
    assert "frame-ancestors 'none'" in policy, f"the policy is {policy!r}"
    assert "no-store" in (page.header("cache-control") or ""), "a page of a sign-in is stored"


def challenge_method(ground: Ground) -> None:
    """security/S256: the challenge is the verifier's SHA-256, whoever computes it."""
    text = secret(48)
    visit = Visit(ground)
    visit.attempt = dataclasses.replace(visit.attempt, verifier=text)
    equal(visit.claims()["code_challenge"], challenge_of(text), "the challenge")
    visit.server.exchange(visit.code(), visit.attempt)


def bad_payment_signature(ground: Ground) -> None:
    """FAPI1AdvancedFinalBrazilEnsureBadPaymentSignatureFails: a consent whose signature does not hold is 400."""
    bank = ground.bank()
    url = bank.payments.consents_url()
    text = bank.server.signed(Operations.of(5).create_consent, url, Call(Terms().consent(ALICE.cpf, 5)))
    reply = bank.payments.create_consent({}, text=forgery.with_flipped_signature(text))
    plain_error(reply, 400)
    equal(reply.codes, ["BAD_SIGNATURE"], "the codes")
