"""Cookies that are gone, and forms that were not made for this browser."""

from shopper import Shopper
from trial import trial
from trials.failures_at_the_bank import says_what_to_do

# The possible screens of a person without a session: one that asks who they are, or one that explains the end.
WELCOMES = ("problem", "shop-person", "bank-sign-in", "bank-welcome")


def comes_to(step, shopper):
    """The step's screen, and what a person would press there."""
    visit = shopper.visit
    if step == "shop-banks":
        shopper.enters()
        shopper.goes_to_the_banks()
        return visit.page.locator('form:has([name="institution"])').first.get_by_role("button")
    if step == "enrollment-register":
        shopper.comes_to_the_passkey()
        return visit.page.locator("#register")
    if step == "bank-sign-in":
        shopper.begins()
        shopper.holder.fills_in()
        return shopper.holder.button("sign in")
    if step == "bank-approval":
        shopper.begins()
        shopper.holder.signs_in()
        return shopper.holder.button("allow")
    if step == "bank-home":
        shopper.holder.enters()
        return shopper.holder.revoke_button()
    if step == "shop-devices":
        visit.goto("/shop/devices")
        visit.on("shop-devices")
        return shopper.revoke_button(visit.enrollment)
    shopper.buys("coffee")
    return visit.page.locator("#pay")


ENROLLED = ("order-confirm", "shop-devices", "bank-home")
STEPS = ["shop-banks", "enrollment-register", "bank-sign-in", "bank-approval", *ENROLLED]


@trial(step=STEPS)
def a_session_that_ended_leads_to_a_page_that_says_what_to_do(world, step):
    visit = world.enrolled_visit("en") if step in ENROLLED else world.visit("en")
    with visit:
        visit.expect_refusals()
        control = comes_to(step, Shopper(visit))
        visit.context.clear_cookies()
        control.click()
        visit.on(*WELCOMES)
        says_what_to_do(visit)


@trial()
def an_address_of_somebody_else_opens_nothing(world):
    """A link that was sent on, opened where nobody is chosen and where somebody else is."""
    enrolled = world.enrolled()
    with world.enrolled_visit("en") as visit:
        Shopper(visit).buys("coffee")
        theirs = [visit.path, f"/shop/enrollments/{enrolled.id}"]
    everybodys = ["/shop/orders", "/shop/devices", "/shop/banks"]
    with world.visit("en") as stranger:
        stranger.expect_refusals()
        for path in theirs + everybodys:
            stranger.goto(path)
            stranger.on("problem", "shop-person")
        Shopper(stranger, 2).enters()
        for path in theirs + everybodys:
            stranger.goto(path)
            stranger.on("problem") if path in theirs else stranger.on("shop-orders", "shop-devices", "shop-banks")
            assert enrolled.id not in stranger.page.content(), f"{path} shows somebody else's enrollment"


@trial()
def whoever_leaves_is_forgotten(world):
    with world.enrolled_visit("en") as visit:
        shopper = Shopper(visit)
        visit.goto("/shop")
        visit.on("shop-catalogue")
        shopper.button("leave the shop").click()
        visit.on("shop-person")
        visit.expect_refusals()
        visit.goto("/shop/devices")
        visit.on("shop-person", "problem")


@trial(change=["missing", "wrong", "of another browser"])
def a_form_without_this_browsers_token_does_nothing(world, change):
    with world.enrolled_visit("en") as visit, world.visit("en") as other:
        visit.expect_refusals()
        shopper = Shopper(visit)
        order = shopper.buys("coffee")
        foreign = "A" * 43
        if change == "of another browser":
            Shopper(other).enters()
            foreign = other.page.locator('[name="csrf"]').first.get_attribute("value")
        token = visit.page.locator('form[action$="/cancel"] [name="csrf"]')
        if change == "missing":
            token.evaluate("field => field.remove()")
        else:
            token.evaluate("(field, value) => { field.value = value }", foreign)
        shopper.button("cancel order").click()
        visit.on("problem")
        says_what_to_do(visit)
        assert world.intent(order)["status"] == "PENDING"


@trial()
def the_cookies_are_out_of_reach_of_scripts_and_other_sites(world):
    with world.enrolled_visit("en") as visit:
        Shopper(visit).holder.enters()
        visit.goto("/shop")
        cookies = visit.context.cookies()
        assert cookies, "there is no cookie at all"
        for cookie in cookies:
            assert cookie["httpOnly"] and cookie["sameSite"] in ("Lax", "Strict"), cookie["name"]
        assert visit.page.evaluate("document.cookie") == ""
