"""Two tabs, the back button, and reloads."""

from gallery import held
from shopper import Shopper
from trial import trial
from trials.failures_at_the_bank import says_what_to_do
from words import AT_ONCE, SLOW


@trial(other=[SLOW, AT_ONCE])
def two_enrollments_in_two_tabs_both_come_to_their_end(world, other):
    """Step by step in turns; a bank that knows one visitor a browser says so, and leads back to the request by a link."""
    with world.visit("en") as visit:
        visit.expect_refusals()
        shopper = Shopper(visit)
        enrollments = {visit.page: shopper.begins(AT_ONCE)}
        page = visit.tab({})
        shopper.goes_to_the_banks()
        enrollments[page] = shopper.chooses(other)
        for page in enrollments:
            visit.look_at(page)
            shopper.holder.fills_in()
            shopper.holder.button("sign in").click()
        for page in enrollments:
            visit.look_at(page)
            if visit.on("bank-approval", "problem") == "bank-approval":
                shopper.holder.allows()
            if visit.on("enrollment-register", "problem", "enrollment-preparing") == "problem":
                says_what_to_do(visit)
                assert other == AT_ONCE, "another bank's page is taken for this one's"
                shopper.link("sign in again").click()
                shopper.holder.signs_in()
                shopper.holder.allows()
        for page, enrollment in enrollments.items():
            visit.look_at(page)
            visit.on("enrollment-register", patience=30_000)
            assert shopper.registers() == enrollment
        states = [world.enrollment(id)["status"] for id in enrollments.values()]
        assert len(set(enrollments.values())) == 2 and states == ["SUCCEEDED", "SUCCEEDED"], states


@trial()
def a_tab_that_waits_makes_no_other_tab_forget_its_bank(world):
    """A held response uses the browser's cookie of the time of its request."""
    with world.visit("en") as visit:
        shopper, first = Shopper(visit), visit.page
        one = shopper.begins(AT_ONCE)
        with visit.page.expect_request("**/wait?*"):
            visit.goto(f"/shop/enrollments/{one}")
        visit.on("enrollment-at-bank")
        visit.tab({})
        shopper.goes_to_the_banks()
        shopper.chooses(AT_ONCE)
        world.merchant.connection.close()
        world.merchant.post(f"/enrollments/{one}/cancel/", {}).must(200, what="cancel")
        second = visit.page
        visit.look_at(first)
        visit.on("enrollment-failed")
        visit.look_at(second)
        shopper.holder.signs_in()
        shopper.holder.allows()
        visit.on("enrollment-register")


def paid_orders(world, order):
    """Payments of this order: itself, and whatever else was made of it."""
    world.merchant.connection.close()
    intents = world.merchant.everything("/payment-intents/")
    before = [item["id"] for item in intents].index(order)
    return [item["status"] for item in intents[: before + 1]]


@trial()
def one_order_in_two_tabs_is_paid_once(world):
    with world.enrolled_visit("en") as visit:
        shopper, first = Shopper(visit), visit.page
        order = shopper.buys("coffee")
        second = visit.tab({"credentials": world.copied(visit.authenticator.credentials)})
        with held(visit):  # or it would hear of the payment, and offer no button
            visit.goto(f"/shop/orders/{order}")
            visit.on("order-confirm")
            visit.look_at(first)
            shopper.presses_pay()
            visit.on("order-paid")
            visit.look_at(second)
            shopper.presses_pay()
            visit.on("order-paid")
        assert paid_orders(world, order) == ["SUCCEEDED"]


@trial()
def pressing_pay_in_both_tabs_at_once_pays_once(world):
    with world.enrolled_visit("en") as visit:
        shopper, first = Shopper(visit), visit.page
        order = shopper.buys("coffee")
        second = visit.tab({"credentials": world.copied(visit.authenticator.credentials)})
        visit.goto(f"/shop/orders/{order}")
        visit.on("order-confirm")
        for page in (first, second):
            page.evaluate("document.querySelector('#pay').click()")
        for page in (first, second):
            visit.look_at(page)
            visit.on("order-paid")
        assert paid_orders(world, order) == ["SUCCEEDED"]


@trial()
def what_changes_while_a_passkey_is_asked_for_takes_nothing_away(world):
    """The browser's own dialog is open: the page reloads after the dialog has ended."""
    with world.enrolled_visit("en") as visit:
        order = Shopper(visit).buys("coffee")
        visit.authenticator.remove()  # so that the browser goes on asking
        with visit.page.expect_response("**/wait?*") as heard:
            visit.page.locator("#pay").click()
            world.merchant.connection.close()
            world.merchant.post(f"/payment-intents/{order}/cancel/", {}).must(200, what="cancel")
        assert heard.value.json() == {"changed": True}
        # A page that is loaded again meanwhile forgets the question.
        assert visit.page.evaluate("new Promise(done => setTimeout(done, 1000, 'the same page'))") == "the same page"
        assert visit.screen == "order-confirm"
        visit.page.evaluate("delete document.documentElement.dataset.ceremony")
        visit.on("order-canceled")


@trial()
def a_double_click_on_pay_pays_once(world):
    with world.enrolled_visit("en") as visit:
        shopper = Shopper(visit)
        order = shopper.buys("coffee")
        visit.page.locator("#pay").dblclick(no_wait_after=True)
        visit.on("order-paid")
        assert paid_orders(world, order) == ["SUCCEEDED"]


@trial()
def a_double_click_on_a_bank_leads_to_one_bank(world):
    with world.visit("en") as visit:
        shopper = Shopper(visit)
        shopper.enters()
        shopper.goes_to_the_banks()
        button = visit.page.locator('form:has([name="institution"])').first.get_by_role("button")
        visit.expect("409")  # the second of two overlapping requests is refused while the first is in progress
        button.dblclick(no_wait_after=True)
        visit.on("bank-sign-in")
        assert world.newest_enrollment["details"]["redirect_url"] == visit.page.url, "there are two enrollments"


def reloads(visit, screen):
    """Reloading a page shows the same state, or the present one."""
    visit.on(screen)
    visit.page.reload()
    return visit.on(screen)


@trial()
def every_step_bears_a_reload(world):
    with world.visit("en") as visit:
        shopper = Shopper(visit)
        shopper.opens_the_shop()
        reloads(visit, "shop-person")
        shopper.enters()
        reloads(visit, "shop-catalogue")
        shopper.goes_to_the_banks()
        reloads(visit, "shop-banks")
        enrollment = shopper.chooses(AT_ONCE)
        reloads(visit, "bank-sign-in")
        visit.goto(f"/shop/enrollments/{enrollment}")
        reloads(visit, "enrollment-at-bank")
        shopper.link("to the bank").click()
        shopper.holder.signs_in()
        reloads(visit, "bank-approval")
        shopper.holder.allows()
        reloads(visit, "enrollment-register")
        shopper.registers()
        reloads(visit, "enrollment-done")
        shopper.buys("coffee")
        reloads(visit, "order-confirm")
        shopper.presses_pay()
        reloads(visit, "order-paid")
        for path, screen in [("/shop/orders", "shop-orders"), ("/shop/devices", "shop-devices"), ("/", "start")]:
            visit.goto(path)
            reloads(visit, screen)


def goes_back(visit, *screens):
    """By the browser's button, and forward again."""
    visit.page.go_back()
    visit.on(*screens)
    visit.page.go_forward()


@trial()
def the_back_button_leads_to_a_page_and_back_again(world):
    with world.visit("en") as visit:
        visit.expect_refusals()
        shopper = Shopper(visit)
        shopper.enters()
        goes_back(visit, "start", "shop-person", "shop-catalogue")
        visit.on("shop-catalogue")
        shopper.goes_to_the_banks()
        goes_back(visit, "shop-catalogue", "shop-devices")
        visit.on("shop-banks")
        enrollment = shopper.chooses(AT_ONCE)
        goes_back(visit, "shop-banks")
        visit.on("bank-sign-in")
        shopper.holder.signs_in()
        goes_back(visit, "bank-sign-in", "bank-approval")
        visit.on("bank-approval")
        shopper.holder.allows()
        visit.on("enrollment-register")
        visit.page.go_back()  # the decision was made: the bank's page says so
        visit.on("problem", "bank-approval")
        visit.goto(f"/shop/enrollments/{enrollment}")
        visit.on("enrollment-register")
        shopper.registers()
        visit.page.go_back()
        visit.on("enrollment-done", "problem", "bank-approval")
        order = shopper.buys("coffee")
        goes_back(visit, "shop-catalogue")
        visit.on("order-confirm")
        shopper.presses_pay()
        visit.on("order-paid")
        visit.page.go_back()
        assert visit.on("order-paid", "shop-catalogue") != "order-confirm"
        visit.goto(f"/shop/orders/{order}")
        visit.on("order-paid")
        assert paid_orders(world, order) == ["SUCCEEDED"]


@trial()
def a_link_to_the_bank_pressed_again_after_the_approval_harms_nothing(world):
    with world.visit("en") as visit:
        visit.expect_refusals()
        shopper = Shopper(visit)
        enrollment = shopper.begins()
        address = visit.page.url
        shopper.holder.signs_in()
        shopper.holder.allows()
        visit.on("enrollment-register")
        visit.page.goto(address)
        visit.on("problem")
        visit.goto(f"/shop/enrollments/{enrollment}")
        visit.on("enrollment-register")
        shopper.registers()
