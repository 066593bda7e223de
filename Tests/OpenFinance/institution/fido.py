"""The FIDO server of a bank: registrations and assertions, verified by hand (Web Authentication Level 2)."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from typing import Any

import cbor2
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec

from initiator.jose import from_b64url

USER_PRESENT, USER_VERIFIED, ATTESTED = 0x01, 0x04, 0x40


class FidoFault(Exception):
    """The ceremony does not hold; the text is the interface's code."""


@dataclass
class Credential:
    id: bytes
    key: ec.EllipticCurvePublicKey
    count: int


def _client_data(response: dict[str, Any], kind: str, challenge: str, origins: list[str]) -> bytes:
    """Level 2, sections 7.1 (steps 5 to 12) and 7.2 (steps 9 to 14)."""
    raw = from_b64url(response["clientDataJSON"])
    told = json.loads(raw)
    if told.get("type") != kind or told.get("challenge") != challenge:
        raise FidoFault("CHALLENGE_INVALIDO")
    if told.get("origin") not in origins:
        raise FidoFault("ORIGEM_FIDO_INVALIDA")
    if told.get("crossOrigin") and told.get("topOrigin") not in origins:
        raise FidoFault("ORIGEM_FIDO_INVALIDA")
    return raw


def _require_data(data: bytes, rp: str) -> int:
    """The hash of the relying party and the flags; the counter."""
    if data[:32] != hashlib.sha256(rp.encode()).digest():
        raise FidoFault("RP_ID_HASH_INVALIDO")
    if data[32] & USER_PRESENT == 0 or data[32] & USER_VERIFIED == 0:
        raise FidoFault("RISCO")
    return int.from_bytes(data[33:37], "big")


def registered(sent: dict[str, Any], challenge: str, rp: str, origins: list[str]) -> Credential:
    """The credential of a registration; other attestations than "none" are not looked at."""
    response = sent["response"]
    _client_data(response, "webauthn.create", challenge, origins)
    data = cbor2.loads(from_b64url(response["attestationObject"]))["authData"]
    count = _require_data(data, rp)
    length = int.from_bytes(data[53:55], "big")
    identity, public = data[55 : 55 + length], cbor2.loads(data[55 + length :])
    if data[32] & ATTESTED == 0 or identity != from_b64url(sent["rawId"]) or public.get(3) != -7:
        raise FidoFault("PUBLIC_KEY_INVALIDA")
    numbers = ec.EllipticCurvePublicNumbers(
        int.from_bytes(public[-2], "big"), int.from_bytes(public[-3], "big"), ec.SECP256R1()
    )
    return Credential(identity, numbers.public_key(), count)


def require_assertion(
    sent: dict[str, Any], credential: Credential, challenge: str, rp: str, origins: list[str]
) -> None:
    """An assertion of the credential over the challenge, and no older one."""
    response = sent["response"]
    raw = _client_data(response, "webauthn.get", challenge, origins)
    data = from_b64url(response["authenticatorData"])
    count = _require_data(data, rp)
    if from_b64url(sent["rawId"]) != credential.id or (count and count <= credential.count):
        raise FidoFault("RISCO")
    try:
        signed = data + hashlib.sha256(raw).digest()
        credential.key.verify(from_b64url(response["signature"]), signed, ec.ECDSA(hashes.SHA256()))
    except InvalidSignature as error:
        raise FidoFault("RISCO") from error
    credential.count = count
