"""One bank as we know it: the directory's entry, its discovery document, and our registration there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from . import jose
from .directory import BankEntry
from .faults import Unexpected, WireFault
from .net import Wire

# The endpoints that demand a client certificate (FAPI-BR 2.1.0).
MUTUAL = (
    "token_endpoint",
    "pushed_authorization_request_endpoint",
    "registration_endpoint",
    "userinfo_endpoint",
    "revocation_endpoint",
)


@dataclass
class Registration:
    """What the bank told when it registered us."""

    client_id: str
    registration_client_uri: str
    registration_access_token: str
    metadata: dict[str, Any]

    @classmethod
    def read(cls, document: dict[str, Any]) -> Registration:
        missing = [
            name
            for name in ("client_id", "registration_client_uri", "registration_access_token")
            if not isinstance(document.get(name), str)
        ]
        if missing:
            raise WireFault(f"the bank's registration has no {', '.join(missing)}")
        return cls(
            document["client_id"],
            document["registration_client_uri"],
            document["registration_access_token"],
            document,
        )


class Discovery:
    """The OpenID discovery document, read once."""

    def __init__(self, entry: BankEntry, public: Wire):
        answer = public.get(entry.discovery_url, {"Accept": "application/json"})
        if answer.status != 200:
            raise Unexpected(f"{answer.where}: the bank's discovery document is not there")
        self.document: dict[str, Any] = answer.json()
        if self.document.get("issuer") != entry.issuer:
            raise WireFault(f"discovery names {self.document.get('issuer')!r}, the directory {entry.issuer!r}")
        self._public = public
        self._keys: jose.KeySet | None = None

    def endpoint(self, name: str) -> str:
        """An endpoint; those with a client certificate stand among the aliases, where the bank has aliases."""
        aliases = self.document.get("mtls_endpoint_aliases") or {}
        found = aliases.get(name) if name in MUTUAL else None
        found = found or self.document.get(name)
        if not isinstance(found, str):
            raise Unexpected(f"the bank's discovery document has no {name}")
        return found

    def keys(self, kid: str | None = None) -> jose.KeySet:
        """The keys that sign id_tokens."""
        if self._keys is None or (kid is not None and self._keys.key(kid, "sig") is None):
            url = self.endpoint("jwks_uri")
            answer = self._public.get(url)
            if answer.status != 200:
                raise Unexpected(f"{answer.where}: the bank's keys are not there")
            self._keys = jose.KeySet(answer.json(), url)
        return self._keys
