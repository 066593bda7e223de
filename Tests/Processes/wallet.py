"""A device and a merchant's server, written from the documentation alone: nothing of the product is used."""

import base64
import hashlib
import html.parser
import http.client
import json
import os
import struct
import time
import urllib.parse
import uuid

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec

CALLBACK = "https://shop.example/callback"


def b64url(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def unb64url(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def signals(device):
    """Risk signals of a device, with all that is required."""
    return {
        "deviceId": device,
        "osVersion": "18.1",
        "userTimeZoneOffset": "-03",
        "language": "pt",
        "screenDimensions": {"height": 2556, "width": 1179},
        "accountTenure": "2024-01-15",
        "isRootedDevice": False,
        "screenBrightness": 0.5,
        "elapsedTimeSinceBoot": 123456789,
    }


class Unreachable(Exception):
    """No complete response arrived: the server may or may not have processed the request."""


class Refused(Exception):
    """An answer that is not the expected one."""

    def __init__(self, what, answer):
        super().__init__(f"{what}: {answer.status} {answer.body.decode(errors='replace')[:400]}")
        self.answer = answer


class Answer:
    def __init__(self, status, headers, body):
        self.status, self.headers, self.body = status, headers, body

    @property
    def json(self):
        return json.loads(self.body)

    @property
    def codes(self):
        """The error codes of a refusal."""
        try:
            return [item["code"] for item in self.json]
        except (ValueError, TypeError, KeyError):
            return []

    def must(self, *statuses, what="answer"):
        if self.status not in statuses:
            raise Refused(what, self)
        return self


class Connection:
    """One kept-alive connection; opened anew where it has broken.

    `witness` receives every request and its response, or the fact that none came: `invariants.History` is one.
    """

    witness = None

    def __init__(self, base_url, timeout=30):
        parts = urllib.parse.urlsplit(base_url)
        self.host, self.port, self.timeout = parts.hostname, parts.port, timeout
        self.connection = None

    def send(self, method, path, headers, body=None):
        begun, answer = time.monotonic_ns(), None
        try:
            answer = self._send(method, path, headers, body)
            return answer
        finally:
            if Connection.witness is not None:
                Connection.witness(method, path, headers, body, begun, answer)

    def _send(self, method, path, headers, body):
        try:
            if self.connection is None:
                self.connection = http.client.HTTPConnection(self.host, self.port, timeout=self.timeout)
            self.connection.request(method, path, body=body, headers=headers)
            response = self.connection.getresponse()
            data = response.read()
            return Answer(response.status, response.headers, data)
        except (OSError, http.client.HTTPException) as error:
            self.close()
            raise Unreachable(f"{method} {path}: {error!r}") from None

    def close(self):
        if self.connection is not None:
            self.connection.close()
        self.connection = None


class API:
    """Speaks the Payments API as a merchant's server (Basic) or as a device (Bearer and Chave-Device)."""

    def __init__(self, base_url, credentials, device=None):
        self.base_url = base_url
        self.connection = Connection(base_url)
        self.headers = {"Authorization": credentials, "Content-Type": "application/json"}
        if device:
            self.headers["Chave-Device"] = device

    @classmethod
    def merchant(cls, base_url, keys):
        pair = f"{keys['secret_id']}:{keys['secret_password']}".encode()
        return cls(base_url, "Basic " + base64.b64encode(pair).decode())

    def post(self, path, body, key=None, prefix="/payments/br"):
        headers = dict(self.headers)
        if key:
            headers["Idempotency-Key"] = key
        return self.connection.send("POST", prefix + path, headers, json.dumps(body).encode())

    def get(self, path):
        return self.connection.send("GET", "/payments/br" + path, self.headers)

    def everything(self, path):
        """All pages of a list."""
        found = []
        while path:
            page = self.get(path).must(200, what=path).json
            found += page["results"]
            path = page["next"] and page["next"].split("/payments/br", 1)[1]
        return found

    def tokens(self):
        return self.post("/widget-token/", {}, prefix="/payments/api").must(200, what="widget token").json


def cbor(value):
    """As much of RFC 8949 as an authenticator needs; a dictionary's order is the caller's."""

    def head(major, number):
        if number < 24:
            return bytes([major << 5 | number])
        if number < 256:
            return bytes([major << 5 | 24, number])
        return bytes([major << 5 | 25]) + struct.pack(">H", number)

    if isinstance(value, int):
        return head(0, value) if value >= 0 else head(1, -1 - value)
    if isinstance(value, bytes):
        return head(2, len(value)) + value
    if isinstance(value, str):
        return head(3, len(value.encode())) + value.encode()
    return head(5, len(value)) + b"".join(cbor(key) + cbor(item) for key, item in value.items())


class Authenticator:
    """One P-256 credential; attestation none, the person always verified."""

    def __init__(self):
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.credential = os.urandom(32)
        self.user_handle = b""
        self.count = 0

    def _client_data(self, kind, challenge, rp_id):
        data = {"type": kind, "challenge": challenge, "origin": f"https://{rp_id}", "crossOrigin": False}
        return json.dumps(data, separators=(",", ":")).encode()

    def create(self, options):
        options = options.get("publicKey", options)
        rp_id = options["rp"]["id"]
        assert any(item["alg"] == -7 for item in options["pubKeyCredParams"]), "the bank does not take ES256"
        self.user_handle = unb64url(options["user"]["id"])
        numbers = self.key.public_key().public_numbers()
        x, y = numbers.x.to_bytes(32, "big"), numbers.y.to_bytes(32, "big")
        public_key = cbor({1: 2, 3: -7, -1: 1, -2: x, -3: y})
        data = hashlib.sha256(rp_id.encode()).digest() + b"\x45" + struct.pack(">I", self.count)
        data += bytes(16) + struct.pack(">H", len(self.credential)) + self.credential + public_key
        client_data = self._client_data("webauthn.create", options["challenge"], rp_id)
        return self._wrap(
            {
                "attestationObject": b64url(cbor({"fmt": "none", "attStmt": {}, "authData": data})),
                "clientDataJSON": b64url(client_data),
            }
        )

    def sign(self, options):
        assert any(unb64url(item["id"]) == self.credential for item in options["allowCredentials"])
        self.count += 1
        data = hashlib.sha256(options["rpId"].encode()).digest() + b"\x05" + struct.pack(">I", self.count)
        client_data = self._client_data("webauthn.get", options["challenge"], options["rpId"])
        signature = self.key.sign(data + hashlib.sha256(client_data).digest(), ec.ECDSA(hashes.SHA256()))
        return self._wrap(
            {
                "authenticatorData": b64url(data),
                "clientDataJSON": b64url(client_data),
                "signature": b64url(signature),
                "userHandle": b64url(self.user_handle),
            }
        )

    def _wrap(self, response):
        name = b64url(self.credential)
        return {
            "authenticatorAttachment": "platform",
            "id": name,
            "rawId": name,
            "type": "public-key",
            "response": response,
            "clientExtensionResults": {},
        }


class Forms(html.parser.HTMLParser):
    """The forms of a page, as a browser would send them."""

    def __init__(self, text):
        super().__init__()
        self.forms, self.form, self.select = [], None, None
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        at = dict(attributes)
        if tag == "form":
            self.form = {"action": at.get("action", ""), "fields": {}, "buttons": []}
            self.forms.append(self.form)
        elif self.form is None:
            return
        elif tag == "button" and at.get("name"):
            self.form["buttons"].append((at["name"], at.get("value", "")))
        elif tag == "input" and at.get("name"):
            if at.get("type") in ("radio", "checkbox") and "checked" not in at and at["name"] in self.form["fields"]:
                return
            self.form["fields"][at["name"]] = at.get("value", "")
        elif tag == "select":
            self.select = at.get("name")
        elif tag == "option" and self.select:
            if self.select not in self.form["fields"] or "selected" in at:
                self.form["fields"][self.select] = at.get("value", "")

    def handle_endtag(self, tag):
        if tag == "form":
            self.form = None
        elif tag == "select":
            self.select = None


class Browser:
    """The account holder at the bank's pages."""

    def __init__(self, cpf, password):
        self.cpf, self.password, self.cookies = cpf, password, {}

    def visit(self, url, decision="approve"):
        """Walks from the redirect URL to the callback; returns the callback's parameters."""
        method, body = "GET", None
        for _ in range(12):
            answer = self._load(method, url, body)
            location = answer.headers.get("Location")
            if location and 300 <= answer.status < 400:
                url, method, body = urllib.parse.urljoin(url, location), "GET", None
                if url.startswith(CALLBACK):
                    parts = urllib.parse.urlsplit(url)
                    return dict(urllib.parse.parse_qsl(parts.query or parts.fragment, strict_parsing=True))
                continue
            forms = Forms(answer.body.decode()).forms
            if answer.status != 200 or not forms:
                raise Refused(f"the bank's page {url}", answer)
            form = next((form for form in forms if form["buttons"] or "password" in form["fields"]), forms[0])
            fields = dict(form["fields"])
            if "password" in fields:
                fields.update(cpf=self.cpf, password=self.password)
            if form["buttons"]:
                wanted = [button for button in form["buttons"] if "password" in fields or button[1] == decision]
                if not wanted:
                    raise AssertionError(f"no button of the bank's page says {decision}: {form['buttons']}")
                name, value = wanted[0]
                fields[name] = value
            url, method, body = urllib.parse.urljoin(url, form["action"]), "POST", urllib.parse.urlencode(fields)
        raise AssertionError("the bank's pages lead nowhere")

    def _load(self, method, url, body):
        parts = urllib.parse.urlsplit(url)
        headers = {"Accept": "text/html"}
        if self.cookies:
            headers["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        if body is not None:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
            headers["Origin"] = f"{parts.scheme}://{parts.netloc}"
        connection = Connection(f"{parts.scheme}://{parts.netloc}")
        path = parts.path + (f"?{parts.query}" if parts.query else "")
        answer = connection.send(method, path, headers, body)
        connection.close()
        for cookie in answer.headers.get_all("Set-Cookie") or []:
            name, _, value = cookie.split(";")[0].partition("=")
            self.cookies[name.strip()] = value
        return answer


class Device:
    """A phone: its own secret, its own key, and what the person has enrolled on it.

    `bank` is the name of the bank that it enrolls at; without one the first of the list counts.
    """

    bank = None

    def __init__(self, base_url, keys, cpf="76109277673", password="senha-1"):
        self.base_url, self.keys = base_url, keys
        self.cpf, self.password = cpf, password
        self.secret = b64url(os.urandom(32))
        self.device_id = os.urandom(8).hex()
        self.authenticator = Authenticator()
        self.enrollment = None
        self.token = None
        self.api = None
        self.sign_in()

    def sign_in(self):
        """A new token, which a merchant's server would fetch; also what a device does after a restart."""
        merchant = API.merchant(self.base_url, self.keys)
        self.token = merchant.tokens()["access"]
        merchant.connection.close()
        if self.api:
            self.api.connection.close()
        self.api = API(self.base_url, f"Bearer {self.token}", self.secret)

    def institution(self, answer):
        """The id of this device's bank in the answer that lists all."""
        listed = answer.must(200).json["results"]
        return next(one["id"] for one in listed if self.bank in (None, one["name"]))

    def new_enrollment(self, institution, **more):
        return {
            "type": "open_finance_biometric_pix",
            "details": {
                "customer": {"identifier": self.cpf, **more},
                "institution": institution,
                "platform": "IOS",
                "callback_url": CALLBACK,
                "risk_signals": signals(self.device_id),
            },
        }

    def enroll(self, institution=None, **more):
        """All seven steps; returns the enrollment as it stands at the end."""
        if institution is None:
            institution = self.institution(self.api.get("/institutions/"))
        body = self.new_enrollment(institution, **more)
        created = self.api.post("/enrollments/", body, uuid.uuid4().hex).must(201, what="enrollment").json
        callback = Browser(self.cpf, self.password).visit(created["details"]["redirect_url"])
        self.api.post("/enrollments/complete-redirection/", callback).must(200, what="redirection")
        path = f"/enrollments/{created['id']}"
        options = self.until_ready(f"{path}/fido-registration-options/")
        confirmation = {"confirmation_data": self.authenticator.create(options)}
        self.api.post(f"{path}/confirm/", confirmation, uuid.uuid4().hex).must(204, what="confirm")
        end = self.until_settled(path)
        if end["status"] != "SUCCEEDED":
            raise AssertionError(f"the enrollment ended {end['status']}: {end['status_reason_code']}")
        self.enrollment, self.customer = end["id"], end["details"]["customer"]
        return end

    def new_intent(self, amount, beneficiary, **more):
        return {
            "amount": amount,
            "allowed_payment_method_types": ["open_finance_biometric_pix"],
            "customer": self.customer,
            "description": "Tests/Processes",
            "statement_description": "Tests",
            "payment_method_details": {
                "open_finance_biometric_pix": {
                    "beneficiary_bank_account": beneficiary,
                    "enrollment": self.enrollment,
                }
            },
            "confirm": True,
            **more,
        }

    def authorisation(self, intent):
        options = intent["payment_method_information"]["open_finance_biometric_pix"]["fido_options"]
        return {"risk_signals": signals(self.device_id), "assertion": self.authenticator.sign(options)}

    def pay(self, amount, beneficiary):
        body = self.new_intent(amount, beneficiary)
        intent = self.api.post("/payment-intents/", body, uuid.uuid4().hex).must(201, what="intent").json
        path = f"/payment-intents/{intent['id']}"
        self.api.post(f"{path}/authorize/", self.authorisation(intent), uuid.uuid4().hex).must(204, what="authorize")
        return self.until_settled(path)

    def until_ready(self, path, seconds=60):
        """Retries until there is a result; "not yet" is 404 `not_ready`."""
        deadline = time.monotonic() + seconds
        while True:
            answer = self.api.get(path)
            if answer.status != 404 or "not_ready" not in answer.codes or time.monotonic() > deadline:
                return answer.must(200, what=path).json
            time.sleep(0.02)

    def until_settled(self, path, seconds=60):
        deadline = time.monotonic() + seconds
        while True:
            now = self.api.get(path + "/").must(200).json
            if now["status"] not in ("PENDING", "PROCESSING") or time.monotonic() > deadline:
                return now
            time.sleep(0.02)
