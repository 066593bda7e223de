"""Dynamic client registration and its management (DCR 2.1.0 of Open Finance Brasil; RFC 7591 and RFC 7592)."""

from __future__ import annotations

import json
import os
import pathlib
from typing import Any

from .bank import Discovery, Registration
from .directory import Directory
from .faults import Unexpected
from .net import Answer, Wire
from .participant import Participant
from .schemas import Operation

REGISTER = Operation("DCR POST /register", "dcr-2.0.1.yaml", "POST", "/register")
READ = Operation("DCM GET /register/{clientId}", "dcr-2.0.1.yaml", "GET", "/register/{clientId}")
UPDATE = Operation("DCM PUT /register/{clientId}", "dcr-2.0.1.yaml", "PUT", "/register/{clientId}")
DELETE = Operation("DCM DELETE /register/{clientId}", "dcr-2.0.1.yaml", "DELETE", "/register/{clientId}")
SCOPE = "openid payments nrp-consents"


class RegistrationEndpoint:
    """Our registration at one bank. Each function returns the answer, whatever its status."""

    def __init__(self, participant: Participant, directory: Directory, discovery: Discovery, mutual: Wire):
        self.participant = participant
        self._directory = directory
        self._discovery = discovery
        self._mutual = mutual

    def metadata(self, **changes: Any) -> dict[str, Any]:
        """What we ask for; `changes` replace members, and `None` leaves one out."""
        ours = self.participant
        made = {
            "software_statement": None if "software_statement" in changes else self._directory.software_statement(),
            "client_name": ours.client_name,
            "redirect_uris": list(ours.redirect_uris),
            "webhook_uris": list(ours.webhook_uris) or None,
            "jwks_uri": ours.software_keys_url,
            "token_endpoint_auth_method": "private_key_jwt",
            "grant_types": ["client_credentials", "authorization_code", "refresh_token"],
            "response_types": ["code id_token"],
            "subject_type": "public",
            "id_token_signed_response_alg": "PS256",
            "id_token_encrypted_response_alg": "RSA-OAEP",
            "id_token_encrypted_response_enc": "A256GCM",
            "request_object_signing_alg": "PS256",
            "require_signed_request_object": True,
            "require_pushed_authorization_requests": True,
            "tls_client_certificate_bound_access_tokens": True,
            "scope": SCOPE,
            **changes,
        }
        return {name: value for name, value in made.items() if value is not None}

    def post(self, metadata: dict[str, Any], wire: Wire | None = None) -> Answer:
        url = self._discovery.endpoint("registration_endpoint")
        return self._send(REGISTER, url, None, metadata, wire)

    def get(self, ours: Registration, token: str | None = None, wire: Wire | None = None) -> Answer:
        return self._send(READ, ours.registration_client_uri, token or ours.registration_access_token, None, wire)

    def put(self, ours: Registration, metadata: dict[str, Any], token: str | None = None) -> Answer:
        token = token or ours.registration_access_token
        return self._send(UPDATE, ours.registration_client_uri, token, metadata, None)

    def delete(self, ours: Registration, token: str | None = None) -> Answer:
        return self._send(DELETE, ours.registration_client_uri, token or ours.registration_access_token, None, None)

    def register(self) -> Registration:
        answer = self.post(self.metadata())
        if answer.status != 201:
            raise Unexpected(f"{answer.where}: the bank does not register us: {answer.text[:500]}")
        return Registration.read(answer.json())

    def _send(
        self, operation: Operation, url: str, token: str | None, metadata: dict[str, Any] | None, wire: Wire | None
    ) -> Answer:
        headers = {"Accept": "application/json"}
        if token is not None:
            headers["Authorization"] = f"Bearer {token}"
        body = None
        if metadata is not None:
            headers["Content-Type"] = "application/json"
            body = json.dumps(metadata)
        answer = (wire or self._mutual).send(operation.method, url, headers, body)
        content = answer.json() if answer.body else None
        if content is not None or answer.status < 400:
            operation.check_answer(answer.status, answer.media_type, content)
        return answer


class RegistrationFile:
    """Our registrations in the participant's folder: a lost one could not be had again."""

    def __init__(self, participant: Participant):
        self._path = participant.folder / "registrations.json"

    def read(self, issuer: str) -> Registration | None:
        if not self._path.exists():
            return None
        kept = json.loads(self._path.read_text(encoding="utf-8")).get(issuer)
        return Registration.read(kept) if kept else None

    def keep(self, issuer: str, registration: Registration | None) -> None:
        known = json.loads(self._path.read_text(encoding="utf-8")) if self._path.exists() else {}
        if registration is None:
            known.pop(issuer, None)
        else:
            known[issuer] = registration.metadata
        _replace(self._path, json.dumps(known, indent=1))


def _replace(path: pathlib.Path, text: str) -> None:
    """Writes beside the file and moves over it, readable by its owner alone."""
    beside = path.with_suffix(".new")
    handle = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        file.write(text)
    os.replace(beside, path)
