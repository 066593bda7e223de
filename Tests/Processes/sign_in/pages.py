"""A browser without scripts: cookies, forms and the content of sign-in's pages."""

import html
import json
import re
import time
import urllib.parse

import requests

from sign_in.web import TIMEOUT, send
from wallet import Forms


class Page:
    """Where the browser stands."""

    def __init__(self, answer):
        self.address, self.status, self.headers, self.text = answer.url, answer.status_code, answer.headers, answer.text

    @property
    def forms(self):
        return Forms(self.text).forms

    def form(self, ending):
        """The form whose address ends so."""
        return next(form for form in self.forms if form["action"].endswith(ending))

    @property
    def approval_address(self):
        found = re.search(r"<code>([^<]*/v2/browser-approvals/[^<]*)</code>", self.text)
        return found and html.unescape(found.group(1))

    @property
    def number(self):
        found = re.search(r'class="match"[^>]*>(\d\d)<', self.text)
        return found and found.group(1)

    @property
    def options(self):
        """The options for WebAuthn."""
        found = re.search(r'data-options="([^"]*)"', self.text)
        return found and json.loads(html.unescape(found.group(1)))

    def __repr__(self):
        words = re.sub(r"<style.*?</style>|<[^>]*>|\s+", " ", self.text)
        return f"{self.status} {self.address[:120]} {words[:300]}"


class Browser:
    def __init__(self):
        self.session = requests.Session()
        self.session.trust_env = False
        self.session.headers["User-Agent"] = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
        self.page = None

    def open(self, address, until=None):
        """Follows redirects; stops at one that leads to `until` and returns its address."""
        return self._walk("GET", address, None, until)

    def send(self, form, until=None, **fields):
        """A form of the page, with a button's or an authenticator's fields."""
        address = urllib.parse.urljoin(self.page.address, form["action"])
        return self._walk("POST", address, {**form["fields"], **fields}, until)

    def _walk(self, method, address, data, until):
        for _ in range(12):
            headers = {"Origin": "://".join(urllib.parse.urlsplit(address)[:2])} if method == "POST" else {}
            answer = self.session.request(
                method, address, data=data, headers=headers, allow_redirects=False, timeout=TIMEOUT
            )
            if answer.status_code not in (302, 303):
                self.page = Page(answer)
                return self.page
            address = urllib.parse.urljoin(address, answer.headers["Location"])
            if until and address.startswith(until):
                return address
            method, data = "GET", None
        raise AssertionError("the pages lead nowhere")

    def again(self, until=None):
        return self.open(self.page.address, until)


class Approver:
    """A device that approves a browser's sign-in."""

    def __init__(self, device, client):
        self.device, self.form = device, {"client_id": client["client_id"]}
        self.question = None

    def look(self, address):
        """Proves its key where the QR leads."""
        reply = self.device.twice(address, "browser", self.form)
        if reply.status == 200:
            self.address, self.question = address, reply.json
        return reply

    def decide(self, number, change=None):
        """Signs what its person picked."""
        address = f"{self.address}/decision"
        claims = self.device.claims(self.question, address, "browser", self.form)
        claims |= {"decision": "approve", "number": number}
        return self.send({"assertion": self.device.assertion(change(claims) if change else claims)})

    def refuse(self):
        """Needs no key: the holder of the question's session may refuse."""
        return self.send({"decision": "refuse"})

    def send(self, fields):
        second = {**self.form, "auth_session": self.question["auth_session"], **fields}
        return send("POST", f"{self.address}/decision", data=second)


def until_ready(address, process, seconds=20):
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline and process.poll() is None:
        try:
            if requests.get(address, timeout=2).status_code == 200:
                return
        except requests.RequestException:
            time.sleep(0.05)
    raise AssertionError(f"{address} does not answer")


def query_of(address):
    return dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(address).query, keep_blank_values=True))
