"""How fast two Python relying parties verify one ES256 assertion, and registrations by format, beside ours in the
same run."""

import functools
import hashlib
import json
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


def rate(verify, seconds):
    """Of one core that does nothing else."""
    verify()
    count, start, used = 0, time.perf_counter(), time.process_time()
    while time.perf_counter() - start < seconds:
        for _ in range(16):
            verify()
        count += 16
    return count / (time.process_time() - used)


class OneAnchor(AttestationVerifier):
    """Chains must lead to one authority, as ours must."""

    def __init__(self, root):
        super().__init__()
        self.root = root

    def ca_lookup(self, attestation_result, auth_data):
        return self.root


def registrations(vectors):
    """By name, for both libraries: whole registrations of the specification's vectors, down to the anchor."""
    root = bytes.fromhex(vectors["attestation_root"]["attestation_ca_cert"])
    pem = x509.load_der_x509_certificate(root).public_bytes(Encoding.PEM)
    anchors = {each: [pem] for each in AttestationFormat if each is not AttestationFormat.NONE}
    party = Fido2Server(
        PublicKeyCredentialRpEntity(id="example.org", name="bench"),
        attestation=AttestationConveyancePreference.DIRECT,
        verify_attestation=OneAnchor(root),
    )
    for vector in vectors["vectors"]:
        made, client = (bytes.fromhex(vector["registration"][name]) for name in ("attestationObject", "clientDataJSON"))
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
        yield (
            f"registration/{vector['name']}",
            {
                "py_webauthn": functools.partial(
                    webauthn.verify_registration_response,
                    credential=response,
                    expected_challenge=challenge,
                    expected_rp_id="example.org",
                    expected_origin="https://example.org",
                    pem_root_certs_bytes_by_fmt=anchors,
                ),
                "python_fido2": functools.partial(complete, party, state, response),
            },
        )


def complete(party, state, response):
    """The library takes members out of the state it is given."""
    return party.register_complete(dict(state), response)


def assertions():
    """The same assertion for both libraries."""
    cose, response = assertion()
    server = Fido2Server(PublicKeyCredentialRpEntity(id=RP_ID, name="bench"))
    known = AttestedCredentialData.create(bytes(16), CREDENTIAL_ID, cose)
    state = {"challenge": websafe_encode(CHALLENGE), "user_verification": "required"}
    yield (
        "assertion/es256",
        {
            "py_webauthn": functools.partial(
                webauthn.verify_authentication_response,
                credential=response,
                expected_challenge=CHALLENGE,
                expected_rp_id=RP_ID,
                expected_origin=ORIGIN,
                credential_public_key=cbor.encode(cose),
                credential_current_sign_count=0,
                require_user_verification=True,
            ),
            "python_fido2": lambda: server.authenticate_complete(dict(state), [known], response),
        },
    )


def run(tools, sizes):
    """Rates by operation and library; where a library refuses what ours accepts, why."""
    found = {"per_core_second": {}, "refused": {}}
    ceremonies = list(assertions())
    file = pathlib.Path(tools.vectors) / "webauthn_l3.json"
    if file.is_file():
        ceremonies += registrations(json.loads(file.read_text()))
    for name, libraries in ceremonies:
        for library, verify in libraries.items():
            try:
                verify()
            except Exception as error:  # Each library refuses in its own ways.
                found["refused"].setdefault(name, {})[library] = f"{type(error).__name__}: {error}"
                continue
            found["per_core_second"].setdefault(name, {})[library] = rate(verify, sizes.peer_seconds)
    return found
