"""The clients of a bank: registration and its management (DCR and DCM 2.1.0 of Open Finance Brasil)."""

from __future__ import annotations

import json
import uuid
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from initiator import jose
from initiator.faults import WireFault
from initiator.registration import DELETE, READ, REGISTER, UPDATE

from .faults import Exchange
from .initiators import Initiator, subject_of
from .listener import Answer, json_answer

if TYPE_CHECKING:
    from .bank import Bank

OPERATIONS = {"register POST": REGISTER, "register GET": READ, "register PUT": UPDATE, "register DELETE": DELETE}
FIXED = {
    "token_endpoint_auth_method": "private_key_jwt",
    "id_token_signed_response_alg": "PS256",
    "id_token_encrypted_response_alg": "RSA-OAEP",
    "id_token_encrypted_response_enc": "A256GCM",
    "request_object_signing_alg": "PS256",
    "tls_client_certificate_bound_access_tokens": True,
}


@dataclass
class Client:
    """One registered client."""

    id: str
    token: str
    initiator: Initiator
    metadata: dict[str, Any]
    # `jti` of its assertions, request objects and messages.
    seen: set[str] = field(default_factory=set)


class Refused(Exception):
    """A refusal of RFC 7591, section 3.2.2."""

    def __init__(self, error: str, description: str, status: int = 400):
        super().__init__(description)
        self.error, self.status = error, status


class Clients:
    def __init__(self, bank: Bank):
        self.bank = bank
        self.all: dict[str, Client] = {}

    def answer(self, exchange: Exchange) -> Answer:
        operation = OPERATIONS.get(exchange.operation)
        if operation is None:
            return json_answer({"error": "invalid_request"}, 405)
        try:
            made = self._work(exchange)
        except (Refused, WireFault, KeyError, ValueError) as refusal:
            error = refusal.error if isinstance(refusal, Refused) else "invalid_client_metadata"
            if not exchange.is_echo:
                self.bank.complain(f"{exchange.operation}: {refusal}")
            return json_answer({"error": error, "error_description": str(refusal)}, getattr(refusal, "status", 400))
        if exchange.operation == "register DELETE":
            return Answer(204)
        status = 201 if exchange.operation == "register POST" else 200
        operation.check_answer(status, "application/json", made)
        return json_answer(made, status)

    def _work(self, exchange: Exchange) -> dict[str, Any]:
        request = exchange.request
        owner = self._owner(exchange)
        if exchange.operation == "register POST":
            with self.bank.lock:
                if any(client.initiator is owner for client in self.all.values()):
                    raise Refused("invalid_client_metadata", "this software statement is registered already")
                client = Client(str(uuid.uuid4()), str(uuid.uuid4()), owner, self._metadata(exchange, owner))
                self.all[client.id] = client
            return self._told(client)
        client = self.all.get(exchange.parts[0])
        if client is None or client.initiator is not owner or request.bearer != client.token:
            raise Refused("invalid_token", "another client's token", 401)
        if exchange.operation == "register PUT":
            client.metadata = self._metadata(exchange, owner)
        if exchange.operation == "register DELETE":
            del self.all[client.id]
        return self._told(client)

    def _owner(self, exchange: Exchange) -> Initiator:
        certificate = exchange.request.certificate
        subject = subject_of(certificate) if certificate else ("", "")
        for initiator in self.bank.world.directory.initiators:
            if subject == (initiator.organisation, initiator.software):
                return initiator
        raise Refused("invalid_client", "the directory does not have this certificate's software", 401)

    def _metadata(self, exchange: Exchange, owner: Initiator) -> dict[str, Any]:
        sent = jose.json_object(exchange.request.body, "the registration")
        OPERATIONS[exchange.operation].check_request(sent)
        directory = self.bank.world.directory
        keys = jose.KeySet({"keys": [directory.key.public()]}, "the directory's own keys")
        statement = jose.verified(sent["software_statement"], keys, "the software statement")
        if (statement["org_id"], statement["software_id"]) != (owner.organisation, owner.software):
            raise Refused("invalid_software_statement", "another software's statement")
        if abs(self.bank.now() - statement["iat"]) > 300 + abs(self.bank.clock_ahead):
            raise Refused("invalid_software_statement", "a statement lives for five minutes")
        if not set(sent["redirect_uris"]) <= set(statement["software_redirect_uris"]):
            raise Refused("invalid_redirect_uri", "another address than the statement's")
        if sent.get("jwks_uri") != statement["software_jwks_uri"] or "jwks" in sent:
            raise Refused("invalid_client_metadata", "keys come from the directory alone")
        for name, value in FIXED.items():
            if sent.get(name, value) != value:
                raise Refused("invalid_client_metadata", f"{name} is {sent[name]!r}")
        return {**sent, "webhook_uris": statement["software_api_webhook_uris"]}

    def _told(self, client: Client) -> dict[str, Any]:
        made = {
            **client.metadata,
            "client_id": client.id,
            "registration_access_token": client.token,
            "registration_client_uri": f"{self.bank.mutual}/register/{client.id}",
        }
        return json.loads(json.dumps(made))

    # MARK: Questions of other parts

    def of(self, exchange: Exchange) -> Client | None:
        """The client of the connection's certificate."""
        certificate = exchange.request.certificate
        subject = subject_of(certificate) if certificate else ("", "")
        for client in list(self.all.values()):
            if subject == (client.initiator.organisation, client.initiator.software):
                return client
        return None

    def is_new(self, client: Client, identity: object) -> bool:
        """Takes a `jti` of a client, once."""
        with self.bank.lock:
            if not isinstance(identity, str) or identity in client.seen:
                return False
            client.seen.add(identity)
            return True
