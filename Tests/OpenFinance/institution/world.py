"""All that stands around an initiator under test: directory, banks, certificates, and the ledger that judges."""

from __future__ import annotations

import pathlib
import time

from cryptography.x509.oid import ExtendedKeyUsageOID

from authority import DAY, Authority, Pair, Shape, Subject, certificate_pem, new_key

from .bank import Bank, Dialect
from .directory import HOST, MUTUAL_HOST, Directory
from .initiators import Initiator
from .keys import Chest
from .ledger import Ledger
from .listener import Listener, server_context
from .webhooks import Courier


class World:
    def __init__(self, folder: pathlib.Path, webhook_port: int):
        self.folder = folder
        self.authority = Authority.new("Autoridade de teste")
        self.chest = Chest(folder / "institutions")
        self.initiator = Initiator(folder / "initiator", self.authority, webhook_port)
        self.authority_file = folder / "initiator" / "authority.pem"
        self.authority_file.write_bytes(certificate_pem(self.authority.certificate))
        self.ledger = Ledger()
        self.courier = Courier(self)
        # Seconds that everybody's clock is ahead of this machine's.
        self.ahead = 0.0
        self.directory = Directory(self.chest, lambda: (self.public.port, self.mutual.port), self.now)
        self.directory.initiators.append(self.initiator)
        parties = {HOST: self.directory.answer, MUTUAL_HOST: self.directory.answer}
        pair = self.server_pair("server")
        self.public = Listener(server_context(str(pair.certificate), str(pair.key), None), dict(parties))
        self.mutual = Listener(
            server_context(str(pair.certificate), str(pair.key), str(self.authority_file)), dict(parties)
        )

    def now(self) -> float:
        return time.time() + self.ahead

    def server_pair(
        self, name: str, days: int = 30, names: tuple[str, ...] = ("*.bank.test", "*.directory.test", HOST)
    ) -> Pair:
        """A certificate for all hosts; with days below zero, one that has ended."""
        usages = (ExtendedKeyUsageOID.SERVER_AUTH,)
        shape = Shape(starts_in=-40 * DAY, ends_in=days * DAY, usages=usages, names=names)
        key = new_key()
        subject = Subject(None, None, HOST).name()
        return Pair(self.chest.folder, name).write(self.authority.issue(subject, key, shape), key)

    def bank(self, dialect: Dialect = Dialect()) -> Bank:
        """One more bank. An initiator learns of it with its next list of participants."""
        bank = Bank(self, len(self.directory.banks) + 1, dialect)
        self.directory.banks.append(bank)
        self.public.parties[bank.host] = bank.answer
        self.mutual.parties[bank.mutual_host] = bank.answer
        return bank

    def use_certificate(self, bank: Bank, pair: Pair | None) -> None:
        """Another server certificate for one bank; `None` gives back the usual one."""
        roots = str(self.authority_file)
        for listener, host, authority in ((self.public, bank.host, None), (self.mutual, bank.mutual_host, roots)):
            if pair is None:
                listener.contexts.pop(host, None)
            else:
                listener.contexts[host] = server_context(str(pair.certificate), str(pair.key), authority)

    @property
    def complaints(self) -> list[str]:
        return [sentence for bank in self.directory.banks for sentence in bank.complaints]

    def close(self) -> None:
        self.public.close()
        self.mutual.close()
