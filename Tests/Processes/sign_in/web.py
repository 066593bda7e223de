"""HTTP without a session, a redirect or a retry behind the caller's back."""

import threading
import urllib.parse

import requests

from wallet import Refused

TIMEOUT = 40

# Secret or personal members of responses.
SECRET = {
    *("access_token", "refresh_token", "id_token", "authorization_code", "client_secret", "request_uri"),
    *("auth_session", "challenge", "extension_token", "claim_token", "to_be_signed"),
    *("email", "user_name", "display_name", "device_name", "external_id", "preferred_username"),
}
places = {}  # where a public address is really reached, as behind a proxy
seen = set()  # their values, of every answer so far


def note(value, name=None):
    if isinstance(value, dict):
        for key, inner in value.items():
            note(inner, key)
    elif isinstance(value, list):
        for inner in value:
            note(inner, name)
    elif name in SECRET and isinstance(value, str) and len(value) >= 8:
        seen.add(value)


def check_secrecy(checks, server):
    """No secret or personal value of a response is in the server's log."""
    said = server.said()
    told = [value for value in seen if value in said]
    checks.that(f"of {len(seen)} secrets and names none stands in the log", seen and not told, str(told[:2]))


class Reply:
    """An answer whose body may be anything."""

    def __init__(self, answer):
        self.status, self.headers, self.body = answer.status_code, answer.headers, answer.content
        leads = answer.headers.get("Location")
        self.location = leads and urllib.parse.urljoin(answer.url, leads)
        try:
            self.json = answer.json()
        except ValueError:
            self.json = None
        note(self.json)

    @property
    def error(self):
        return self.json.get("error") if isinstance(self.json, dict) else None

    def must(self, *statuses, what="answer"):
        if self.status not in statuses:
            raise Refused(what, self)
        return self

    def is_error(self, status, error):
        """The one form that every error has: a code, and a sentence for a developer."""
        described = isinstance(self.json, dict) and isinstance(self.json.get("error_description"), str)
        return self.status == status and self.error == error and described and bool(self.json["error_description"])

    def __repr__(self):
        return f"{self.status} {self.body[:300]!r}"


_local = threading.local()


def send(method, url, **more):
    """`data` is a form, `json` is JSON; `bearer` and `address` (of the client, as a proxy says it) are headers."""
    headers = dict(more.pop("headers", {}))
    if bearer := more.pop("bearer", None):
        headers["Authorization"] = f"Bearer {bearer}"
    if address := more.pop("address", None):
        headers["X-Forwarded-For"] = address
    for public, local in places.items():
        if url.startswith(f"{public}/"):
            headers["Host"] = urllib.parse.urlsplit(public).netloc
            url = local + url.removeprefix(public)
    if not hasattr(_local, "session"):
        _local.session = requests.Session()
        _local.session.trust_env = False
    _local.session.cookies.clear()
    return Reply(_local.session.request(method, url, headers=headers, allow_redirects=False, timeout=TIMEOUT, **more))
