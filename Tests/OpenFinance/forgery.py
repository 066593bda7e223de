"""Compact tokens that no library would make: any header, any signature, any number of parts."""

from __future__ import annotations

import json
from typing import Any

from cryptography.hazmat.primitives import hashes, hmac, serialization
from cryptography.hazmat.primitives.asymmetric import padding, rsa

from initiator.jose import b64url, from_b64url


def header_text(header: dict[str, Any] | bytes) -> str:
    return b64url(header if isinstance(header, bytes) else json.dumps(header, separators=(",", ":")).encode("utf-8"))


def payload_text(claims: dict[str, Any] | bytes) -> str:
    return header_text(claims)


def signed(pem: bytes, header: dict[str, Any] | bytes, claims: dict[str, Any] | bytes, algorithm: str = "PS256") -> str:
    """Signs by the algorithm, whatever the header says."""
    start = f"{header_text(header)}.{payload_text(claims)}"
    return f"{start}.{b64url(signature(pem, start.encode('ascii'), algorithm))}"


def signature(pem: bytes, data: bytes, algorithm: str) -> bytes:
    if algorithm == "none":
        return b""
    key = serialization.load_pem_private_key(pem, None)
    assert isinstance(key, rsa.RSAPrivateKey)
    if algorithm == "HS256":
        # The old trick: the public key as a secret.
        public = key.public_key().public_bytes(
            serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo
        )
        mac = hmac.HMAC(public, hashes.SHA256())
        mac.update(data)
        return mac.finalize()
    digest = {"256": hashes.SHA256(), "384": hashes.SHA384(), "512": hashes.SHA512()}[algorithm[2:]]
    if algorithm.startswith("RS"):
        return key.sign(data, padding.PKCS1v15(), digest)
    return key.sign(data, padding.PSS(padding.MGF1(digest), digest.digest_size), digest)


def with_flipped_signature(token: str) -> str:
    """The same token with one bit of its signature changed."""
    start, _, last = token.rpartition(".")
    data = bytearray(from_b64url(last))
    data[len(data) // 2] ^= 0x01
    return f"{start}.{b64url(bytes(data))}"
