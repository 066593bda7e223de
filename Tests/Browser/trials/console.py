"""What the operator's console shows, while other people are at the shop."""

from console_user import Operator
from playwright.sync_api import expect
from shopper import Shopper
from trial import trial
from visit import LANGUAGES


def steps_of_a_payment():
    return ["created", "consent-created", "challenge", "approval", "authorised", "settled"]


@trial(language=LANGUAGES)
def an_enrollment_and_a_payment_are_seen_as_they_happen(world, language):
    with world.visit_without_authenticator(language) as console, world.visit(language) as visit:
        operator, shopper = Operator(console), Shopper(visit)
        operator.enters()
        operator.is_live()
        enrollment = shopper.begins()
        operator.sees("enrollments", enrollment, "PENDING")
        shopper.holder.signs_in()
        shopper.holder.allows()
        visit.on("enrollment-register")
        shopper.registers()
        operator.sees("enrollments", enrollment, "SUCCEEDED")
        order = shopper.buys("coffee")
        operator.sees("payments", order, "PENDING")
        operator.opens("payments", order)
        assert console.page.locator("[data-ceremony]").count() == 0
        shopper.presses_pay()
        visit.on("order-paid")
        operator.sees_steps(*steps_of_a_payment())
        shown = console.page.locator('[data-ceremony="authentication"]')
        expect(shown).to_have_count(1)
        assert shown.get_attribute("data-verdict") == "held"
        expect(console.page.get_by_text("ES256").first).to_be_visible()
        # From the payment on to its enrollment, by the link.
        console.page.locator(f'dd a[href="/console/enrollments/{enrollment}"]').click()
        console.on("console-enrollment")
        operator.sees_steps("created", "redirect-ready", "callback", "holder-confirmed", "attestation", "registered")
        expect(console.page.locator('[data-ceremony="registration"][data-verdict="held"]')).to_have_count(1)
        assert order in console.page.content()


@trial()
def an_assertion_for_another_challenge_is_shown_with_the_step_that_failed(world):
    """The test replaces the script's answer with one for another payment."""
    with world.visit_without_authenticator("en") as console, world.enrolled_visit("en") as visit:
        shopper, operator = Shopper(visit), Operator(console)
        stale = []

        def keep(route):
            stale.append(route.request.post_data)
            route.abort()

        visit.expect("net::ERR_FAILED")
        shopper.buys("coffee")
        visit.page.route("**/authorize", keep)
        with visit.page.expect_event("requestfailed"):
            shopper.presses_pay()
        visit.page.unroute("**/authorize")
        second = shopper.buys("coffee")
        visit.page.route("**/authorize", lambda route: route.continue_(post_data=stale[0]))
        shopper.presses_pay()
        visit.on("order-failed")
        operator.enters()
        operator.opens("payments", second)
        refused = console.page.locator('[data-ceremony="authentication"]')
        expect(refused).to_have_attribute("data-verdict", "refused")
        assert "challenge" in refused.get_attribute("data-step").lower()
        operator.sees_steps("challenge", "approval-invalid")


@trial(language=LANGUAGES)
def what_is_searched_for_is_found(world, language):
    enrolled = world.enrolled()
    with world.visit_without_authenticator(language) as visit:
        operator = Operator(visit)
        operator.enters()
        operator.finds(f"  {enrolled.id} ")
        visit.on("console-enrollment")
        assert visit.path.endswith(enrolled.id)
        visit.expect_refusals()
        operator.finds("<b>nothing</b>")
        visit.on("console-found")
        expect(visit.page.get_by_text("<b>nothing</b>")).to_be_visible()


@trial(language=LANGUAGES)
def a_payment_is_found_by_four_letters_and_chosen_by_its_amount(world, language):
    with world.enrolled_visit(language) as visit:
        order = Shopper(visit).pays("coffee")
        name = world.intent(order)["payment_method_information"]["open_finance_biometric_pix"]["end_to_end_id"]
        operator = Operator(visit)
        operator.enters()
        operator.finds(name[-4:])
        if visit.on("console-found", "console-payment") == "console-found":
            # Another payment of this run may have the same four letters.
            visit.page.locator(f'a[href="/console/payments/{order}"]').click()
        visit.on("console-payment")
        assert visit.path.endswith(order)
        visit.goto("/console/payments")
        visit.on("console-payments")
        everything = operator.row("payments", order)
        expect(everything).to_be_visible()
        for amount, is_there in (("99999,00", False), ("0,01", True)):
            visit.page.locator("#from_amount").fill(amount)
            visit.page.locator("form.choice button").click()
            visit.on("console-payments")
            expect(operator.row("payments", order)).to_have_count(1 if is_there else 0)
        visit.page.locator("nav .filters a", has_text="SUCCEEDED").click()
        expect(operator.row("payments", order)).to_be_visible()
        with visit.page.expect_download() as file:
            visit.page.locator('a[href^="/console/payments.csv"]').click()
        lines = file.value.path().read_text(encoding="utf-8").splitlines()
        assert lines[0].startswith("id,created_at,") and any(line.startswith(f"{order},") for line in lines)


@trial()
def nobody_without_the_key_sees_anything(world):
    with world.visit_without_authenticator("en") as visit:
        visit.expect_refusals()
        operator = Operator(visit)
        key = operator.asks_for_entry()
        for path in ("", "/payments", f"/enrollments/{world.enrolled().id}", "/figures"):
            visit.goto(f"/console{path}")
            visit.on("console-sign-in")
        operator.shows(key[:-1])
        visit.on("console-sign-in")
        assert visit.reason == "wrong_key"
        operator.shows(key)
        visit.on("console-home")
        operator.button("sign out").click()
        visit.on("console-sign-in")
        visit.page.go_back()
        visit.on("console-sign-in")


@trial(language=LANGUAGES)
def the_charts_count_what_was_paid(world, language):
    with world.enrolled_visit(language) as visit:
        operator = Operator(visit)
        operator.enters()

        def paid():
            visit.goto("/console/figures?range=hour")
            visit.on("console-figures")
            return int(visit.page.locator(".legend li").first.inner_text().rpartition(":")[2])

        before = paid()
        Shopper(visit).pays("coffee")
        # One that was under way before may have been paid meanwhile too.
        assert paid() > before
        assert visit.page.locator("svg rect.succeeded").count() > 0
        world.intent(Shopper(visit).buys("coffee"))
        visit.goto("/console/figures")
        expect(visit.page.locator("code", has_text="GET /payment-intents/").first).to_be_visible()


@trial()
def a_session_that_ended_leads_to_the_key(world):
    """The page notices by itself: its stream says so."""
    with world.visit_without_authenticator("en") as visit:
        operator = Operator(visit)
        operator.enters()
        operator.is_live()
        visit.context.clear_cookies()
        visit.on("console-sign-in", patience=45_000)


@trial()
def without_script_the_console_is_read_and_used(world):
    with world.visit("en") as visit:
        enrollment = Shopper(visit).enrolls()
    with world.visit_without_authenticator("en", java_script_enabled=False) as visit:
        operator = Operator(visit)
        operator.shows(operator.asks_for_entry())
        visit.on("console-home")
        for name in ("enrollments", "payments", "deliveries", "figures"):
            visit.goto(f"/console/{name}")
            visit.on(f"console-{name}")
        operator.opens("enrollments", enrollment)
        assert visit.page.locator("[data-action]").count() > 5
        # Inside `noscript`, which a browser with scripts does not look into; not while a question may stand open.
        assert visit.page.locator('meta[http-equiv="refresh"]').count() == 0
        operator.ends("revoke it")
        visit.on("console-enrollment")
        assert visit.page.locator('meta[http-equiv="refresh"]').count() == 1
        assert world.enrollment(enrollment)["status"] == "CANCELED"


@trial()
def a_server_that_does_not_answer_is_said_and_asked_again(world):
    with world.visit_without_authenticator("en") as visit:
        operator = Operator(visit)
        operator.enters()
        operator.is_live()
        visit.expect("503", "EventSource")
        visit.page.route("**/live?*", lambda route: route.fulfill(status=503, body=""))
        expect(visit.page.locator('[data-live-state="off"]')).to_be_visible(timeout=45_000)
        visit.page.unroute("**/live?*")
        operator.is_live()


@trial()
def a_server_that_died_is_said_within_seconds_and_its_return_too(world):
    """Before the page's first event, and after it."""
    with world.elsewhere() as other, other.visit_without_authenticator("en") as visit:
        visit.expect("net::ERR_", "EventSource")
        operator = Operator(visit)
        operator.enters()
        operator.is_live()
        for _ in range(2):
            other.server.kill()
            expect(visit.page.locator('[data-live-state="off"]')).to_be_visible(timeout=5_000)
            other.server.start()
            expect(visit.page.locator('[data-live-state="on"]')).to_be_visible(timeout=10_000)
