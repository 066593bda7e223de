"""The whole path by Tab, Enter and Space, with the focus always visible."""

from holder import Holder
from shopper import Shopper
from trial import trial
from words import AT_ONCE, word

FOCUS = """
() => {
    const element = document.activeElement;
    if (!element || element === document.body) return null;
    const style = getComputedStyle(element), place = element.getBoundingClientRect();
    return {
        ring: style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0 || style.boxShadow !== "none",
        seen: place.width > 0 && place.height > 0 && place.bottom > 0 && place.top < innerHeight,
        name: (element.labels && [...element.labels].map(label => label.innerText).join(" ")) || element.innerText
            || element.getAttribute("aria-label") || element.name || element.tagName,
        tag: element.tagName, id: element.id,
    };
}
"""


class Typist:
    """Has no mouse."""

    def __init__(self, visit):
        self.visit, self.unseen = visit, set()

    @property
    def keyboard(self):
        return self.visit.page.keyboard

    def tabs_to(self, target):
        """Until `target`, a locator, has the focus; each place on the way must be seen."""
        target.first.wait_for()
        for _ in range(80):
            self.keyboard.press("Tab")
            focus = self.visit.page.evaluate(FOCUS)
            if focus is None:
                continue
            if not (focus["ring"] and focus["seen"]):
                self.unseen.add(f"{self.visit.screen}: {focus['tag']} {focus['name'].strip()[:40]!r}")
            if target.first.evaluate("element => element === document.activeElement"):
                return
        raise AssertionError(f"on {self.visit.screen} Tab never comes to {target}")

    def presses(self, target, key="Enter"):
        self.tabs_to(target)
        self.keyboard.press(key)

    def types(self, target, text):
        self.tabs_to(target)
        self.keyboard.type(text)


@trial()
def enrollment_and_payment_need_no_mouse(world):
    with world.visit("en") as visit:
        shopper, holder, typist, page = Shopper(visit), Holder(visit), Typist(visit), visit.page
        visit.goto("/")
        typist.presses(shopper.link("shop"))
        visit.on("shop-person")
        typist.presses(shopper.own_button, "Space")
        visit.on("shop-catalogue")
        typist.presses(shopper.link("enroll"))
        visit.on("shop-banks")
        typist.presses(shopper.bank_button(AT_ONCE), "Space")
        visit.on("bank-sign-in")
        typist.types(holder.field("cpf"), holder.cpf)
        typist.types(holder.field("password"), holder.password)
        typist.keyboard.press("Enter")
        visit.on("bank-approval")
        typist.tabs_to(page.get_by_role("radio"))
        typist.keyboard.press("ArrowDown")
        typist.keyboard.press("ArrowUp")
        typist.types(holder.field("limit"), "500")
        typist.presses(holder.button("allow"), "Space")
        visit.on("enrollment-register")
        typist.presses(page.locator("#register"))
        visit.on("enrollment-done")
        typist.presses(shopper.link("catalogue"))
        visit.on("shop-catalogue")
        form = page.locator("form", has=page.locator('[name="product"][value="coffee"]'))
        typist.presses(form.get_by_role("button", name=word("buy", "en")))
        visit.on("order-confirm")
        typist.presses(page.locator("#pay"), "Space")
        visit.on("order-paid")
        assert not typist.unseen, f"focus that nobody sees: {sorted(typist.unseen)}"


@trial()
def the_first_key_leads_past_the_navigation(world):
    with world.enrolled_visit("en") as visit:
        for path in ("/", "/shop", "/shop/banks", "/payments/docs"):
            visit.goto(path)
            visit.page.wait_for_selector("main")
            typist = Typist(visit)
            typist.presses(visit.page.locator("a.skip"))
            assert not typist.unseen, f"the link stays out of sight: {typist.unseen}"
            typist.keyboard.press("Tab")
            is_inside = "document.querySelector('main').contains(document.activeElement)"
            assert visit.page.evaluate(is_inside), f"{path}: the next key is back in the navigation"


@trial(ceremony=["register", "pay"])
def after_a_refused_fingerprint_the_focus_is_not_lost(world, ceremony):
    visit = world.visit("en") if ceremony == "register" else world.enrolled_visit("en")
    with visit:
        shopper, typist = Shopper(visit), Typist(visit)
        if ceremony == "register":
            shopper.comes_to_the_passkey()
        else:
            shopper.buys("coffee")
        visit.authenticator.agrees(False)
        typist.presses(visit.page.locator(f"#{ceremony}"))
        visit.alert.wait_for()
        visit.authenticator.agrees(True)
        focus = visit.page.evaluate(FOCUS)
        assert focus is not None, "the focus is back at the top of the page"
        typist.presses(visit.page.locator(f"#{ceremony}"))
        visit.on("enrollment-done" if ceremony == "register" else "order-paid")
