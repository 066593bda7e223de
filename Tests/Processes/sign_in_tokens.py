"""Checks of credentials and tokens by third-party programs."""

import base64
import json
import urllib.error
import urllib.parse
import urllib.request

from cryptography import x509
from joserfc import jwk, jwt

from sign_in import chains


class Tokens:
    def certificates(self):
        devices = json.loads(self.server.beside("users", "devices", "ana", "--json").stdout)
        own = {"second" if "parent_id" in each else "first": each["credential_id"] for each in devices}
        for directory, count in (("first", 2), ("second", 3)):
            listed = json.loads(self.beside(directory, "device", "keys", "list", "--json").stdout)
            handle, pin = listed[0]["handle"], listed[0]["root_fingerprint"]
            self.checks.that(f"{directory}: keys list", [each["state"] for each in listed] == ["active"], listed)
            parts = {
                part: self.beside(directory, "device", "keys", "export-chain", handle, "--part", part).stdout
                for part in ("all", "own", "above", "root")
            }
            chain = x509.load_pem_x509_certificates(parts["all"].encode())
            self.checks.that(f"{directory}: {count} certificates", len(chain) == count)
            self.checks.that(
                f"{directory}: the parts are the whole", parts["own"] + parts["above"] + parts["root"] == parts["all"]
            )
            said = chains.openssl_says(chain)
            self.checks.that(f"{directory}: openssl verifies the chain", said.returncode == 0, said.stderr)
            wrong = chains.faults(chain, handle, self.user, own[directory], pin)
            self.checks.that(f"{directory}: each certificate is as documented", not wrong, wrong)
        # The same programs refuse a chain without one of its certificates.
        gap = [chain[0], chain[-1]]
        self.checks.that("openssl refuses a chain with a gap", not chains.openssl_accepts(gap))
        wrong = chains.faults(gap, handle, self.user, own[directory], pin)
        self.checks.that("and so does the other program", "depth 0: signed by its parent" in wrong, wrong)
        self.fails(
            "a chain of nobody", self.beside("first", "device", "keys", "export-chain", "nobody"), "no such credential"
        )
        files = [path.read_bytes() for path in (self.server.folder / "first").rglob("*") if path.is_file()]
        self.checks.that(
            "no certificate lies open on the disk", all(b"BEGIN CERTIFICATE" not in each for each in files)
        )

    def confidential(self, client, redirect):
        options = ("--client-id", client["client_id"], "--redirect-uri", redirect)
        done = self.beside("first", "device", "sign-in", "--yes", "--json", *options)
        self.expect("a confidential client gets a code", done, done.returncode == 0)
        answer = json.loads(done.stdout)
        basic = base64.b64encode(f"{client['client_id']}:{client['client_secret']}".encode()).decode()
        form = {
            "grant_type": "authorization_code",
            "code": answer["authorization_code"],
            "redirect_uri": redirect,
            "code_verifier": answer["code_verifier"],
        }
        tokens = self.post("/v2/token", form, basic)
        claims = self.verified(tokens["id_token"], client["client_id"])
        self.checks.that("its server has the person's ID token", claims["sub"] == self.user, claims)
        try:
            self.post("/v2/token", form, basic)
            self.checks.that("a code counts once", False)
        except urllib.error.HTTPError as error:
            self.checks.that("a code counts once", error.code == 400, error.code)
        done = self.beside("first", "device", "sign-in", "--yes", "--json")
        public = json.loads(done.stdout)
        claims = self.verified(
            public["id_token"], json.loads((self.server.data / "sandbox-sign-in.json").read_text())["client_id"]
        )
        self.checks.that("a public client's ID token holds", claims["sub"] == self.user == public["subject"], claims)

    def post(self, path, form, basic):
        request = urllib.request.Request(
            self.server.base_url + path,
            data=urllib.parse.urlencode(form).encode(),
            headers={"Authorization": f"Basic {basic}", "Content-Type": "application/x-www-form-urlencoded"},
        )
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)

    def verified(self, token, audience):
        """The claims by another program's judgement, by the keys that discovery names."""
        issuer = f"{self.server.base_url}/t/padaria-aurora"
        with urllib.request.urlopen(f"{issuer}/.well-known/openid-configuration") as answer:
            document = json.load(answer)
        with urllib.request.urlopen(document["jwks_uri"]) as answer:
            keys = jwk.KeySet.import_key_set(json.load(answer))
        claims = jwt.decode(token, keys, algorithms=["ES256"]).claims
        registry = jwt.JWTClaimsRegistry(
            iss={"essential": True, "value": issuer},
            aud={"essential": True, "value": audience},
            exp={"essential": True},
        )
        registry.validate(claims)
        return claims
