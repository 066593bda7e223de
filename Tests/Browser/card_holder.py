"""A card holder's steps: in the wallet, and at the issuer."""

import re

from person_signing_in import Person

LABELS = {
    "activate": ("Sim, ativar", "Yes, activate"),
    "add a card": ("Adicionar um cartão", "Add a card"),
    "add it": ("Adicionar", "Add it"),
    "ask again": ("Pedir de novo", "Ask again"),
    "back": ("Voltar à carteira", "Back to the wallet"),
    "not me": ("Não fui eu", "It was not me"),
    "open the wallet": ("Abrir a carteira", "Open the wallet"),
    "sign in": ("Entrar", "Sign in"),
    "sign out": ("Sair", "Sign out"),
    "suspend it": ("Não fui eu: suspender", "It was not me: suspend it"),
}


class CardHolder(Person):
    """A person of the issuer, in front of a browser."""

    def label(self, name):
        return LABELS[name][self.visit.language == "en"]

    def presses(self, name):
        self.visit.page.get_by_role("button", name=self.label(name), exact=True).click()

    def follows(self, name):
        self.visit.page.get_by_role("link", name=self.label(name), exact=True).click()

    # --- At the issuer -----------------------------------------------------------------------------------------------

    def enters_the_issuer(self):
        """Signed in at the tenant already, the page has only to be allowed."""
        self.visit.goto("/issuer")
        self.visit.on("issuer-welcome")
        self.follows("sign in")
        self.visit.on("consent")
        self.press("allow")
        self.visit.on("issuer-cards")

    def agrees(self):
        """Says yes, and is there again."""
        self.visit.on("issuer-question")
        self.presses("activate")
        self.confirms()

    def confirms(self):
        """This server's own page needs no new consent for data that the person allowed before."""
        self.uses_a_passkey()

    # --- In the wallet -----------------------------------------------------------------------------------------------

    def enters_the_wallet(self):
        self.visit.goto("/wallet")
        if self.visit.on("wallet-owner", "wallet-cards") == "wallet-owner":
            self.visit.page.locator("#name").fill("Maria")
            self.presses("open the wallet")
            self.visit.on("wallet-cards")

    def adds(self, network="visa", temper="prompt", device=None):
        """Adds one of the person's cards: the first or the second of the last two issued with their name."""
        self.visit.goto("/wallet/add")
        self.visit.on("wallet-add")
        options = self.visit.page.locator("#card option", has_text=f"Maria {self.phone.name.title()}")
        value = next(
            option.get_attribute("value")
            for option in options.all()
            if option.get_attribute("value").startswith("V-") == (network == "visa")
        )
        self.visit.page.locator("#card").select_option(value)
        if device is not None:
            self.visit.page.locator("#device").fill(device)
        self.visit.page.locator("#temper").select_option(temper)
        self.presses("add it")
        self.visit.on("wallet-step-up")
        return self.visit.path

    def goes_to_the_issuer(self):
        self.visit.page.locator("#step-up").click()

    @property
    def link(self):
        """The link of the token's page, as an app or another browser gets it."""
        return self.visit.page.locator("#step-up").get_attribute("href")

    @property
    def answer(self):
        """The result that the wallet shows."""
        return self.visit.page.locator("main").get_attribute("data-reason")

    def mailed_link(self):
        """The newest link of a notice in the outbox, as a path."""
        self.visit.opens_the_keys()
        self.visit.goto("/outbox")
        text = self.visit.page.locator("main").inner_text()
        return "/issuer/suspend?token=" + re.search(r"/issuer/suspend\?token=([\w-]+)", text).group(1)


def with_cards(visit, name):
    """Somebody with a passkey, two cards at the issuer, and a wallet."""
    holder = CardHolder(visit, name)
    holder.makes_a_passkey()
    holder.enters_the_issuer()
    holder.enters_the_wallet()
    return holder
