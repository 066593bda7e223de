"""Our own authenticator, for messages that Chromium's virtual ones cannot send."""

import base64
import hashlib
import json
import os
import struct

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from wallet import Authenticator, b64url, cbor

# `flags` of authenticator data (WebAuthn Level 3, section 6.1).
PRESENT, VERIFIED, ATTESTED, EXTENDED = 0x01, 0x04, 0x40, 0x80
EXTENSIONS = {"credProtect": 2, "example.unknown": {"a": "b"}}


class OwnAuthenticator(Authenticator):
    """`is_talkative`: it adds members to client data, extensions to authenticator data, and results, all unasked."""

    def __init__(self, origin, is_talkative=False, verifies=True):
        super().__init__()
        self.origin, self.is_talkative = origin, is_talkative
        self.flags = PRESENT | (VERIFIED if verifies else 0) | (EXTENDED if is_talkative else 0)

    def create(self, options):
        self.user_handle = base64.urlsafe_b64decode(options["user"]["id"] + "==")
        numbers = self.key.public_key().public_numbers()
        x, y = numbers.x.to_bytes(32, "big"), numbers.y.to_bytes(32, "big")
        data = self._head(options["rp"]["id"], ATTESTED)
        data += bytes(16) + struct.pack(">H", len(self.credential)) + self.credential
        data += cbor({1: 2, 3: -7, -1: 1, -2: x, -3: y}) + self._extensions
        attested = {"fmt": "none", "attStmt": {}, "authData": data}
        client_data = self._client_data("webauthn.create", options["challenge"], options["rp"]["id"])
        return self._wrap({"attestationObject": b64url(cbor(attested)), "clientDataJSON": b64url(client_data)})

    def sign(self, options):
        self.count += 1
        data = self._head(options["rpId"], 0) + self._extensions
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

    def _head(self, rp_id, flags):
        return hashlib.sha256(rp_id.encode()).digest() + bytes([self.flags | flags]) + struct.pack(">I", self.count)

    @property
    def _extensions(self):
        return cbor(EXTENSIONS) if self.is_talkative else b""

    def _client_data(self, kind, challenge, rp_id):
        data = {"type": kind, "challenge": challenge, "origin": self.origin, "crossOrigin": False}
        if self.is_talkative:
            data["other_keys_can_be_added_here"] = "do not compare clientDataJSON against a template"
            data["clientExtensions"] = {"a": [1, None, {"b": "c\u0301"}]}
        return json.dumps(data, ensure_ascii=False).encode()

    def _wrap(self, response):
        unasked = {"credProps": {"rk": True}, "example": {"nested": [os.urandom(4).hex()]}}
        return {**super()._wrap(response), "clientExtensionResults": unasked if self.is_talkative else {}}
