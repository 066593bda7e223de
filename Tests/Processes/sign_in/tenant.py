"""The sandbox's tenant as its own server sees it, and its outbox as a person reads it."""

import html
import json
import re
import uuid

from sign_in.web import send

REDIRECT = "http://127.0.0.1:8765/callback"


class Tenant:
    """`name` and `token` are those of the sandbox's own tenant where none are given."""

    def __init__(self, server, name=None, token=None):
        if token is None:
            keys = json.loads((server.data / "sandbox-sign-in.json").read_text())
            name, token = keys["tenant"], keys["api_token"]
        self.server, self.base = server, server.base_url
        self.name, self.token = name, token
        self.issuer = f"{self.base}/t/{self.name}"

    def manage(self, method, path, body=None):
        return send(method, self.base + path, bearer=self.token, **({} if body is None else {"json": body}))

    def discovery(self):
        return send("GET", f"{self.issuer}/.well-known/openid-configuration").must(200).json

    def add_client(self, method="none", algorithm="ES256", uris=(REDIRECT,), **more):
        body = {
            "name": f"Site {uuid.uuid4().hex[:6]}",
            "redirect_uris": list(uris),
            "token_endpoint_auth_method": method,
            "id_token_signed_response_alg": algorithm,
            **more,
        }
        return self.manage("POST", "/v0/oidc/clients", body).must(201, what="client").json

    def add_user(self):
        """A new user, with the link that was mailed."""
        name = f"ana-{uuid.uuid4().hex[:8]}"
        body = {
            "external_id": name,
            "email": f"{name}@example.com",
            "user_name": name,
            "display_name": "Ana Souza",
            "binding_token_delivery_method": "email",
        }
        user = self.manage("POST", "/v1/manage/users", body).must(201, what="user").json
        return user, self.mailed_link(user["email"])

    def recover(self, user):
        body = {"external_id": user["external_id"], "binding_token_delivery_method": "email"}
        self.manage("POST", "/v1/manage/recover-user", body).must(200, what="recovery")
        return self.mailed_link(user["email"])

    def mailed_link(self, address):
        """The newest link to that address, from the page that a person would open."""
        page = self.server.page_with_pass("/outbox")
        for mail in page.split("<h2>")[1:]:
            found = re.search(r'href="([^"]*/bind\?token=[^"]*)"', mail)
            if html.escape(address) in mail and found:
                return html.unescape(found.group(1))
        raise AssertionError("the outbox has no mail to that address")

    def devices(self, user):
        path = f"/v1/manage/users/{user['internal_id']}/devices"
        return self.manage("GET", path).must(200, what="devices").json["devices"]

    def revoke(self, user, credential, below=True):
        path = f"/v1/manage/users/{user['internal_id']}/devices/{credential}?below={str(below).lower()}"
        return self.manage("DELETE", path).must(200, 204, what="revocation")

    def put_clock_forward(self, seconds):
        """Moves the clock of deadlines, not dates: the sandbox has a file for that, which takes effect at the next
        start."""
        path = self.server.data / "sandbox-clock.json"
        self.server.stop()
        ahead = json.loads(path.read_text())["ahead_seconds"] if path.exists() else 0
        path.write_text(json.dumps({"ahead_seconds": ahead + seconds}))
        path.chmod(0o600)
        self.server.start()
