"""The initiator under test as a participant: its keys, its certificates, and the file that names them."""

from __future__ import annotations

import json
import pathlib
import uuid
from typing import Any

from cryptography import x509
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from authority import DAY, ORGANIZATION_IDENTIFIER, Authority, Pair, Shape, Subject

from .keys import Chest, Key

COMMON_NAME = "iniciadora.test"
WEBHOOK_HOST = "ganchos.iniciadora.test"
CALLBACK = "https://loja.test/volta"


def subject_of(certificate: x509.Certificate) -> tuple[str, str]:
    """Organisation and software of a transport certificate (certificate standard 2.1)."""
    found = certificate.subject.get_attributes_for_oid(ORGANIZATION_IDENTIFIER)
    software = certificate.subject.get_attributes_for_oid(NameOID.USER_ID)
    if not found or not software:
        return "", ""
    return str(found[0].value).removeprefix("OFBBR-"), str(software[0].value)


class Initiator:
    """An organisation with one software statement. `keys` are in its keystores, the newest of each kind last."""

    def __init__(self, folder: pathlib.Path, authority: Authority, webhook_port: int):
        self.folder, self.authority = folder, authority
        self.chest = Chest(folder)
        self.organisation, self.software = str(uuid.uuid4()), str(uuid.uuid4())
        self.registration_number = "53316143000173"
        self.redirect_uris = [CALLBACK]
        self.origin_uris = [f"https://{COMMON_NAME}"]
        self.webhook_uris = [f"https://{WEBHOOK_HOST}:{webhook_port}"]
        self.keys: dict[str, list[Key]] = {
            name: [self.chest.new(name)] for name in ("signing", "client", "encryption")
        }
        self.transport = self.certificate()
        server = Shape(usages=(ExtendedKeyUsageOID.SERVER_AUTH,), names=(WEBHOOK_HOST,))
        key = self.chest.new("server")
        Pair(folder, "server").write(
            authority.issue(Subject(None, None, WEBHOOK_HOST).name(), key.private, server), key.private
        )
        seal = [x509.NameAttribute(NameOID.USER_ID, self.organisation), x509.NameAttribute(NameOID.COMMON_NAME, "I")]
        signing = self.keys["signing"][0].private
        Pair(folder, "signing").write(authority.issue(x509.Name(seal), signing, Shape(usages=None)), signing)
        for private in folder.glob("*.key"):
            private.chmod(0o600)

    def certificate(self, days: int = 30) -> Pair:
        """A new transport certificate (BRCAC) and its key in the place of the old ones."""
        key = self.chest.new("transport")
        subject = Subject(self.organisation, self.software, COMMON_NAME, "Iniciadora", self.registration_number)
        shape = Shape(starts_in=-40 * DAY, ends_in=days * DAY, names=(COMMON_NAME,))
        pem = self.authority.issue(subject.name(), key.private, shape)
        pair = Pair(self.folder, "transport").write(pem, key.private)
        pair.key.chmod(0o600)
        return pair

    def rotate(self, name: str) -> Key:
        """Another key of a kind beside the old one, in the keystore and in the file."""
        key = self.chest.new(f"{name}-{len(self.keys[name]) + 1}")
        self.keys[name].append(key)
        return key

    def write(self, directory: dict[str, str]) -> pathlib.Path:
        """The file that an initiator starts with (docs/open-finance.md, section "The platform over the wire")."""

        def told(name: str) -> Any:
            found = [{"key": key.file.path.name, "kid": key.kid} for key in reversed(self.keys[name])]
            return found[0] if len(found) == 1 else found

        file = self.folder / "participant.json"
        file.write_text(
            json.dumps(
                {
                    "organisation_id": self.organisation,
                    "organisation_name": "Iniciadora",
                    "registration_number": self.registration_number,
                    "software_statement_id": self.software,
                    "client_name": "Iniciadora",
                    "common_name": COMMON_NAME,
                    "redirect_uris": self.redirect_uris,
                    "origin_uris": self.origin_uris,
                    "webhook_uris": self.webhook_uris,
                    "transport": {"certificate": "transport.pem", "key": "transport.key"},
                    **{name: told(name) for name in self.keys},
                    "server": {"certificate": "server.pem", "key": "server.key"},
                    "directory": directory,
                },
                indent=1,
            ),
            encoding="utf-8",
        )
        return file
