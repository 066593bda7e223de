"""The operator's actions at the console, and their effects on others."""

import datetime
import http.server
import threading

from console_user import Operator, webhooks_to
from playwright.sync_api import expect
from shopper import Shopper
from trial import trial
from visit import LANGUAGES


@trial(language=LANGUAGES)
def an_enrollment_is_revoked(world, language):
    with world.visit_without_authenticator(language) as console, world.visit(language) as visit:
        shopper, operator = Shopper(visit), Operator(console)
        enrollment = shopper.enrolls()
        operator.enters()
        operator.opens("enrollments", enrollment)
        # Opening the question by the keyboard ends nothing, and the question stays open when something else happens.
        question = operator.question("revoke it")
        question.locator("summary").press("Enter")
        console.page.keyboard.press("Tab")
        order = shopper.buys("coffee")
        expect(operator.row("payments", order)).to_be_visible()
        expect(question).to_have_attribute("open", "")
        expect(question.get_by_role("button")).to_be_focused()
        assert world.enrollment(enrollment)["status"] == "SUCCEEDED"
        operator.ends("revoke it")
        operator.sees_steps("registered", "cancel")
        expect(console.page.locator("main dl")).to_contain_text("CANCELED")
        expect(operator.question("revoke it")).to_have_count(0)
        assert world.enrollment(enrollment)["status"] == "CANCELED"
        visit.goto(f"/shop/enrollments/{enrollment}")
        visit.on("enrollment-ended")
        # The bank has heard of it.
        operator.sees_steps("cancel", "ended-at-bank")


@trial()
def an_order_is_canceled_under_the_shoppers_eyes(world):
    with world.visit_without_authenticator("en") as console, world.enrolled_visit("en") as visit:
        operator = Operator(console)
        order = Shopper(visit).buys("coffee")
        operator.enters()
        operator.opens("payments", order)
        operator.ends("cancel it")
        expect(console.page.locator("main dl")).to_contain_text("CANCELED")
        visit.on("order-canceled")
        # A person with an old page presses a button that no longer exists.
        console.expect_refusals()
        token = console.page.locator('input[name="csrf"]').first.get_attribute("value")
        answer = console.page.request.post(f"/console/payments/{order}/cancel", form={"csrf": token}, max_redirects=0)
        assert answer.status == 303, "canceled already is not an error"


@trial(minutes=[5, 15])
def the_clock_of_deadlines_leaps(world, minutes):
    """A leap of fifteen minutes ends enrollments that wait for the holder at the bank; a leap of five does not."""
    with world.visit_without_authenticator("en") as console, world.visit("en") as visit:
        shopper, operator = Shopper(visit), Operator(console)
        enrollment = shopper.begins()
        operator.enters()
        operator.forwards(minutes)
        operator.opens("enrollments", enrollment)
        if minutes == 5:
            shopper.holder.signs_in()
            shopper.holder.allows()
            visit.on("enrollment-register")
            return
        operator.sees_steps("redirect-ready", "clock-tick")
        expect(console.page.locator("main dl")).to_contain_text("expired")
        ended = world.enrollment(enrollment)
        assert ended["status"] == "FAILED"
        # The leap is in no time that the API tells.
        said = datetime.datetime.fromisoformat(ended["updated_at"].replace("Z", "+00:00"))
        assert said < datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(minutes=4), said
        visit.goto(f"/shop/enrollments/{enrollment}")
        visit.on("enrollment-failed")
        assert visit.reason == "expired"


class Receiver(http.server.BaseHTTPRequestHandler):
    """A merchant's endpoint that fails until it is told not to."""

    status = 500

    def do_POST(self):
        self.rfile.read(int(self.headers["Content-Length"]))
        self.send_response(type(self).status)
        self.end_headers()

    def log_message(self, *_):
        pass


@trial()
def a_webhook_is_sent_again(world):
    Receiver.status = 500
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Receiver)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    url = f"http://127.0.0.1:{server.server_port}/hooks?secret=nobody-sees-this"
    try:
        with (
            webhooks_to(world.merchant, url),
            world.visit_without_authenticator("en") as console,
            world.enrolled_visit("en") as visit,
        ):
            operator = Operator(console)
            operator.enters()
            order = Shopper(visit).pays("coffee")
            operator.opens("payments", order)
            console.page.locator('a[href^="/console/deliveries/"]').first.click()
            console.on("console-delivery")
            expect(console.page.locator("main")).to_contain_text("500")
            assert "nobody-sees-this" not in console.page.content()
            assert f"127.0.0.1:{server.server_port}" in console.page.content()
            Receiver.status = 204
            operator.button("send now").click()
            expect(console.page.locator("main dl")).to_contain_text("delivered")
            expect(operator.button("resend")).to_be_visible()
    finally:
        server.shutdown()
        server.server_close()
