"""A person at the sandbox's wallet, by its forms."""

import base64
import html
import json
import re
import urllib.parse

from sign_in.pages import Browser


class Wallet:
    def __init__(self, base, name="Ana"):
        self.base, self.browser = base, Browser()
        self.browser.open(f"{base}/wallet")
        self.browser.send(self.browser.page.form("/wallet/owner"), name=name)

    def add(self, card, temper="prompt", device="Telefone da Ana"):
        """Adds a card; the page shows the link that opens the issuer's app."""
        self.browser.open(f"{self.base}/wallet/add")
        page = self.browser.send(
            self.browser.page.form("/wallet/tokens"), card=card["panReferenceID"], device=device, temper=temper
        )
        found = re.search(r'id="app-link">([^<]*)<', page.text)
        assert found, repr(page)
        return Launch(html.unescape(found.group(1)))


class Launch:
    """What the wallet sends to the issuer's app."""

    def __init__(self, link):
        self.link = link
        items = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(link).query))
        text = items.get("a2apayload") or items["iOS.deeplinkURL.extra.TEXT"]
        self.callback = items.get("wpcallback") or items["callBackURL"]
        self.payload = json.loads(base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)))

    @property
    def token(self):
        return self.payload["tokenReferenceID"]
