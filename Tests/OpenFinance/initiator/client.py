"""The initiator as a whole: its folder, its connections, the directory, and each bank that it is registered at."""

from __future__ import annotations

import pathlib
from collections.abc import Callable

from .api import ResourceServer
from .authorization import AuthorizationServer
from .bank import Discovery, Registration
from .directory import BankEntry, Directory
from .enrollments import Enrollments
from .faults import Unexpected
from .net import Answer, Wire, client_context
from .participant import Participant
from .payments import Payments
from .registration import RegistrationEndpoint, RegistrationFile


class Initiator:
    def __init__(self, folder: str | pathlib.Path, timeout: float = 20):
        self.participant = Participant.load(folder)
        ours = self.participant
        self.public = Wire(client_context(ours.authority, None, None), timeout)
        self.mutual = Wire(client_context(ours.authority, ours.transport_certificate, ours.transport_key), timeout)
        self.pages = Wire(None, timeout)
        self.directory = Directory(ours, self.public, self.mutual)

    def observe(self, observer: Callable[[Answer], None]) -> None:
        for wire in (self.public, self.mutual, self.pages):
            wire.observer = observer

    def bank(self, slug: str) -> Bank:
        """A bank, by the first label of its issuer's host name; registers us if we are not yet."""
        return Bank(self, self.directory.bank(slug))

    def close(self) -> None:
        for wire in (self.public, self.mutual, self.pages):
            wire.close()


class Bank:
    """One bank, with our registration there."""

    def __init__(self, initiator: Initiator, entry: BankEntry):
        self.initiator = initiator
        self.entry = entry
        self.discovery = Discovery(entry, initiator.public)
        self.endpoint = RegistrationEndpoint(
            initiator.participant, initiator.directory, self.discovery, initiator.mutual
        )
        self._file = RegistrationFile(initiator.participant)
        self.use(self._registration())

    def use(self, registration: Registration) -> None:
        """Speaks as this registration from now on."""
        ours = self.initiator
        self._file.keep(self.entry.issuer, registration)
        self.registration = registration
        self.authorization = AuthorizationServer(
            ours.participant, self.discovery, registration, ours.public, ours.mutual
        )
        self.server = ResourceServer(self.entry, ours.directory, self.authorization, ours.mutual)
        self.enrollments = Enrollments(self.server)
        self.payments = Payments(self.server)

    def forget(self) -> None:
        """After the registration was deleted."""
        self._file.keep(self.entry.issuer, None)

    def _registration(self) -> Registration:
        kept = self._file.read(self.entry.issuer)
        if kept is None:
            return self.endpoint.register()
        answer = self.endpoint.get(kept)
        if answer.status == 200:
            return kept
        if answer.status == 401:
            return self.endpoint.register()
        raise Unexpected(f"{answer.where}: the bank does not show our registration: {answer.text[:300]}")
