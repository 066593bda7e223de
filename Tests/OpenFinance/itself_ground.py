"""A participant's folder with keys and certificates of the moment, and a bank's keys, for check_initiator_itself.py."""

from __future__ import annotations

import json
import pathlib
from typing import Any

from authority import Authority, Pair, Shape, Subject, certificate_pem, key_pem, new_key
from directory_folder import public_jwk
from initiator import jose
from initiator.participant import KeyFile, Participant

ORGANISATION = "1f6a3c1e-6f0c-4c07-9a4e-0d6f7c7b9a10"
SOFTWARE = "9c5d2a52-51c5-4f3f-8a54-5a36a7a0f6c2"
BANK = "b7b6fd0c-31ff-4c0a-9d31-0d5d7ce07cd8"


class Ground:
    def __init__(self, folder: pathlib.Path):
        self.folder = folder
        self.authority = Authority.new("Root of the check")
        self.keys: dict[str, Any] = {
            name: new_key() for name in ("transport", "signing", "client", "encryption", "bank")
        }
        for name in ("signing", "client", "encryption", "bank"):
            (folder / f"{name}.key").write_bytes(key_pem(self.keys[name]))
        (folder / "authority.pem").write_bytes(certificate_pem(self.authority.certificate))
        subject = Subject(ORGANISATION, SOFTWARE, "localhost").name()
        self.transport = self.pair("transport", subject, self.keys["transport"], Shape(names=("localhost",)))
        (folder / "participant.json").write_text(json.dumps(self._told()), encoding="utf-8")
        self.participant = Participant.load(folder)
        self.bank = jose.SigningKey(KeyFile(folder / "bank.key", "bank-1"))
        self.bank_keys = jose.KeySet({"keys": [public_jwk(self.keys["bank"], "sig", "bank-1")]}, "the bank's keystore")

    def pair(self, name: str, subject: Any, key: Any, shape: Shape) -> Pair:
        return Pair(self.folder, name).write(self.authority.issue(subject, key, shape), key)

    def _told(self) -> dict[str, Any]:
        return {
            "organisation_id": ORGANISATION,
            "organisation_name": "Iniciadora",
            "registration_number": "11222333000181",
            "software_statement_id": SOFTWARE,
            "client_name": "Iniciadora",
            "common_name": "localhost",
            "redirect_uris": ["https://iniciadora.test/callback"],
            "origin_uris": ["http://localhost:8080"],
            "webhook_uris": [],
            "transport": {"certificate": "transport.pem", "key": "transport.key"},
            "signing": {"certificate": "signing.pem", "key": "signing.key", "kid": "signing-1"},
            "client": {"key": "client.key", "kid": "client-1"},
            "encryption": {"key": "encryption.key", "kid": "encryption-1"},
            "directory": {
                "participants": "https://directory.test:9443/participants",
                "keystore": "https://directory.test:9443/keystore",
                "token": "https://matls.directory.test:9444/token",
                "assertion": "https://matls.directory.test:9444/organisations/{org}/softwarestatements/{software}/assertion",
                "authority": "authority.pem",
            },
        }
