"""Client assertions, grants and scopes (the OpenID Foundation's FAPI 1 Advanced modules for Brazil)."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import forgery
from cases import each
from expectations import equal, oauth_error
from ground import LOW, Ground
from initiator.authorization import AuthorizationServer
from initiator.net import Answer
from trials import Visit

CLIENT = ("invalid_client",)


# MARK: Client assertions

ASSERTIONS = (
    (
        "FAPI1AdvancedFinalEnsureClientAssertionWithWrongAudFails",
        "FAPI1AdvancedFinalPAREnsureClientAssertionWithWrongAudFails",
        {"aud": "https://evil.example"},
    ),
    (
        "FAPI1AdvancedFinalEnsureClientAssertionWithWrongIssFails",
        "FAPI1AdvancedFinalPAREnsureClientAssertionWithWrongIssFails",
        {"iss": "another"},
    ),
    (
        "FAPI1AdvancedFinalEnsureClientAssertionWithWrongSubFails",
        "FAPI1AdvancedFinalPAREnsureClientAssertionWithWrongSubFails",
        {"sub": "another"},
    ),
    ("FAPI1AdvancedFinalEnsureClientAssertionWithNoSubFails", "security/par-assertion-without-sub", {"sub": None}),
    (
        "FAPI1AdvancedFinalEnsureClientAssertionWithExpIs5MinutesInPastFails",
        "security/par-assertion-expired",
        {"exp": int(time.time()) - 300},
    ),
    ("security/assertion-without-exp", "security/par-assertion-without-exp", {"exp": None}),
    ("security/assertion-without-jti", "security/par-assertion-without-jti", {"jti": None}),
    ("security/assertion-without-aud", "security/par-assertion-without-aud", {"aud": None}),
    ("security/assertion-for-a-year", "security/par-assertion-for-a-year", {"exp": int(time.time()) + 31_536_000}),
)


@each(*[(name, changes) for name, _, changes in ASSERTIONS])
def wrong_assertion(ground: Ground, _name: str, changes: dict[str, Any]) -> None:
    """assertion: one fault of a client assertion at a time, at the token endpoint."""
    server = ground.bank().authorization
    oauth_error(_cc(server, server.assertion(**changes)), *CLIENT)


@each(*[(name, changes) for _, name, changes in ASSERTIONS])
def wrong_assertion_pushed(ground: Ground, _name: str, changes: dict[str, Any]) -> None:
    """assertion-pushed: the same at the endpoint of pushed requests."""
    visit = Visit(ground)
    answer = visit.server.push(visit.server.key.sign(visit.claims()), visit.server.assertion(**changes))
    oauth_error(answer, *CLIENT)


def _cc(server: AuthorizationServer, assertion: str, **more: str) -> Answer:
    return server.ask_token({"grant_type": "client_credentials", "scope": "payments", **more}, assertion)


@each(
    ("FAPI1AdvancedFinalEnsureSignedClientAssertionWithRS256Fails", "RS256"),
    ("security/none", "none"),
    ("security/HS256", "HS256"),
)
def assertion_algorithm(ground: Ground, _name: str, algorithm: str) -> None:
    """assertion-algorithm: PS256 alone."""
    server = ground.bank().authorization
    header = {"alg": algorithm, "kid": server.key.kid, "typ": "JWT"}
    token = forgery.signed(server.key.pem, header, server.assertion_claims(), algorithm)
    oauth_error(_cc(server, token), *CLIENT)


@each(
    ("FAPI1AdvancedFinalEnsureClientAssertionWithIssAudSucceeds", lambda g: g.bank().authorization.issuer),
    ("security/token-endpoint-aud", lambda g: g.bank().discovery.endpoint("token_endpoint")),
    ("security/array-aud", lambda g: [g.bank().authorization.issuer]),
)
def right_assertion(ground: Ground, _name: str, audience: Callable[[Ground], Any]) -> None:
    """assertion-right: the issuer or the token endpoint, as a text or in a list."""
    server = ground.bank().authorization
    server.read_tokens(_cc(server, server.assertion(aud=audience(ground))))


@each(
    (
        "FAPI1AdvancedFinalPARCheckAudienceForJWTClientAssertion",
        lambda g: g.bank().discovery.endpoint("pushed_authorization_request_endpoint"),
    ),
    (
        "FAPI1AdvancedFinalPARTokenEndpointAsAudienceForJWTClientAssertion",
        lambda g: g.bank().discovery.endpoint("token_endpoint"),
    ),
    ("FAPI1AdvancedFinalPARArrayAsAudienceForJWTClientAssertion", lambda g: [g.bank().authorization.issuer]),
    ("security/par-issuer-aud", lambda g: g.bank().authorization.issuer),
)
def right_assertion_pushed(ground: Ground, _name: str, audience: Callable[[Ground], Any]) -> None:
    """assertion-pushed-right: issuer, token endpoint or the endpoint itself (RFC 9126, section 2)."""
    visit = Visit(ground)
    answer = visit.server.push(visit.server.key.sign(visit.claims()), visit.server.assertion(aud=audience(ground)))
    visit.server.request_uri(answer)
    equal(answer.status, 201, "the status")


def no_assertion(ground: Ground) -> None:
    """FAPI1AdvancedFinalEnsureClientAssertionInTokenEndpoint: a client that only says its id."""
    server = ground.bank().authorization
    fields = {"grant_type": "client_credentials", "scope": "payments", "client_id": server.client_id}
    oauth_error(server.token_raw(fields), *CLIENT, "invalid_request")


def another_client_id(ground: Ground) -> None:
    """FAPI1AdvancedFinalEnsureClientIdInTokenEndpoint: another client's id beside our assertion."""
    server, other = ground.bank().authorization, ground.bank_of_second().authorization
    answer = _cc(server, server.assertion(), client_id=other.client_id)
    oauth_error(answer, *CLIENT, "invalid_request")


def assertion_once(ground: Ground) -> None:
    """security/assertion-once: an assertion counts once, at any endpoint."""
    server, assertion = ground.bank().authorization, ground.bank().authorization.assertion()
    server.read_tokens(_cc(server, assertion))
    oauth_error(_cc(server, assertion), *CLIENT)
    visit = Visit(ground)
    oauth_error(visit.server.push(visit.server.key.sign(visit.claims()), assertion), *CLIENT)


def assertion_of_another_bank(ground: Ground) -> None:
    """security/assertion-of-another-bank: what one bank got is worth nothing at another."""
    server, other = ground.bank().authorization, ground.bank(LOW).authorization
    assertion = server.key.sign(other.assertion_claims(aud=server.issuer))
    oauth_error(_cc(other, assertion), *CLIENT)


def assertion_with_foreign_certificate(ground: Ground) -> None:
    """security/certificate-of-another-client: our assertion over another client's connection."""
    server = ground.bank().authorization
    grant = {"grant_type": "client_credentials", "scope": "payments"}
    oauth_error(server.ask_token(grant, wire=ground.second.mutual), *CLIENT)


@each(
    ("password", {"username": "a", "password": "b"}),
    ("implicit", {}),
    ("", {}),
    ("urn:ietf:params:oauth:grant-type:jwt-bearer", {"assertion": "a.b.c"}),
)
def grant_type(ground: Ground, name: str, more: dict[str, str]) -> None:
    """security/grant-type: there are three."""
    server = ground.bank().authorization
    answer = server.ask_token({"grant_type": name, "scope": "payments", **more})
    oauth_error(answer, "unsupported_grant_type", "invalid_request", "unauthorized_client", statuses=(400,))


@each(("unknown", "accounts"), ("of-an-enrollment", "enrollment:urn:x:1"), ("consent", "consent:urn:x:1"))
def scope(ground: Ground, _name: str, text: str) -> None:
    """security/scope: client credentials are for payments alone."""
    server = ground.bank().authorization
    answer = server.ask_token({"grant_type": "client_credentials", "scope": text})
    if answer.status == 200:
        assert text not in str(answer.json().get("scope", "")).split(), f"the bank gave the scope {text}"
    else:
        oauth_error(answer, "invalid_scope", statuses=(400,))
