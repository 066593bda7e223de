"""A person with a phone, signed in to the issuer's app, and the app's requests to the issuer's server."""

import json
import time
import uuid

from sign_in.device import Device, s256
from sign_in.tenant import REDIRECT
from sign_in.web import send

VERIFIER = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
PATH = "/app2app/v1/token-activations"


class Holder:
    def __init__(self, tenant, client=None):
        self.tenant, self.base = tenant, tenant.base
        self.client = client or {"client_id": self.settings["client_id"]}
        self.user, link = tenant.add_user()
        self.device = Device(tenant).register(link)
        self.token = self.signed_in()

    @property
    def settings(self):
        return json.loads((self.tenant.server.data / "sandbox-sign-in.json").read_text())

    def signed_in(self, client=None, proof=None):
        """A new access token: the person was there just now."""
        client = client or self.client
        form = self.device.form(client, code_challenge=s256(VERIFIER), code_challenge_method="S256")
        asked = {
            "grant_type": "authorization_code",
            "code": self.device.code(form),
            "client_id": client["client_id"],
            "redirect_uri": REDIRECT,
            "code_verifier": VERIFIER,
        }
        headers = {"DPoP": proof} if proof else {}
        reply = send("POST", f"{self.tenant.issuer}/v2/token", data=asked, headers=headers)
        return reply.must(200, what="token").json["access_token"]

    def send(self, method, path, token=None, key=None, **more):
        headers = {**more.pop("headers", {}), **({"Idempotency-Key": key} if key else {})}
        for _ in range(40):
            reply = send(method, self.base + path, bearer=token or self.token, headers=headers, **more)
            if reply.status != 429:
                break
            time.sleep(float(reply.headers["Retry-After"]))
        return reply

    def cards(self):
        return self.send("GET", "/app2app/v1/cards").must(200, what="cards").json["cards"]

    def card(self, network):
        return next(card for card in self.cards() if card["network"] == network)

    def preview(self, payload, **more):
        return self.send("POST", f"{PATH}/preview", json=payload, **more)

    def activate(self, payload, key=None, **more):
        return self.send("POST", PATH, json=payload, key=key or uuid.uuid4().hex, **more)

    def decline(self, payload, key=None, **more):
        return self.send("POST", f"{PATH}/decline", json=payload, key=key or uuid.uuid4().hex, **more)

    def activation(self, name, **more):
        return self.send("GET", f"{PATH}/{name}", **more)

    def suspend(self, name, **more):
        return self.send("POST", f"{PATH}/{name}/suspend", **more)

    def state(self, token):
        """The token's state as the network says it."""
        return next(each["state"] for card in self.cards() for each in card["tokens"] if each["tokenReferenceID"] == token)

    def until_active(self, payload, key, tries=40):
        """Retries like an app, for as long as the response says so."""
        for _ in range(tries):
            reply = self.activate(payload, key=key)
            if reply.status not in (409, 503) or "Retry-After" not in reply.headers:
                return reply
            time.sleep(min(float(reply.headers["Retry-After"]), 2))
        return reply


def is_problem(reply, status, code):
    """The one form of every refusal (RFC 9457)."""
    said = reply.json
    return (
        reply.status == status
        and reply.headers.get("Content-Type") == "application/problem+json"
        and reply.headers.get("Cache-Control") == "no-store"
        and isinstance(said, dict)
        and (said["status"], said["code"]) == (status, code)
        and said["type"].endswith(f"/problems/{code}")
        and said["request_id"] == reply.headers.get("X-Request-Id")
        and bool(said["title"] and said["detail"])
    )
