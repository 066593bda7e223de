"""Credentials of our authenticator, verified by python-fido2 (Yubico)."""

import os
import sys

from fido2.attestation import Attestation
from fido2.server import Fido2Server
from fido2.webauthn import (
    AttestationConveyancePreference,
    AttestationObject,
    PublicKeyCredentialRpEntity,
    UserVerificationRequirement,
)
from fido2.cose import CoseKey
from fido2.utils import sha256

from oracle import Oracle, Tally, creation_options, decode, flip, request_options

ORIGIN = "https://bank.example"


def server():
    return Fido2Server(
        PublicKeyCredentialRpEntity(id="bank.example", name="Bank"),
        attestation=AttestationConveyancePreference.DIRECT,
        verify_origin=lambda origin: origin == ORIGIN,
    )


def state(challenge):
    from oracle import encode

    return {"challenge": encode(challenge), "user_verification": UserVerificationRequirement.REQUIRED}


def main(path):
    oracle, tally = Oracle(path), Tally()
    for algorithm in (-7, -8, -257):
        for attestation in ("none", "direct"):
            name = f"algorithm {algorithm}, attestation {attestation}"
            challenge = os.urandom(32)
            created = oracle.must(
                "create", options=creation_options(challenge, algorithm, attestation), attestation="packed"
            )["credential"]
            found = []
            tally.check(
                f"registration, {name}",
                lambda: found.append(server().register_complete(state(challenge), created)),
            )
            tally.refuses(
                f"registration for another challenge, {name}",
                lambda: server().register_complete(state(os.urandom(32)), created),
            )
            response = created["response"]
            attested = AttestationObject(decode(response["attestationObject"]))

            def statement():
                kind = Attestation.for_type(attested.fmt)()
                kind.verify(attested.att_stmt, attested.auth_data, sha256(decode(response["clientDataJSON"])))
                return attested.fmt == ("none" if attestation == "none" else "packed")

            tally.check(f"attestation statement, {name}", statement)
            tally.check(
                f"flags and model, {name}",
                lambda: attested.auth_data.flags == 0x45
                and str(attested.auth_data.credential_data.aaguid) == "bc600be4-ffd8-453b-9858-6c500e30a66c"
                and isinstance(CoseKey.parse(dict(attested.auth_data.credential_data.public_key)), CoseKey),
            )
            if not found:
                continue
            credential = found[0].credential_data
            for count in (1, 2, 3):
                challenge = os.urandom(32)
                assertion = oracle.must("get", options=request_options(challenge, [created["id"]]))["credential"]
                tally.check(
                    f"assertion {count}, {name}",
                    lambda: server().authenticate_complete(state(challenge), [credential], assertion) == credential,
                )
                tally.check(
                    f"counter {count}, {name}",
                    lambda: int.from_bytes(decode(assertion["response"]["authenticatorData"])[33:37], "big") == count,
                )
                for member in ("signature", "authenticatorData"):
                    changed = {**assertion, "response": {**assertion["response"]}}
                    changed["response"][member] = flip(assertion["response"][member], -1)
                    tally.refuses(
                        f"assertion {count} with changed {member}, {name}",
                        lambda: server().authenticate_complete(state(challenge), [credential], changed),
                    )
    oracle.close()
    tally.end()


if __name__ == "__main__":
    main(sys.argv[1])
