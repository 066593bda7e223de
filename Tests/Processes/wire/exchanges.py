"""One HTTP exchange as the relay saw it, with the name of its operation."""

import re
import time
import urllib.parse

# Below the base of an interface the part after one of these names is an id.
IDS = {"enrollments": "enrollmentId", "consents": "consentId", "payments": "paymentId"}
API = re.compile(r"/open-banking/(?:enrollments|payments)/v\d+(/.*)")
HOOK = re.compile(r"/open-banking/webhook/v1(/\w+)/v\d+(/.*)")
SERVER = {
    ("GET", "/.well-known/openid-configuration"): "discovery",
    ("GET", "/jwks"): "keys",
    ("POST", "/par"): "par",
    ("POST", "/register"): "register POST",
}


class Reply:
    """A whole answer."""

    def __init__(self, status, headers, body):
        self.status, self.headers, self.body = status, headers, body

    def header(self, name):
        return next((value for known, value in self.headers if known.lower() == name.lower()), None)

    def having(self, status=None, body=None, **headers):
        """The same with some parts replaced; a name in `headers` has `_` for `-`."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        rest = [(name, value) for name, value in self.headers if name.lower() not in named]
        return Reply(status or self.status, [*rest, *named.items()], self.body if body is None else body)


class Exchange:
    """A request, what the relay did to it, and the answers that came of it."""

    def __init__(self, host, method, target, headers, body):
        self.host, self.method, self.target = host, method, target
        self.headers, self.body = headers, body
        self.began = time.monotonic()
        self.fault = None  # the name of the act
        self.replies = []  # of the asked side, one for each time that the request was passed on
        self.given = None  # what the asking side got

    @property
    def path(self):
        return urllib.parse.unquote(self.target.partition("?")[0])

    def header(self, name):
        return next((value for known, value in self.headers if known.lower() == name.lower()), None)

    @property
    def operation(self):
        """As the platform's log names it."""
        hook = HOOK.fullmatch(self.path)
        if hook:
            return f"webhook {templated(hook[2])}"
        found = API.fullmatch(self.path)
        if found:
            return f"{self.method} {templated(found[1])}"
        if (self.method, self.path) == ("POST", "/token"):
            return f"token {self.form.get('grant_type', '')}"
        if self.path.startswith("/register/"):
            return f"register {self.method}"
        return SERVER.get((self.method, self.path), f"{self.method} {self.path}")

    @property
    def form(self):
        return dict(urllib.parse.parse_qsl(self.body.decode(errors="replace")))

    @property
    def call(self):
        """What all tries of one call have in common."""
        return self.operation, self.header("x-idempotency-key") or self.path


def templated(path):
    parts = path.split("/")
    for number in range(1, len(parts)):
        if parts[number - 1] in IDS and parts[number] not in ("pix", *IDS):
            parts[number] = "{" + IDS[parts[number - 1]] + "}"
    return "/".join(parts)
