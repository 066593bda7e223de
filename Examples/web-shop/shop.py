#!/usr/bin/env python3
"""The shop's server: serves its page, keeps the API keys, and calls the Payments API for the person who asks.

    chave serve --sandbox --origin http://localhost:8081
    python3 Examples/web-shop/shop.py [--keys FILE] [--server http://localhost:8080] [--port 8081]

FILE is sandbox.json of the server's data directory. A real shop knows who is signed in; this one believes the CPF that
it is told, and therefore listens on this machine alone.
"""

import argparse
import base64
import http.cookies
import json
import os
import re
import secrets
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

HERE = Path(__file__).resolve().parent
DATA = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local/share") / "chave/server"
FILES = {"/": "index.html", "/callback": "index.html",
         "/chave.js": "chave.js", "/shop.js": "shop.js", "/shop.css": "shop.css"}
TYPES = {".html": "text/html", ".js": "text/javascript", ".css": "text/css"}
ID = "([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})"
PRICE = "18.90"
# Programs on other ports of this machine share the browser's cookies, so these have names of their own.
SESSION, DEVICE = "coffee-session", "coffee-device"
# Scripts and styles of this host alone, no frame around the page, and no address of it to anybody: the bank's answer is
# in one of them.
POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; " \
         "form-action 'none'; base-uri 'none'; frame-ancestors 'none'"
HEADERS = {"Content-Security-Policy": POLICY, "Referrer-Policy": "no-referrer", "X-Content-Type-Options": "nosniff",
           "Cache-Control": "no-store"}


class Refusal(Exception):
    """An answer for the page: a status, the API's code or one of ours, and a sentence."""

    def __init__(self, status, error, message):
        super().__init__(message)
        self.status, self.body = status, {"error": error, "message": message}


class Platform:
    """The Payments API."""

    def __init__(self, server, keys):
        self.server, self.beneficiary = server, keys["beneficiary"]
        pair = f"{keys['secret_id']}:{keys['secret_password']}"
        # The merchant's server may do everything in its organisation; it never leaves this program.
        self.merchant = {"Authorization": "Basic " + base64.b64encode(pair.encode()).decode()}

    def call(self, method, path, body=None, credentials=None, **headers):
        headers = {name.replace("_", "-"): value for name, value in headers.items()}
        headers |= {"Content-Type": "application/json", **(credentials or self.merchant)}
        request = urllib.request.Request(self.server + path, method=method, headers=headers)
        try:
            data = None if body is None else json.dumps(body).encode()
            with urllib.request.urlopen(request, data, timeout=30) as answer:
                return json.loads(answer.read() or b"null")
        except urllib.error.HTTPError as error:
            raise refusal(error) from None
        except OSError:
            raise Refusal(502, "unreachable", "No server answers. Start one: chave serve --sandbox") from None


def refusal(error):
    """The first item of the API's error, which names a code to branch on and has nothing personal in it."""
    try:
        first = json.loads(error.read())[0]
        return Refusal(error.code, first["code"], first["message"])
    except (ValueError, LookupError, TypeError):
        return Refusal(502, "unreadable", f"The server answered {error.code}.")


class Person:
    """Who shops in one browser: a customer, that browser's secret, and a token for both."""

    def __init__(self, platform, customer, device):
        self.platform, self.customer, self.device = platform, customer["id"], device
        self.since = customer["created_at"][:10]
        self.made, self.token, self.lock = 0, None, threading.Lock()

    def call(self, method, path, body=None, **headers):
        """As this device: it sees what it made itself, and what the shop made for its customer, and nothing else."""
        return self.platform.call(method, "/payments/br" + path, body, self.credentials(), **headers)

    def credentials(self):
        with self.lock:  # the token lives 15 minutes
            if time.monotonic() > self.made + 600 or not self.token:
                pair = self.platform.call("POST", "/payments/api/widget-token/", {"customer": self.customer})
                self.token, self.made = pair["access"], time.monotonic()
            return {"Authorization": f"Bearer {self.token}", "Chave-Device": self.device}

    def signals(self, body):
        """What the browser says of itself, and since when the shop knows the person."""
        return {**wanted(body, "signals", dict), "accountTenure": self.since}


def wanted(body, name, kind=str):
    value = body.get(name)
    if not isinstance(value, kind) or not value:
        raise Refusal(400, "required", f"{name} is missing.")
    return value


def key_of(kind, body):
    """The name of one wish of the page, which makes the same object however often it is sent."""
    attempt = wanted(body, "attempt")
    if not re.fullmatch(ID, attempt):
        raise Refusal(400, "invalid", "attempt is not one.")
    return f"{kind}-{attempt}"


def shown(enrollment):
    return {"id": enrollment["id"], "status": enrollment["status"], "reason": enrollment["status_reason_code"]}


class Shop:
    """What the page may ask for; the session says who asks."""

    def __init__(self, platform, origin):
        self.platform, self.origin = platform, origin
        self.people = {}
        self.routes = [
            ("GET", "/shop", self.shop), ("GET", "/banks", self.banks), ("POST", "/callback", self.callback),
            ("POST", "/enrollments", self.enroll), ("GET", f"/enrollments/{ID}", self.enrollment),
            ("GET", f"/enrollments/{ID}/options", self.options), ("POST", f"/enrollments/{ID}/confirm", self.confirm),
            ("POST", "/orders", self.order), ("GET", f"/orders/{ID}", self.order_now),
            ("POST", f"/orders/{ID}/authorize", self.authorize),
        ]

    def answer(self, session, method, path, query, body):
        """Status and body; a path that is none is 404."""
        for known, pattern, act in self.routes:
            found = re.fullmatch(pattern, path)
            if found and known == method:
                person = self.people.get(session)
                if person is None and act == self.shop:
                    return 200, {"signed_in": False}
                if person is None:
                    raise Refusal(401, "signed_out", "Say who you are.")
                return act(person, *found.groups(), query if method == "GET" else body)
        raise Refusal(404, "not_found", "There is no such path.")

    def sign_in(self, identifier, device):
        """A new session of the person with this number, who becomes a customer the first time."""
        if not re.fullmatch("[0-9A-Z]{11,14}", identifier):
            raise Refusal(400, "invalid", "That is no CPF or CNPJ.")
        query = urllib.parse.urlencode({"identifier": identifier})
        known = self.platform.call("GET", f"/payments/br/customers/?{query}")["results"]
        customer = known[0] if known else self.platform.call(
            "POST", "/payments/br/customers/", {"identifier": identifier, "name": "Cliente da loja"},
            Idempotency_Key=f"customer-{identifier}")
        session = secrets.token_urlsafe(32)
        self.people[session] = Person(self.platform, customer, device)
        return session

    # --- Enrollment --------------------------------------------------------------------------------------------------

    def shop(self, person, query):
        """The price, and the enrollments of this browser, newest first."""
        device = urllib.parse.urlencode({"device_id": wanted(query, "device"), "status": "SUCCEEDED"})
        found = person.call("GET", f"/enrollments/?{device}")["results"]
        names = {bank["id"]: bank["name"] for bank in self.banks(person, {})[1]} if found else {}
        enrollments = [{"id": one["id"], "bank": names.get(one["details"]["institution"], "a bank")} for one in found]
        return 200, {"signed_in": True, "price": PRICE, "enrollments": enrollments}

    def banks(self, person, query):
        found = person.call("GET", "/institutions/")["results"]
        return 200, [{"id": bank["id"], "name": bank["display_name"]} for bank in found]

    def enroll(self, person, body):
        made = person.call("POST", "/enrollments/", {
            "type": "open_finance_biometric_pix",
            "details": {
                "customer": person.customer, "institution": wanted(body, "institution"), "platform": "BROWSER",
                "callback_url": f"{self.origin}/callback", "risk_signals": person.signals(body),
            },
        }, Idempotency_Key=key_of("enrollment", body))
        return 200, {**shown(made), "redirect_url": made["details"]["redirect_url"]}

    def callback(self, person, body):
        """The bank's answer, as it came: its `state` opens only for the device that began the enrollment."""
        return 200, shown(person.call("POST", "/enrollments/complete-redirection/", body))

    def enrollment(self, person, id, query):
        return 200, shown(person.call("GET", f"/enrollments/{id}/", Prefer="wait=10"))

    def options(self, person, id, query):
        """The passkey's options; 202 and the enrollment, where the bank has none yet or has ended it."""
        try:
            return 200, person.call("GET", f"/enrollments/{id}/fido-registration-options/", Prefer="wait=10")
        except Refusal as refused:
            if refused.body["error"] not in ("not_ready", "conflict"):
                raise
            return 202, shown(person.call("GET", f"/enrollments/{id}/"))

    def confirm(self, person, id, body):
        credential = wanted(body, "credential", dict)
        person.call("POST", f"/enrollments/{id}/confirm/", {"confirmation_data": credential})
        return 204, None

    # --- Payment -----------------------------------------------------------------------------------------------------

    def order(self, person, body):
        """A payment of the shop's price: made with the API keys, so that no page can name another one."""
        key = key_of("order", body)
        made = self.platform.call("POST", "/payments/br/payment-intents/", {
            "amount": PRICE, "allowed_payment_method_types": ["open_finance_biometric_pix"], "confirm": True,
            "customer": person.customer, "description": "A bag of coffee", "statement_description": "Coffee shop",
            "external_id": key,
            "payment_method_details": {"open_finance_biometric_pix": {
                "beneficiary_bank_account": self.platform.beneficiary, "enrollment": wanted(body, "enrollment"),
            }},
        }, Idempotency_Key=key)
        pix = made["payment_method_information"]["open_finance_biometric_pix"]
        return 200, {"id": made["id"], "amount": made["amount"], "options": pix["fido_options"]}

    def order_now(self, person, id, query):
        found = person.call("GET", f"/payment-intents/{id}/", Prefer="wait=10")
        pix = found["payment_method_information"]["open_finance_biometric_pix"]
        return 200, {"id": id, "status": found["status"], "reason": found["failure_code"],
                     "end_to_end_id": pix["end_to_end_id"]}

    def authorize(self, person, id, body):
        """Sent again after a lost answer, the same assertion is the same approval."""
        person.call("POST", f"/payment-intents/{id}/authorize/", {
            "platform": "BROWSER", "risk_signals": person.signals(body), "assertion": wanted(body, "assertion", dict)})
        return 204, None


class Handler(BaseHTTPRequestHandler):
    shop = None

    def do_GET(self):  # noqa: N802, the base class's name
        path, _, query = self.path.partition("?")
        if not self.is_ours():
            return
        if path in FILES:
            file = HERE / FILES[path]
            return self.send(200, file.read_bytes(), TYPES[file.suffix] + "; charset=utf-8")
        self.attend(path, dict(urllib.parse.parse_qsl(query)), {})

    def do_POST(self):  # noqa: N802
        if not self.is_ours():
            return
        # A form of another site cannot send JSON, and its page cannot send this origin.
        if self.headers.get("Origin") != self.shop.origin or self.headers.get_content_type() != "application/json":
            return self.send_json(403, {"error": "foreign", "message": "The request is not of this shop's page."})
        try:
            body = json.loads(self.rfile.read(min(int(self.headers.get("Content-Length") or 0), 65_536)))
        except ValueError:
            body = None
        if not isinstance(body, dict):
            return self.send_json(400, {"error": "invalid_json", "message": "Send a JSON object."})
        self.attend(self.path, {}, body)

    def is_ours(self):
        """Whether the request is for this host; another name could be a stranger's that leads here."""
        if self.headers.get("Host") == urllib.parse.urlsplit(self.shop.origin).netloc:
            return True
        self.send_json(421, {"error": "elsewhere", "message": f"This shop is at {self.shop.origin}."})
        return False

    def attend(self, path, query, body):
        try:
            if (self.command, path) == ("POST", "/session"):
                return self.sign_in(wanted(body, "identifier"))
            self.send_json(*self.shop.answer(self.cookie(SESSION), self.command, path, query, body))
        except Refusal as refused:
            self.send_json(refused.status, refused.body)

    def sign_in(self, identifier):
        # The browser's secret stays when another person signs in, and when this program starts anew.
        device = self.cookie(DEVICE)
        if not re.fullmatch("[A-Za-z0-9_-]{43}", device):
            device = secrets.token_urlsafe(32)
        session = self.shop.sign_in(identifier, device)
        self.send_json(204, None, {SESSION: (session, ""), DEVICE: (device, "; Max-Age=31536000")})

    def cookie(self, name):
        found = http.cookies.SimpleCookie(self.headers.get("Cookie", "")).get(name)
        return found.value if found else ""

    def send_json(self, status, body, cookies=None):
        data = b"" if body is None else json.dumps(body).encode()
        self.send(status, data, "application/json", cookies or {})

    def send(self, status, data, kind, cookies=None):
        self.send_response(status)
        for name, value in {**HEADERS, "Content-Type": kind, "Content-Length": str(len(data))}.items():
            if status != 204 or not name.startswith("Content-"):
                self.send_header(name, value)
        for name, (value, life) in (cookies or {}).items():
            self.send_header("Set-Cookie", f"{name}={value}; Path=/; HttpOnly; SameSite=Lax{life}")
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_):
        """Nothing: a line would hold the bank's answer."""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--keys", type=Path, default=DATA / "sandbox.json")
    parser.add_argument("--server", default="http://localhost:8080")
    parser.add_argument("--port", type=int, default=8081)
    options = parser.parse_args()
    if not options.keys.exists():
        raise SystemExit(f"{options.keys} is not there: start chave serve --sandbox, or name the file with --keys")
    origin = f"http://localhost:{options.port}"
    Handler.shop = Shop(Platform(options.server.rstrip("/"), json.loads(options.keys.read_text())), origin)
    server = ThreadingHTTPServer(("127.0.0.1", options.port), Handler)
    print(f"the shop is at {origin}; the sandbox takes its passkeys with --origin {origin}", flush=True)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        pass


if __name__ == "__main__":
    main()
