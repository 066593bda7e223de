"""Every screen, in the order in which one person sees them."""

import contextlib
import re
import urllib.parse

from console_user import Operator, webhooks_to
from shopper import Shopper
from words import BY_POLICY, SLOW


@contextlib.contextmanager
def held(visit):
    """Holds a waiting page as it is: its request is forwarded at the end."""
    questions = []
    visit.page.route("**/wait?*", lambda route: questions.append(route))
    yield
    visit.page.route("**/wait?*", lambda route: route.continue_())
    for question in questions:
        question.continue_()


# No other trial uses this person at this bank.
ELISA = 5


def enrollment_screens(visit):
    shopper = Shopper(visit, ELISA)
    shopper.opens_the_shop()
    visit.opens_the_keys()
    yield "start"
    visit.goto("/shop")
    yield visit.on("shop-person")
    shopper.enters()
    yield "shop-catalogue-before"
    shopper.goes_to_the_banks()
    yield visit.on("shop-banks")
    enrollment = shopper.chooses(SLOW)
    visit.goto(f"/shop/enrollments/{enrollment}")
    yield visit.on("enrollment-at-bank")
    shopper.link("to the bank").click()
    yield visit.on("bank-sign-in")
    shopper.holder.signs_in()
    yield visit.on("bank-approval")
    with held(visit):
        shopper.holder.allows(limit="500,00")
        if visit.on("enrollment-preparing", "enrollment-register") == "enrollment-preparing":
            yield "enrollment-preparing"
    yield visit.on("enrollment-register")
    visit.authenticator.agrees(False)
    visit.page.locator("#register").click()
    visit.alert.wait_for()
    yield "enrollment-register-again"
    visit.authenticator.agrees(True)
    shopper.registers()
    yield visit.on("enrollment-done")


def payment_screens(visit):
    shopper = Shopper(visit, ELISA)
    visit.goto("/shop")
    yield visit.on("shop-catalogue")
    shopper.buys("coffee")
    yield visit.on("order-confirm")
    visit.authenticator.agrees(False)
    shopper.presses_pay()
    visit.alert.wait_for()
    yield "order-confirm-again"
    visit.authenticator.agrees(True)
    with held(visit):
        shopper.presses_pay()
        if visit.on("order-processing", "order-paid") == "order-processing":
            yield "order-processing"
    yield visit.on("order-paid")
    shopper.fails_to_pay("jacket")
    yield visit.on("order-failed")
    shopper.buys("book")
    shopper.button("cancel order").click()
    yield visit.on("order-canceled")
    visit.goto("/shop/orders")
    yield visit.on("shop-orders")
    visit.goto("/shop/devices")
    yield visit.on("shop-devices")
    shopper.revoke_button(visit.enrollment)
    yield "shop-devices-question"


def failure_screens(visit):
    shopper = Shopper(visit, ELISA)
    shopper.goes_to_the_banks()
    shopper.chooses(BY_POLICY)
    shopper.holder.signs_in()
    shopper.holder.allows()
    yield visit.on("enrollment-failed")
    shopper.goes_to_the_banks()
    enrollment = shopper.chooses(SLOW)
    visit.context.clear_cookies(name=re.compile("_begun_"))
    visit.goto(f"/shop/enrollments/{enrollment}")
    yield visit.on("enrollment-elsewhere")
    visit.goto("/shop/callback?" + urllib.parse.urlencode({"state": "unknown", "error": "access_denied"}))
    yield visit.on("shop-callback-unknown")
    visit.goto("/shop/orders/00000000-0000-7000-8000-000000000000")
    yield visit.on("problem")


def bank_screens(visit):
    shopper = Shopper(visit, ELISA)
    shopper.holder.opens(SLOW)
    yield visit.on("bank-welcome")
    shopper.holder.enters(SLOW)
    yield visit.on("bank-home")
    shopper.revokes(visit.enrollment)
    yield visit.on("enrollment-ended")


def console_screens(visit):
    operator = Operator(visit)
    key = operator.asks_for_entry()
    yield visit.on("console-sign-in")
    operator.shows(key)
    yield visit.on("console-home")
    # One object of each kind with a long history.
    for name, one, status in (
        ("enrollments", "enrollment", "CANCELED"),
        ("payments", "payment", "SUCCEEDED"),
        ("deliveries", "delivery", "pending"),
    ):
        visit.goto(f"/console/{name}")
        yield visit.on(f"console-{name}")
        row = visit.page.locator("tr", has_text=status).first
        row.locator(f'a[href^="/console/{name}/"]').click()
        yield visit.on(f"console-{one}")
    visit.goto("/console/figures")
    yield visit.on("console-figures")
    operator.finds("nothing")
    yield visit.on("console-found")


def every_screen(visit):
    """The name of each screen, while the visit is on it."""
    # An endpoint where nobody listens.
    with webhooks_to(visit.world.merchant, "http://127.0.0.1:9/hooks"):
        for part in (enrollment_screens, payment_screens, bank_screens, failure_screens, console_screens):
            yield from part(visit)


SCREENS = {
    "start", "shop-person", "shop-catalogue", "shop-banks", "shop-orders", "shop-devices", "shop-callback-unknown",
    "enrollment-at-bank", "enrollment-elsewhere", "enrollment-register", "enrollment-done", "enrollment-failed",
    "enrollment-ended", "order-confirm", "order-paid", "order-failed", "order-canceled",
    "console-sign-in", "console-home", "console-enrollments", "console-enrollment", "console-payments",
    "console-payment", "console-deliveries", "console-delivery", "console-figures", "console-found",
    "bank-sign-in", "bank-approval", "bank-welcome", "bank-home", "problem",
}  # fmt: skip
