"""The account holder's steps at the bank."""

from words import bank as bank_name
from words import person as known_person
from words import word


class Holder:
    def __init__(self, visit, person=1):
        self.visit = visit
        self.cpf, self.name, self.password = known_person(person)

    def button(self, name):
        return self.visit.page.get_by_role("button", name=word(name, self.visit.language))

    def field(self, name):
        return self.visit.page.get_by_label(word(name, self.visit.language))

    def fills_in(self, password=None):
        self.field("cpf").fill(self.cpf)
        self.field("password").fill(password or self.password)

    def signs_in(self):
        self.visit.on("bank-sign-in")
        self.fills_in()
        self.button("sign in").click()
        self.visit.on("bank-approval")

    def allows(self, limit=None):
        self.visit.on("bank-approval")
        if limit is not None:
            self.field("limit").fill(limit)
        self.button("allow").click()

    def refuses(self):
        self.visit.on("bank-approval")
        self.button("refuse").click()

    def decides_but_stays(self, allows):
        """Presses the button and intercepts the response: returns the callback's address without visiting it."""
        caught = []

        def answer(route):
            caught.append(route.fetch(max_redirects=0).headers["location"])
            route.fulfill(body="caught", content_type="text/plain")

        self.visit.page.route("**/decision", answer)
        self.allows() if allows else self.refuses()
        self.visit.page.get_by_text("caught").wait_for()
        self.visit.page.unroute("**/decision")
        return caught[0]

    # --- The holder's own pages --------------------------------------------------------------------------------------

    def opens(self, bank):
        """The bank's own sign-in, found as a person finds it: by the bank's address."""
        institutions = self.visit.world.institutions
        self.visit.goto(f"/bank/{institutions[bank_name(bank)]}")
        self.visit.on("bank-welcome")

    def enters(self, bank=1):
        self.opens(bank)
        if not self.field("cpf").count():
            self.visit.page.get_by_role("link", name=word("sign in", self.visit.language)).click()
        self.fills_in()
        self.button("sign in").click()
        self.visit.on("bank-home")

    def revoke_button(self):
        """Of the newest of the enrolled devices."""
        return self.visit.opened(self.visit.page.locator("details.question").first)

    def revokes(self):
        self.revoke_button().click()
        self.visit.on("bank-home")

    def lets_a_day_come(self):
        """Of the first of the scheduled payments."""
        self.button("let its day come").first.click()
        self.visit.on("bank-home")
