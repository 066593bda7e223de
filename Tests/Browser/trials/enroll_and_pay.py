"""From the start page to the receipt by clicks."""

import re

from playwright.sync_api import expect

from shopper import Shopper
from trial import trial
from visit import LANGUAGES, PHONE
from words import AT_ONCE, COFFEE, END_TO_END, SLOW, UNRELIABLE


UNRELIABLE_SCREENS = ("problem", "bank-sign-in", "bank-approval", "enrollment-register", "enrollment-done")


@trial(language=LANGUAGES)
def a_person_enrolls_and_pays_by_clicks(world, language):
    with world.visit(language) as visit:
        shopper = Shopper(visit)
        shopper.enters()
        enrollment = shopper.enrolls(AT_ONCE)
        assert world.enrollment(enrollment)["status"] == "SUCCEEDED", "the page says enrolled before the server does"
        assert visit.page.locator("html").get_attribute("lang") == language
        shopper.link("catalogue").first.click()
        order = shopper.buys("coffee")
        expect(visit.page.get_by_role("main")).to_contain_text(COFFEE[language])
        shopper.presses_pay()
        visit.on("order-paid")
        receipt = visit.page.get_by_role("main").inner_text()
        intent = world.intent(order)
        paid = intent["payment_method_information"]["open_finance_biometric_pix"]["end_to_end_id"]
        assert intent["status"] == "SUCCEEDED" and intent["amount"] == "18.90", intent["status"]
        assert END_TO_END.search(receipt) and paid in receipt, f"the receipt does not show {paid}: {receipt!r}"
        visit.goto("/shop/orders")
        visit.on("shop-orders")
        assert visit.page.locator(f'a[href$="/shop/orders/{order}"]').count(), "the order is not in the list"


@trial()
def a_bank_that_needs_its_time_is_waited_for(world):
    with world.visit("en") as visit:
        shopper = Shopper(visit)
        shopper.enrolls(SLOW)
        shopper.pays()


@trial()
def a_bank_that_answers_503_now_and_then_is_asked_again(world):
    """The platform retries by itself, a person by the page's link."""
    with world.visit("en") as visit:
        visit.expect("503")
        shopper, steps = Shopper(visit), 0
        shopper.comes_back()
        shopper.goes_to_the_banks()
        shopper.bank_button(UNRELIABLE).click()
        while (screen := visit.on(*UNRELIABLE_SCREENS, patience=30_000)) != "enrollment-done" and steps < 20:
            steps += 1
            if screen == "problem":
                shopper.link("try again").click()
            elif screen == "bank-sign-in":
                shopper.holder.fills_in()
                shopper.holder.button("sign in").click()
            elif screen == "bank-approval":
                shopper.holder.allows()
            else:
                with visit.page.expect_navigation():  # the key is made first: until then the page stands as it was
                    visit.page.locator("#register").click()
            visit.page.wait_for_load_state("load")
        assert screen == "enrollment-done", f"still {screen} after {steps} steps"


@trial()
def a_person_that_nobody_has_heard_of_enters_with_cpf_and_name(world):
    with world.visit("en") as visit:
        shopper = Shopper(visit)
        shopper.enters_as("39053344705", "Zuleica")
        visit.on("shop-catalogue")
        shopper.button("leave the shop").click()
        visit.on("shop-person")


@trial()
def a_wrong_cpf_is_said_to_be_wrong_and_what_was_typed_stays(world):
    with world.visit("en") as visit:
        visit.expect_refusals()
        Shopper(visit).enters_as("11111111111", "Zuleica")
        visit.on("shop-person")
        expect(visit.alert).to_be_visible()
        expect(Shopper(visit).field("name")).to_have_value("Zuleica")


@trial(word=["ipe", "IPÊ"])
def a_bank_is_found_by_a_part_of_its_name(world, word):
    with world.visit("en") as visit:
        shopper = Shopper(visit)
        shopper.enters()
        shopper.goes_to_the_banks()
        shopper.field("search").fill(word)
        shopper.field("search").press("Enter")
        banks = visit.page.locator('form:has([name="institution"])')
        expect(banks).to_have_count(1)
        expect(banks.get_by_role("button")).to_contain_text("Banco Ipê")
        logo = banks.locator("img")
        assert logo.evaluate("image => image.complete && image.naturalWidth > 0"), "the bank's logo is not shown"


@trial(place=["granted", "denied"])
def the_location_goes_along_where_the_person_allows_it(world, place):
    where = {"geolocation": {"latitude": -23.5505, "longitude": -46.6333}, "permissions": ["geolocation"]}
    with world.visit("en", **(where if place == "granted" else {})) as visit:
        shopper = Shopper(visit)
        shopper.enters()
        shopper.goes_to_the_banks()
        shopper.button("place").click()
        expect(visit.page.locator("#located")).to_have_text(re.compile(r"\S"))
        shopper.chooses(AT_ONCE)
        signals = visit.posted("/shop/enrollments", "signals")
        known = "-23.55" in str(signals)
        assert known == (place == "granted"), f"signals {sorted(signals)}"


@trial(language=LANGUAGES)
def the_whole_way_fits_a_phone(world, language):
    with world.visit(language, viewport=PHONE, has_touch=True, is_mobile=True, device_scale_factor=2) as visit:
        shopper = Shopper(visit)
        shopper.enters()
        shopper.enrolls(AT_ONCE)
        shopper.pays("coffee")
