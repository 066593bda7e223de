"""Credentials of soft-webauthn, verified by our relying party. That device reports user presence only and supports
`none` and ES256, so requiring verification must fail.
"""

import os
import sys

from soft_webauthn import SoftWebauthnDevice

from oracle import Oracle, Tally, encode, flip

ORIGIN = "https://bank.example"
BASE = {"rpId": "bank.example", "origins": [ORIGIN], "userVerification": "preferred"}


def as_json(credential):
    """The dictionary of bytes as the standard's JSON."""
    response = {name: encode(value) for name, value in credential["response"].items() if value is not None}
    raw = encode(credential["rawId"])
    return {"id": raw, "rawId": raw, "type": credential["type"], "response": response}


def creation(challenge):
    return {
        "publicKey": {
            "rp": {"id": "bank.example", "name": "Bank"},
            "user": {"id": b"user-1", "name": "ana", "displayName": "Ana"},
            "challenge": challenge,
            "pubKeyCredParams": [{"alg": -7, "type": "public-key"}],
            "attestation": "none",
        }
    }


def refused(oracle, reason, op, **members):
    answer = oracle.ask(op, **members)
    if answer["ok"]:
        raise AssertionError(f"accepted; expected {reason}")
    if answer["refusal"] != reason:
        raise AssertionError(f"{answer['refusal']}; expected {reason}")


def main(path):
    oracle, tally = Oracle(path), Tally()
    for round_number in range(20):
        device, challenge = SoftWebauthnDevice(), os.urandom(32)
        created = as_json(device.create(creation(challenge), ORIGIN))
        asked = {**BASE, "challenge": encode(challenge), "response": created}
        found = []
        tally.check("registration", lambda: found.append(oracle.must("verifyRegistration", **asked)))
        tally.check(
            "registration without user verification",
            lambda: refused(
                oracle, "user_not_verified", "verifyRegistration", **{**asked, "userVerification": "required"}
            ),
        )
        tally.check(
            "registration for another challenge",
            lambda: refused(
                oracle, "challenge_mismatch", "verifyRegistration", **{**asked, "challenge": encode(os.urandom(32))}
            ),
        )
        tally.check(
            "registration at another origin",
            lambda: refused(
                oracle, "origin_not_allowed", "verifyRegistration", **{**asked, "origins": ["https://evil.example"]}
            ),
        )
        if not found:
            continue
        stored = {"publicKey": found[0]["publicKey"], "signCount": 0, "userHandle": encode(b"user-1")}
        for count in (1, 2, 3):
            challenge = os.urandom(32)
            options = {"publicKey": {"rpId": "bank.example", "challenge": challenge}}
            assertion = as_json(device.get(options, ORIGIN))
            asked = {**BASE, **stored, "challenge": encode(challenge), "response": assertion}
            tally.check(
                "assertion", lambda: oracle.must("verifyAuthentication", **asked)["signCount"] == count
            )
            tally.check(
                "assertion seen as a clone",
                lambda: refused(
                    oracle, "counter_not_advanced", "verifyAuthentication", **{**asked, "signCount": count}
                ),
            )
            changed = {**assertion, "response": {**assertion["response"]}}
            changed["response"]["signature"] = flip(assertion["response"]["signature"], -1)
            tally.check(
                "assertion with changed signature",
                lambda: refused(oracle, "signature_invalid", "verifyAuthentication", **{**asked, "response": changed}),
            )
            stored["signCount"] = count
    oracle.close()
    tally.end()


if __name__ == "__main__":
    main(sys.argv[1])
