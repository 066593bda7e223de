"""The folder of one participant, as the directory writes it: names, addresses, keys and certificates."""

from __future__ import annotations

import json
import pathlib
from dataclasses import dataclass


@dataclass(frozen=True)
class KeyFile:
    """A private key in a PEM file, and its `kid` in the keystore."""

    path: pathlib.Path
    kid: str


@dataclass(frozen=True)
class Participant:
    folder: pathlib.Path
    organisation_id: str
    organisation_name: str
    registration_number: str
    software_statement_id: str
    client_name: str
    common_name: str
    redirect_uris: tuple[str, ...]
    origin_uris: tuple[str, ...]
    webhook_uris: tuple[str, ...]
    transport_certificate: pathlib.Path
    transport_key: pathlib.Path
    signing: KeyFile
    client: KeyFile
    encryption: KeyFile
    participants_url: str
    keystore_url: str
    token_url: str
    assertion_url: str
    authority: pathlib.Path

    @classmethod
    def load(cls, folder: str | pathlib.Path) -> Participant:
        folder = pathlib.Path(folder).resolve()
        told = json.loads((folder / "participant.json").read_text(encoding="utf-8"))
        directory = told["directory"]

        def key(name: str) -> KeyFile:
            return KeyFile(folder / told[name]["key"], told[name]["kid"])

        organisation, software = told["organisation_id"], told["software_statement_id"]
        return cls(
            folder=folder,
            organisation_id=organisation,
            organisation_name=told["organisation_name"],
            registration_number=told["registration_number"],
            software_statement_id=software,
            client_name=told["client_name"],
            common_name=told["common_name"],
            redirect_uris=tuple(told["redirect_uris"]),
            origin_uris=tuple(told["origin_uris"]),
            webhook_uris=tuple(told.get("webhook_uris", ())),
            transport_certificate=folder / told["transport"]["certificate"],
            transport_key=folder / told["transport"]["key"],
            signing=key("signing"),
            client=key("client"),
            encryption=key("encryption"),
            participants_url=directory["participants"],
            keystore_url=directory["keystore"].rstrip("/"),
            token_url=directory["token"],
            assertion_url=directory["assertion"].format(org=organisation, software=software),
            authority=folder / directory["authority"],
        )

    @property
    def software_keys_url(self) -> str:
        return f"{self.keystore_url}/{self.organisation_id}/{self.software_statement_id}/application.jwks"
