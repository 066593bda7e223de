"""A registration with other members, for the time of a case."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from expectations import equal
from initiator.bank import Registration
from initiator.client import Bank


@contextmanager
def registered(bank: Bank, **changes: Any) -> Iterator[None]:
    """Our registration with other members; the usual one is made again afterwards."""
    equal(bank.endpoint.delete(bank.registration).status, 204, "the status of the deletion")
    try:
        answer = bank.endpoint.post(bank.endpoint.metadata(**changes))
        equal(answer.status, 201, f"the status of the registration ({answer.text[:300]})")
        bank.use(Registration.read(answer.json()))
        yield
    finally:
        bank.endpoint.delete(bank.registration)
        bank.use(bank.endpoint.register())
