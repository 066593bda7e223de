"""Ceremonies that the person, or the authenticator, does not finish."""

from playwright.sync_api import expect

from shopper import Shopper
from trial import trial
from visit import LANGUAGES


@trial(language=LANGUAGES)
def a_refused_fingerprint_at_registration_may_be_tried_again(world, language):
    with world.visit(language) as visit:
        shopper = Shopper(visit)
        enrollment = shopper.comes_to_the_passkey()
        visit.authenticator.agrees(False)
        visit.page.locator("#register").click()
        expect(visit.alert).to_be_visible()
        assert visit.screen == "enrollment-register"
        assert world.enrollment(enrollment)["status"] == "PENDING"
        visit.authenticator.agrees(True)
        shopper.registers()


@trial(language=LANGUAGES)
def a_refused_fingerprint_at_payment_may_be_tried_again(world, language):
    with world.enrolled_visit(language) as visit:
        shopper = Shopper(visit)
        order = shopper.buys("coffee")
        visit.authenticator.agrees(False)
        shopper.presses_pay()
        expect(visit.alert).to_be_visible()
        assert visit.screen == "order-confirm"
        assert world.intent(order)["status"] == "PENDING"
        visit.authenticator.agrees(True)
        shopper.presses_pay()
        visit.on("order-paid")


@trial()
def an_authenticator_without_the_passkey_pays_nothing(world):
    with world.enrolled_visit("en") as visit:
        shopper = Shopper(visit)
        credentials = visit.authenticator.credentials
        order = shopper.buys("coffee")
        visit.authenticator.remove()
        visit.plug_in()
        shopper.presses_pay()
        expect(visit.alert).to_be_visible()
        assert world.intent(order)["status"] == "PENDING"
        visit.authenticator.remove()
        visit.plug_in(credentials=world.copied(credentials))
        shopper.presses_pay()
        visit.on("order-paid")


@trial()
def a_person_without_any_authenticator_comes_back_by_a_reload(world):
    """The browser asks for one and waits; a person who gives up and reloads the page is back at the same step."""
    with world.visit("en") as visit:
        shopper = Shopper(visit)
        shopper.comes_to_the_passkey()
        visit.authenticator.remove()
        visit.page.locator("#register").click()
        expect(visit.page.locator("#register")).to_be_disabled()
        visit.page.reload()
        visit.on("enrollment-register")
        visit.plug_in()
        shopper.registers()


@trial(script=["create", "get"])
def a_browser_that_knows_no_passkeys_is_told_so(world, script):
    visit = world.visit("en") if script == "create" else world.enrolled_visit("en")
    with visit:
        shopper = Shopper(visit)
        visit.page.add_init_script("delete window.PublicKeyCredential;")
        if script == "create":
            shopper.comes_to_the_passkey()
        else:
            shopper.buys("coffee")
        expect(visit.alert).to_be_visible()
        expect(visit.page.locator("#register, #pay")).to_be_disabled()


@trial()
def the_same_authenticator_may_enroll_again(world):
    """A second passkey for another enrollment is another credential."""
    with world.visit("en") as visit:
        shopper = Shopper(visit)
        first = shopper.enrolls()
        shopper.goes_to_the_banks()
        second = shopper.chooses(1)
        shopper.holder.signs_in()
        shopper.holder.allows()
        visit.on("enrollment-register")
        shopper.registers()
        assert first != second and len(visit.authenticator.credentials) == 2
