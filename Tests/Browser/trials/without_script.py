"""Everything but the ceremonies works in a browser without script."""

import contextlib

from playwright.sync_api import expect

from shopper import Shopper
from trial import trial
from visit import LANGUAGES
from words import AT_ONCE, LOW_LIMITS


def quiet(world, language="en", **options):
    return world.visit_without_authenticator(language, java_script_enabled=False, **options)


def needs_script(visit):
    """The sentence in `noscript`, whose text Playwright does not count as its parent's."""
    return visit.page.locator("noscript p", has_text="JavaScript")


@trial(language=LANGUAGES)
def enrollment_without_script_says_what_it_needs(world, language):
    """The page of the banks says it, and offers no choice that could not succeed."""
    with quiet(world, language) as visit:
        shopper = Shopper(visit)
        shopper.enters()
        shopper.goes_to_the_banks()
        expect(needs_script(visit)).to_be_visible()
        shopper.field("search").fill("sabi")
        shopper.field("search").press("Enter")
        expect(shopper.bank_button(LOW_LIMITS)).to_be_visible()
        expect(shopper.bank_button(LOW_LIMITS)).to_be_disabled()


@contextlib.contextmanager
def at_the_bank_without_script(world, language="en"):
    """Begun with script, gone on without."""
    with world.visit(language) as visit:
        enrollment = Shopper(visit).begins(AT_ONCE)
        state, address = visit.context.storage_state(), visit.page.url
    with quiet(world, language, storage_state=state) as visit:
        visit.page.goto(address)
        yield visit, Shopper(visit), enrollment


@trial(language=LANGUAGES)
def the_banks_approval_works_without_script(world, language):
    with at_the_bank_without_script(world, language) as (visit, shopper, enrollment):
        shopper.holder.signs_in()
        shopper.holder.allows(limit="100")
        # A page that waits loads itself again.
        visit.on("enrollment-register", patience=20_000)
        # A sentence says that a passkey needs script, since the button can do nothing.
        expect(needs_script(visit)).to_be_visible()
        expect(visit.page.locator("#register")).to_be_disabled()
        assert world.enrollment(enrollment)["details"]["status"] == "AWAITING_ENROLLMENT"
        shopper.button("give up").click()
        visit.on("enrollment-failed", "enrollment-ended")


@trial()
def a_refusal_at_the_bank_works_without_script(world):
    with at_the_bank_without_script(world) as (visit, shopper, _):
        shopper.holder.signs_in()
        shopper.holder.refuses()
        visit.on("enrollment-failed")


@trial()
def an_order_without_script_is_made_listed_and_taken_back(world):
    enrolled = world.enrolled()
    with quiet(world, storage_state=enrolled.state) as visit:
        visit.enrollment = enrolled.id
        shopper = Shopper(visit)
        order = shopper.buys("book")
        expect(needs_script(visit)).to_be_visible()
        shopper.button("cancel order").click()
        visit.on("order-canceled")
        visit.goto("/shop/orders")
        visit.on("shop-orders")
        visit.page.locator(f'a[href$="/shop/orders/{order}"]').first.click()
        visit.on("order-canceled")


@trial()
def the_banks_own_pages_and_a_revocation_work_without_script(world):
    with world.visit("en") as visit:
        enrollment = Shopper(visit, 2).enrolls()
    with quiet(world) as visit:
        shopper = Shopper(visit, 2)
        shopper.holder.enters(AT_ONCE)
        shopper.holder.revokes()
        shopper.holder.button("sign out").click()
        visit.on("bank-welcome")
        visit.goto("/")
        visit.on("start")
    assert world.enrollment(enrollment)["status"] == "CANCELED"


@trial()
def a_revocation_in_the_shop_works_without_script(world):
    with world.visit("en") as visit:
        enrollment = Shopper(visit, 2).enrolls()
        state = visit.context.storage_state()
    with quiet(world, storage_state=state) as visit:
        Shopper(visit, 2).revokes(enrollment)
    assert world.enrollment(enrollment)["status"] == "CANCELED"
