"""Payments that the bank refuses, that the person takes back, or whose enrollment has ended."""

from playwright.sync_api import expect

from shopper import Shopper
from trial import trial
from trials.failures_at_the_bank import says_what_to_do
from visit import LANGUAGES
from words import AT_ONCE, LOW_LIMITS

LESSONS = {
    "jacket": ("O banco de testes responde: saldo insuficiente.", "The test bank answers: insufficient funds."),
    "bicycle": ("O banco de testes recusa a autorização.", "The test bank refuses the authorisation."),
}


@trial(product=["jacket", "bicycle"], language=LANGUAGES)
def a_refused_payment_names_its_reason(world, product, language):
    expected = {"jacket": {"insufficient_funds"}, "bicycle": {"risk_refused", "consent_rejected"}}
    with world.enrolled_visit(language) as visit:
        reason = Shopper(visit).fails_to_pay(product)
        assert reason in expected[product], reason
        says_what_to_do(visit)
        expect(visit.page.get_by_role("main")).to_contain_text(LESSONS[product][LANGUAGES.index(language)])


@trial()
def a_bank_with_low_limits_refuses_all_but_a_coffee_and_names_one_reason(world):
    with world.visit("en") as visit:
        shopper = Shopper(visit, 5)
        shopper.enrolls(LOW_LIMITS)
        for product in ("book", "piano", "jacket"):
            assert shopper.fails_to_pay(product) == "amount_over_limit", visit.reason
        says_what_to_do(visit)
        # At other banks the jacket ends so.
        expect(visit.page.get_by_role("main")).not_to_contain_text("funds")
        shopper.pays("coffee")


@trial()
def a_limit_of_the_persons_own_is_kept(world):
    with world.visit("en") as visit:
        shopper = Shopper(visit)
        shopper.enrolls(AT_ONCE, limit="10,00")
        assert shopper.fails_to_pay("coffee") == "amount_over_limit", visit.reason


@trial()
def an_account_that_is_too_empty_refuses(world):
    """Clara's checking account holds R$ 50.00."""
    with world.enrolled_visit("en", person=3) as visit:
        assert Shopper(visit, 3).fails_to_pay("book") == "insufficient_funds", visit.reason


@trial()
def an_account_of_two_does_not_pay_by_one(world):
    with world.enrolled_visit("en", person=4) as visit:
        assert Shopper(visit, 4).fails_to_pay("coffee") == "consent_rejected", visit.reason


@trial()
def what_the_bank_refused_stands_in_the_holders_pages_with_the_reason(world):
    with world.visit("en") as visit:
        shopper = Shopper(visit, 2)
        shopper.enrolls(AT_ONCE, limit="10,00")
        shopper.fails_to_pay("coffee")
        expect(visit.page.locator("main dl")).to_contain_text("R$\u00a010.00")
        shopper.fails_to_pay("bicycle")
        shopper.holder.enters(AT_ONCE)
        table = visit.page.get_by_role("table", name="Pix payments")
        expect(table.get_by_role("row").nth(1)).to_contain_text("the bank does not authorise this amount")
        expect(table.get_by_role("row").nth(2)).to_contain_text("the amount is over a limit")


@trial(language=LANGUAGES)
def an_order_taken_back_costs_nothing(world, language):
    with world.enrolled_visit(language) as visit:
        shopper = Shopper(visit)
        order = shopper.buys("book")
        shopper.button("cancel order").click()
        visit.on("order-canceled")
        assert world.intent(order)["status"] == "CANCELED"


@trial(language=LANGUAGES)
def an_enrollment_revoked_in_the_shop_pays_no_more(world, language):
    with world.visit(language) as visit:
        shopper = Shopper(visit)
        enrollment = shopper.enrolls()
        order = shopper.buys("coffee")
        waiting = visit.page
        visit.tab()
        shopper.revokes(enrollment)
        assert world.enrollment(enrollment)["status"] == "CANCELED"
        # The page that asked for the passkey says so by itself.
        visit.look_at(waiting)
        visit.on("order-failed", "order-canceled")
        says_what_to_do(visit)
        assert world.intent(order)["status"] in ("FAILED", "CANCELED")
        visit.goto(f"/shop/enrollments/{enrollment}")
        visit.on("enrollment-ended")
        assert visit.reason == "revoked_by_user", visit.reason


@trial(language=LANGUAGES)
def an_enrollment_revoked_at_the_bank_pays_no_more(world, language):
    with world.visit(language) as visit:
        shopper = Shopper(visit, 5)
        enrollment = shopper.enrolls()
        order = shopper.buys("coffee")
        shop = visit.page
        visit.tab()
        shopper.holder.enters(AT_ONCE)
        shopper.holder.revokes()
        visit.look_at(shop)
        visit.on("order-failed", "order-canceled")
        assert world.intent(order)["status"] in ("FAILED", "CANCELED")
        visit.goto(f"/shop/enrollments/{enrollment}")
        visit.on("enrollment-ended")
        assert visit.reason.startswith("revoked_by"), visit.reason
        says_what_to_do(visit)


@trial()
def what_was_paid_stands_in_the_banks_statement(world):
    with world.enrolled_visit("en") as visit:
        shopper = Shopper(visit)
        order = shopper.pays("coffee")
        paid = world.intent(order)["payment_method_information"]["open_finance_biometric_pix"]["end_to_end_id"]
        shopper.holder.enters(AT_ONCE)
        expect(visit.page.get_by_role("main")).to_contain_text(paid)
        shopper.holder.button("sign out").click()
        visit.on("bank-welcome")
