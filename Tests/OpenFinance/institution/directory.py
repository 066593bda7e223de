"""A participants' directory: the list of banks, keystores, and software statements by certificate."""

from __future__ import annotations

import threading
import uuid
from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from .faults import Exchange, Faults
from .initiators import Initiator, subject_of
from .keys import Chest, Key, Token
from .listener import Answer, Request, json_answer

if TYPE_CHECKING:
    from .bank import Bank

HOST, MUTUAL_HOST = "directory.test", "matls.directory.test"


class Directory:
    """Answers at two hosts: one for everybody, and one for certificates."""

    def __init__(self, chest: Chest, ports: Callable[[], tuple[int, int]], now: Callable[[], float]):
        self.chest, self.ports, self.now = chest, ports, now
        self.faults = Faults()
        self.banks: list[Bank] = []
        self.initiators: list[Initiator] = []
        self.asked: Counter[str] = Counter()
        # Away: no answer at all.
        self.is_down = threading.Event()
        self._key: Key | None = None
        self._tokens: dict[str, str] = {}

    @property
    def addresses(self) -> dict[str, str]:
        """The member `directory` of an initiator's file."""
        public, mutual = self.ports()
        return {
            "participants": f"https://{HOST}:{public}/participants",
            "keystore": f"https://{HOST}:{public}/keystore",
            "token": f"https://{MUTUAL_HOST}:{mutual}/token",
            "assertion": f"https://{MUTUAL_HOST}:{mutual}/organisations/{{org}}/softwarestatements/{{software}}"
            "/assertion",
            "authority": "authority.pem",
        }

    @property
    def key(self) -> Key:
        """The key that signs software statements."""
        self._key = self._key or self.chest.new("statements")
        return self._key

    def answer(self, request: Request) -> Answer:
        if self.is_down.is_set():
            return Answer(503, cut_at=0)
        parts = request.path.strip("/").split("/")
        exchange = Exchange("/".join(parts[:1] + parts[-1:]), request, tuple(parts))
        self.asked[request.path] += 1
        self.faults.at(f"{parts[0]} request", exchange)
        if exchange.answer is None:
            exchange.answer = self._work(request, parts)
        self.faults.at(f"{parts[0]} answer", exchange)
        return exchange.answer

    def _work(self, request: Request, parts: list[str]) -> Answer:
        match request.method, *parts:
            case "GET", "participants":
                return json_answer([bank.listing() for bank in self.banks if bank.is_listed])
            case "GET", "keystore", "openbanking.jwks":
                return json_answer({"keys": [self.key.public()]})
            case "GET", "keystore", *names:
                return self._keystore(names)
            case "POST", "token":
                return self._token(request)
            case "GET", "organisations", organisation, "softwarestatements", software, "assertion":
                return self._statement(request, organisation, software)
        return json_answer({"error": "not_found"}, 404)

    def _keystore(self, names: list[str]) -> Answer:
        for initiator in self.initiators:
            if names == [initiator.organisation, "application.jwks"]:
                return json_answer({"keys": [key.public() for key in initiator.keys["signing"]]})
            if names == [initiator.organisation, initiator.software, "application.jwks"]:
                return json_answer({"keys": self.software_keys(initiator)})
        for bank in self.banks:
            if names == [bank.organisation, "application.jwks"]:
                return json_answer({"keys": [key.public() for key in bank.signing_keys]})
        return json_answer({"keys": []}, 404)

    @staticmethod
    def software_keys(initiator: Initiator) -> list[dict[str, Any]]:
        return [key.public() for key in initiator.keys["client"]] + [
            key.public("enc") for key in initiator.keys["encryption"]
        ]

    # MARK: Software statements

    def _token(self, request: Request) -> Answer:
        software = subject_of(request.certificate)[1] if request.certificate else ""
        form = request.form
        if form.get("grant_type") != "client_credentials" or not software or form.get("client_id") != software:
            return json_answer({"error": "invalid_client"}, 401)
        token = str(uuid.uuid4())
        self._tokens[token] = software
        told = {"access_token": token, "token_type": "Bearer", "expires_in": 600, "scope": "directory:software"}
        return json_answer(told)

    def _statement(self, request: Request, organisation: str, software: str) -> Answer:
        if self._tokens.get(request.bearer) != software or request.certificate is None:
            return json_answer({"error": "invalid_token"}, 401)
        found = [each for each in self.initiators if (each.organisation, each.software) == (organisation, software)]
        if not found or subject_of(request.certificate) != (organisation, software):
            return json_answer({"error": "access_denied"}, 403)
        token = Token({"alg": "PS256", "typ": "JWT"}, self._claims(found[0]), self.key)
        return Answer(200, {"Content-Type": "application/jwt"}, token.sign().encode("ascii"))

    def _claims(self, initiator: Initiator) -> dict[str, Any]:
        keystore = f"{self.addresses['keystore']}/{initiator.organisation}"
        return {
            "iss": "Open Banking Open Banking Brasil sandbox SSA issuer",
            "iat": int(self.now()),
            "jti": str(uuid.uuid4()),
            "software_mode": "Live",
            "software_environment": "production",
            "software_id": initiator.software,
            "software_client_id": initiator.software,
            "software_client_name": "Iniciadora",
            "software_client_uri": initiator.origin_uris[0],
            "software_version": "1.00",
            "software_redirect_uris": initiator.redirect_uris,
            "software_origin_uris": initiator.origin_uris,
            "software_api_webhook_uris": initiator.webhook_uris,
            "software_roles": ["PAGTO"],
            "software_statement_roles": [
                {"role": "PAGTO", "authorisation_domain": "Open Banking", "status": "Active"}
            ],
            "software_jwks_uri": f"{keystore}/{initiator.software}/application.jwks",
            "org_id": initiator.organisation,
            "org_name": "Iniciadora",
            "org_number": initiator.registration_number,
            "org_status": "Active",
            "org_jwks_uri": f"{keystore}/application.jwks",
        }
