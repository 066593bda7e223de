"""A person with more than one browser: which enrollments this one can pay from, and that it may always enroll."""

from playwright.sync_api import expect

from shopper import Shopper
from trial import trial
from visit import LANGUAGES
from words import AT_ONCE

HERE = {"pt-BR": "Deste navegador", "en": "From this browser"}
ELSEWHERE = {"pt-BR": "De outro lugar", "en": "From elsewhere"}
WARNING = {"pt-BR": "outro lugar", "en": "made elsewhere"}


@trial(language=LANGUAGES)
def another_browser_is_warned_and_enrolls_itself(world, language):
    enrolled = world.enrolled(person=4)
    with world.visit(language) as visit:
        shopper = Shopper(visit, 4)
        shopper.enters()
        expect(visit.page.get_by_role("main")).to_contain_text(WARNING[language])
        visit.goto("/shop/devices")
        expect(shopper.link("enroll")).to_be_visible()
        own = shopper.enrolls(AT_ONCE)
        visit.goto("/shop")
        visit.on("shop-catalogue")
        choices = visit.page.get_by_role("combobox").first.locator("option")
        listed = choices.evaluate_all("all => all.map(option => [option.parentElement.label, option.value])")
        assert listed[0] == [HERE[language], own], listed[:2]
        theirs = [label for label, value in listed if value == enrolled.id]
        assert len(theirs) == 1 and theirs[0].startswith(ELSEWHERE[language]), listed
        expect(shopper.link("enroll")).to_be_visible()


@trial()
def a_passkey_that_comes_along_pays_in_another_browser(world):
    """As with a security key: the page warns, and the payment succeeds."""
    enrolled = world.enrolled()
    with world.visit("en", {"transport": "usb", "credentials": world.copied(enrolled.credentials)}) as visit:
        shopper = Shopper(visit)
        shopper.enters()
        visit.enrollment = enrolled.id
        shopper.buys("coffee")
        expect(visit.page.get_by_role("main")).to_contain_text(WARNING["en"])
        shopper.presses_pay()
        visit.on("order-paid")


@trial()
def a_browser_that_enrolled_is_not_warned(world):
    with world.enrolled_visit("en") as visit:
        shopper = Shopper(visit)
        shopper.buys("coffee")
        assert WARNING["en"] not in visit.page.get_by_role("main").inner_text()
        visit.goto("/shop/devices")
        button = shopper.revoke_button(visit.enrollment)
        row = visit.page.get_by_role("row").filter(has=button)
        expect(row.get_by_role("cell", name="In this browser")).to_be_visible()
        expect(button).to_be_visible()
