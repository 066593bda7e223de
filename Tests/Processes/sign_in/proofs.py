"""Invalid proofs of a key: abused JOSE, claims of another session, chains of another person."""

import hashlib
import hmac
import json
import time

from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature

from sign_in import chains
from sign_in.device import PROOF, Device, ecdsa, s256
from sign_in.extending import Exporter
from sign_in.jose import by_hand, flipped, new_key, sign_by_hand, x5c
from sign_in.tokens import VERIFIER
from sign_in.web import send
from wallet import b64url

CHALLENGE = {"code_challenge": s256(VERIFIER), "code_challenge_method": "S256"}


class Attempt:
    """One session after another, each with one proof."""

    def __init__(self, device, client):
        self.device, self.client, self.address = device, client, device.challenge_address
        self.form = device.form(client, state="st", nonce="no", **CHALLENGE)

    def open(self, form=None):
        return send("POST", self.address, data=form or self.form).must(403, what="first call").json

    def claims(self, opened):
        return self.device.claims(opened, self.address, "sign-in", self.form)

    def finish(self, opened, assertion, **more):
        second = {
            "client_id": self.form["client_id"],
            "auth_session": opened["auth_session"],
            "assertion": assertion,
            **more,
        }
        return send("POST", self.address, data=second)

    def proof(self, make):
        """`make` gets the right header and claims, and answers with any text."""
        opened = self.open()
        return self.finish(opened, make(self.header, self.claims(opened)))

    @property
    def header(self):
        return {"alg": "ES256", "typ": PROOF, "x5c": x5c(self.device.chain)}


def check_proofs(checks, tenant, device, client):
    attempt = Attempt(device, client)
    right = attempt.proof(lambda header, claims: sign_by_hand(header, claims, device.key))
    checks.that("an honest proof signs in", right.status == 200, repr(right))
    stranger = Device(tenant).register(tenant.add_user()[1])
    cases = [*headers(device), *chains_of_others(device, stranger), *claim_changes(device, tenant), *shapes(device)]
    for what, make in cases:
        reply = attempt.proof(make)
        checks.that(f"a proof with {what} is refused", reply.is_error(400, "invalid_grant"), repr(reply))
    check_moved(checks, attempt, tenant, stranger)


def headers(device):
    """Every member that could bring another key or algorithm."""
    key, public = device.key, device.key.public_key()
    pem = public.public_bytes(serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo)
    der = public.public_bytes(serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo)

    def with_header(**more):
        return lambda header, claims: sign_by_hand({**header, **more}, claims, key)

    def without(name):
        return lambda header, claims: sign_by_hand({n: v for n, v in header.items() if n != name}, claims, key)

    def keyed(secret):
        def make(header, claims):
            text = by_hand({**header, "alg": "HS256"}, claims).rpartition(".")[0]
            return f"{text}.{b64url(hmac.digest(secret, text.encode(), hashlib.sha256))}"

        return make

    yield "alg none", lambda header, claims: by_hand({**header, "alg": "none"}, claims)
    yield "alg None and a signature", lambda header, claims: by_hand({**header, "alg": "None"}, claims, b"x" * 64)
    yield "no signature", lambda header, claims: by_hand(header, claims)
    yield "a signature of zeros", lambda header, claims: by_hand(header, claims, bytes(64))
    yield "HS256 keyed by the public key in PEM", keyed(pem)
    yield "HS256 keyed by the public key in DER", keyed(der)
    yield "HS256 keyed by the certificate", keyed(device.chain[0])
    for algorithm in ("ES384", "RS256", "PS256", "EdDSA", "es256", "ES256K"):
        yield f"alg {algorithm}", with_header(alg=algorithm)
    yield "no alg", without("alg")
    yield "no typ", without("typ")
    for kind in ("JWT", "dpop+jwt", "application/chave-signin+jwt", PROOF.upper() + "x"):
        yield f"typ {kind}", with_header(typ=kind)
    for kid in ("../../../../dev/null", "' OR 1=1 --", "x" * 5000, "0"):
        yield f"kid {kid[:12]}", with_header(kid=kid)
    yield "an unknown crit", with_header(crit=["exp"], exp=1)
    yield "an empty crit", with_header(crit=[])
    yield "crit b64", with_header(crit=["b64"], b64=False)
    yield "jku", with_header(jku="https://evil.example/jwks.json")
    yield "x5u", with_header(x5u="https://evil.example/chain.pem")
    yield "x5t", with_header(x5t="AAAA")
    rogue = new_key()
    numbers = rogue.public_key().public_numbers()
    jwk = {
        "kty": "EC",
        "crv": "P-256",
        "x": b64url(numbers.x.to_bytes(32, "big")),
        "y": b64url(numbers.y.to_bytes(32, "big")),
    }
    yield "a jwk of its own", lambda header, claims: sign_by_hand({**header, "jwk": jwk}, claims, rogue)


def chains_of_others(device, stranger):
    key = device.key

    def with_chain(chain, signer=key):
        return lambda header, claims: sign_by_hand({**header, "x5c": x5c(chain)}, claims, signer)

    def with_x5c(value):
        return lambda header, claims: sign_by_hand({**header, "x5c": value}, claims, key)

    leaf, root = device.chain[0], device.chain[-1]
    namesake = chains.namesake(chains.loaded([root])[0])
    yield "another key's signature", lambda header, claims: sign_by_hand(header, claims, new_key())
    yield "another user's chain", with_chain(stranger.chain)
    yield "another user's leaf under it", with_chain([leaf, *stranger.chain])
    yield "no chain", lambda header, claims: sign_by_hand({n: v for n, v in header.items() if n != "x5c"}, claims, key)
    yield "an empty chain", with_x5c([])
    yield "a chain that is a text", with_x5c(x5c(device.chain)[0])
    yield "its leaf alone", with_chain([leaf])
    yield "the root alone", with_chain([root])
    yield "the chain upside down", with_chain(device.chain[::-1])
    yield "the root twice", with_chain([*device.chain, root])
    yield "another root of the name", with_chain([leaf, namesake.public_bytes(serialization.Encoding.DER)])
    yield "a byte after the leaf", with_chain([leaf + b"\0", root])
    yield "a bit flipped in the leaf", with_chain([leaf[:-1] + bytes([leaf[-1] ^ 1]), root])
    yield "the chain in base64url", with_x5c([b64url(each) for each in device.chain])
    yield "spaces in its base64", with_x5c([" " + each for each in x5c(device.chain)])
    yield "a hundred certificates", with_chain([leaf] * 20 + [root])
    yield "numbers for certificates", with_x5c([1, 2])


def claim_changes(device, tenant):
    def changed(**more):
        def make(header, claims):
            claims = {name: value for name, value in {**claims, **more}.items() if value is not ...}
            return sign_by_hand(header, claims, device.key)

        return make

    now = int(time.time())
    for name in (
        "purpose",
        "challenge",
        "auth_session",
        "client_id",
        "aud",
        "iat",
        "exp",
        "redirect_uri",
        "scope",
        "state",
        "nonce",
        "code_challenge",
    ):
        yield f"no {name}", changed(**{name: ...})
    for name in ("challenge", "auth_session", "client_id", "redirect_uri", "scope", "state", "nonce", "code_challenge"):
        yield f"another {name}", changed(**{name: "another"})
        yield f"{name} as a list", changed(**{name: ["another"]})
    yield "the purpose extension", changed(purpose="extension")
    yield "the purpose browser", changed(purpose="browser")
    yield "another audience", changed(aud=f"{tenant.base}/t/other/v2/authorize-challenge")
    yield "the issuer as audience", changed(aud=tenant.issuer)
    yield "the unprefixed address as audience", changed(aud=f"{tenant.base}/v2/authorize-challenge")
    yield "two audiences", changed(aud=[device.challenge_address, "https://evil.example"])
    yield "a life of 121 seconds", changed(iat=now, exp=now + 121)
    yield "an end that is over", changed(iat=now - 200, exp=now - 80)
    yield "a begin of tomorrow", changed(iat=now + 86_400, exp=now + 86_460)
    yield "an end before its begin", changed(iat=now + 20, exp=now + 10)
    for value in ("1", -1, None, True, 2**63, 2**200):
        yield f"exp {str(value)[:12]}", changed(exp=value)


def shapes(device):
    """Texts that are not a compact JWS, or ambiguous ones."""

    def text(change):
        return lambda header, claims: change(sign_by_hand(header, claims, device.key))

    def raw(body):
        def make(header, claims):
            parts = f"{b64url(json.dumps(header).encode())}.{b64url(body(claims))}"
            honest = sign_by_hand(header, claims, device.key).split(".")[2]
            return f"{parts}.{honest}"

        return make

    def twice(header, claims):
        body = json.dumps(claims)[:-1] + ', "challenge": "another"}'
        head = f"{b64url(json.dumps(header).encode())}.{b64url(body.encode())}"
        r, s = decode_dss_signature(ecdsa(device.key, head.encode()))
        return f"{head}.{b64url(r.to_bytes(32, 'big') + s.to_bytes(32, 'big'))}"

    yield "a bit of its header flipped", text(lambda jws: flipped(jws, 0))
    yield "a bit of its claims flipped", text(lambda jws: flipped(jws, 1))
    yield "a bit of its signature flipped", text(lambda jws: flipped(jws, 2))
    yield "a part more", text(lambda jws: jws + ".x")
    yield "a part less", text(lambda jws: jws.rpartition(".")[0])
    yield "padding", text(lambda jws: jws + "==")
    yield "a no-break space", text(lambda jws: jws + "\u00a0")
    yield "a space", text(lambda jws: " " + jws)
    yield "a signature cut short", text(lambda jws: jws[:-4])
    yield "a claim that stands twice", twice
    yield "claims that are a list", raw(lambda claims: b"[]")
    yield "claims that are no JSON", raw(lambda claims: b"\xff\xfe{")
    yield "claims a thousand deep", raw(lambda claims: b"[" * 1000)
    yield "nothing", lambda header, claims: "x"
    yield (
        "JSON serialization",
        text(lambda jws: json.dumps(dict(zip(("protected", "payload", "signature"), jws.split("."))))),
    )


def check_moved(checks, attempt, tenant, stranger):
    """A proof is valid in its own session, once."""
    device = attempt.device
    one, two = attempt.open(), attempt.open()
    proof = device.assertion(attempt.claims(one))
    moved = attempt.finish(two, proof)
    checks.that("a proof moved to another session is refused", moved.is_error(400, "invalid_grant"), repr(moved))
    back = attempt.finish(two, device.assertion(attempt.claims(two)))
    checks.that("which spends that session", back.is_error(400, "invalid_session"), repr(back))
    checks.that("in its own it counts", attempt.finish(one, proof).status == 200)
    again = attempt.finish(one, proof)
    checks.that("once", again.is_error(400, "invalid_session"), repr(again))
    opened = attempt.open()
    crossed = attempt.claims(opened) | {"code_challenge": s256("w" * 43)}
    moved = attempt.finish(opened, device.assertion(crossed))
    checks.that("a proof for another code challenge is refused", moved.is_error(400, "invalid_grant"), repr(moved))
    opened = attempt.open()
    slipped = attempt.finish(opened, device.assertion(attempt.claims(opened)), code_challenge=s256("w" * 43))
    refused = slipped.status == 400
    if not refused:
        form = {
            "grant_type": "authorization_code",
            "code": slipped.json["authorization_code"],
            "code_verifier": "w" * 43,
            "redirect_uri": attempt.form["redirect_uri"],
            "client_id": attempt.form["client_id"],
        }
        refused = send("POST", tenant.discovery()["token_endpoint"], data=form).is_error(400, "invalid_grant")
    checks.that("a challenge slipped into the second call changes nothing", refused, repr(slipped))
    other = tenant.add_client()
    opened = attempt.open()
    foreign = {
        "client_id": other["client_id"],
        "auth_session": opened["auth_session"],
        "assertion": device.assertion(attempt.claims(opened)),
    }
    moved = send("POST", attempt.address, data=foreign)
    checks.that(
        "nor does another client take the session",
        moved.status == 400 and moved.error in ("invalid_session", "invalid_grant"),
        repr(moved),
    )
    opened = attempt.open()
    moved = send(
        "POST",
        f"{tenant.base}/v2/extensions",
        data={
            "client_id": attempt.form["client_id"],
            "auth_session": opened["auth_session"],
            "assertion": device.assertion(attempt.claims(opened)),
        },
    )
    checks.that("a sign-in's session begins no extension", moved.is_error(400, "invalid_session"), repr(moved))
    begun = Exporter(device, attempt.client).begin(change=lambda claims: claims | {"purpose": "sign-in"})
    checks.that("nor does a sign-in's proof", begun.is_error(400, "invalid_grant"), repr(begun))
    unknown = attempt.finish({"auth_session": b64url(bytes(32))}, proof)
    checks.that(
        "an unknown session is one that is over", unknown.body == again.body and unknown.status == 400, repr(unknown)
    )
    opened = attempt.open()
    tenant.put_clock_forward(121)
    late = attempt.finish(opened, device.assertion(attempt.claims(opened)))
    checks.that("a session is good for two minutes", late.is_error(400, "invalid_session"), repr(late))
    code = device.code(attempt.form)
    tenant.put_clock_forward(61)
    form = {
        "grant_type": "authorization_code",
        "code": code,
        "code_verifier": VERIFIER,
        "redirect_uri": attempt.form["redirect_uri"],
        "client_id": attempt.form["client_id"],
    }
    late = send("POST", tenant.discovery()["token_endpoint"], data=form)
    checks.that("a code for one", late.is_error(400, "invalid_grant"), repr(late))
