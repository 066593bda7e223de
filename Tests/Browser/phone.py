"""A device that is signed in, by the wire format of docs/sign-in.md alone."""

import base64
import http.client
import json
import re
import time
import urllib.parse

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.x509.oid import NameOID


def b64url(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


class Phone:
    """A person of the sandbox's tenant, with a key and its certificates."""

    def __init__(self, world, name):
        self.world, self.name = world, name
        self.sandbox = json.loads((world.server.data / "sandbox-sign-in.json").read_text())
        self.issuer = f"{world.base_url}/t/{self.sandbox['tenant']}"
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.user = self._json(
            "POST",
            "/v1/manage/users",
            {
                "external_id": name,
                "email": f"{name}@example.com",
                "user_name": name,
                "display_name": f"Maria {name.title()}",
                "binding_token_delivery_method": "email",
            },
            token=self.sandbox["api_token"],
        )
        self.chain = self._bound(self._mailed_token())

    def _send(self, method, address, body, headers):
        parts = urllib.parse.urlsplit(address)
        connection = http.client.HTTPConnection(parts.hostname, parts.port, timeout=30)
        connection.request(method, parts.path, body, headers)
        answer = connection.getresponse()
        return answer.status, json.loads(answer.read() or b"null")

    def _json(self, method, path, body, token=None):
        headers = {"Content-Type": "application/json"}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        status, answer = self._send(method, self.issuer + path, json.dumps(body), headers)
        assert status in (200, 201), (path, status, answer)
        return answer

    def is_mailed_again(self):
        """A link by which the person would register another device."""
        body = {"external_id": self.name, "binding_token_delivery_method": "email"}
        self._json("POST", "/v1/manage/recover-user", body, token=self.sandbox["api_token"])

    def _mailed_token(self):
        """What the outbox holds for this person."""
        mails = json.dumps(json.loads((self.world.server.data / "outbox.json").read_text())["mails"][-1])
        assert f"{self.name}@example.com" in mails, "the newest mail is for somebody else"
        return re.search(r"bind\?token=([\w-]{43})", mails).group(1)

    def _bound(self, token):
        request = x509.CertificateSigningRequestBuilder().subject_name(
            x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "device")])
        )
        der = request.sign(self.key, hashes.SHA256()).public_bytes(serialization.Encoding.DER)
        body = {"token": token, "csr": base64.b64encode(der).decode(), "device_name": "Telefone"}
        answer = self._json("POST", "/v2/credentials", body)
        return [base64.b64encode(x509.load_pem_x509_certificate(pem.encode()).public_bytes(
            serialization.Encoding.DER)).decode() for pem in answer["chain"]]

    def form(self, address, **fields):
        body = urllib.parse.urlencode({"client_id": self.sandbox["client_id"], **fields})
        return self._send("POST", address, body, {"Content-Type": "application/x-www-form-urlencoded"})

    def proof(self, session, address, **claims):
        now = int(time.time())
        header = {"alg": "ES256", "typ": "chave-signin+jwt", "x5c": self.chain}
        payload = {
            "purpose": "browser",
            "challenge": session["challenge"],
            "auth_session": session["auth_session"],
            "client_id": self.sandbox["client_id"],
            "aud": address,
            "iat": now,
            "exp": now + 120,
            **claims,
        }
        signed = ".".join(b64url(json.dumps(part).encode()) for part in (header, payload))
        r, s = decode_dss_signature(self.key.sign(signed.encode(), ec.ECDSA(hashes.SHA256())))
        return f"{signed}.{b64url(r.to_bytes(32, 'big') + s.to_bytes(32, 'big'))}"

    def looks(self, address):
        """Reads the request behind a QR's address; the response contains the values to sign."""
        status, session = self.form(address)
        assert status == 403 and session["error"] == "insufficient_authorization", (status, session)
        return self.form(address, auth_session=session["auth_session"], assertion=self.proof(session, address))

    def approves(self, address, question, number):
        to = f"{address}/decision"
        assertion = self.proof(question, to, decision="approve", number=number)
        return self.form(to, auth_session=question["auth_session"], assertion=assertion)

    def refuses(self, address, question):
        return self.form(f"{address}/decision", auth_session=question["auth_session"], decision="refuse")
