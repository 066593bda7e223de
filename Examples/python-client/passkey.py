"""A passkey in software, of python-fido2's types: what a phone's authenticator does, without the finger.

It is for tests: its key lies in this program's memory. In a browser these two calls are navigator.credentials.create
and get.
"""

import json
import os
from collections.abc import Mapping
from typing import Any

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from fido2.cose import ES256
from fido2.utils import sha256
from fido2.webauthn import (
    Aaguid,
    AttestationObject,
    AttestedCredentialData,
    AuthenticationResponse,
    AuthenticatorAssertionResponse,
    AuthenticatorAttachment,
    AuthenticatorAttestationResponse,
    AuthenticatorData,
    CollectedClientData,
    PublicKeyCredentialCreationOptions,
    PublicKeyCredentialRequestOptions,
    RegistrationResponse,
)

# A person was there, and was recognised.
PERSON = AuthenticatorData.FLAG.UP | AuthenticatorData.FLAG.UV


class Passkey:
    """One credential of one device; `origin` is where the ceremonies take place."""

    def __init__(self, origin: str) -> None:
        self.origin = origin
        self.id, self.user, self.counter = os.urandom(32), b"", 0
        self.key = ec.generate_private_key(ec.SECP256R1())

    def create(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """The new credential, as `confirmation_data` of the API."""
        asked = PublicKeyCredentialCreationOptions.from_dict(options)
        assert asked is not None and asked.rp.id is not None
        assert any(one.alg == ES256.ALGORITHM for one in asked.pub_key_cred_params), "the bank takes no ES256"
        self.user = asked.user.id
        public = ES256.from_cryptography_key(self.key.public_key())
        data = AuthenticatorData.create(
            sha256(asked.rp.id.encode()),
            PERSON | AuthenticatorData.FLAG.AT,
            self.counter,
            AttestedCredentialData.create(Aaguid.NONE, self.id, public),
        )
        response = AuthenticatorAttestationResponse(
            client_data=self._client_data(CollectedClientData.TYPE.CREATE, asked.challenge),
            attestation_object=AttestationObject.create("none", data, {}),
        )
        return plain(
            RegistrationResponse(
                raw_id=self.id, response=response, authenticator_attachment=AuthenticatorAttachment.PLATFORM
            )
        )

    def sign(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """The approval of one payment, as `assertion` of the API."""
        asked = PublicKeyCredentialRequestOptions.from_dict(options)
        assert asked is not None and asked.rp_id is not None
        assert any(one.id == self.id for one in asked.allow_credentials or []), "the payment asks for another passkey"
        self.counter += 1
        data = AuthenticatorData.create(sha256(asked.rp_id.encode()), PERSON, self.counter)
        client_data = self._client_data(CollectedClientData.TYPE.GET, asked.challenge)
        response = AuthenticatorAssertionResponse(
            client_data=client_data,
            authenticator_data=data,
            signature=self.key.sign(data + client_data.hash, ec.ECDSA(hashes.SHA256())),
            user_handle=self.user,
        )
        return plain(
            AuthenticationResponse(
                raw_id=self.id, response=response, authenticator_attachment=AuthenticatorAttachment.PLATFORM
            )
        )

    def _client_data(self, kind: str, challenge: bytes) -> CollectedClientData:
        return CollectedClientData.create(kind, challenge, self.origin)


def plain(credential: Mapping[str, Any]) -> dict[str, Any]:
    """The credential as JSON has it, bytes as base64url."""
    read: dict[str, Any] = json.loads(json.dumps(dict(credential), default=dict))
    return read
