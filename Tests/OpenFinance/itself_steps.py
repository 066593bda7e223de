"""The authenticator's ceremonies, the person's forms, and what the initiator demands of an id_token and a callback."""

from __future__ import annotations

import hashlib
import json
import time
import types
import urllib.parse
from typing import Any

import cbor2
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec

from cases import each, refuses
from directory_folder import public_jwk
from initiator import jose
from initiator.authenticator import Ceremony, Credential
from initiator.authorization import Attempt, AuthorizationServer, challenge_of
from initiator.directory import BankEntry
from initiator.faults import Unexpected
from initiator.holder import forms_of, visible_text
from itself_ground import Ground

ISSUER, CLIENT = "https://ipe.bank.test:9445", "client-1"
OPTIONS = {
    "pubKeyCredParams": [{"alg": -257, "type": "public-key"}, {"alg": -7, "type": "public-key"}],
    "user": {"id": jose.b64url(b"u" * 16)},
    "challenge": jose.b64url(b"c" * 32),
}
CEREMONY = Ceremony("http://localhost:8080", "localhost")

# MARK: The authenticator


def attestation(_ground: Ground) -> None:
    """authenticator-attestation: format none, flags UP, UV and AT, the key of ES256 and the credential's id."""
    credential, message = Credential.create(OPTIONS, CEREMONY)
    assert message["id"] == message["rawId"] == jose.b64url(credential.id)
    told = cbor2.loads(jose.from_b64url(message["response"]["attestationObject"]))
    assert list(told) == ["fmt", "attStmt", "authData"] and told["fmt"] == "none" and told["attStmt"] == {}, told
    data = told["authData"]
    assert data[:32] == hashlib.sha256(b"localhost").digest() and data[32] == 0x45
    length = int.from_bytes(data[53:55], "big")
    assert data[55 : 55 + length] == credential.id
    key = cbor2.loads(data[55 + length :])
    assert (key[1], key[3], key[-1]) == (2, -7, 1)
    point = ec.EllipticCurvePublicNumbers(
        int.from_bytes(key[-2], "big"), int.from_bytes(key[-3], "big"), ec.SECP256R1()
    )
    assert point == credential.key.public_key().public_numbers()
    client = json.loads(jose.from_b64url(message["response"]["clientDataJSON"]))
    assert client == {
        "type": "webauthn.create",
        "challenge": OPTIONS["challenge"],
        "origin": "http://localhost:8080",
        "crossOrigin": False,
    }


def assertion(_ground: Ground) -> None:
    """authenticator-assertion: the signature covers both parts, the user handle is that of the registration."""
    credential, _ = Credential.create(OPTIONS, CEREMONY)
    message = credential.sign({"challenge": OPTIONS["challenge"]}, CEREMONY)
    data = jose.from_b64url(message["response"]["authenticatorData"])
    client = jose.from_b64url(message["response"]["clientDataJSON"])
    signature = jose.from_b64url(message["response"]["signature"])
    assert jose.from_b64url(message["response"]["userHandle"]) == b"u" * 16 and data[32] == 0x05 and len(data) == 37
    signed = data + hashlib.sha256(client).digest()
    public = credential.key.public_key()
    public.verify(signature, signed, ec.ECDSA(hashes.SHA256()))
    try:
        public.verify(signature, signed[:-1] + b"x", ec.ECDSA(hashes.SHA256()))
        raise AssertionError("the signature holds for other bytes")
    except InvalidSignature:
        pass


def counter(_ground: Ground) -> None:
    """authenticator-counter: it grows by each assertion."""
    credential = Credential(user_handle=b"u")
    counts = [
        int.from_bytes(
            jose.from_b64url(credential.sign(OPTIONS, CEREMONY)["response"]["authenticatorData"])[33:], "big"
        )
        for _ in range(3)
    ]
    assert counts == [1, 2, 3], counts


@each(
    ("algorithm", {"pubKeyCredParams": [{"alg": -8, "type": "public-key"}]}),
    ("short-challenge", {"challenge": "AAAA"}),
    ("padded-challenge", {"challenge": jose.b64url(b"c" * 32) + "="}),
    ("no-user-id", {"user": {"id": ""}}),
    ("long-user-id", {"user": {"id": jose.b64url(b"u" * 65)}}),
)
def wrong_options(_ground: Ground, _name: str, changes: dict[str, Any]) -> None:
    """authenticator-refuses-options: options that no device could answer safely."""
    refuses(lambda: Credential.create({**OPTIONS, **changes}, CEREMONY))


def another_credential(_ground: Ground) -> None:
    """authenticator-refuses-foreign-credential: sign options for another key."""
    options = {"challenge": OPTIONS["challenge"], "allowCredentials": [{"id": "AAAA", "type": "public-key"}]}
    refuses(lambda: Credential(user_handle=b"u").sign(options, CEREMONY), "own credential")


# MARK: The person

PAGE = """<html><body><p>Hello &amp; welcome</p>
<form method="post" action="/ipe/decision"><input type="hidden" name="csrf" value="a&amp;b">
<label><input type="radio" name="account" value="1" required checked> one</label>
<label><input type="radio" name="account" value="2" required> two</label>
<input name="daily_limit" type="text" value="">
<select name="validity_days"><option value="30">a</option><option value="365" selected>b</option></select>
<button type="submit" name="decision" value="approve">Allow</button>
<button type="submit" name="decision" value="refuse" formnovalidate>Refuse</button></form></body></html>"""


def form(_ground: Ground) -> None:
    """holder-form: hidden fields, the checked radio button, the selected option, and the buttons apart."""
    found = forms_of(PAGE)[0]
    assert found.fields == {"csrf": "a&b", "account": "1", "daily_limit": "", "validity_days": "365"}, found.fields
    assert found.buttons == [("decision", "approve"), ("decision", "refuse")]
    assert found.choices["account"] == ["1", "2"] and found.action == "/ipe/decision"
    assert visible_text(PAGE).startswith("Hello & welcome")


# MARK: The id_token and the callback


def _server(ground: Ground) -> AuthorizationServer:
    discovery = types.SimpleNamespace(document={"issuer": ISSUER}, keys=lambda kid=None: ground.bank_keys)
    registration = types.SimpleNamespace(client_id=CLIENT)
    return AuthorizationServer(ground.participant, discovery, registration, None, None)  # type: ignore[arg-type]


def _attempt(ground: Ground) -> Attempt:
    return Attempt.new("openid", ground.participant.redirect_uris[0])


def _callback(ground: Ground, attempt: Attempt, changes: dict[str, Any], **parts: str | None) -> str:
    now = int(time.time())
    claims = {
        "iss": ISSUER,
        "aud": CLIENT,
        "sub": "subject",
        "iat": now,
        "exp": now + 300,
        "nonce": attempt.nonce,
        "s_hash": jose.left_half_hash(attempt.state),
        "c_hash": jose.left_half_hash("code-1"),
        "acr": "urn:brasil:openbanking:loa2",
        **changes,
    }
    claims = {name: value for name, value in claims.items() if value is not None}
    member = public_jwk(ground.keys["encryption"], "enc", "encryption-1")
    sealed = jose.encrypted(ground.bank.sign(claims, typ=None), member)
    made = {"code": "code-1", "id_token": sealed, "state": attempt.state, **parts}
    fragment = urllib.parse.urlencode({name: value for name, value in made.items() if value is not None})
    return f"{attempt.redirect_uri}#{fragment}"


@each(("plain", {}), ("aud-list", {"aud": [CLIENT]}), ("loa3", {"acr": "urn:brasil:openbanking:loa3"}))
def callback_holds(ground: Ground, _name: str, changes: dict[str, Any]) -> None:
    """callback-holds: code and claims of a right one."""
    attempt = _attempt(ground)
    found = _server(ground).read_callback(_callback(ground, attempt, changes), attempt)
    assert found.code == "code-1" and found.id_token["sub"] == "subject"


@each(
    ("iss", {"iss": "https://jabuti.bank.test:9445"}),
    ("no-iss", {"iss": None}),
    ("aud", {"aud": "another"}),
    ("aud-of-two", {"aud": [CLIENT, "another"]}),
    ("no-aud", {"aud": None}),
    ("nonce", {"nonce": "x"}),
    ("no-nonce", {"nonce": None}),
    ("s-hash", {"s_hash": "x"}),
    ("no-s-hash", {"s_hash": None}),
    ("c-hash", {"c_hash": "x"}),
    ("no-c-hash", {"c_hash": None}),
    ("exp-past", {"exp": int(time.time()) - 300}),
    ("no-exp", {"exp": None}),
    ("iat-week-past", {"iat": int(time.time()) - 604_800}),
    ("no-sub", {"sub": None}),
    ("acr", {"acr": "urn:other"}),
    ("no-acr", {"acr": None}),
)
def id_token_refused(ground: Ground, _name: str, changes: dict[str, Any]) -> None:
    """callback-refuses-id-token: each claim that is wrong or missing."""
    attempt = _attempt(ground)
    refuses(lambda: _server(ground).read_callback(_callback(ground, attempt, changes), attempt))


@each(
    ("state", {"state": "x"}),
    ("no-state", {"state": None}),
    ("no-code", {"code": None}),
    ("other-code", {"code": "c"}),
    ("no-id-token", {"id_token": None}),
)
def callback_refused(ground: Ground, _name: str, parts: dict[str, str | None]) -> None:
    """callback-refuses: another state or code, or a missing part."""
    attempt = _attempt(ground)
    refuses(lambda: _server(ground).read_callback(_callback(ground, attempt, {}, **parts), attempt))


def callback_in_query(ground: Ground) -> None:
    """callback-refuses-query: an answer in the query would reach servers and logs."""
    attempt = _attempt(ground)
    url = _callback(ground, attempt, {}).replace("#", "?")
    refuses(lambda: _server(ground).read_callback(url, attempt), "no fragment")


def callback_elsewhere(ground: Ground) -> None:
    """callback-refuses-address: another address than the one that was asked for."""
    attempt = _attempt(ground)
    url = _callback(ground, attempt, {}).replace("https://iniciadora.test/", "https://evil.test/")
    refuses(lambda: _server(ground).read_callback(url, attempt), "asked for")


def callback_error(ground: Ground) -> None:
    """callback-error: a refusal of the bank is told as such."""
    attempt = _attempt(ground)
    fragment = urllib.parse.urlencode({"error": "access_denied", "state": attempt.state})
    try:
        _server(ground).read_callback(f"{attempt.redirect_uri}#{fragment}", attempt)
    except Unexpected as told:
        assert "access_denied" in str(told)
        return
    raise AssertionError("an error was taken for a code")


def pkce(_ground: Ground) -> None:
    """pkce: the example of RFC 7636, appendix B."""
    assert challenge_of("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk") == "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"


def request_object(ground: Ground) -> None:
    """request-object: all parameters stand inside, signed by the software's key."""
    server = _server(ground)
    claims = server.request_claims(server.attempt("openid enrollment:urn:a:b payments"))
    assert (
        claims["aud"] == ISSUER and claims["response_mode"] == "fragment" and claims["response_type"] == "code id_token"
    )
    assert claims["exp"] - claims["nbf"] <= 3600 and claims["code_challenge_method"] == "S256"
    keys = jose.KeySet({"keys": [public_jwk(ground.keys["client"], "sig", "client-1")]}, "ours")
    assert jose.verified(server.key.sign(claims), keys, "the request") == claims


# MARK: The directory


def base(_ground: Ground) -> None:
    """directory-base: an endpoint is a whole address; its base ends with the version."""
    endpoint = {"ApiEndpoint": "https://matls.ipe.bank.test:9446/open-banking/payments/v5/pix/payments"}
    resource = {"ApiFamilyType": "payments-pix", "ApiVersion": "5.0.0", "ApiDiscoveryEndpoints": [endpoint]}
    entry = BankEntry("s", "o", "99000001000100", "Ipê", ISSUER, "", (resource,))
    assert entry.base("payments-pix", 5) == "https://matls.ipe.bank.test:9446/open-banking/payments/v5"
    assert entry.slug == "ipe" and entry.ispb == "99000001"
    try:
        entry.base("payments-pix", 4)
    except Unexpected:
        return
    raise AssertionError("a version that the bank does not have was found")
