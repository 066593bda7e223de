"""The shop before a bank that is a process of its own: the same clicks, and the answer comes in the fragment."""

import json
import pathlib

from shopper import Shopper
from trial import trial


def begins(shopper, bank=1):
    """Up to the bank's own page, which a link of the shop leads to."""
    visit = shopper.visit
    shopper.comes_back()
    shopper.goes_to_the_banks()
    shopper.bank_button(bank).click()
    visit.on("enrollment-at-bank")
    shop = visit.page.url
    bank = visit.page.locator(".actions a.button").get_attribute("href")
    visit.expected.append(f"a request to another host: {'/'.join(bank.split('/')[:3])}")
    visit.page.locator(".actions a.button").click()
    visit.on("bank-sign-in")
    assert visit.page.url.split("/")[2] != shop.split("/")[2], "the bank has an address of its own"
    return visit.world.newest_enrollment["id"]


def exchanges(server):
    lines = (json.loads(line) for line in server.said().splitlines() if line.startswith("{"))
    return [line for line in lines if line["msg"] == "bank exchange"]


@trial()
def a_purchase_over_the_wire_with_passkey_and_all(world):
    with world.elsewhere("--wire") as wire, wire.visit() as visit:
        shopper = Shopper(visit)
        enrollment = begins(shopper)
        shopper.holder.signs_in()
        shopper.holder.allows()
        visit.on("enrollment-register")
        # The script took the bank's answer out of the address.
        assert "#" not in visit.page.url and "code" not in visit.page.url
        assert shopper.registers() == enrollment
        order = shopper.pays()
        assert wire.intent(order)["status"] == "SUCCEEDED"
        assert wire.enrollment(enrollment)["status"] == "SUCCEEDED"
        sent = exchanges(wire.server)
        assert [line["outcome"] for line in sent if line["outcome"] != "answered"] == []
        assert sum(line["operation"] == "POST /pix/payments" for line in sent) == 1
        # Neither a code nor a token is in what the server wrote.
        written = pathlib.Path(wire.server.log).read_text()
        assert "id_token" not in written and "code=" not in written


@trial()
def a_refusal_at_the_bank_over_the_wire(world):
    with world.elsewhere("--wire") as wire, wire.visit() as visit:
        shopper = Shopper(visit)
        enrollment = begins(shopper)
        shopper.holder.signs_in()
        shopper.holder.refuses()
        visit.on("enrollment-failed")
        assert wire.enrollment(enrollment)["status"] == "FAILED"
