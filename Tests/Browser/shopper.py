"""A person's steps through the shop; controls are found by their role and text."""

import re

from holder import Holder
from words import bank as bank_name
from words import person as known_person
from words import word


class Shopper:
    def __init__(self, visit, person=1):
        self.visit = visit
        self.person, self.is_here = person, visit.enrollment is not None
        self.cpf, self.name, _ = known_person(person)
        self.holder = Holder(visit, person)

    @property
    def page(self):
        return self.visit.page

    def button(self, name):
        return self.page.get_by_role("button", name=word(name, self.visit.language))

    def link(self, name):
        return self.page.get_by_role("link", name=word(name, self.visit.language))

    def field(self, name):
        return self.page.get_by_label(word(name, self.visit.language))

    # --- To the catalogue --------------------------------------------------------------------------------------------

    def opens_the_shop(self):
        self.visit.goto("/")
        self.visit.on("start")
        self.link("shop").first.click()
        self.visit.on("shop-person")

    def enters(self):
        """As one of the test people."""
        self.opens_the_shop()
        self.own_button.click()
        self.visit.on("shop-catalogue")
        self.is_here = True

    def comes_back(self):
        """With the cookie of an earlier visit; the first of this person makes it."""
        cookies = self.visit.world.cookies
        if self.is_here:
            return
        if self.person in cookies:
            self.visit.context.add_cookies(cookies[self.person])
            self.is_here = True
        else:
            self.enters()
            cookies[self.person] = self.visit.context.cookies()

    @property
    def own_button(self):
        say = word("as this person", self.visit.language).pattern
        return self.page.get_by_role("button", name=re.compile(f"{say}.*{re.escape(self.name)}"))

    def enters_as(self, cpf, name):
        self.visit.goto("/shop")
        self.visit.on("shop-person")
        self.field("identifier").fill(cpf)
        self.field("name").fill(name)
        self.button("enter").click()

    # --- Enrollment --------------------------------------------------------------------------------------------------

    def goes_to_the_banks(self):
        """From the catalogue, whatever else can be paid from already."""
        self.visit.goto("/shop")
        self.visit.on("shop-catalogue")
        self.link("enroll").first.click()
        self.visit.on("shop-banks")

    def chooses(self, bank):
        """A bank of the list, which leads to its sign-in; the enrollment's id."""
        self.bank_button(bank).click()
        self.visit.on("bank-sign-in")
        return self.visit.world.newest_enrollment["id"]

    def bank_button(self, bank):
        return self.page.get_by_role("button", name=re.compile(re.escape(bank_name(bank))))

    def begins(self, bank=1):
        """Up to the bank's sign-in; the enrollment's id."""
        self.comes_back()
        self.goes_to_the_banks()
        return self.chooses(bank)

    def comes_to_the_passkey(self, bank=1, **choice):
        enrollment = self.begins(bank)
        self.holder.signs_in()
        self.holder.allows(**choice)
        self.visit.on("enrollment-register")
        return enrollment

    def registers(self):
        self.page.locator("#register").click()
        self.visit.on("enrollment-done")
        self.visit.enrollment = self.visit.path.rpartition("/")[2]
        return self.visit.enrollment

    def enrolls(self, bank=1, **choice):
        self.comes_to_the_passkey(bank, **choice)
        return self.registers()

    def revoke_button(self, enrollment):
        form = self.page.locator(f'form[action$="/shop/enrollments/{enrollment}/cancel"]')
        return self.visit.opened(self.page.locator("details.question", has=form))

    def revokes(self, enrollment):
        self.visit.goto("/shop/devices")
        self.visit.on("shop-devices")
        self.revoke_button(enrollment).click()
        self.visit.on("enrollment-ended")

    # --- Payment -----------------------------------------------------------------------------------------------------

    def buys(self, product):
        """Up to the confirmation; the payment intent's id, which is the order's."""
        self.visit.goto("/shop")
        self.visit.on("shop-catalogue")
        form = self.page.locator("form", has=self.page.locator(f'[name="product"][value="{product}"]'))
        if form.get_by_role("combobox").count():
            form.get_by_role("combobox").select_option(self.visit.enrollment)
        form.get_by_role("button", name=word("buy", self.visit.language)).click()
        self.visit.on("order-confirm")
        return self.visit.path.rpartition("/")[2]

    def chooses_days(self, product, when, months=None):
        """The same on later days, by default from a week ahead on."""
        self.visit.goto("/shop")
        self.visit.on("shop-catalogue")
        card = self.page.locator("li", has=self.page.locator(f'[name="product"][value="{product}"]'))
        card.get_by_role("link", name=word("buy later", self.visit.language)).click()
        self.visit.on("shop-product")
        choice = self.page.get_by_role("combobox")
        if choice.count():
            choice.select_option(self.visit.enrollment)
        self.page.get_by_role("radio", name=word(when, self.visit.language)).check()
        if months is not None:
            self.field("months").fill(str(months))
        self.button("enter").click()
        self.visit.on("order-confirm")
        return self.visit.path.rpartition("/")[2]

    def cancels_what_is_left(self, order):
        self.visit.goto(f"/shop/orders/{order}")
        self.visit.on("order-scheduled")
        self.visit.opened(self.page.locator("details.question")).click()

    def presses_pay(self):
        self.page.locator("#pay").click()

    def pays(self, product="coffee"):
        order = self.buys(product)
        self.presses_pay()
        self.visit.on("order-paid")
        return order

    def fails_to_pay(self, product):
        """Presses on to the end; the reason that the page names."""
        self.buys(product)
        self.presses_pay()
        self.visit.on("order-failed")
        return self.visit.reason
