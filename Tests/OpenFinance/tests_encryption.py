"""Bad input: encrypted request objects."""

from __future__ import annotations

import json
import warnings
from typing import Any

from joserfc import jwe
from joserfc.jwk import RSAKey

from cases import each
from expectations import equal, oauth_error
from ground import Ground
from initiator import jose
from trials import Visit

# MARK: Encrypted requests


def _sealed(ground: Ground, header: dict[str, Any], algorithms_used: list[str], payload: str | None = None) -> str:
    """A request for the bank's encryption key, with a header of our making."""
    member = ground.bank().discovery.keys().encryption_key()
    assert member is not None, "the bank publishes no key for encryption"
    public = RSAKey.import_key({name: member[name] for name in ("kty", "n", "e")})
    made = {"alg": "RSA-OAEP", "enc": "A256GCM", "kid": member["kid"], "cty": "JWT", **header}
    made = {name: value for name, value in made.items() if value is not None}
    visit = Visit(ground)
    inner = payload if payload is not None else visit.server.key.sign(visit.claims())
    return jwe.encrypt_compact(made, inner, public, algorithms=algorithms_used)


@each(
    ("RSA1_5", {"alg": "RSA1_5"}),
    ("A128CBC-HS256", {"enc": "A128CBC-HS256"}),
    ("zip", {"zip": "DEF"}),
    ("unknown-kid", {"kid": "unknown"}),
)
def encryptions(ground: Ground, _name: str, header: dict[str, Any]) -> None:
    """hostile/jwe: other algorithms, compression and unknown keys are refused before any key is used."""
    warnings.simplefilter("ignore")
    used = ["RSA-OAEP", "RSA1_5", "A256GCM", "A128CBC-HS256", "DEF"]
    oauth_error(
        ground.bank().authorization.push(_sealed(ground, header, used)), "invalid_request_object", "invalid_request"
    )


def unsigned_inside(ground: Ground) -> None:
    """hostile/jwe-unsigned-inside: encryption is no signature."""
    visit = Visit(ground)
    text = _sealed(ground, {"cty": None}, ["RSA-OAEP", "A256GCM"], json.dumps(visit.claims()))
    oauth_error(visit.server.push(text), "invalid_request_object", "invalid_request")


def nested_twice(ground: Ground) -> None:
    """hostile/jwe-in-jwe: an encrypted request inside another one."""
    inner = _sealed(ground, {}, ["RSA-OAEP", "A256GCM"])
    text = _sealed(ground, {}, ["RSA-OAEP", "A256GCM"], inner)
    oauth_error(ground.bank().authorization.push(text), "invalid_request_object", "invalid_request")


@each(("key", 1), ("iv", 2), ("ciphertext", 3), ("tag", 4))
def tampered(ground: Ground, _name: str, part: int) -> None:
    """hostile/jwe-tampered: one byte of each part; the answers do not differ."""
    pieces = _sealed(ground, {}, ["RSA-OAEP", "A256GCM"]).split(".")
    data = bytearray(jose.from_b64url(pieces[part]))
    data[0] ^= 0x01
    pieces[part] = jose.b64url(bytes(data))
    told = oauth_error(ground.bank().authorization.push(".".join(pieces)), "invalid_request_object", "invalid_request")
    ground.seen_descriptions.add(told.get("error_description", ""))
    equal(len(ground.seen_descriptions), 1, f"the number of different answers ({sorted(ground.seen_descriptions)})")
