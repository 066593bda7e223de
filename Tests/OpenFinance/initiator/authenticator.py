"""A software authenticator: one ES256 key for each credential, attestation "none", user present and verified.

Messages are those of Web Authentication Level 2 as Open Finance Brasil carries them.
"""

from __future__ import annotations

import hashlib
import json
import os
from dataclasses import dataclass, field
from typing import Any

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec

from .faults import WireFault
from .jose import b64url, from_b64url

USER_PRESENT, USER_VERIFIED, ATTESTED = 0x01, 0x04, 0x40
ES256 = -7


@dataclass
class Ceremony:
    """What a test changes about a ceremony."""

    origin: str
    rp_id: str
    challenge: str | None = None
    cross_origin: bool = False
    top_origin: str | None = None
    flags: int = USER_PRESENT | USER_VERIFIED
    kind: str | None = None

    def client_data(self, kind: str, challenge: str) -> bytes:
        told: dict[str, Any] = {
            "type": self.kind or kind,
            "challenge": self.challenge or challenge,
            "origin": self.origin,
            "crossOrigin": self.cross_origin,
        }
        if self.top_origin is not None:
            told["topOrigin"] = self.top_origin
        return json.dumps(told, separators=(",", ":")).encode("utf-8")

    def authenticator_data(self, more_flags: int, count: int) -> bytes:
        rp_hash = hashlib.sha256(self.rp_id.encode("utf-8")).digest()
        return rp_hash + bytes([self.flags | more_flags]) + count.to_bytes(4, "big")


@dataclass
class Credential:
    """A key on the device, for one enrollment."""

    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))
    id: bytes = field(default_factory=lambda: os.urandom(32))
    user_handle: bytes = b""
    count: int = 0

    def public_cose(self) -> bytes:
        """kty EC2, alg ES256, crv P-256, x and y (RFC 9053, section 7.1.1)."""
        numbers = self.key.public_key().public_numbers()
        return cbor2.dumps(
            {1: 2, 3: ES256, -1: 1, -2: numbers.x.to_bytes(32, "big"), -3: numbers.y.to_bytes(32, "big")}
        )

    @classmethod
    def create(
        cls, options: dict[str, Any], ceremony: Ceremony, public_key: bytes | None = None
    ) -> tuple[Credential, dict[str, Any]]:
        """Answers registration options; `public_key` replaces the encoded key."""
        offered = [each["alg"] for each in options["pubKeyCredParams"] if each["type"] == "public-key"]
        if ES256 not in offered:
            raise WireFault(f"the bank offers the algorithms {offered}, our device has ES256")
        made = cls(user_handle=from_b64url(options["user"]["id"]))
        if not 1 <= len(made.user_handle) <= 64:
            raise WireFault(f"user.id has {len(made.user_handle)} bytes")
        if len(from_b64url(options["challenge"])) < 16:
            raise WireFault("the challenge has fewer than 16 bytes")
        attested = bytes(16) + len(made.id).to_bytes(2, "big") + made.id + (public_key or made.public_cose())
        data = ceremony.authenticator_data(ATTESTED, 0) + attested
        statement = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        return made, {
            "id": b64url(made.id),
            "rawId": b64url(made.id),
            "type": "public-key",
            "authenticatorAttachment": "platform",
            "response": {
                "clientDataJSON": b64url(ceremony.client_data("webauthn.create", options["challenge"])),
                "attestationObject": b64url(statement),
            },
            "clientExtensionResults": {},
        }

    def sign(self, options: dict[str, Any], ceremony: Ceremony) -> dict[str, Any]:
        """Answers sign options."""
        allowed = [each["id"] for each in options.get("allowCredentials", [])]
        if allowed and b64url(self.id) not in allowed:
            raise WireFault("the sign options do not allow the enrollment's own credential")
        self.count += 1
        client_data = ceremony.client_data("webauthn.get", options["challenge"])
        data = ceremony.authenticator_data(0, self.count)
        signature = self.key.sign(data + hashlib.sha256(client_data).digest(), ec.ECDSA(hashes.SHA256()))
        return {
            "id": b64url(self.id),
            "rawId": b64url(self.id),
            "type": "public-key",
            "response": {
                "clientDataJSON": b64url(client_data),
                "authenticatorData": b64url(data),
                "signature": b64url(signature),
                "userHandle": b64url(self.user_handle),
            },
            "clientExtensionResults": {},
        }
