"""The signed envelope of Open Finance Brasil: `aud`, `iss`, `jti` and `iat` beside the members of the body.

Payments 5.0.0, section "Assinatura de payloads"; the portal gives `iat` 60 seconds to either side.
"""

from __future__ import annotations

import re
import time
import uuid
from typing import Any

from . import jose
from .faults import WireFault

CLAIMS = ("aud", "iss", "jti", "iat")
WINDOW_SECONDS = 60
UUID4 = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}", re.IGNORECASE)


def claims(body: dict[str, Any], audience: str, issuer: str, changes: dict[str, Any] | None = None) -> dict[str, Any]:
    """`changes` replace claims; `None` leaves one out."""
    made = {"aud": audience, "iss": issuer, "jti": str(uuid.uuid4()), "iat": int(time.time()), **(changes or {})}
    return {**{name: value for name, value in made.items() if value is not None}, **body}


class Receiver:
    """Opens what banks sign for us."""

    def __init__(self, organisation: str):
        self.organisation = organisation
        self._seen: set[tuple[str, str]] = set()

    def open(self, token: str, sender: str, keys: jose.KeySet, what: str, may_repeat: bool = False) -> dict[str, Any]:
        """The body of a message that `sender` signed for us.

        `may_repeat` is for the answer to a repeated call, which may carry its first `iat` and `jti`.
        """
        message = jose.verified(token, keys, what)
        self._require_parties(message, sender, what)
        self._require_time(message, what, may_repeat)
        self._require_new_id(message, sender, what, may_repeat)
        return {name: value for name, value in message.items() if name not in CLAIMS}

    def _require_parties(self, message: dict[str, Any], sender: str, what: str) -> None:
        if message.get("iss") != sender:
            raise WireFault(f"{what} has iss {message.get('iss')!r}, its signer is {sender}")
        audience = message.get("aud")
        if audience not in (self.organisation, [self.organisation]):
            raise WireFault(f"{what} has aud {audience!r}, we are {self.organisation}")

    def _require_time(self, message: dict[str, Any], what: str, may_repeat: bool) -> None:
        issued = message.get("iat")
        if isinstance(issued, bool) or not isinstance(issued, (int, float)):
            raise WireFault(f"{what} has iat {issued!r}, which is no number")
        age = time.time() - issued
        if age < -WINDOW_SECONDS or (age > WINDOW_SECONDS and not may_repeat):
            raise WireFault(f"{what} was signed {age:.0f} seconds ago")

    def _require_new_id(self, message: dict[str, Any], sender: str, what: str, may_repeat: bool) -> None:
        identity = message.get("jti")
        if not isinstance(identity, str) or not UUID4.fullmatch(identity):
            raise WireFault(f"{what} has jti {identity!r}, which is no UUID of version 4")
        if (sender, identity) in self._seen and not may_repeat:
            raise WireFault(f"{what} has a jti that another message had")
        self._seen.add((sender, identity))
