"""Attestations with certificates: python-fido2 and py_webauthn agree with us on the specification's vectors."""

import json
import os
import pathlib
import sys

import webauthn
from cbor2 import dumps, loads
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding
from datetime import datetime
from fido2.attestation import Attestation, AttestationVerifier, UntrustedAttestation
from fido2.utils import sha256
from fido2.webauthn import AttestationObject
from webauthn.helpers.exceptions import InvalidRegistrationResponse
from webauthn.helpers.structs import AttestationFormat

from oracle import Oracle, Tally, encode

# Vectors that each library refuses whoever signed: unknown formats, and vectors that it refuses for its own reasons
# (a maker of TPMs that is in no list, a U2F key with a model, an Android key with one certificate, algorithms).
PYTHON_FIDO2 = {"packed-es256", "packed-es384", "packed-rs256", "packed-eddsa", "apple-es256", "fido-u2f-es256"}
PY_WEBAUTHN = {"packed-es256", "packed-rs256", "packed-eddsa", "apple-es256"}


class Refused(Exception):
    """Our refusal, by its stable name."""


class OneAnchor(AttestationVerifier):
    def __init__(self, root):
        super().__init__()
        self.root = root

    def ca_lookup(self, attestation_result, auth_data):
        return self.root


def vectors_folder():
    named = os.environ.get("CHAVE_VECTORS")
    return pathlib.Path(named) if named else pathlib.Path(__file__).parents[3] / "shared" / "vectors"


def another_authority(root):
    """A certificate with the root's own name and another key."""
    name = x509.load_der_x509_certificate(root).subject
    key = ec.generate_private_key(ec.SECP256R1())
    builder = x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key())
    builder = builder.serial_number(1).not_valid_before(datetime(2024, 1, 1)).not_valid_after(datetime(2050, 1, 1))
    builder = builder.add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
    return builder.sign(key, hashes.SHA256()).public_bytes(Encoding.DER)


class Registration:
    def __init__(self, vector):
        self.name = vector["name"]
        self.object = bytes.fromhex(vector["registration"]["attestationObject"])
        self.client_data = bytes.fromhex(vector["registration"]["clientDataJSON"])
        self.challenge = bytes.fromhex(vector["registration"]["challenge"])
        self.attested = loads(self.object)

    @property
    def has_chain(self):
        return "x5c" in self.attested["attStmt"]

    def with_certificates(self, change):
        other = object.__new__(Registration)
        other.__dict__.update(self.__dict__)
        statement = {**self.attested["attStmt"], "x5c": change(list(self.attested["attStmt"]["x5c"]))}
        other.attested = {**self.attested, "attStmt": statement}
        other.object = dumps(other.attested, canonical=True)
        return other

    def json(self):
        identifier = encode(AttestationObject(self.object).auth_data.credential_data.credential_id)
        return {
            "id": identifier,
            "rawId": identifier,
            "type": "public-key",
            "response": {"clientDataJSON": encode(self.client_data), "attestationObject": encode(self.object)},
            "clientExtensionResults": {},
        }

    def by_python_fido2(self, root):
        attested = AttestationObject(self.object)
        Attestation.for_type(attested.fmt)()  # It knows the format.
        OneAnchor(root).verify_attestation(attested, sha256(self.client_data))

    def by_py_webauthn(self, root):
        pem = x509.load_der_x509_certificate(root).public_bytes(Encoding.PEM)
        webauthn.verify_registration_response(
            credential=self.json(),
            expected_challenge=self.challenge,
            expected_rp_id="example.org",
            expected_origin="https://example.org",
            pem_root_certs_bytes_by_fmt={each: [pem] for each in AttestationFormat if each.value != "none"},
        )

    def by_us(self, oracle, root):
        """Throws our refusal when it does not verify down to that root."""
        pem = x509.load_der_x509_certificate(root).public_bytes(Encoding.PEM).decode()
        answer = oracle.ask(
            "debug",
            request={
                "ceremony": "registration",
                "rpId": "example.org",
                "origins": ["https://example.org"],
                "challenge": encode(self.challenge),
                "userVerification": "preferred",
                "attestation": {"formats": [self.attested["fmt"]], "trustAnchors": [pem]},
                "credential": self.json(),
            },
        )["verdict"]
        if not answer["verified"]:
            raise Refused(answer["refusal"])


def damaged(certificates):
    """The leaf with another bit in its authority's signature, which stands at its end."""
    leaf = bytearray(certificates[0])
    leaf[-1] ^= 1
    return [bytes(leaf), *certificates[1:]]


def refuses(tally, name, verify):
    """Holds when the certificates are refused, and by us for no other reason."""

    def body():
        try:
            verify()
        except Refused as refusal:
            return str(refusal) == "attestation_chain_not_trusted"
        except (InvalidRegistrationResponse, UntrustedAttestation):
            return True
        return False

    tally.check(name, body)


def main(path):
    file = vectors_folder() / "webauthn_l3.json"
    if not file.is_file():
        print("the vectors are not there, so that there is nothing to compare")
        print("0 passed, 0 failed, 1 skipped")
        return
    oracle, tally = Oracle(path), Tally()
    data = json.loads(file.read_text())
    root = bytes.fromhex(data["attestation_root"]["attestation_ca_cert"])
    other = another_authority(root)
    registrations = [each for each in map(Registration, data["vectors"]) if each.has_chain]
    tally.check("there are chains", lambda: len(registrations) == 8)
    for each in registrations:
        verifiers = {"ours": lambda one, anchor: one.by_us(oracle, anchor)}
        if each.name in PYTHON_FIDO2:
            verifiers["python-fido2"] = Registration.by_python_fido2
        if each.name in PY_WEBAUTHN:
            verifiers["py_webauthn"] = Registration.by_py_webauthn
        broken = each.with_certificates(damaged)
        rooted = each.with_certificates(lambda certificates: [*certificates, other])
        for name, verify in verifiers.items():
            tally.check(f"{name}: {each.name} leads to the root", lambda: verify(each, root))
            refuses(tally, f"{name}: {each.name} leads to no root of the same name", lambda: verify(each, other))
            refuses(tally, f"{name}: {each.name} with a damaged certificate", lambda: verify(broken, root))
            if each.attested["fmt"] == "fido-u2f":
                continue  # It has one certificate and no more.
            refuses(tally, f"{name}: {each.name} brings its own root", lambda: verify(rooted, other))
            if name != "python-fido2":  # It takes the certificates in their order and no others.
                tally.check(f"{name}: {each.name} may bring more than it needs", lambda: verify(rooted, root))
    oracle.close()
    tally.end()


if __name__ == "__main__":
    main(sys.argv[1])
