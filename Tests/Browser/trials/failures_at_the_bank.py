"""Enrollments that end before there is a passkey, and the messages to the person."""

import urllib.parse

from playwright.sync_api import expect

from shopper import Shopper
from trial import trial
from visit import LANGUAGES
from words import AT_ONCE, BY_POLICY, LOW_LIMITS


def says_what_to_do(visit):
    """A failure has a sentence and a way on that can be pressed."""
    main = visit.page.get_by_role("main")
    said = " ".join(main.get_by_role("paragraph").all_inner_texts())
    assert said, "nothing is said about what happened"
    ways = main.get_by_role("link").count() + main.get_by_role("button").count()
    assert ways, f"there is no way on from {said!r}"


@trial(language=LANGUAGES)
def a_person_who_refuses_at_the_bank_is_told_so(world, language):
    with world.visit(language) as visit:
        shopper = Shopper(visit)
        enrollment = shopper.begins()
        shopper.holder.signs_in()
        shopper.holder.refuses()
        visit.on("enrollment-failed")
        assert visit.reason == "rejected_by_user" == world.enrollment(enrollment)["status_reason_code"]
        says_what_to_do(visit)


@trial()
def a_bank_that_rejects_by_policy_is_named_as_the_reason(world):
    """Whether the callback comes first or the bank's own notification."""
    with world.visit("en") as visit:
        shopper = Shopper(visit)
        enrollment = shopper.begins(BY_POLICY)
        shopper.holder.signs_in()
        shopper.holder.allows()
        visit.on("enrollment-failed")
        assert visit.reason == "institution_policy" == world.enrollment(enrollment)["status_reason_code"]
        says_what_to_do(visit)
        expect(visit.page.get_by_role("main")).to_contain_text("The bank's policy does not allow this enrollment.")


@trial()
def somebody_else_at_the_bank_ends_the_enrollment(world):
    with world.visit("en") as visit:
        shopper, other = Shopper(visit, 1), Shopper(visit, 2)
        enrollment = shopper.begins()
        other.holder.signs_in()
        other.holder.allows()
        visit.on("enrollment-failed")
        assert visit.reason == "holder_mismatch" == world.enrollment(enrollment)["status_reason_code"]
        says_what_to_do(visit)
        expect(visit.page.get_by_role("main")).to_contain_text("is not the person who buys here")


@trial(language=LANGUAGES)
def a_wrong_password_may_be_typed_again_beside_the_cpf_that_stays(world, language):
    with world.visit(language) as visit:
        visit.expect_refusals()
        shopper = Shopper(visit)
        shopper.begins()
        shopper.holder.fills_in(password="senha-9")
        shopper.holder.button("sign in").click()
        expect(visit.alert).to_be_visible()
        expect(shopper.holder.field("cpf")).to_have_value(shopper.holder.cpf)
        expect(shopper.holder.field("password")).to_be_empty()
        shopper.holder.field("password").fill(shopper.holder.password)
        shopper.holder.button("sign in").click()
        visit.on("bank-approval")


@trial()
def a_limit_that_is_no_amount_is_said_to_be_wrong(world):
    with world.visit("en") as visit:
        visit.expect_refusals()
        shopper = Shopper(visit)
        shopper.begins()
        shopper.holder.signs_in()
        for limit in ("abc", "-1", "0"):
            with visit.page.expect_response("**/decision") as answer:
                shopper.holder.allows(limit=limit)
            assert answer.value.status == 422, limit
            expect(visit.alert).to_be_visible()
            visit.on("bank-approval")
        shopper.holder.allows(limit="50")
        visit.on("enrollment-register")


@trial(language=LANGUAGES)
def a_limit_above_the_banks_own_is_refused_and_the_banks_is_named(world, language):
    most = {"pt-BR": "este banco permite até R$\u00a050,00", "en": "this bank allows up to R$\u00a050.00"}[language]
    with world.visit(language) as visit:
        visit.expect_refusals()
        shopper = Shopper(visit, 4)
        shopper.begins(LOW_LIMITS)
        shopper.holder.signs_in()
        with visit.page.expect_response("**/decision") as answer:
            shopper.holder.allows(limit="500")
        assert answer.value.status == 422
        expect(visit.alert).to_contain_text(most)
        expect(shopper.holder.field("limit")).to_have_value("500")
        shopper.holder.allows(limit="50")
        visit.on("enrollment-register")


@trial()
def a_callback_that_nobody_waits_for_leads_to_a_page_that_says_so(world):
    with world.visit("en") as visit:
        visit.expect_refusals()
        Shopper(visit).enters()
        for query in ("state=unknown&code=x&id_token=y", "state=unknown&error=access_denied", ""):
            visit.goto(f"/shop/callback?{query}")
            visit.on("shop-callback-unknown")
            says_what_to_do(visit)


@trial()
def a_callback_in_another_browser_ends_nothing(world):
    """The enrollment belongs to the browser that began it, and continues there."""
    with world.visit("en") as visit, world.visit("en") as other:
        shopper = Shopper(visit)
        enrollment = shopper.begins()
        shopper.holder.signs_in()
        callback = shopper.holder.decides_but_stays(allows=True)
        other.expect_refusals()
        Shopper(other, 2).enters()
        other.page.goto(callback)
        other.on("shop-callback-unknown")
        assert world.enrollment(enrollment)["status"] == "PENDING"
        visit.page.goto(callback)
        visit.on("enrollment-register")


@trial()
def an_enrollment_goes_on_only_in_the_browser_that_began_it(world):
    """Even the same person in another browser may not make the passkey, only cancel the enrollment."""
    with world.visit("en") as visit, world.visit("en") as other:
        shopper = Shopper(visit)
        enrollment = shopper.comes_to_the_passkey()
        elsewhere = Shopper(other)
        elsewhere.enters()
        other.goto(f"/shop/enrollments/{enrollment}")
        other.on("enrollment-elsewhere")
        assert other.page.locator("#register").count() == 0
        says_what_to_do(other)
        shopper.registers()


@trial()
def an_enrollment_cancelled_in_the_shop_is_ended(world):
    with world.visit("en") as visit:
        shopper = Shopper(visit)
        enrollment = shopper.comes_to_the_passkey(AT_ONCE)
        shopper.button("give up").click()
        visit.on("enrollment-failed", "enrollment-ended")
        assert visit.reason == "rejected_by_user", visit.reason
        says_what_to_do(visit)
        assert world.enrollment(enrollment)["status"] == "FAILED"


@trial()
def the_bank_shows_a_request_once_decided_no_more(world):
    with world.visit("en") as visit:
        visit.expect_refusals()
        shopper = Shopper(visit)
        shopper.begins()
        address = visit.page.url.removeprefix(world.base_url)
        assert urllib.parse.urlsplit(address).path.startswith("/bank/")
        shopper.holder.signs_in()
        shopper.holder.allows()
        visit.on("enrollment-register")
        visit.goto(address)
        visit.on("problem")
        says_what_to_do(visit)
        shopper.link("back to the shop").click()
        visit.on("enrollment-register")
