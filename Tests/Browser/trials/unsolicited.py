"""Unrequested additions of an authenticator or a browser are accepted."""

from altered import answer_by, ask_for
from own_authenticator import OwnAuthenticator
from shopper import Shopper
from trial import trial

UNASKED = {
    "create": {"credProps": True, "minPinLength": True, "hmacCreateSecret": True},
    "get": {"getCredBlob": True, "largeBlob": {"read": True}},
}


@trial()
def unknown_members_and_extensions_are_borne(world):
    with world.visit("en") as visit:
        authenticator = OwnAuthenticator(world.base_url, is_talkative=True)
        answer_by(visit, authenticator)
        shopper = Shopper(visit)
        shopper.enrolls()
        shopper.pays()
        assert authenticator.count == 1, "the browser's own authenticator signed"


@trial(transport=["internal", "usb"])
def extensions_that_chromium_answers_unasked_are_borne(world, transport):
    able = {"hasMinPinLength": True, "hasCredBlob": True, "hasLargeBlob": True}
    with world.visit("en", {"transport": transport, **able}) as visit:
        ask_for(visit, extensions=UNASKED)
        shopper = Shopper(visit)
        shopper.enrolls()
        sent = visit.posted("/confirm", "credential")
        assert sent["clientExtensionResults"], "Chromium answered no extension"
        shopper.pays()
