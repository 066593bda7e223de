"""Markup in any text of a person or a merchant is shown as text, and none of it runs."""

import urllib.parse
import uuid

from shopper import Shopper
from trial import trial
from wallet import Device, signals
from words import AT_ONCE, PEOPLE

MARKS = {"acute accent": "\u0301", "joiner": "\u200d", "variation selector": "\ufe0f"}
CORPUS = [
    "<script>xss()</script>",
    '"><img src=x onerror=xss()>',
    "' onfocus=xss() autofocus x='",
    "</title></textarea></style><svg onload=xss()>",
    "&lt;b&gt; &amp;amp; &#60;i&#62;",
    "{{name}} {{{name}}} ${name} javascript:xss()",
    "\u202e<b>right to left</b>\u202c",
    *[
        "".join(f"{character}{mark}" for character in "<>&\"'") + f"img src=x onerror=xss() {name}"
        for name, mark in MARKS.items()
    ],
]
# The API refuses control characters and characters that change the writing direction in a name; it accepts all others.
TAKEN = [text for text in CORPUS if "\u202e" not in text]
MOST = len(TAKEN)
# Runs before all else: `xss` would be called by a handler that came through.
WATCH = "window.ran = []; window.xss = () => { window.ran.push(location.pathname) };"


def watched(visit):
    visit.context.add_init_script(WATCH)
    return visit


def shown_as_text(visit, value, counted=True):
    """The text is literally in the page or in a field's value; no script ran, and no element was created from it."""
    found = visit.page.evaluate(
        """value => {
            const fields = [...document.querySelectorAll("input, textarea, select")].map(field => field.value);
            return {
                ran: window.ran,
                text: document.body.textContent.includes(value) || fields.includes(value),
                foreign: [...document.querySelectorAll("main *, title")].filter(element =>
                    ["SCRIPT", "SVG", "B", "I"].includes(element.tagName.toUpperCase()) && !element.src
                    || [...element.attributes].some(attribute => attribute.name.startsWith("on"))
                    || element.tagName === "IMG" && element.getAttribute("src") === "x").map(e => e.outerHTML),
            };
        }""",
        value,
    )
    assert found["ran"] == [], f"it ran on {found['ran']}"
    assert found["foreign"] == [], f"an element came of it: {found['foreign']}"
    assert found["text"] or not counted, f"{value!r} is not shown as it was typed"


@trial()
def a_name_typed_at_the_shop_is_text(world):
    with watched(world.visit("en")) as visit:
        visit.expect_refusals()
        shopper, taken = Shopper(visit), 0
        for number, name in enumerate(CORPUS):
            shopper.enters_as(unused_cpf(number), name)
            if visit.on("shop-catalogue", "shop-person") == "shop-person":
                shown_as_text(visit, name, counted=False)  # refused: letters that turn the writing round
                continue
            taken += 1
            shown_as_text(visit, name)
            shopper.button("leave the shop").click()
            visit.on("shop-person")
        assert taken >= MOST, f"only {taken} were taken"


def unused_cpf(number):
    """A valid CPF of nobody in the sandbox."""
    digits = [int(digit) for digit in f"{390533400 + number:09d}"]
    for length in (9, 10):
        rest = sum(digit * (length + 1 - place) for place, digit in enumerate(digits[:length])) * 10 % 11 % 10
        digits.append(rest)
    return "".join(map(str, digits))


@trial()
def a_name_of_an_enrollment_is_text_at_the_bank(world):
    """It is the merchant's to set, by the API; the approval page names it."""
    with watched(world.visit_without_authenticator("en")) as visit:
        for name in TAKEN:
            body = {
                "type": "open_finance_biometric_pix",
                "details": {
                    "customer": {"identifier": PEOPLE[4][0]},
                    "institution": world.institutions["Banco Ipê"],
                    "name": name,
                    "platform": "BROWSER",
                    "callback_url": f"{world.base_url}/shop/callback",
                    "risk_signals": signals("trial-browser"),
                },
            }
            world.merchant.connection.close()
            created = world.merchant.post("/enrollments/", body, uuid.uuid4().hex).must(201, what="enrollment").json
            visit.page.goto(created["details"]["redirect_url"])
            Shopper(visit, 5).holder.signs_in()
            shown_as_text(visit, name)


class Named(Device):
    """A phone whose app calls its enrollments by this name."""

    def __init__(self, world, name):
        super().__init__(world.base_url, world.server.keys, *PEOPLE_OF_THE_BANK)
        self.name = name

    def new_enrollment(self, institution, **more):
        body = super().new_enrollment(institution, **more)
        body["details"]["name"] = self.name
        return body

    def new_intent(self, amount, beneficiary, **more):
        more |= {"description": self.name[:140], "statement_description": self.name[:140]}
        return super().new_intent(amount, beneficiary, **more)


PEOPLE_OF_THE_BANK = (PEOPLE[1][0], "senha-2")


@trial()
def names_of_devices_and_descriptions_of_payments_are_text_in_the_holders_own_pages(world):
    for name in TAKEN:
        device = Named(world, name)
        device.enroll()
        assert device.pay("1.00", world.server.keys["beneficiary"])["status"] == "SUCCEEDED"
        device.api.connection.close()
    with watched(world.visit("en")) as visit:
        Shopper(visit, 2).holder.enters(AT_ONCE)
        for name in TAKEN:
            shown_as_text(visit, name)


@trial()
def a_search_for_a_bank_is_text(world):
    with watched(world.visit("en")) as visit:
        Shopper(visit).enters()
        for text in CORPUS:
            visit.goto("/shop/banks?" + urllib.parse.urlencode({"name": text}))
            visit.on("shop-banks")
            shown_as_text(visit, text)


@trial(number=[1, 7, 9])
def a_message_in_the_callback_is_text(world, number):
    """The bank's `error_description` is anybody's to write: no signature covers it."""
    with watched(world.visit("en")) as visit:
        shopper = Shopper(visit)
        shopper.begins()
        shopper.holder.signs_in()
        callback = urllib.parse.urlsplit(shopper.holder.decides_but_stays(allows=False))
        query = dict(urllib.parse.parse_qsl(callback.query))
        query["error_description"] = CORPUS[number]
        visit.goto("/shop/callback?" + urllib.parse.urlencode(query))
        visit.on("enrollment-failed")
        shown_as_text(visit, CORPUS[number], counted=False)


@trial()
def what_leads_nowhere_echoes_nothing_that_runs(world):
    with watched(world.visit("en")) as visit:
        visit.expect_refusals()
        Shopper(visit).enters()
        for text in CORPUS:
            query = urllib.parse.urlencode({"state": text, "error": text, "error_description": text})
            visit.goto(f"/shop/callback?{query}")
            visit.on("shop-callback-unknown", "problem")
            shown_as_text(visit, text, counted=False)
            visit.goto(f"/shop/orders/{urllib.parse.quote(text, safe='')}")
            visit.on("problem")
            shown_as_text(visit, text, counted=False)
