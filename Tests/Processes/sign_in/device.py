"""A phone in pure Python: its key, its certificates, and its proofs."""

import base64
import hashlib
import time
import urllib.parse

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from sign_in.jose import new_key, sign, x5c
from sign_in.tenant import REDIRECT
from sign_in.web import send
from wallet import b64url

PROOF = "chave-signin+jwt"


def certificate_request(key):
    """PKCS#10; the server reads only the key from it."""
    builder = x509.CertificateSigningRequestBuilder().subject_name(x509.Name([]))
    return base64.b64encode(builder.sign(key, hashes.SHA256()).public_bytes(serialization.Encoding.DER)).decode()


def key_digest(key):
    public = key.public_key().public_bytes(serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo)
    return b64url(hashlib.sha256(public).digest())


class Device:
    def __init__(self, tenant, name="Telefone de teste"):
        self.tenant, self.name, self.key = tenant, name, new_key()
        self.bound = None
        self.chain = []  # DER, leaf first

    def take(self, bound):
        """Keeps a *bound credential*."""
        self.bound = bound
        self.take_chain(bound["chain"])
        return self

    def take_chain(self, pems):
        certificates = [x509.load_pem_x509_certificate(pem.encode()) for pem in pems]
        self.chain = [each.public_bytes(serialization.Encoding.DER) for each in certificates]

    @property
    def credential(self):
        return self.bound["credential_id"]

    # --- Registration ------------------------------------------------------------------------------------------------

    @staticmethod
    def token_of(link):
        """Opens the mailed link like a browser; the redirect contains the token."""
        answer = send("GET", link).must(302, 303, what="mailed link")
        return dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(answer.headers["Location"]).query))["token"]

    def bind(self, token, key=None, below=None):
        """`below` is the issuer whose address gets the request, if any."""
        body = {"token": token, "csr": certificate_request(key or self.key), "device_name": self.name}
        return send("POST", f"{below or self.tenant.base}/v2/credentials", json=body)

    def register(self, link):
        return self.take(self.bind(self.token_of(link)).must(201, what="credential").json)

    # --- Proofs ------------------------------------------------------------------------------------------------------

    def claims(self, opened, address, purpose, form):
        """The claims of a proof for a session that was begun with `form`."""
        now = int(time.time())
        claims = {
            "purpose": purpose,
            "challenge": opened["challenge"],
            "auth_session": opened["auth_session"],
            "client_id": form["client_id"],
            "aud": address,
            "iat": now,
            "exp": now + 120,
        }
        if purpose == "sign-in":
            claims |= {"redirect_uri": form["redirect_uri"], "scope": form.get("scope", "openid")}
            claims |= {name: form[name] for name in ("state", "nonce", "code_challenge", "dpop_jkt") if name in form}
        return claims

    def assertion(self, claims, key=None, chain=None, **header):
        return sign({"typ": PROOF, "x5c": x5c(chain or self.chain), **header}, claims, key or self.key)

    def twice(self, address, purpose, form, change=None):
        """Both calls of an endpoint that requires a proof; `change` modifies the claims of the second."""
        opened = send("POST", address, data=form).must(403, what="first call").json
        claims = self.claims(opened, address, purpose, form)
        if change:
            claims = change(claims)
        second = {
            "client_id": form["client_id"],
            "auth_session": opened["auth_session"],
            "assertion": self.assertion(claims),
        }
        return send("POST", address, data=second)

    # --- Signing in --------------------------------------------------------------------------------------------------

    @property
    def challenge_address(self):
        return f"{self.tenant.issuer}/v2/authorize-challenge"

    def form(self, client, **more):
        asked = {
            "client_id": client["client_id"],
            "redirect_uri": REDIRECT,
            "response_type": "code",
            "scope": "openid profile email offline_access",
            **more,
        }
        return {name: value for name, value in asked.items() if value is not None}

    def authorize(self, form, **more):
        """The answer to a whole sign-in without a browser."""
        reply = self.twice(self.challenge_address, "sign-in", form, **more)
        if reply.status == 200 and "chain" in reply.json:
            self.take_chain(reply.json["chain"])
        return reply

    def code(self, form):
        return self.authorize(form).must(200, what="authorization").json["authorization_code"]

    def can_sign_in(self, client, verifier="v" * 43):
        form = self.form(client, code_challenge=s256(verifier), code_challenge_method="S256")
        return self.authorize(form).status == 200


def s256(verifier):
    return b64url(hashlib.sha256(verifier.encode()).digest())


def ecdsa(key, data):
    return key.sign(data, ec.ECDSA(hashes.SHA256()))
