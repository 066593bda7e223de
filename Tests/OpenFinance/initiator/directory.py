"""The participants' directory: banks, keystores and our own software statement."""

from __future__ import annotations

import re
import time
import urllib.parse
from dataclasses import dataclass
from typing import Any

from . import jose
from .faults import Unexpected, WireFault
from .net import Wire
from .participant import Participant

STATEMENT_LIFE_SECONDS = 300
TOKEN_MARGIN_SECONDS = 30
BASE = re.compile(r"https://[^/?#]+(?:/[^/?#]+)*?/open-banking/(?P<api>[a-z-]+)/v(?P<major>\d+)(?=/)")


@dataclass(frozen=True)
class BankEntry:
    """One authorisation server of one organisation."""

    server_id: str
    organisation_id: str
    registration_number: str
    name: str
    issuer: str
    discovery_url: str
    resources: tuple[dict[str, Any], ...]

    @property
    def slug(self) -> str:
        return (urllib.parse.urlsplit(self.issuer).hostname or "").partition(".")[0]

    @property
    def ispb(self) -> str:
        """The directory has no ISPB: the first eight characters of the CNPJ are the usual value."""
        return self.registration_number[:8]

    def base(self, family: str, major: int) -> str:
        """`https://HOST/open-banking/API/vN`, cut from an endpoint of a family, which is a whole address."""
        for resource in self.resources:
            if resource.get("ApiFamilyType") != family or not str(resource.get("ApiVersion")).startswith(f"{major}."):
                continue
            for endpoint in resource.get("ApiDiscoveryEndpoints", []):
                found = BASE.match(endpoint["ApiEndpoint"])
                if found and int(found["major"]) == major:
                    return found[0]
        raise Unexpected(f"the directory names no endpoint of {family} {major}.x for {self.name}")

    def versions(self, family: str) -> list[str]:
        return [str(each.get("ApiVersion")) for each in self.resources if each.get("ApiFamilyType") == family]


class Directory:
    def __init__(self, participant: Participant, public: Wire, mutual: Wire):
        self.participant = participant
        self._public = public
        self._mutual = mutual
        self._keystores: dict[str, jose.KeySet] = {}
        self._token: tuple[str, float] | None = None

    # MARK: Participants

    def participants(self) -> list[dict[str, Any]]:
        answer = self._public.get(self.participant.participants_url, {"Accept": "application/json"})
        found = answer.json()
        if answer.status != 200 or not isinstance(found, list):
            raise Unexpected(f"{answer.where}: the directory's list of participants is not there")
        return found

    def banks(self) -> list[BankEntry]:
        """The active authorisation servers, in the order of the list."""
        return [
            BankEntry(
                server_id=server["AuthorisationServerId"],
                organisation_id=organisation["OrganisationId"],
                registration_number=organisation["RegistrationNumber"],
                name=server.get("CustomerFriendlyName") or organisation["OrganisationName"],
                issuer=server["Issuer"],
                discovery_url=server["OpenIDDiscoveryDocument"],
                resources=tuple(server.get("ApiResources", [])),
            )
            for organisation in self.participants()
            if organisation.get("Status") == "Active"
            for server in organisation.get("AuthorisationServers", [])
        ]

    def bank(self, slug: str) -> BankEntry:
        banks = self.banks()
        for bank in banks:
            if bank.slug == slug:
                return bank
        raise Unexpected(f"the directory has no bank {slug}, but {', '.join(bank.slug for bank in banks) or 'none'}")

    # MARK: Keystores

    def organisation_keys(self, organisation: str, kid: str | None = None) -> jose.KeySet:
        """The signing keys of an organisation; asks again for a `kid` that is not known."""
        return self._keys(f"{self.participant.keystore_url}/{organisation}/application.jwks", kid)

    def software_keys(self) -> jose.KeySet:
        return self._keys(self.participant.software_keys_url, None)

    def statement_keys(self) -> jose.KeySet:
        return self._keys(f"{self.participant.keystore_url}/openbanking.jwks", None)

    def _keys(self, url: str, kid: str | None) -> jose.KeySet:
        known = self._keystores.get(url)
        if known is None or (kid is not None and known.key(kid, "sig") is None):
            answer = self._public.get(url)
            if answer.status != 200:
                raise Unexpected(f"{answer.where}: the keystore has no such keys")
            known = self._keystores[url] = jose.KeySet(answer.json(), url)
        return known

    # MARK: The software statement

    def token(self) -> str:
        """A token of the directory, kept until shortly before its end."""
        if self._token is None or time.monotonic() > self._token[1]:
            answer = self._mutual.post_form(
                self.participant.token_url,
                {
                    "grant_type": "client_credentials",
                    "client_id": self.participant.software_statement_id,
                    "scope": "directory:software",
                },
            )
            told = answer.json()
            if answer.status != 200 or "access_token" not in told:
                raise Unexpected(f"{answer.where}: the directory gives no token: {answer.text[:300]}")
            life = max(0, int(told.get("expires_in", 0)) - TOKEN_MARGIN_SECONDS)
            self._token = (told["access_token"], time.monotonic() + life)
        return self._token[0]

    def software_statement(self) -> str:
        """A fresh statement: it counts for five minutes."""
        answer = self._mutual.get(
            self.participant.assertion_url,
            {"Authorization": f"Bearer {self.token()}", "Accept": "application/jwt"},
        )
        if answer.status != 200:
            raise Unexpected(f"{answer.where}: the directory gives no software statement: {answer.text[:300]}")
        statement = answer.text.strip()
        self.read_statement(statement)
        return statement

    def read_statement(self, statement: str) -> dict[str, Any]:
        claims = jose.verified(statement, self.statement_keys(), "the software statement")
        ours = self.participant
        if claims.get("software_id") != ours.software_statement_id or claims.get("org_id") != ours.organisation_id:
            raise WireFault(f"the software statement is about {claims.get('org_id')}/{claims.get('software_id')}")
        issued = claims.get("iat")
        if not isinstance(issued, int) or abs(time.time() - issued) > STATEMENT_LIFE_SECONDS:
            raise WireFault(f"the software statement has iat {issued!r}")
        return claims
