"""The operator's steps at the console."""

import contextlib
import re

from playwright.sync_api import expect
from words import word


@contextlib.contextmanager
def webhooks_to(merchant, url):
    """An endpoint of the shop, as long as it lasts."""
    merchant.connection.close()  # the server has let go of one that was kept for long
    made = merchant.post("/webhooks/", {"url": url}).must(201).json["id"]
    try:
        yield
    finally:
        merchant.connection.close()
        merchant.connection.send("DELETE", f"/payments/br/webhooks/{made}/", merchant.headers).must(204)


class Operator:
    def __init__(self, visit):
        self.visit = visit

    @property
    def page(self):
        return self.visit.page

    def button(self, name):
        return self.page.get_by_role("button", name=word(name, self.visit.language))

    def question(self, name):
        """The question before a final action on an object."""
        asks = self.page.locator("summary", has_text=word(name, self.visit.language))
        return self.page.locator("main details.question", has=asks)

    def ends(self, name):
        self.visit.opened(self.question(name)).click()

    def shown_key(self):
        """The key as the start page shows it after the link that the server prints was opened."""
        self.visit.opens_the_keys()
        return self.page.locator("#operator-key").inner_text().strip()

    def asks_for_entry(self):
        key = self.shown_key()
        self.page.get_by_role("link", name=word("console", self.visit.language)).click()
        self.visit.on("console-sign-in")
        return key

    def shows(self, key):
        self.page.get_by_label(word("operator's key", self.visit.language)).fill(key)
        self.button("sign in").click()

    def enters(self):
        """With the cookie of an earlier visit; the first makes it."""
        cookies = self.visit.world.cookies
        if "operator" in cookies:
            self.visit.context.add_cookies(cookies["operator"])
            self.visit.goto("/console")
        else:
            self.shows(self.asks_for_entry())
            cookies["operator"] = self.visit.context.cookies()
        self.visit.on("console-home")

    def opens(self, kind, id):
        self.visit.goto(f"/console/{kind}/{id}")
        self.visit.on({"enrollments": "console-enrollment", "payments": "console-payment"}[kind])

    def row(self, kind, id):
        return self.page.locator(f'tr:has(a[href="/console/{kind}/{id}"])').first

    def sees(self, kind, id, status):
        """In a list, without loading the page again."""
        expect(self.row(kind, id)).to_contain_text(status)

    def is_live(self):
        expect(self.page.locator('[data-live-state="on"]')).to_be_visible()

    def sees_steps(self, *actions):
        """Of the timeline that is shown, in this order among others."""
        expect(self.page.locator(f'[data-action="{actions[-1]}"]').first).to_be_visible()
        shown = self.page.locator("[data-action]").evaluate_all("rows => rows.map(row => row.dataset.action)")
        places = [shown.index(action) for action in actions]
        assert places == sorted(places), f"{actions} in {shown}"

    def finds(self, text):
        self.page.get_by_label(word("find by id", self.visit.language)).fill(text)
        self.button("find").click()

    @property
    def ahead(self):
        """In seconds, how far the clock of deadlines is."""
        self.visit.goto("/console")
        self.visit.on("console-home")
        return int(self.page.locator("[data-ahead]").get_attribute("data-ahead"))

    def forwards(self, minutes):
        before = self.ahead
        self.page.get_by_role("button", name=re.compile(rf"\b{minutes} min\b")).click()
        expect(self.page.locator(f'[data-ahead="{before + minutes * 60}"]')).to_be_visible()
