"""The folder of `chave directory`, changed from outside: more initiators, other origins, certificates of our making.

The directory reads `directory.json` at each request, so a change counts at once.
"""

from __future__ import annotations

import json
import os
import pathlib
import uuid
from dataclasses import dataclass
from typing import Any

from cryptography import x509
from cryptography.x509.oid import NameOID
from joserfc.jwk import RSAKey

from authority import Authority, Pair, Shape, Subject, key_pem, new_key
from initiator.participant import Participant


@dataclass(frozen=True)
class NewInitiator:
    name: str = "Segunda Iniciadora"
    registration_number: str = "11222333000181"
    common_name: str = "localhost"
    redirect_uris: tuple[str, ...] = ("https://segunda.iniciadora.test/callback",)
    origin_uris: tuple[str, ...] = ("https://localhost",)
    webhook_uris: tuple[str, ...] = ()
    role: str = "PAGTO"


def public_jwk(key: Any, use: str, kid: str) -> dict[str, Any]:
    algorithm = "PS256" if use == "sig" else "RSA-OAEP"
    public = RSAKey.import_key(key_pem(key)).as_dict(private=False)
    return {"kty": "RSA", "n": public["n"], "e": public["e"], "use": use, "alg": algorithm, "kid": kid}


class DirectoryFolder:
    def __init__(self, path: pathlib.Path):
        self.path = path

    @property
    def authority(self) -> Authority:
        return Authority.of_directory(self.path)

    def participant(self, name: str) -> pathlib.Path:
        return self.path / "participants" / name

    # MARK: The state

    def state(self) -> dict[str, Any]:
        return json.loads((self.path / "directory.json").read_text(encoding="utf-8"))

    def write(self, state: dict[str, Any]) -> None:
        beside = self.path / "directory.json.test"
        beside.write_text(json.dumps(state, indent=1, ensure_ascii=False), encoding="utf-8")
        os.replace(beside, self.path / "directory.json")

    def change_software(self, software: str, **changes: Any) -> dict[str, Any]:
        """Replaces members of a software statement; the old ones, to be put back."""
        state = self.state()
        for organisation in state["organisations"]:
            for statement in organisation["software"]:
                if statement["id"] == software:
                    old = {name: statement[name] for name in changes}
                    statement.update(changes)
                    self.write(state)
                    return old
        raise AssertionError(f"{self.path} has no software statement {software}")

    # MARK: More initiators

    def add_initiator(self, folder: str, new: NewInitiator = NewInitiator()) -> pathlib.Path:
        """Adds an organisation with one software statement, and writes the folder that its program reads."""
        place = self.participant(folder)
        place.mkdir(parents=True)
        organisation, software = str(uuid.uuid4()), str(uuid.uuid4())
        keys = {name: new_key() for name in ("transport", "signing", "client", "encryption")}
        kids = {name: str(uuid.uuid4()) for name in keys}
        subject = Subject(organisation, software, new.common_name, new.name, new.registration_number)
        shape = Shape(names=(new.common_name,))
        Pair(place, "transport").write(
            self.authority.issue(subject.name(), keys["transport"], shape), keys["transport"]
        )
        seal = x509.Name(
            [
                x509.NameAttribute(NameOID.USER_ID, organisation),
                x509.NameAttribute(NameOID.COMMON_NAME, new.name),
            ]
        )
        Pair(place, "signing").write(self.authority.issue(seal, keys["signing"], Shape(usages=None)), keys["signing"])
        for name in ("client", "encryption"):
            (place / f"{name}.key").write_bytes(key_pem(keys[name]))
        (place / "authority.pem").write_bytes((self.path / "authority.pem").read_bytes())
        seeded = json.loads((self.participant("initiator") / "participant.json").read_text(encoding="utf-8"))
        told = {
            "organisation_id": organisation,
            "organisation_name": new.name,
            "registration_number": new.registration_number,
            "software_statement_id": software,
            "client_name": new.name,
            "common_name": new.common_name,
            "redirect_uris": list(new.redirect_uris),
            "origin_uris": list(new.origin_uris),
            "webhook_uris": list(new.webhook_uris),
            "transport": {"certificate": "transport.pem", "key": "transport.key"},
            "signing": {"certificate": "signing.pem", "key": "signing.key", "kid": kids["signing"]},
            "client": {"key": "client.key", "kid": kids["client"]},
            "encryption": {"key": "encryption.key", "kid": kids["encryption"]},
            "directory": seeded["directory"],
        }
        (place / "participant.json").write_text(json.dumps(told, indent=1), encoding="utf-8")
        self._publish(
            folder,
            new,
            organisation,
            software,
            {
                "signing": public_jwk(keys["signing"], "sig", kids["signing"]),
                "client": public_jwk(keys["client"], "sig", kids["client"]),
                "encryption": public_jwk(keys["encryption"], "enc", kids["encryption"]),
            },
        )
        return place

    def _publish(
        self, folder: str, new: NewInitiator, organisation: str, software: str, keys: dict[str, dict[str, Any]]
    ) -> None:
        state = self.state()
        state["organisations"].append(
            {
                "id": organisation,
                "folder": folder,
                "name": new.name,
                "legalName": f"{new.name} Ltda",
                "registrationNumber": new.registration_number,
                "role": new.role,
                "keys": [json.dumps(keys["signing"])],
                "authorisationServers": [],
                "software": [
                    {
                        "id": software,
                        "clientName": new.name,
                        "redirectURIs": list(new.redirect_uris),
                        "originURIs": list(new.origin_uris),
                        "webhookURIs": list(new.webhook_uris),
                        "keys": [json.dumps(keys["client"]), json.dumps(keys["encryption"])],
                    }
                ],
            }
        )
        self.write(state)

    # MARK: Certificates

    def certificate(
        self,
        place: pathlib.Path,
        ours: Participant,
        shape: Shape = Shape(),
        authority: Authority | None = None,
        **changes: Any,
    ) -> Pair:
        """A transport certificate for a participant, with `changes` of its subject."""
        subject = Subject(
            **{
                "organisation": ours.organisation_id,
                "software": ours.software_statement_id,
                "common_name": ours.common_name,
                "registration_number": ours.registration_number,
                **changes,
            }
        )
        key = new_key()
        return Pair(place, str(uuid.uuid4())).write(
            (authority or self.authority).issue(subject.name(), key, shape), key
        )
