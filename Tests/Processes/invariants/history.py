"""The clients' requests and responses: one `Try` for each request; several tries under one key are one `Call`."""

import base64
import hashlib
import json
import re
import threading
import time

# The kind of a POST, by its path after the prefix. The template is also the scope of its key (Payments API, section 8).
KINDS = [
    ("token", "/payments/api/widget-token/"),
    ("refresh", "/payments/api/widget-token/refresh/"),
    ("customer", "/payments/br/customers/"),
    ("bank-account", "/payments/br/bank-accounts/"),
    ("enrollment", "/payments/br/enrollments/"),
    ("redirection", "/payments/br/enrollments/complete-redirection/"),
    ("confirm", "/payments/br/enrollments/{id}/confirm/"),
    ("enrollment-cancel", "/payments/br/enrollments/{id}/cancel/"),
    ("intent", "/payments/br/payment-intents/"),
    ("authorize", "/payments/br/payment-intents/{id}/authorize/"),
    ("cancel", "/payments/br/payment-intents/{id}/cancel/"),
]
CREATES = {"customer", "bank-account", "enrollment", "intent"}
ID = re.compile(r"/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/")
# These statuses say that the request was not accepted, or is not finished: no outcome (section 8, rule 6).
NO_OUTCOME = {408, 409, 429}


def unb64url(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def digest_of_parts(*parts):
    """SHA-256 over parts, each after its length in eight bytes."""
    whole = hashlib.sha256()
    for part in parts:
        whole.update(len(part).to_bytes(8, "big") + part)
    return whole.digest()


class Try:
    """One request on the wire; `status` is `None` when no whole answer came."""

    def __init__(self, method, path, headers, body, begun, ended, status, answer, replayed, again=None):
        self.again = again  # when it should come again, in the answer's words
        self.method, self.path, _, self.query = method, *path.partition("?")
        self.headers, self.body = headers, body or b""
        self.begun, self.ended = begun, ended
        self.status, self.answer, self.replayed = status, answer, replayed

    @property
    def key(self):
        return self.headers.get("Idempotency-Key")

    @property
    def json(self):
        return json.loads(self.answer)

    @property
    def sent(self):
        """The request's body; nothing where it was no JSON."""
        try:
            return json.loads(self.body)
        except ValueError:
            return {}

    @property
    def object_id(self):
        found = ID.search(self.path)
        return found[1] if found else None

    @property
    def template(self):
        return ID.sub("/{id}/", self.path)

    @property
    def kind(self):
        return next((kind for kind, path in KINDS if self.method == "POST" and path == self.template), None)

    @property
    def caller(self):
        """The owner of the credentials: the API key of Basic, the organisation of a token; `None` for the bank's
        pages."""
        scheme, _, value = self.headers.get("Authorization", "").partition(" ")
        try:
            if scheme == "Basic":
                return "key", base64.b64decode(value).decode().split(":")[0]
            if scheme == "Bearer":
                return "organisation", json.loads(unb64url(value.split(".")[1]))["sub"]
        except (ValueError, IndexError, KeyError):
            pass
        return None

    @property
    def device(self):
        secret = self.headers.get("Chave-Device")
        return hashlib.sha256(unb64url(secret)).digest() if secret else b""

    def bound_customer(self):
        scheme, _, value = self.headers.get("Authorization", "").partition(" ")
        return json.loads(unb64url(value.split(".")[1])).get("customer") if scheme == "Bearer" else None

    def assertion_digest(self):
        """The value that identifies an authorisation or a confirmation (section 6)."""
        try:
            if self.kind == "confirm":
                data = self.sent["confirmation_data"]
                names = ("attestationObject", "clientDataJSON")
                parts = [unb64url(data["rawId"]), *(unb64url(data["response"][name]) for name in names)]
            else:
                response = self.sent["assertion"]["response"]
                names = ("authenticatorData", "clientDataJSON", "signature")
                parts = [unb64url(response[name]) for name in names]
            return digest_of_parts(*parts)
        except (KeyError, TypeError, ValueError):
            return None

    def counter(self):
        """The use counter that an assertion carries."""
        data = unb64url(self.sent["assertion"]["response"]["authenticatorData"])
        return int.from_bytes(data[33:37], "big")

    def is_no_outcome(self):
        """Whether this answer leaves open what becomes of the request."""
        if self.status is None or self.status >= 500 or self.status in (408, 429):
            return True
        return self.status == 409 and b"idempotency_in_progress" in self.answer


class Call:
    """All tries of one request."""

    def __init__(self, tries):
        self.tries = tries

    @property
    def first(self):
        return self.tries[0]

    @property
    def kind(self):
        return self.first.kind

    @property
    def done(self):
        """The try that was answered with success."""
        return next((each for each in self.tries if each.status and each.status < 300), None)

    @property
    def end(self):
        """done, refused (definitely no effect) or unknown: there is no fourth."""
        if self.done:
            return "done"
        return "unknown" if any(each.is_no_outcome() for each in self.tries) else "refused"

    @property
    def begun(self):
        return min(each.begun for each in self.tries)


class History:
    """Everything recorded in a run; safe for many client threads."""

    def __init__(self):
        self.lock = threading.Lock()
        self.tries = []
        self.counters = []  # (label, {credential: counter}), in the order of time
        self.processes = []  # (label, {rss, fds, threads}): the first is the baseline, the last counts
        self.secrets = {}  # what: values that nobody may see
        self.logs = []  # texts
        self.deliveries = []  # what a receiver of webhooks got; see webhooks.py

    # --- Recording

    def __call__(self, method, path, headers, body, begun, answer):
        """The hook of `wallet.Connection`."""
        ended = time.monotonic_ns()
        status = replayed = again = None
        data = b""
        if answer is not None:
            status, data = answer.status, answer.body
            replayed = bool(answer.headers.get("Idempotent-Replayed"))
            again = answer.headers.get("Retry-After")
        one = Try(method, path, dict(headers), body, begun, ended, status, data, replayed, again)
        with self.lock:
            self.tries.append(one)

    def secret(self, what, value):
        if value:
            self.secrets.setdefault(what, set()).add(value)

    # --- Reading

    def posts(self, *kinds):
        return [each for each in self.tries if each.kind in kinds]

    def calls(self, *kinds):
        groups = {}
        for number, one in enumerate(self.tries):
            if one.kind not in kinds:
                continue
            name = (one.caller, one.device, one.path, one.key, one.body) if one.key else number
            groups.setdefault(name, []).append(one)
        return [Call(tries) for tries in groups.values()]
