"""Discoverable and excluded credentials: our authenticator's answers, verified by python-fido2 and py_webauthn."""

import os
import sys

from fido2.server import Fido2Server
from fido2.webauthn import PublicKeyCredentialRpEntity, RegistrationResponse, UserVerificationRequirement
from webauthn import verify_authentication_response, verify_registration_response
from webauthn.helpers import parse_authentication_credential_json
from webauthn.helpers.cose import COSEAlgorithmIdentifier

from oracle import Oracle, Tally, creation_options, decode, encode, request_options

ORIGIN = "https://bank.example"


def server():
    return Fido2Server(
        PublicKeyCredentialRpEntity(id="bank.example", name="Bank"), verify_origin=lambda origin: origin == ORIGIN
    )


def state(challenge):
    return {"challenge": encode(challenge), "user_verification": UserVerificationRequirement.REQUIRED}


class Account:
    """One user's registration, verified by both libraries."""

    def __init__(self, oracle, name, algorithm, now, resident="required"):
        self.name, self.handle = name, name.encode()
        challenge = os.urandom(32)
        options = creation_options(challenge, algorithm, user=self.handle)
        options["user"]["name"] = name
        options["authenticatorSelection"]["residentKey"] = resident
        options["extensions"] = {"credProps": True}
        self.created = oracle.must("create", options=options, now=now)["credential"]
        self.id = self.created["id"]
        self.fido2 = server().register_complete(state(challenge), self.created).credential_data
        self.duo = verify_registration_response(
            credential=self.created,
            expected_challenge=challenge,
            expected_rp_id="bank.example",
            expected_origin=ORIGIN,
            require_user_verification=True,
            supported_pub_key_algs=[COSEAlgorithmIdentifier(algorithm)],
        )

    def is_discoverable(self):
        parsed = RegistrationResponse.from_dict(self.created)
        return parsed.client_extension_results["credProps"]["rk"]

    def count(self, assertion, challenge):
        """The counter of the user's assertion; throws unless both libraries take it and it names the user."""
        accounts = [self.fido2]
        if server().authenticate_complete(state(challenge), accounts, assertion) != self.fido2:
            raise AssertionError("python-fido2 found another credential")
        if parse_authentication_credential_json(assertion).response.user_handle != self.handle:
            raise AssertionError("the user handle is another")
        return verify_authentication_response(
            credential=assertion,
            expected_challenge=challenge,
            expected_rp_id="bank.example",
            expected_origin=ORIGIN,
            credential_public_key=self.duo.credential_public_key,
            credential_current_sign_count=0,
            require_user_verification=True,
        ).new_sign_count


def refused(oracle, reason, op, **members):
    answer = oracle.ask(op, **members)
    if answer["ok"] or answer["refusal"] != reason:
        raise AssertionError(f"{answer}; expected {reason}")


def discoverable(path, tally, algorithm):
    oracle = Oracle(path)
    # Registered in this order, so that the second is the newer one; the third is none that signs unnamed.
    ana = Account(oracle, "ana", algorithm, 10)
    rui = Account(oracle, "rui", algorithm, 20)
    zoe = Account(oracle, "zoe", algorithm, 30, resident="discouraged")

    def get(ids, **members):
        challenge = os.urandom(32)
        options = request_options(challenge, ids)
        return challenge, oracle.must("get", options=options, **members)["credential"]

    def signs(signer, expected, ids, **members):
        challenge, assertion = get(ids, **members)
        return assertion["id"] == signer.id and signer.count(assertion, challenge) == expected

    def check(name, body):
        tally.check(f"{name}, algorithm {algorithm}", body)

    check("credProps", lambda: [each.is_discoverable() for each in (ana, rui, zoe)] == [True, True, False])
    for count in (1, 2, 3):
        check(f"the newest signs, {count}", lambda: signs(rui, count, []))
    check("the chosen one signs, with a counter of its own", lambda: signs(ana, 1, [], account="ana"))
    check(
        "one that is not discoverable is not offered",
        lambda: refused(oracle, "user_cancelled", "get", options=request_options(os.urandom(32), []), account="zoe"),
    )
    check("one that is not discoverable signs when it is named", lambda: signs(zoe, 1, [zoe.id]))
    check("the first that is named signs", lambda: signs(ana, 2, [encode(b"x"), ana.id, rui.id]))
    again = Account(oracle, "rui", algorithm, 40)
    check("a user's new credential takes the place of the old one", lambda: signs(again, 1, []))
    check(
        "the old one is gone",
        lambda: refused(oracle, "no_credential", "get", options=request_options(os.urandom(32), [rui.id])),
    )
    elsewhere = {**request_options(os.urandom(32), []), "rpId": "other.example"}
    check("another relying party finds none", lambda: refused(oracle, "no_credential", "get", options=elsewhere))
    oracle.close()


def excluded(path, tally, algorithm):
    oracle = Oracle(path)
    ana = Account(oracle, "ana", algorithm, 10, resident="discouraged")
    listed = {"type": "public-key", "id": ana.id}

    def options(**changes):
        base = creation_options(os.urandom(32), algorithm, user=b"new")
        return {**base, "excludeCredentials": [{**listed, "id": encode(b"x")}, listed], **changes}

    def check(name, body):
        tally.check(f"{name}, algorithm {algorithm}", body)

    check("an excluded credential", lambda: refused(oracle, "credential_excluded", "create", options=options()))
    check(
        "presence is consent enough to say so",
        lambda: refused(oracle, "credential_excluded", "create", options=options(), gesture="present"),
    )
    check(
        "without consent nothing is said",
        lambda: refused(oracle, "user_cancelled", "create", options=options(), gesture="cancelled"),
    )
    check(
        "the same list excludes nothing elsewhere",
        lambda: oracle.must("create", options=options(rp={"id": "other.example", "name": "Other"})),
    )
    check(
        "credentials of another kind exclude nothing",
        lambda: oracle.must("create", options=options(excludeCredentials=[{**listed, "type": "future"}])),
    )
    oracle.close()


def main(path):
    tally = Tally()
    for algorithm in (-7, -8, -257):
        discoverable(path, tally, algorithm)
        excluded(path, tally, algorithm)
    tally.end()


if __name__ == "__main__":
    main(sys.argv[1])
