"""How fast two Python relying parties verify one ES256 assertion, and registrations by format, on this machine, now."""

import hashlib
import json
import os
import pathlib
import time

import webauthn
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding
from fido2 import cbor
from fido2.attestation import AttestationVerifier
from fido2.server import Fido2Server
from fido2.utils import websafe_encode
from fido2.webauthn import (
    AttestationConveyancePreference,
    AttestationObject,
    AttestedCredentialData,
    PublicKeyCredentialRpEntity,
)
from webauthn.helpers.structs import AttestationFormat

SECONDS = 3
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


class OneAnchor(AttestationVerifier):
    """Chains must lead to one authority, as ours must."""

    def __init__(self, root):
        super().__init__()
        self.root = root

    def ca_lookup(self, attestation_result, auth_data):
        return self.root


def registrations(folder):
    """The specification's vectors: whole registrations down to the anchor, as far as each library accepts them."""
    vectors = json.loads((folder / "webauthn_l3.json").read_text())
    root = bytes.fromhex(vectors["attestation_root"]["attestation_ca_cert"])
    pem = x509.load_der_x509_certificate(root).public_bytes(Encoding.PEM)
    anchors = {each: [pem] for each in AttestationFormat if each is not AttestationFormat.NONE}
    party = Fido2Server(
        PublicKeyCredentialRpEntity(id="example.org", name="bench"),
        attestation=AttestationConveyancePreference.DIRECT,
        verify_attestation=OneAnchor(root),
    )
    for vector in vectors["vectors"]:
        made, client = (
            bytes.fromhex(vector["registration"][name]) for name in ("attestationObject", "clientDataJSON")
        )
        challenge = bytes.fromhex(vector["registration"]["challenge"])
        identifier = websafe_encode(AttestationObject(made).auth_data.credential_data.credential_id)
        response = {
            "id": identifier,
            "rawId": identifier,
            "type": "public-key",
            "response": {"clientDataJSON": websafe_encode(client), "attestationObject": websafe_encode(made)},
            "clientExtensionResults": {},
        }
        state = {"challenge": websafe_encode(challenge), "user_verification": "preferred"}
        attempt(
            f"registration verified (py_webauthn), {vector['name']}",
            lambda: webauthn.verify_registration_response(
                credential=response,
                expected_challenge=challenge,
                expected_rp_id="example.org",
                expected_origin="https://example.org",
                pem_root_certs_bytes_by_fmt=anchors,
            ),
        )
        attempt(
            f"registration verified (python-fido2), {vector['name']}",
            lambda: party.register_complete(dict(state), response),
        )


def attempt(name, verify):
    try:
        verify()
    except Exception as error:  # Each library refuses in its own ways.
        print(f"{name}: refused, {type(error).__name__}: {error}")
        return
    rate(name, verify)


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
    folder = pathlib.Path(os.environ.get("CHAVE_VECTORS", ""))
    if (folder / "webauthn_l3.json").is_file():
        registrations(folder)
    else:
        print("registrations: not measured, there are no vectors in CHAVE_VECTORS")


if __name__ == "__main__":
    main()
