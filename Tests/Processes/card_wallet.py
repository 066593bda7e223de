"""A browser at the sandbox's wallet: adds cards, reads the issuer's link, goes where a callback leads."""

import base64
import html
import json
import re
import urllib.error
import urllib.parse
import urllib.request
from http.cookiejar import CookieJar


class CardWallet:
    """One person's wallet; it knows nothing but what the pages show."""

    def __init__(self, base_url, name="Ana"):
        self.base_url = base_url
        self.browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))
        self.browser.addheaders = [("Accept-Language", "en")]
        page = self.open("/wallet")
        self.post("/wallet/owner", name=name, csrf=hidden(page, "csrf"))

    def open(self, path):
        with self.browser.open(urllib.parse.urljoin(self.base_url, path), timeout=20) as answer:
            self.address = answer.geturl()
            return answer.read().decode()

    def post(self, path, **fields):
        request = urllib.request.Request(
            urllib.parse.urljoin(self.base_url, path),
            data=urllib.parse.urlencode(fields).encode(),
            headers={"Origin": self.base_url},
        )
        with self.browser.open(request, timeout=20) as answer:
            self.address = answer.geturl()
            return answer.read().decode()

    def cards(self):
        """What may be added: the network's reference of each card, by what the page calls it."""
        options = re.search(r'<select id="card".*?</select>', self.open("/wallet/add"), re.S)
        found = re.findall(r'<option value="([^"]*)"[^>]*>([^<]*)</option>', options[0]) if options else []
        return {html.unescape(text): html.unescape(value) for value, text in found}

    def add(self, card, device="phone", temper="prompt"):
        page = self.open("/wallet/add")
        page = self.post(
            "/wallet/tokens",
            card=card,
            device=device,
            temper=temper,
            csrf=hidden(page, "csrf"),
            attempt=hidden(page, "attempt"),
        )
        return Added(self, self.address, html.unescape(re.search(r'<code id="app-link">([^<]*)</code>', page)[1]))


class Added:
    """A card in the wallet, waiting for its holder's word."""

    def __init__(self, wallet, address, link):
        self.wallet, self.address, self.link = wallet, address, link

    @property
    def payload(self):
        """What the link says, by the names of its members."""
        items = urllib.parse.parse_qsl(self.link.split("?", 1)[1])
        text = next(value for name, value in items if name in ("a2apayload", "iOS.deeplinkURL.extra.TEXT"))
        return json.loads(base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)))

    @property
    def state(self):
        """As the wallet shows the network's word."""
        found = re.search(r'<dd id="state">(.*?)</dd>', self.wallet.open(self.address))[1]
        return html.unescape(re.sub(r"<[^>]*>", "", found))

    def goes_back(self, callback):
        """What the wallet's page makes of a callback."""
        found = re.search(r'<p id="answer"[^>]*>(.*?)</p>', self.wallet.open(callback), re.S)
        return html.unescape(found[1]) if found else None


def hidden(page, name):
    return html.unescape(re.search(rf'<input type="hidden" name="{name}" value="([^"]*)"', page)[1])


def app_link(payload=None, callback="http://localhost:8080/wallet/return/x", text=None):
    """A wallet's link as somebody else might write one."""
    if text is None:
        text = base64.urlsafe_b64encode(json.dumps(payload).encode()).decode().rstrip("=")
    query = urllib.parse.urlencode({"a2apayload": text, "wpcallback": callback})
    return f"bank-app://token-activation/a2a?{query}"
