"""Discovery, request objects and pushed requests (the OpenID Foundation's FAPI 1 Advanced modules for Brazil)."""

from __future__ import annotations

import dataclasses
import time
import urllib.parse
from collections.abc import Callable
from typing import Any

import forgery
from cases import each
from expectations import among, equal, oauth_error
from ground import LOW, Ground
from initiator import jose
from initiator.authorization import ASSERTION_TYPE
from initiator.faults import Unexpected
from initiator.holder import ALICE, Holder
from initiator.net import query_of
from trials import Visit

REQUEST = ("invalid_request", "invalid_request_object")
CLIENT = ("invalid_client",)


# MARK: Discovery


def discovery(ground: Ground) -> None:
    """FAPI1AdvancedFinalDiscoveryEndpointVerification: what the profile demands of the discovery document."""
    told = ground.bank().discovery.document
    equal(told["issuer"], ground.bank().entry.issuer, "issuer")
    assert "code id_token" in told["response_types_supported"], told["response_types_supported"]
    equal(told["token_endpoint_auth_methods_supported"], ["private_key_jwt"], "the methods of clients")
    equal(told["require_pushed_authorization_requests"], True, "require_pushed_authorization_requests")
    equal(told["tls_client_certificate_bound_access_tokens"], True, "tls_client_certificate_bound_access_tokens")
    for name in (
        "id_token_signing_alg_values_supported",
        "request_object_signing_alg_values_supported",
        "token_endpoint_auth_signing_alg_values_supported",
    ):
        equal(told[name], ["PS256"], name)
    assert "RSA-OAEP" in told["id_token_encryption_alg_values_supported"]
    assert "A256GCM" in told["id_token_encryption_enc_values_supported"]
    equal(told["code_challenge_methods_supported"], ["S256"], "code_challenge_methods_supported")
    assert {"authorization_code", "client_credentials", "refresh_token"} <= set(told["grant_types_supported"])
    assert {"openid", "payments"} <= set(told["scopes_supported"]), told["scopes_supported"]
    assert "urn:brasil:openbanking:loa2" in told["acr_values_supported"], told["acr_values_supported"]
    equal(told["subject_types_supported"], ["public"], "subject_types_supported")
    equal(told.get("request_parameter_supported", False), True, "request_parameter_supported")
    for name in (
        "token_endpoint",
        "pushed_authorization_request_endpoint",
        "registration_endpoint",
        "userinfo_endpoint",
        "revocation_endpoint",
        "jwks_uri",
        "authorization_endpoint",
    ):
        url = ground.bank().discovery.endpoint(name)
        assert url.startswith("https://") or name == "authorization_endpoint", f"{name} is {url}"


def issuers(ground: Ground) -> None:
    """security/five-issuers: each bank has its own issuer, organisation, keys and endpoints."""
    banks = ground.initiator.directory.banks()
    equal(len(banks), 5, "the number of banks")
    for name in ("organisation_id", "issuer", "server_id", "registration_number"):
        equal(len({getattr(bank, name) for bank in banks}), 5, f"the number of different {name}")
    ours, other = ground.bank(), ground.bank(LOW)
    kids = [
        {member["kid"] for member in bank.discovery.keys().members if member.get("use") != "enc"}
        for bank in (ours, other)
    ]
    assert not kids[0] & kids[1], "two banks sign id_tokens by one key"


# MARK: The request object


@each(
    ("FAPI1AdvancedFinalEnsureRequestObjectWithBadAudFails", {"aud": "https://evil.example"}),
    ("FAPI1AdvancedFinalPARRejectInvalidAudienceInRequestObject", {"aud": "https://jabuti.bank.test"}),
    ("FAPI1AdvancedFinalEnsureRequestObjectWithoutExpFails", {"exp": None}),
    ("FAPI1AdvancedFinalEnsureRequestObjectWithoutNbfFails", {"nbf": None}),
    ("FAPI1AdvancedFinalEnsureRequestObjectWithoutNonceFails", {"nonce": None}),
    ("FAPI1AdvancedFinalEnsureRequestObjectWithoutRedirectUriFails", {"redirect_uri": None}),
    ("FAPI1AdvancedFinalEnsureRedirectUriInAuthorizationRequest", {"redirect_uri": ""}),
    ("FAPI1AdvancedFinalEnsureRequestObjectWithoutScopeFails", {"scope": None}),
    ("FAPI1AdvancedFinalEnsureResponseTypeCodeFails", {"response_type": "code"}),
    ("FAPI1AdvancedFinalEnsureRegisteredRedirectUri", {"redirect_uri": "https://evil.test/callback"}),
    ("FAPI1AdvancedFinalPARRejectInvalidRedirectUri", {"redirect_uri": "https://iniciadora.test/callback/../x"}),
    ("FAPI1AdvancedFinalPAREnsurePKCERequired", {"code_challenge": None, "code_challenge_method": None}),
    ("FAPI1AdvancedFinalPARRejectRequestUriInParAuthorizationRequest", {"request_uri": "urn:example:1"}),
    ("security/response-mode-form-post", {"response_mode": "form_post"}),
    ("security/client-id-of-another", {"client_id": "another"}),
    ("security/issuer-of-another", {"iss": "another"}),
    ("security/short-challenge", {"code_challenge": "x" * 42}),
    ("security/scope-without-openid", {"scope": "payments"}),
    ("security/request-inside-request", {"request": "a.b.c"}),
)
def wrong_request(ground: Ground, _name: str, changes: dict[str, Any]) -> None:
    """request-object: one fault of a pushed request at a time."""
    oauth_error(Visit(ground).push(**changes), *REQUEST, "invalid_scope", "unsupported_response_type", "invalid_client")


@each(
    ("FAPI1AdvancedFinalEnsureExpiredRequestObjectFails", -600, -300),
    ("FAPI1AdvancedFinalEnsureRequestObjectWithExpOver60Fails", 0, 3_900),
    ("FAPI1AdvancedFinalEnsureRequestObjectWithNbfOver60Fails", -4_200, 300),
    ("security/nbf-in-the-future", 600, 900),
)
def request_times(ground: Ground, _name: str, starts: int, ends: int) -> None:
    """request-object-times: nbf at most an hour old, exp at most an hour after it, and not over."""
    now = int(time.time())
    oauth_error(Visit(ground).push(nbf=now + starts, exp=now + ends), *REQUEST)


def plain_challenge(ground: Ground) -> None:
    """FAPI1AdvancedFinalPAREnsurePlainPKCERejected: a challenge that is the verifier itself."""
    visit = Visit(ground)
    answer = visit.push(code_challenge=visit.attempt.verifier, code_challenge_method="plain")
    oauth_error(answer, *REQUEST)


def request_signature(ground: Ground) -> None:
    """FAPI1AdvancedFinalEnsureRequestObjectWithInvalidSignatureFails: one bit of the signature."""
    visit = Visit(ground)
    request = forgery.with_flipped_signature(visit.server.key.sign(visit.claims()))
    oauth_error(visit.server.push(request), *REQUEST)


@each(
    ("FAPI1AdvancedFinalEnsureSignedRequestObjectWithRS256Fails", "RS256"),
    ("FAPI1AdvancedFinalEnsureRequestObjectSignatureAlgorithmIsNotNone", "none"),
    ("security/HS256", "HS256"),
    ("security/PS512", "PS512"),
)
def request_algorithm(ground: Ground, _name: str, algorithm: str) -> None:
    """request-object-algorithm: PS256 alone."""
    visit = Visit(ground)
    header = {"alg": algorithm, "kid": visit.server.key.kid, "typ": "JWT"}
    oauth_error(visit.server.push(forgery.signed(visit.server.key.pem, header, visit.claims(), algorithm)), *REQUEST)


def request_of_another_key(ground: Ground) -> None:
    """FAPI1AdvancedFinalEnsureMatchingKeyInAuthorizationRequest: our request, signed by another client's key."""
    visit, other = Visit(ground), jose.SigningKey(ground.second.participant.client)
    oauth_error(visit.server.push(other.sign(visit.claims())), *REQUEST)
    oauth_error(visit.server.push(other.sign(visit.claims(), kid=visit.server.key.kid)), *REQUEST)


def request_of_organisation_key(ground: Ground) -> None:
    """security/organisation-key: the key of messages signs no requests."""
    visit = Visit(ground)
    oauth_error(visit.server.push(visit.bank.server.key.sign(visit.claims())), *REQUEST)


@each(
    (
        "FAPI1AdvancedFinalEnsureServerAcceptsRequestObjectWithMultipleAud",
        lambda v: {"aud": [v.server.issuer, "https://a.example"]},
    ),
    ("FAPI1AdvancedFinalEnsureRequestObjectWith64CharNonceSuccess", lambda v: {"nonce": "n" * 64}),
    (
        "FAPI1AdvancedFinalEnsureOtherScopeOrderSucceeds",
        lambda v: {"scope": " ".join(reversed(v.attempt.scope.split()))},
    ),
    ("FAPI1AdvancedFinalEnsureValidPKCESucceeds", lambda v: {}),
    ("FAPI1AdvancedFinalParWithoutDuplicateParameters", lambda v: {}),
)
def right_request(ground: Ground, _name: str, changes: Callable[[Visit], dict[str, Any]]) -> None:
    """request-object-right: accepted, and the callback is the one that was asked for."""
    visit = Visit(ground)
    found = changes(visit)
    visit.attempt = dataclasses.replace(visit.attempt, nonce=found.get("nonce", visit.attempt.nonce))
    visit.device.attempt = visit.attempt
    callback = visit.server.read_callback(visit.answered(visit.push(**found)), visit.attempt)
    visit.device.exchange(callback)


@each(
    ("FAPI1AdvancedFinalEnsureRequestObjectWithLongNonce", "nonce"),
    ("FAPI1AdvancedFinalEnsureRequestObjectWithLongState", "state"),
)
def long_values(ground: Ground, _name: str, member: str) -> None:
    """request-object-long: 384 characters come back whole, or the request is refused."""
    visit = Visit(ground)
    visit.attempt = dataclasses.replace(visit.attempt, **{member: "l" * 384})
    answer = visit.push()
    if answer.status != 201:
        oauth_error(answer, *REQUEST)
        return
    visit.server.read_callback(visit.answered(answer), visit.attempt)


@each(
    ("FAPI1AdvancedFinalEnsureRequestObjectWithoutState",),
    ("FAPI1AdvancedFinalEnsureAuthorizationRequestWithoutStateSuccess",),
)
def without_state(ground: Ground, _name: str) -> None:
    """request-object-without-state: it works, and neither callback nor id_token makes one up."""
    visit = Visit(ground)
    found = query_of(visit.answered(visit.push(state=None)))
    assert "state" not in found and found.get("code"), f"the callback has {sorted(found)}"
    claims = visit.server.read_id_token(found["id_token"])
    assert "s_hash" not in claims, "there is an s_hash of no state"
    equal(claims["c_hash"], jose.left_half_hash(found["code"]), "c_hash")


def response_mode_query(ground: Ground) -> None:
    """FAPI1AdvancedFinalEnsureResponseModeQuery: refused, or answered in the fragment all the same."""
    visit = Visit(ground)
    answer = visit.push(response_mode="query")
    if answer.status != 201:
        oauth_error(answer, *REQUEST)
        return
    callback = visit.answered(answer)
    assert not urllib.parse.urlsplit(callback).query, f"the answer is in the query: {callback[:200]}"


def encrypted_request(ground: Ground) -> None:
    """security/encrypted-request-object: an encrypted one is accepted where the bank has a key for it."""
    visit = Visit(ground)
    member = visit.bank.discovery.keys().encryption_key()
    assert member is not None, "the bank publishes no key for encryption"
    request = jose.encrypted(visit.server.key.sign(visit.claims()), member)
    visit.server.read_callback(visit.answered(visit.server.push(request)), visit.attempt)


def parameters_outside(ground: Ground) -> None:
    """FAPI1AdvancedFinalEnsureDifferentNonceInsideAndOutsideRequestObject: only what was signed counts."""
    visit = Visit(ground)
    uri = visit.server.request_uri(visit.push())
    try:
        callback = visit.decide(
            visit.server.authorize_url(uri, nonce="another", scope="openid", redirect_uri="https://evil.test/")
        )
    except Unexpected:
        return
    found = query_of(callback)
    if "error" in found:
        equal(found["error"], "invalid_request", "the error")
    else:
        visit.server.read_callback(callback, visit.attempt)


def without_request_object(ground: Ground) -> None:
    """FAPI1AdvancedFinalEnsureAuthorizationRequestWithoutRequestObjectFails: parameters that nobody signed."""
    visit = Visit(ground)
    claims = {name: str(value) for name, value in visit.claims().items() if name not in ("claims", "aud", "iat")}
    endpoint = visit.bank.discovery.endpoint("authorization_endpoint")
    visit.refused_at(f"{endpoint}?{urllib.parse.urlencode(claims)}")
    oauth_error(visit.server.push_raw({**claims, **visit.server.credentials()}), *REQUEST)


def by_value(ground: Ground) -> None:
    """security/request-by-value: a request object that was not pushed is refused at the authorisation endpoint."""
    visit = Visit(ground)
    query = {
        "client_id": visit.server.client_id,
        "request": visit.server.key.sign(visit.claims()),
        "response_type": "code id_token",
        "scope": "openid",
    }
    visit.refused_at(f"{visit.bank.discovery.endpoint('authorization_endpoint')}?{urllib.parse.urlencode(query)}")


def scope_of_another_client(ground: Ground) -> None:
    """FAPI1AdvancedFinalEnsureServerHandlesNonMatchingIntentId: an enrollment that another client made."""
    ours, other = Visit(ground), ground.bank_of_second().authorization
    attempt = other.attempt(ours.attempt.scope)
    answer = other.push(other.key.sign(other.request_claims(attempt)))
    if answer.status != 201:
        oauth_error(answer, *REQUEST, "invalid_scope", "access_denied")
    else:
        holder = Holder(ALICE, ground.initiator.pages)
        try:
            callback = holder.decide(other.authorize_url(other.request_uri(answer)), attempt.redirect_uri)
            assert "error" in query_of(callback), "the bank gave a code for another client's enrollment"
        except Unexpected:
            pass
    equal(ours.device.status, "AWAITING_ACCOUNT_HOLDER_VALIDATION", "the enrollment")


# MARK: Pushed requests


def used_request(ground: Ground) -> None:
    """FAPI1AdvancedFinalPARAttemptReuseRequestUri: after the decision it leads nowhere."""
    visit = Visit(ground)
    url = visit.server.authorize_url(visit.server.request_uri(visit.push()))
    visit.server.read_callback(visit.decide(url), visit.attempt)
    visit.refused_at(url)


def opened_twice(ground: Ground) -> None:
    """FAPI1AdvancedFinalPAREnsureServerAcceptsReusedRequestUriBeforeAuthenticationCompletion: pages reload."""
    visit = Visit(ground)
    url = visit.server.authorize_url(visit.server.request_uri(visit.push()))
    for _ in range(2):
        page = ground.initiator.pages.get(url, {"Accept": "text/html"})
        among(page.status, (200, 302, 303), "the status of the page")
    visit.server.read_callback(visit.decide(url), visit.attempt)


def expired_request(ground: Ground) -> None:
    """FAPI1AdvancedFinalPARAttemptToUseExpiredRequestUri: a request_uri has a life, which ends."""
    visit = Visit(ground)
    answer = visit.push()
    url = visit.server.authorize_url(visit.server.request_uri(answer))
    ground.put_deadlines_forward(int(answer.json()["expires_in"]) + 1)
    visit.refused_at(url)


def request_of_another(ground: Ground) -> None:
    """FAPI1AdvancedFinalPAREnsureRequestUriIsBoundToClient: another client's id beside a request_uri."""
    visit = Visit(ground)
    uri = visit.server.request_uri(visit.push())
    other = ground.bank_of_second().authorization
    visit.refused_at(other.authorize_url(uri))
    visit.server.read_callback(visit.decide(visit.server.authorize_url(uri)), visit.attempt)


@each(("unknown", "urn:ietf:params:oauth:request_uri:unknown"), ("address", "https://evil.test/request"), ("empty", ""))
def unknown_request(ground: Ground, _name: str, uri: str) -> None:
    """security/unknown-request-uri: the endpoint never fetches one."""
    visit = Visit(ground)
    visit.refused_at(visit.server.authorize_url(uri))


def request_uri_in_form(ground: Ground) -> None:
    """FAPI1AdvancedFinalPARRejectRequestUriInParAuthorizationFormParams: request_uri in a pushed form."""
    visit = Visit(ground)
    fields = {
        **visit.server.credentials(),
        "request": visit.server.key.sign(visit.claims()),
        "request_uri": "urn:ietf:params:oauth:request_uri:x",
    }
    oauth_error(visit.server.push_raw(fields), *REQUEST)


@each(("GET",), ("PUT",), ("DELETE",))
def verb(ground: Ground, method: str) -> None:
    """FAPI1AdvancedFinalPARRejectInvalidHttpVerb: a request is pushed by POST alone."""
    url = ground.bank().discovery.endpoint("pushed_authorization_request_endpoint")
    answer = ground.initiator.mutual.send(method, url, {"Content-Type": "application/x-www-form-urlencoded"}, "a=b")
    among(answer.status, (404, 405), "the status")


@each(("client_assertion",), ("request",))
def parameter_twice(ground: Ground, name: str) -> None:
    """security/parameter-twice: a parameter that occurs twice is refused (RFC 6749, section 3.2)."""
    visit = Visit(ground)
    fields = [
        ("client_assertion_type", ASSERTION_TYPE),
        ("client_assertion", visit.server.assertion()),
        ("request", visit.server.key.sign(visit.claims())),
    ]
    extra = next(each_one for each_one in fields if each_one[0] == name)
    oauth_error(visit.server.push_raw([*fields, extra]), *REQUEST, *CLIENT)


def json_body(ground: Ground) -> None:
    """security/form-as-json: the token endpoint takes forms."""
    url = ground.bank().discovery.endpoint("token_endpoint")
    body = '{"grant_type":"client_credentials","scope":"payments"}'
    answer = ground.initiator.mutual.send("POST", url, {"Content-Type": "application/json"}, body)
    oauth_error(answer, "invalid_request", "invalid_client", statuses=(400, 401, 415))
