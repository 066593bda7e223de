"""A browser at the sandbox's wallet that watches what becomes of a card, and follows the issuer's callback."""

import base64
import html
import json
import re
import urllib.parse

from app2app.wallet import Wallet


class CardWallet(Wallet):
    """One person's wallet, read in English."""

    def __init__(self, base):
        super().__init__(base)
        self.browser.session.headers["Accept-Language"] = "en"

    def adds(self, card, device="phone", temper="prompt"):
        """By the network's reference of the card, in an account of its own: each has room for five of a card."""
        wallet = CardWallet(self.base)
        launch = wallet.add({"panReferenceID": card}, temper=temper, device=device)
        return Added(wallet, wallet.browser.page.address, launch)


class Added:
    """A card in the wallet, waiting for its holder's word."""

    def __init__(self, wallet, address, launch):
        self.wallet, self.address, self.link, self.payload = wallet, address, launch.link, launch.payload

    @property
    def state(self):
        """As the wallet shows the network's word."""
        page = self.wallet.browser.open(self.address)
        return words(re.search(r'<dd id="state">(.*?)</dd>', page.text, re.S))

    def goes_back(self, callback):
        """What the wallet's page makes of a callback."""
        page = self.wallet.browser.open(callback)
        return words(re.search(r'<p id="answer"[^>]*>(.*?)</p>', page.text, re.S))


def words(found):
    return html.unescape(re.sub(r"<[^>]*>", "", found[1])).strip() if found else ""


def app_link(payload=None, callback="http://localhost:8080/wallet/return/x", text=None):
    """A wallet's link as somebody else might write one."""
    if text is None:
        text = base64.urlsafe_b64encode(json.dumps(payload).encode()).decode().rstrip("=")
    query = urllib.parse.urlencode({"a2apayload": text, "wpcallback": callback})
    return f"bank-app://token-activation/a2a?{query}"
