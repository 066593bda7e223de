"""How fast two Python relying parties verify one ES256 assertion, on this machine, now."""

import hashlib
import json
import time

import webauthn
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from fido2 import cbor
from fido2.server import Fido2Server
from fido2.utils import websafe_encode
from fido2.webauthn import AttestedCredentialData, PublicKeyCredentialRpEntity

SECONDS = 5
RP_ID = "localhost"
ORIGIN = "https://localhost"
CREDENTIAL_ID = bytes([3]) * 32
CHALLENGE = bytes([9]) * 32


def assertion():
    """A key, and an assertion of it as a browser sends it."""
    key = ec.generate_private_key(ec.SECP256R1())
    numbers = key.public_key().public_numbers()
    cose = {1: 2, 3: -7, -1: 1, -2: numbers.x.to_bytes(32, "big"), -3: numbers.y.to_bytes(32, "big")}
    data = hashlib.sha256(RP_ID.encode()).digest() + bytes([0x05]) + bytes(4)
    client = json.dumps(
        {"type": "webauthn.get", "challenge": websafe_encode(CHALLENGE), "origin": ORIGIN, "crossOrigin": False}
    ).encode()
    signature = key.sign(data + hashlib.sha256(client).digest(), ec.ECDSA(hashes.SHA256()))
    response = {
        "id": websafe_encode(CREDENTIAL_ID),
        "rawId": websafe_encode(CREDENTIAL_ID),
        "type": "public-key",
        "response": {
            "clientDataJSON": websafe_encode(client),
            "authenticatorData": websafe_encode(data),
            "signature": websafe_encode(signature),
        },
        "clientExtensionResults": {},
    }
    return cose, response


def rate(name, verify):
    verify()
    count, start = 0, time.perf_counter()
    while time.perf_counter() - start < SECONDS:
        for _ in range(16):
            verify()
        count += 16
    print(f"{name}: {int(count / (time.perf_counter() - start))} / s")


def main():
    cose, response = assertion()
    public_key = cbor.encode(cose)
    rate(
        "assertion verified (py_webauthn)",
        lambda: webauthn.verify_authentication_response(
            credential=response,
            expected_challenge=CHALLENGE,
            expected_rp_id=RP_ID,
            expected_origin=ORIGIN,
            credential_public_key=public_key,
            credential_current_sign_count=0,
            require_user_verification=True,
        ),
    )
    server = Fido2Server(PublicKeyCredentialRpEntity(id=RP_ID, name="bench"))
    known = AttestedCredentialData.create(bytes(16), CREDENTIAL_ID, cose)
    state = {"challenge": websafe_encode(CHALLENGE), "user_verification": "required"}
    rate(
        "assertion verified (python-fido2)",
        lambda: server.authenticate_complete(dict(state), [known], response),
    )


if __name__ == "__main__":
    main()
