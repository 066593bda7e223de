"""Kinds of authenticators, and keys other than the first that the bank offers."""

import base64
import hashlib

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import load_der_private_key

from altered import answer_by, ask_for
from own_authenticator import OwnAuthenticator
from shopper import Shopper
from trial import trial

ES256, RS256 = -7, -257


def algorithm(visit):
    """Of the credential that the browser made."""
    private = visit.authenticator.credentials[0]["privateKey"]
    key = load_der_private_key(base64.b64decode(private), None)
    return ES256 if isinstance(key, ec.EllipticCurvePrivateKey) else RS256


@trial(transport=["internal", "usb"], wanted=[ES256, RS256])
def this_kind_of_authenticator_enrolls_and_pays(world, transport, wanted):
    resident = transport == "internal"
    with world.visit("en", {"transport": transport, "hasResidentKey": resident}) as visit:
        ask_for(visit, algorithms=[wanted])
        visit.expect("default algorithm identifiers")  # Chromium's advice to ask for both
        shopper = Shopper(visit)
        shopper.enrolls()
        sent = visit.posted("/confirm", "credential")
        assert algorithm(visit) == wanted, "another algorithm was used"
        expected = "platform" if transport == "internal" else "cross-platform"
        assert sent["authenticatorAttachment"] == expected, sent["authenticatorAttachment"]
        shopper.pays()


@trial()
def an_authenticator_that_cannot_verify_its_user_enrolls_nobody(world):
    with world.visit("en", {"transport": "usb", "hasUserVerification": False, "isUserVerified": False}) as visit:
        shopper = Shopper(visit)
        enrollment = shopper.comes_to_the_passkey()
        visit.page.locator("#register").click()
        visit.alert.wait_for()
        assert world.enrollment(enrollment)["status"] == "PENDING"


@trial()
def a_registration_without_user_verification_is_refused_by_the_server(world):
    with world.visit("en") as visit:
        answer_by(visit, OwnAuthenticator(world.base_url, verifies=False))
        shopper = Shopper(visit)
        shopper.comes_to_the_passkey()
        visit.page.locator("#register").click()
        visit.on("enrollment-failed")
        assert visit.reason == "fido_failed", visit.reason


@trial()
def a_payment_without_user_verification_is_refused_by_the_server(world):
    """The page's script requests verification; the server refuses the result of a script that does not."""
    with world.enrolled_visit("en") as visit:
        ask_for(visit, verification="discouraged")
        shopper = Shopper(visit)
        shopper.buys("coffee")
        visit.authenticator.agrees(False)
        shopper.presses_pay()
        visit.on("order-failed")
        assert visit.reason == "biometric_validation_error", visit.reason


@trial()
def a_credential_sent_to_the_shop_names_this_origin(world):
    with world.enrolled_visit("en") as visit:
        Shopper(visit).pays()
        sent = visit.posted("/authorize", "assertion")
        data = base64.urlsafe_b64decode(sent["response"]["authenticatorData"] + "==")
        assert data[:32] == hashlib.sha256(b"localhost").digest()
        assert data[32] & 0b101 == 0b101, f"flags {data[32]:#x}"
