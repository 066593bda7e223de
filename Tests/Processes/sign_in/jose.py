"""JWS as `joserfc` writes them, and invalid ones."""

import base64
import hashlib
import json
import os
import time

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from joserfc import jws
from joserfc.jwk import ECKey

from wallet import b64url, unb64url


def new_key():
    return ec.generate_private_key(ec.SECP256R1())


def sign(header, claims, key):
    """ES256 by a library."""
    return jws.serialize_compact({"alg": "ES256", **header}, json.dumps(claims).encode(), ECKey(key, None))


def by_hand(header, claims, signature=b""):
    """Whatever it says."""
    parts = [json.dumps(part).encode() for part in (header, claims)] + [signature]
    return ".".join(map(b64url, parts))


def sign_by_hand(header, claims, key):
    """ES256 over any header, also over headers that a library refuses to write."""
    text = by_hand(header, claims).rpartition(".")[0]
    r, s = decode_dss_signature(key.sign(text.encode(), ec.ECDSA(hashes.SHA256())))
    return f"{text}.{b64url(r.to_bytes(32, 'big') + s.to_bytes(32, 'big'))}"


def flipped(token, part):
    """One bit of one part is another: 0 is the header, 1 the claims, 2 the signature."""
    parts = token.split(".")
    data = bytearray(unb64url(parts[part]))
    data[len(data) // 2] ^= 1
    parts[part] = b64url(bytes(data))
    return ".".join(parts)


def claims_of(token):
    return json.loads(unb64url(token.split(".")[1]))


def header_of(token):
    return json.loads(unb64url(token.split(".")[0]))


def x5c(chain):
    return [base64.b64encode(certificate).decode() for certificate in chain]


class DPoP:
    """A key that tokens are bound to, and its proofs (RFC 9449)."""

    def __init__(self):
        self.key = new_key()
        self.jwk = ECKey(self.key, None).as_dict(private=False)
        self.jwk = {name: self.jwk[name] for name in ("crv", "kty", "x", "y")}

    @property
    def thumbprint(self):
        canonical = json.dumps(self.jwk, sort_keys=True, separators=(",", ":"))
        return b64url(hashlib.sha256(canonical.encode()).digest())

    def proof(self, method, url, token=None, header=None, **claims):
        body = {"jti": b64url(os.urandom(16)), "htm": method, "htu": url, "iat": int(time.time())}
        if token is not None:
            body["ath"] = b64url(hashlib.sha256(token.encode()).digest())
        body.update(claims)
        if header is None:
            return sign({"typ": "dpop+jwt", "jwk": self.jwk}, body, self.key)
        return sign_by_hand({"alg": "ES256", "typ": "dpop+jwt", "jwk": self.jwk, **header}, body, self.key)
