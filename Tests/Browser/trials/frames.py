"""Pages of another origin around ours."""

import base64
import contextlib
import http.server
import json
import threading

from shopper import Shopper
from trial import trial
from wallet import signals


HEAD = '<!doctype html><html lang="en"><title>another site</title><link rel="icon" href="data:,">'


@contextlib.contextmanager
def stranger(body):
    """A site of another origin; on this machine, so that cookies of the same site go along as far as they may."""

    class Page(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            data = body.encode()
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Page)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://localhost:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()


def framing(address):
    allow = "publickey-credentials-get *; publickey-credentials-create *"
    return f'{HEAD}<iframe src="{address}" allow="{allow}"></iframe>'


@trial(page=["/", "/shop", "order", "bank-sign-in", "bank-home"])
def no_page_shows_in_the_frame_of_another_origin(world, page):
    with world.enrolled_visit("en") as visit:
        visit.expect("another host", "frame-ancestors", "ERR_BLOCKED_BY_RESPONSE", "chrome-error")
        shopper = Shopper(visit)
        if page == "order":
            shopper.buys("coffee")
            page = visit.path
        elif page == "bank-sign-in":
            shopper.goes_to_the_banks()
            shopper.chooses(1)
            page = visit.page.url.removeprefix(world.base_url)
        elif page == "bank-home":
            shopper.holder.enters()
            page = visit.path
        with stranger(framing(world.base_url + page)) as origin:
            visit.page.goto(origin)
            frame = visit.page.frames[1]
            assert frame.url.startswith("chrome-error:"), f"the frame shows {frame.url}"
        assert any("frame-ancestors" in text for text in visit.complaints), "no policy refused it"


SIGN = """
async options => {
    const bytes = text => Uint8Array.from(
        atob(text.replaceAll("-", "+").replaceAll("_", "/")), character => character.charCodeAt(0));
    const credential = await navigator.credentials.get({publicKey: {
        ...options, challenge: bytes(options.challenge),
        allowCredentials: options.allowCredentials.map(item => ({...item, id: bytes(item.id)})),
    }});
    return credential.toJSON();
}
"""


@trial()
def a_ceremony_in_a_frame_of_another_origin_pays_nothing(world):
    """The test puts a page of our own origin into the frame, which our policy would forbid. The frame then has
    everything, also the person's cookies and the form's token. The signed client data still shows the frame.
    """
    with world.enrolled_visit("en") as visit:
        visit.expect("another host")
        visit.expect_refusals()
        shopper = Shopper(visit)
        order = shopper.buys("coffee")
        csrf = visit.page.locator('form[action$="/authorize"] [name="csrf"]').get_attribute("value")
        options = world.intent(order)["payment_method_information"]["open_finance_biometric_pix"]["fido_options"]
        visit.context.route(
            f"{world.base_url}/in-a-frame",
            lambda route: route.fulfill(content_type="text/html", body="<!doctype html><title>ours</title>"),
        )
        with stranger(framing(f"{world.base_url}/in-a-frame")) as origin:
            visit.page.goto(origin)
            frame = visit.page.frame(url="**/in-a-frame")
            assertion = frame.evaluate(SIGN, options)
        client = client_data(assertion)
        assert client["origin"] == world.base_url and client["crossOrigin"] is True, client
        submit(visit, order, csrf, assertion)
        visit.on("order-failed", "problem")
        intent = world.intent(order)
        assert (intent["status"], intent["failure_code"]) == ("FAILED", "biometric_validation_error"), intent["status"]


@trial()
def a_form_of_another_origin_does_nothing(world):
    """No token of ours is in it, and with `SameSite` no cookie from another site."""
    with world.enrolled_visit("en") as visit:
        visit.expect("another host")
        visit.expect_refusals()
        shopper = Shopper(visit)
        shopper.buys("coffee")
        order = visit.path.rpartition("/")[2]
        form = f'{HEAD}<form method="post" action="{world.base_url}/shop/orders/{order}/cancel">'
        with stranger(f"{form}<button>go</button></form>") as origin:
            visit.page.goto(origin)
            visit.page.get_by_role("button").click()
            visit.on("problem")
        assert world.intent(order)["status"] == "PENDING"


def client_data(credential):
    return json.loads(base64.urlsafe_b64decode(credential["response"]["clientDataJSON"] + "=="))


def submit(visit, order, csrf, assertion):
    """Sends the page's own form with this assertion."""
    visit.goto(f"/shop/orders/{order}")
    visit.on("order-confirm")
    visit.page.locator('form[action$="/authorize"]').evaluate(
        """(form, fields) => {
            for (const [name, value] of Object.entries(fields)) form.elements[name].value = value;
            HTMLFormElement.prototype.submit.call(form);
        }""",
        {"csrf": csrf, "assertion": json.dumps(assertion), "signals": json.dumps(signals("trial-browser"))},
    )
