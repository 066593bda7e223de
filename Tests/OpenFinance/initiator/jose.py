"""JSON Web Signatures and Encryption: joserfc signs and encrypts, jwcrypto verifies and decrypts.

Two unrelated libraries, so that an error of one does not agree with itself.
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Iterable
from typing import Any

from joserfc import jwe as sealing
from joserfc import jws as signing
from joserfc.jwk import RSAKey
from jwcrypto import common, jwk
from jwcrypto import jwe as opening
from jwcrypto import jws as verifying

from .faults import WireFault
from .participant import KeyFile

# Members that bring a key along, point to one, or change the meaning of the message.
FOREIGN = ("jwk", "jku", "x5c", "x5u", "crit", "zip", "b64")


def b64url(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode("ascii")


def from_b64url(text: str) -> bytes:
    """Decodes base64url without padding; refuses any other spelling of the same bytes."""
    try:
        data = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except ValueError as error:
        raise WireFault(f"not base64url: {text[:40]!r}") from error
    if b64url(data) != text:
        raise WireFault(f"not base64url in its one form: {text[:40]!r}")
    return data


def left_half_hash(text: str) -> str:
    """`s_hash` and `c_hash`: the left half of the SHA-256 (OpenID Connect Core, section 3.3.2.11)."""
    return b64url(hashlib.sha256(text.encode("ascii")).digest()[:16])


def json_object(data: bytes, what: str) -> dict[str, Any]:
    """Reads a JSON object in which no name occurs twice."""

    def members(pairs: Iterable[tuple[str, Any]]) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for name, value in pairs:
            if name in found:
                raise WireFault(f"{what}: the member {name} occurs twice")
            found[name] = value
        return found

    try:
        value = json.loads(data.decode("utf-8"), object_pairs_hook=members)
    except ValueError as error:
        raise WireFault(f"{what} is not JSON: {data[:120]!r}") from error
    if not isinstance(value, dict):
        raise WireFault(f"{what} is not a JSON object")
    return value


def header_of(token: str, parts: int) -> dict[str, Any]:
    """The protected header of a compact token, before anything is verified."""
    pieces = token.split(".")
    if len(pieces) != parts:
        raise WireFault(f"a compact token has {parts} parts, this one has {len(pieces)}: {token[:60]!r}")
    # Each part in its one form: the libraries would read padding, too.
    header, *_ = [from_b64url(piece) for piece in pieces]
    return json_object(header, "the token's header")


class SigningKey:
    """One of our private keys, which signs by PS256 under its `kid`."""

    def __init__(self, file: KeyFile):
        self.kid = file.kid
        self.pem = file.path.read_bytes()
        self._key = RSAKey.import_key(self.pem)

    def sign(self, claims: dict[str, Any], **header: Any) -> str:
        """`header` replaces members of the header; `None` leaves one out."""
        protected = {"alg": "PS256", "kid": self.kid, "typ": "JWT", **header}
        protected = {name: value for name, value in protected.items() if value is not None}
        payload = json.dumps(claims, ensure_ascii=False, separators=(",", ":")).encode("utf-8")
        return signing.serialize_compact(protected, payload, self._key, algorithms=[protected["alg"]])


class DecryptionKey:
    """Our key for id_tokens: RSA-OAEP with A256GCM and nothing else."""

    ALGORITHMS = ["RSA-OAEP", "A256GCM"]

    def __init__(self, file: KeyFile):
        self.kid = file.kid
        self._key = jwk.JWK.from_pem(file.path.read_bytes())

    def open(self, token: str) -> str:
        header = header_of(token, 5)
        if (header.get("alg"), header.get("enc")) != ("RSA-OAEP", "A256GCM"):
            raise WireFault(f"the id_token is encrypted by {header.get('alg')} and {header.get('enc')}")
        if header.get("kid") != self.kid:
            raise WireFault(f"the id_token is encrypted to the key {header.get('kid')!r}, ours is {self.kid!r}")
        if header.get("cty", "JWT").upper() != "JWT" or any(name in header for name in FOREIGN):
            raise WireFault(f"the header of the encrypted id_token is {header}")
        box = opening.JWE(algs=self.ALGORITHMS)
        try:
            box.deserialize(token, key=self._key)
        except (common.JWException, ValueError) as error:
            raise WireFault(f"the id_token cannot be decrypted: {error!r}") from error
        return box.payload.decode("ascii")


class KeySet:
    """The public keys that an address published, by their `kid`."""

    def __init__(self, document: dict[str, Any], address: str):
        self.address = address
        self.members: list[dict[str, Any]] = document.get("keys", [])
        if not isinstance(self.members, list):
            raise WireFault(f"{address} has no list of keys")
        for member in self.members:
            secret = {"d", "p", "q", "dp", "dq", "qi", "k"} & set(member)
            if secret:
                raise WireFault(f"{address} shows secret parts of a key: {sorted(secret)}")

    def key(self, kid: str, use: str) -> dict[str, Any] | None:
        found = [member for member in self.members if member.get("kid") == kid]
        if len(found) > 1:
            raise WireFault(f"{self.address} has {len(found)} keys named {kid}")
        if not found or found[0].get("use", use) != use:
            return None
        return found[0]

    def encryption_key(self) -> dict[str, Any] | None:
        """The first key that is marked for encryption."""
        return next((member for member in self.members if member.get("use") == "enc"), None)


def verified(token: str, keys: KeySet, what: str, needs_type: bool = True) -> dict[str, Any]:
    """The claims of a token that a key of the set signed by PS256.

    `kid` chooses the key, and no other member of the header may bring one.
    """
    header = header_of(token, 3)
    if header.get("alg") != "PS256":
        raise WireFault(f"{what} is signed by {header.get('alg')!r}, not by PS256")
    brought = [name for name in FOREIGN if name in header]
    if brought:
        raise WireFault(f"the header of {what} has {brought}")
    if (needs_type or "typ" in header) and str(header.get("typ")).upper() != "JWT":
        raise WireFault(f"{what} has the type {header.get('typ')!r}")
    kid = header.get("kid")
    if not isinstance(kid, str):
        raise WireFault(f"{what} names no key")
    member = keys.key(kid, "sig")
    if member is None:
        raise WireFault(f"{what} is signed by the key {kid!r}, which {keys.address} does not have for signing")
    message = verifying.JWS()
    message.allowed_algs = ["PS256"]
    try:
        message.deserialize(token)
        message.verify(jwk.JWK(**member))
    except (common.JWException, ValueError) as error:
        raise WireFault(f"the signature of {what} does not hold: {error!r}") from error
    return json_object(message.payload, f"the payload of {what}")


def encrypted(token: str, member: dict[str, Any]) -> str:
    """A signed token inside RSA-OAEP and A256GCM, for the owner of a public key."""
    header = {"alg": "RSA-OAEP", "enc": "A256GCM", "cty": "JWT", "kid": member["kid"]}
    public = {name: member[name] for name in ("kty", "n", "e")}
    return sealing.encrypt_compact(header, token, RSAKey.import_key(public), algorithms=["RSA-OAEP", "A256GCM"])
