"""The example of a merchant's own page (Examples/web-shop), whose origin is not the server's."""

import contextlib
import copy
import pathlib
import subprocess
import sys
import tempfile

from holder import Holder
from playwright.sync_api import expect
from server import Server, free_port
from trial import trial
from wallet import API

SHOP = pathlib.Path(__file__).resolve().parents[3] / "Examples" / "web-shop" / "shop.py"


@contextlib.contextmanager
def shop_beside(server, port):
    """The merchant's server; it says that it is ready before it serves, on a socket that listens already."""
    command = [sys.executable, SHOP, "--keys", server.data / "sandbox.json", "--server", server.base_url]
    shop = subprocess.Popen([*map(str, command), "--port", str(port)], stdout=subprocess.PIPE, text=True,
                            env={**server.environment, "PYTHONDONTWRITEBYTECODE": "1"})
    try:
        said = shop.stdout.readline()
        assert f"http://localhost:{port}" in said, f"the shop said {said!r}"
        yield
    finally:
        shop.terminate()
        shop.wait(30)
        shop.stdout.close()


@contextlib.contextmanager
def web_shop(world, *arguments, is_named=True):
    """The world as the shop's customers see it, before a sandbox that takes passkeys of the shop's origin."""
    port = free_port()
    here = copy.copy(world)
    here.__dict__.pop("institutions", None)
    here._enrolled, here.cookies = {}, {}
    here.base_url = f"http://localhost:{port}"
    with contextlib.ExitStack() as stack:
        if is_named:
            folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="chave-browser-shop-"))
            here.server = Server(world.program, folder, "--origin", here.base_url, *arguments)
            stack.callback(here.server.end)
            here.server.start()
        here.merchant = API.merchant(here.server.base_url, here.server.keys)
        stack.enter_context(shop_beside(here.server, port))
        yield here


class Buyer:
    """A person before the shop's page, and then before the bank's."""

    def __init__(self, visit):
        self.visit, self.page, self.holder = visit, visit.page, Holder(visit)
        visit.expect("a request to another host: http://localhost:")  # the bank's pages

    def goes_to_the_bank(self):
        self.visit.goto("/")
        self.visit.on("person")
        self.page.get_by_role("button", name="Continue").click()
        self.visit.on("banks")
        self.page.get_by_role("button", name="Banco Ipê").click()
        self.holder.signs_in()

    def comes_to_the_passkey(self):
        self.goes_to_the_bank()
        self.holder.allows()
        self.visit.on("register")
        assert self.page.url == f"{self.visit.base_url}/", "the bank's answer is still in the address"

    def presses(self, button, *screens):
        self.page.locator(button).click()
        self.visit.on(*screens)

    def does_not_agree(self, button):
        """The finger is a wrong one: the page says so, and stays; then it is the right one again."""
        screen = self.visit.screen
        self.visit.authenticator.agrees(False)
        self.page.locator(button).click()
        expect(self.visit.alert).to_contain_text("You can try again")
        told = self.page.locator("main").get_attribute("data-problem")
        assert (told, self.visit.screen) == ("Cancelled", screen), (told, self.visit.screen)
        expect(self.page.locator(button)).to_be_enabled()
        self.visit.authenticator.agrees(True)


def newest_intent(world):
    return world._get("/payment-intents/?page_size=1")["results"][0]


@trial()
def a_merchants_own_page_enrolls_and_pays(world):
    with web_shop(world) as shop, shop.visit("en") as visit:
        buyer = Buyer(visit)
        buyer.comes_to_the_passkey()
        buyer.does_not_agree("#register")
        enrollment = shop.newest_enrollment
        assert enrollment["status"] == "PENDING" and enrollment["details"]["platform"] == "BROWSER", enrollment
        buyer.presses("#register", "product")
        assert shop.enrollment(enrollment["id"])["status"] == "SUCCEEDED"
        buyer.presses("#buy", "confirm")
        expect(visit.page.get_by_role("main")).to_contain_text("18.90")
        buyer.does_not_agree("#pay")
        order = newest_intent(shop)
        assert order["status"] == "PENDING" and order["created_by_type"] == "api_key", order["status"]
        buyer.presses("#pay", "paid")
        paid = shop.intent(order["id"])
        receipt = visit.page.locator("#receipt").inner_text()
        assert (paid["status"], paid["amount"]) == ("SUCCEEDED", "18.90"), paid["status"]
        assert receipt == paid["payment_method_information"]["open_finance_biometric_pix"]["end_to_end_id"], receipt
        visit.page.reload()
        visit.on("product")  # this browser is still enrolled
        buyer.presses("#buy", "confirm")
        buyer.presses("#pay", "paid")
        assert newest_intent(shop)["status"] == "SUCCEEDED" and newest_intent(shop)["id"] != order["id"]


@trial()
def a_merchants_own_page_before_a_bank_that_answers_in_the_fragment(world):
    with web_shop(world, "--wire") as shop, shop.visit("en") as visit:
        buyer = Buyer(visit)
        buyer.comes_to_the_passkey()
        buyer.presses("#register", "product")
        buyer.presses("#buy", "confirm")
        buyer.presses("#pay", "paid")
        assert newest_intent(shop)["status"] == "SUCCEEDED"


@trial()
def a_merchants_own_page_shows_that_the_person_refused_at_the_bank(world):
    with web_shop(world) as shop, shop.visit("en") as visit:
        buyer = Buyer(visit)
        buyer.goes_to_the_bank()
        buyer.holder.refuses()
        visit.on("failed")
        expect(visit.page.locator("#reason")).to_have_text("rejected_by_user")
        assert shop.newest_enrollment["status"] == "FAILED"


@trial()
def a_page_whose_origin_nobody_named_enrolls_nothing(world):
    with web_shop(world, is_named=False) as shop, shop.visit("en") as visit:
        buyer = Buyer(visit)
        buyer.comes_to_the_passkey()
        buyer.presses("#register", "failed")
        assert shop.newest_enrollment["status"] == "FAILED"


@trial()
def a_merchants_server_takes_requests_of_its_own_page_alone(world):
    """Another site's page, a form, and a name of a stranger that leads here get nothing."""
    with web_shop(world, is_named=False) as shop, shop.visit("en") as visit:
        visit.goto("/")
        visit.on("person")
        sent = {"identifier": "76109277673"}
        to, ask = f"{shop.base_url}/session", visit.context.request
        for headers in ({"Origin": "http://localhost:1"}, {}, {"Origin": shop.base_url, "Host": "shop.example"}):
            status = ask.post(to, data=sent, headers=headers).status
            assert status in (403, 421), (headers, status)
        assert ask.post(to, form=sent, headers={"Origin": shop.base_url}).status == 403
        assert ask.post(to, data=sent, headers={"Origin": shop.base_url}).status == 204
        assert ask.get(f"{shop.base_url}/shop.py").status == 404
        page = ask.get(f"{shop.base_url}/")
        assert "frame-ancestors 'none'" in page.headers["content-security-policy"]
        assert all("HttpOnly" in cookie and "SameSite=Lax" in cookie for cookie in cookies(ask, to, sent, shop))


def cookies(ask, to, sent, shop):
    answer = ask.post(to, data=sent, headers={"Origin": shop.base_url})
    found = [header["value"] for header in answer.headers_array if header["name"].lower() == "set-cookie"]
    assert len(found) == 2, found
    return found
