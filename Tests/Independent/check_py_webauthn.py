"""Credentials of our authenticator, verified by py_webauthn (Duo)."""

import os
import sys

from webauthn import verify_authentication_response, verify_registration_response
from webauthn.helpers.cose import COSEAlgorithmIdentifier

from oracle import Oracle, Tally, creation_options, encode, flip, request_options

ORIGIN = "https://bank.example"


def register(response, challenge, algorithm, **changes):
    arguments = {
        "credential": response,
        "expected_challenge": challenge,
        "expected_rp_id": "bank.example",
        "expected_origin": ORIGIN,
        "require_user_verification": True,
        "supported_pub_key_algs": [COSEAlgorithmIdentifier(algorithm)],
    }
    return verify_registration_response(**{**arguments, **changes})


def authenticate(response, challenge, registration, count, **changes):
    arguments = {
        "credential": response,
        "expected_challenge": challenge,
        "expected_rp_id": "bank.example",
        "expected_origin": ORIGIN,
        "credential_public_key": registration.credential_public_key,
        "credential_current_sign_count": count,
        "require_user_verification": True,
    }
    return verify_authentication_response(**{**arguments, **changes})


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
                f"registration, {name}", lambda: found.append(register(created, challenge, algorithm))
            )
            tally.refuses(
                f"registration for another challenge, {name}",
                lambda: register(created, os.urandom(32), algorithm),
            )
            tally.refuses(
                f"registration at another origin, {name}",
                lambda: register(created, challenge, algorithm, expected_origin="https://evil.example"),
            )
            if not found:
                continue
            registration = found[0]
            tally.check(
                f"what the registration says, {name}",
                lambda: registration.fmt == ("none" if attestation == "none" else "packed")
                and registration.user_verified
                and not registration.credential_backed_up
                and registration.credential_device_type == "single_device"
                and registration.aaguid == "bc600be4-ffd8-453b-9858-6c500e30a66c"
                and encode(registration.credential_id) == created["id"],
            )
            for count in (1, 2, 3):
                challenge = os.urandom(32)
                assertion = oracle.must("get", options=request_options(challenge, [created["id"]]))["credential"]
                tally.check(
                    f"assertion {count}, {name}",
                    lambda: authenticate(assertion, challenge, registration, count - 1).new_sign_count == count,
                )
                tally.refuses(
                    f"assertion {count} seen as a clone, {name}",
                    lambda: authenticate(assertion, challenge, registration, count),
                )
                changed = {**assertion, "response": {**assertion["response"]}}
                changed["response"]["signature"] = flip(assertion["response"]["signature"], -1)
                tally.refuses(
                    f"assertion {count} with changed signature, {name}",
                    lambda: authenticate(changed, challenge, registration, count - 1),
                )
    present(oracle, tally)
    oracle.close()
    tally.end()


def present(oracle, tally):
    """Presence alone: the flag shows it, and a relying party that requires verification refuses."""
    challenge = os.urandom(32)
    created = oracle.must(
        "create", options=creation_options(challenge, -7, verification="discouraged"), gesture="present"
    )["credential"]
    tally.refuses("presence where verification is required", lambda: register(created, challenge, -7))
    tally.check(
        "presence where it is enough",
        lambda: not register(created, challenge, -7, require_user_verification=False).user_verified,
    )


if __name__ == "__main__":
    main(sys.argv[1])
