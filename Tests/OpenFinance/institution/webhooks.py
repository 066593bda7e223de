"""Webhooks of banks to the initiator (webhook 1.3.0), over the banks' own certificates."""

from __future__ import annotations

import json
import threading
import uuid
from typing import TYPE_CHECKING

from authority import Pair, Shape, Subject
from initiator.net import Wire, client_context

from .bank import Bank

if TYPE_CHECKING:
    from .world import World

PATHS = {
    "consent": "payments/v{version}/consents/{id}",
    "payment": "payments/v{version}/pix/payments/{id}",
    "enrollment": "enrollments/v2/enrollments/{id}",
}


class Courier:
    """Sends one webhook; each bank has a certificate of its own."""

    def __init__(self, world: World):
        self.world = world
        self._lock = threading.Lock()
        self._pairs: dict[str, Pair] = {}

    def _pair(self, bank: Bank) -> Pair:
        with self._lock:
            if bank.label not in self._pairs:
                self._pairs[bank.label] = self._new_pair(bank)
            return self._pairs[bank.label]

    def _new_pair(self, bank: Bank) -> Pair:
        key = self.world.chest.new(f"{bank.label}-transport")
        host, number = bank.mutual_host, bank.registration_number
        subject = Subject(bank.organisation, str(uuid.uuid4()), host, bank.name, number)
        pem = self.world.authority.issue(subject.name(), key.private, Shape(names=(host,)))
        return Pair(self.world.chest.folder, f"{bank.label}-transport").write(pem, key.private)

    def wire(self, bank: Bank) -> Wire:
        pair = self._pair(bank)
        return Wire(client_context(self.world.authority_file, pair.certificate, pair.key), timeout=10)

    def send(self, bank: Bank, kind: str, identity: str, wire: Wire | None = None) -> int:
        """One attempt; the status of the answer."""
        data = {"timestamp": bank.enrollments.time()}
        headers = {"Content-Type": "application/json", "x-webhook-interaction-id": str(uuid.uuid4())}
        if kind == "enrollment":
            data["eventType"] = "STATE_CHANGED"
            headers["x-authorization-server-id"] = bank.server_id
        path = PATHS[kind].format(id=identity, version=bank.dialect.payments[-1][0])
        url = f"{self.world.initiator.webhook_uris[0]}/open-banking/webhook/v1/{path}"
        own = wire or self.wire(bank)
        try:
            return own.send("POST", url, headers, json.dumps({"data": data})).status
        finally:
            if wire is None:
                own.close()
