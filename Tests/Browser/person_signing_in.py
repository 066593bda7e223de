"""A person's steps at the pages of sign-in."""

import base64
import hashlib
import http.server
import json
import threading
import urllib.parse

from phone import Phone, b64url

VERIFIER = "a verifier that is long enough for the trials of it"


class App(http.server.BaseHTTPRequestHandler):
    """The app to which the browser returns: a page of a program on this machine."""

    def do_GET(self):
        body = page("back").encode()
        self.send_response(200 if self.path.startswith("/callback") else 204)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


SERVER = http.server.ThreadingHTTPServer(("127.0.0.1", 0), App)
threading.Thread(target=SERVER.serve_forever, daemon=True).start()
HOST = f"http://127.0.0.1:{SERVER.server_address[1]}"
APP = f"{HOST}/callback"
LABELS = {
    "allow": ("Permitir", "Allow"),
    "do not allow": ("Não permitir", "Do not allow"),
    "give up": ("Desistir", "Give up"),
    "somebody else": ("Entrar como outra pessoa", "Sign in as somebody else"),
    "sign out": ("Sair deste navegador", "Sign out here"),
    "remove": ("Remover a chave", "Remove the passkey"),
}


class Person:
    """With a phone, in front of a browser."""

    def __init__(self, visit, name, phone=None):
        self.visit, self.world = visit, visit.world
        self.phone = phone or Phone(visit.world, name)
        self.mount = f"/t/{self.phone.sandbox['tenant']}"
        visit.expect(f"a request to another host: {HOST}")

    def comes_from_the_app(self, **parameters):
        challenge = b64url(hashlib.sha256(VERIFIER.replace(" ", "-").encode()).digest())
        asked = {
            "client_id": self.phone.sandbox["client_id"],
            "redirect_uri": APP,
            "response_type": "code",
            "scope": "openid profile",
            "state": "a state",
            "nonce": "n",
            "code_challenge": challenge,
            "code_challenge_method": "S256",
            **parameters,
        }
        self.visit.goto("/v2/authorize?" + urllib.parse.urlencode(asked))

    @property
    def qr(self):
        return self.visit.page.locator("code:not([id])", has_text="/v2/browser-approvals/").inner_text()

    def press(self, label):
        self.visit.page.get_by_role("button", name=LABELS[label][self.visit.language == "en"], exact=True).click()

    def approves_by_phone(self, pick=None):
        """Reads the QR, and picks the number of the page unless another one is named."""
        self.visit.on("sign-in")
        address = self.qr
        status, question = self.phone.looks(address)
        assert status == 200, question
        self.visit.on("sign-in-number", patience=20_000)
        number = self.visit.page.locator(".match").inner_text()
        assert number in question["choices"]
        chosen = pick(question["choices"], number) if pick else number
        status, answer = self.phone.approves(address, question, chosen)
        assert status == 200, answer
        return answer["status"]

    def makes_a_passkey(self):
        self.visit.goto(f"{self.mount}/account")
        if self.visit.on("account", "sign-in") == "sign-in":
            self.approves_by_phone()
            self.visit.on("account", patience=20_000)
        self.visit.goto(f"{self.mount}/account/passkeys")
        self.visit.on("passkeys")
        self.visit.page.locator("#register").click()
        self.visit.page.locator("table.stack").wait_for()
        self.visit.page.locator(".notice.good").wait_for()  # it says so

    def uses_a_passkey(self):
        self.visit.on("sign-in")
        self.visit.page.locator("#passkey").click()

    def is_back(self):
        """The parameters that the app received."""
        self.visit.on("back", patience=20_000)
        query = urllib.parse.urlsplit(self.visit.page.url).query
        told = dict(urllib.parse.parse_qsl(query))
        assert told["state"] == "a state" and told["iss"] == self.phone.issuer, told
        return told

    def tokens(self, code):
        form = {
            "grant_type": "authorization_code",
            "code": code,
            "redirect_uri": APP,
            "client_id": self.phone.sandbox["client_id"],
            "code_verifier": VERIFIER.replace(" ", "-"),
        }
        status, answer = self.phone.form(f"{self.phone.issuer}/v2/token", **form)
        assert status == 200, answer
        claims = answer["id_token"].split(".")[1]
        return json.loads(base64.urlsafe_b64decode(claims + "=="))


def page(screen):
    return f'<!DOCTYPE html><html lang="en"><title>App</title><main data-screen="{screen}"><h1>App</h1></main></html>'
