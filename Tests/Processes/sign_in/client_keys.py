"""Clients that prove themselves by a signature, as Authlib and joserfc make it (RFC 7523; OpenID Connect Core 1.0, section 9)."""

import os
import time

from authlib.integrations.requests_client import OAuth2Session
from authlib.oauth2.rfc7523 import PrivateKeyJWT
from joserfc import jwt
from joserfc.jwk import ECKey, OKPKey, RSAKey

from sign_in.tenant import REDIRECT
from sign_in.web import send
from wallet import b64url

TYPE = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"
KEYS = {
    "ES256": lambda: ECKey.generate_key("P-256", {"kid": "ec", "alg": "ES256", "use": "sig"}),
    "PS256": lambda: RSAKey.generate_key(2048, {"kid": "pss", "alg": "PS256", "use": "sig"}),
    "RS256": lambda: RSAKey.generate_key(2048, {"kid": "rsa", "alg": "RS256", "use": "sig"}),
    "EdDSA": lambda: OKPKey.generate_key("Ed25519", {"kid": "ed", "alg": "EdDSA", "use": "sig"}),
}


def check_client_keys(checks, tenant, device):
    keys = {algorithm: make() for algorithm, make in KEYS.items()}
    jwks = {"keys": [key.as_dict(private=False) for key in keys.values()]}
    client = tenant.add_client("private_key_jwt", jwks=jwks)
    checks.that("a client with keys has no secret", "client_secret" not in client and client["jwks"]["keys"])
    document = tenant.discovery()
    checks.that(
        "discovery names the way and its algorithms",
        "private_key_jwt" in document["token_endpoint_auth_methods_supported"]
        and set(document["token_endpoint_auth_signing_alg_values_supported"]) == set(KEYS),
    )
    check_code(checks, document, device, client, keys["ES256"])
    for algorithm, key in keys.items():
        reply = introspect(document, client, signed(document, client, key, algorithm))
        checks.that(f"a key for {algorithm} proves its client", reply.status == 200, repr(reply))
    check_faults(checks, document, client, keys["ES256"])
    check_private_keys(checks, tenant, keys["ES256"])


def check_code(checks, document, device, client, key):
    """Authlib exchanges a code, and refreshes."""
    way = PrivateKeyJWT(document["token_endpoint"], {"exp": int(time.time()) + 120}, {"kid": "ec"}, "ES256")
    session = OAuth2Session(client["client_id"], key, token_endpoint_auth_method="private_key_jwt")
    session.register_client_auth_method(way)
    form = device.form(client, scope="openid offline_access")
    code = device.authorize(form).must(200, what="code").json["authorization_code"]
    tokens = session.fetch_token(document["token_endpoint"], code=code, redirect_uri=REDIRECT)
    checks.that("Authlib gets tokens by its key", "id_token" in tokens and "refresh_token" in tokens)
    way.claims = {"exp": int(time.time()) + 120}
    again = session.refresh_token(document["token_endpoint"], tokens["refresh_token"])
    checks.that("and others by a refresh", again["access_token"] != tokens["access_token"])


def signed(document, client, key, algorithm="ES256", header=None, **changes):
    now, name = int(time.time()), client["client_id"]
    claims = {"iss": name, "sub": name, "aud": document["issuer"], "iat": now, "exp": now + 60}
    claims |= {"jti": b64url(os.urandom(12)), **changes}
    header = {"alg": algorithm, "kid": key.kid, **(header or {})}
    return jwt.encode(header, {k: v for k, v in claims.items() if v is not None}, key, algorithms=[algorithm])


def introspect(document, client, assertion, **more):
    form = {"token": "x", "client_assertion_type": TYPE, "client_assertion": assertion, **more}
    return send("POST", document["introspection_endpoint"], data=form)


def check_faults(checks, document, client, key):
    now = int(time.time())
    for what, assertion in (
        ("of another key of the same name", signed(document, client, KEYS["ES256"]())),
        ("for another server", signed(document, client, key, aud="https://other.example")),
        ("for another server too", signed(document, client, key, aud=[document["issuer"], "https://other.example"])),
        ("of yesterday", signed(document, client, key, iat=now - 86400, exp=now - 86000)),
        ("for an hour", signed(document, client, key, exp=now + 3600)),
        ("without an end", signed(document, client, key, exp=None)),
        ("without a name of its own", signed(document, client, key, jti=None)),
        ("in somebody else's name", signed(document, client, key, iss="somebody")),
        ("of another type", signed(document, client, key, header={"typ": "dpop+jwt"})),
    ):
        reply = introspect(document, client, assertion)
        checks.that(f"an assertion {what} is refused", reply.is_error(401, "invalid_client"), repr(reply))
    once = signed(document, client, key)
    checks.that("one counts once", introspect(document, client, once).status == 200)
    reply = introspect(document, client, once)
    checks.that("and not twice", reply.is_error(401, "invalid_client"), repr(reply))
    both = introspect(document, client, signed(document, client, key), client_secret="x")
    checks.that("with a secret beside it is refused", both.is_error(400, "invalid_request"), repr(both))


def check_private_keys(checks, tenant, key):
    body = {
        "name": "Site",
        "redirect_uris": [REDIRECT],
        "token_endpoint_auth_method": "private_key_jwt",
        "id_token_signed_response_alg": "ES256",
        "jwks": {"keys": [key.as_dict(private=True)]},
    }
    reply = tenant.manage("POST", "/v0/oidc/clients", body)
    checks.that("a private key is refused", reply.is_error(400, "invalid_request"), repr(reply))
