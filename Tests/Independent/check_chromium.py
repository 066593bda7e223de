"""Credentials of Chromium's virtual authenticators, verified by our relying party."""

import json
import os
import signal
import sys

from cbor2 import loads

from oracle import Oracle, Tally, decode, encode, flip
from webdriver import Browser, serve_page

ALGORITHMS = {"ES256": -7, "RS256": -257, "EdDSA": -8}
FORMATS = {"none", "packed with certificate", "fido-u2f with certificate"}
KNOWN_MEMBERS = {"type", "challenge", "origin", "crossOrigin", "topOrigin"}

CREATE = """
const options = PublicKeyCredential.parseCreationOptionsFromJSON(args[0]);
return (await navigator.credentials.create({publicKey: options})).toJSON();
"""
GET = """
const options = PublicKeyCredential.parseRequestOptionsFromJSON(args[0]);
return (await navigator.credentials.get({publicKey: options})).toJSON();
"""


def client_data(credential):
    return json.loads(decode(credential["response"]["clientDataJSON"]))


class Case:
    """One authenticator, one algorithm, one kind of attestation: a registration, then two assertions."""

    def __init__(self, browser, oracle, tally, origin):
        self.browser, self.oracle, self.tally, self.origin = browser, oracle, tally, origin
        self.formats, self.members, self.extended = set(), set(), 0

    def run(self, name, algorithm, attestation, verification, **authenticator):
        identifier = self.browser.add_authenticator(
            **{"transport": "usb", "isUserConsenting": True, "isUserVerified": True, **authenticator}
        )
        try:
            self._ceremonies(name, algorithm, attestation, verification, authenticator)
        finally:
            self.browser.remove_authenticator(identifier)

    def _ceremonies(self, name, algorithm, attestation, verification, authenticator):
        resident = authenticator.get("hasResidentKey", False)
        challenge = os.urandom(32)
        made = []
        self.tally.check(
            f"{name}: the browser makes a credential",
            lambda: made.append(
                self.browser.script(CREATE, self._creation(challenge, algorithm, attestation, verification, resident))
            ),
        )
        if not made:
            return
        created = made[0]
        self._notice(created)
        stored = []

        def holds():
            stored.append(self._register(created, challenge, verification))
            return stored[0]["algorithm"] == algorithm

        self.tally.check(f"{name}: registration", holds)
        self.tally.check(
            f"{name}: registration for another challenge is refused",
            lambda: self._refusal("Registration", os.urandom(32), verification, created) == "challenge_mismatch",
        )
        for count in (1, 2):
            if stored:
                self._assert(f"{name}: assertion {count}", created["id"], stored[0], verification, resident)

    def _creation(self, challenge, algorithm, attestation, verification, resident):
        return {
            "rp": {"id": "localhost", "name": "Loja"},
            "user": {"id": encode(b"user-1"), "name": "ana", "displayName": "Ana"},
            "challenge": encode(challenge),
            "pubKeyCredParams": [{"type": "public-key", "alg": algorithm}],
            "attestation": attestation,
            "authenticatorSelection": {
                "userVerification": verification,
                "residentKey": "required" if resident else "discouraged",
            },
            # Our relying party requested none of these.
            "extensions": {"credProps": True, "minPinLength": True, "hmacCreateSecret": True},
        }

    def _ask(self, ceremony, challenge, verification, response, **more):
        return self.oracle.ask(
            f"verify{ceremony}",
            rpId="localhost",
            origins=[self.origin],
            challenge=encode(challenge),
            userVerification=verification,
            response=response,
            **more,
        )

    def _register(self, created, challenge, verification):
        answer = self._ask("Registration", challenge, verification, created)
        if not answer["ok"]:
            raise RuntimeError(f"{answer['refusal']} ({answer.get('step')})")
        return answer

    def _refusal(self, ceremony, challenge, verification, response, **more):
        return self._ask(ceremony, challenge, verification, response, **more)["refusal"]

    def _assert(self, name, identifier, stored, verification, resident):
        challenge = os.urandom(32)
        options = {
            "rpId": "localhost",
            "challenge": encode(challenge),
            "allowCredentials": [] if resident else [{"type": "public-key", "id": identifier}],
            "userVerification": verification,
        }
        made = []
        self.tally.check(f"{name}: the browser signs", lambda: made.append(self.browser.script(GET, options)))
        if not made:
            return
        known = {
            "publicKey": stored["publicKey"],
            "signCount": stored["signCount"],
            "backupEligible": stored["backupEligible"],
            "userHandle": encode(b"user-1"),
        }

        def holds():
            answer = self._ask("Authentication", challenge, verification, made[0], **known)
            if not answer["ok"]:
                raise RuntimeError(f"{answer['refusal']} ({answer.get('step')})")
            stored["signCount"] = answer["signCount"]

        self.members |= client_data(made[0]).keys()
        self.tally.check(name, holds)
        self.tally.check(
            f"{name} over a changed counter is refused",
            lambda: self._refusal("Authentication", challenge, verification, self._changed(made[0]), **known)
            == "signature_invalid",
        )

    @staticmethod
    def _changed(assertion):
        data = assertion["response"]["authenticatorData"]
        return {**assertion, "response": {**assertion["response"], "authenticatorData": flip(data, 33)}}

    def _notice(self, created):
        """Records the features that this browser sent, so that the run can report its coverage."""
        attested = loads(decode(created["response"]["attestationObject"]))
        self.formats.add(attested["fmt"] + (" with certificate" if "x5c" in attested["attStmt"] else ""))
        self.members |= client_data(created).keys()
        self.extended += attested["authData"][32] >> 7


def main(path):
    # Ended from outside, it still ends what it began.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    oracle, tally, page = Oracle(path), Tally(), serve_page()
    with Browser() as browser:
        origin = f"http://localhost:{page.server_port}"
        browser.open(origin)
        case = Case(browser, oracle, tally, origin)
        for name, algorithm in ALGORITHMS.items():
            for attestation in ("none", "direct"):
                for resident in (False, True):
                    case.run(
                        f"{name}, {attestation}, {'discoverable' if resident else 'listed'}",
                        algorithm,
                        attestation,
                        "required",
                        protocol="ctap2_1",
                        hasUserVerification=True,
                        hasResidentKey=resident,
                        extensions=["minPinLength"],
                    )
        for attestation in ("none", "direct"):
            case.run(f"U2F, {attestation}", -7, attestation, "discouraged", protocol="ctap1/u2f")
        # Chromium sometimes adds a member to client data, so that no server relies on a fixed set.
        for _ in range(30):
            if case.members - KNOWN_MEMBERS:
                break
            case.run("ES256 once more", -7, "none", "required", protocol="ctap2_1", hasUserVerification=True)
        print(f"seen: {sorted(case.formats)}, client data {sorted(case.members)}, {case.extended} with extensions")
        tally.check("every format was seen", lambda: FORMATS <= case.formats)
        tally.check("unknown client data was seen", lambda: bool(case.members - KNOWN_MEMBERS))
        tally.check("unsolicited extensions were seen", lambda: case.extended > 0)
    page.shutdown()
    oracle.close()
    tally.end()


if __name__ == "__main__":
    main(sys.argv[1])
