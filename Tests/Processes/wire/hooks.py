"""A second address of the platform's webhooks: passes each on to the first one, by the certificate of its sender."""

import contextlib
import ssl
import threading

from .acts import passes
from .exchanges import Exchange
from .relay import Door, Line, Onward, client_context, read, server_context


class HookRelay:
    """`bank` and `platform` are folders of participants; `to` is the platform's own port."""

    def __init__(self, bank, platform, port, to):
        self.to, self.lock, self.exchanges = to, threading.Lock(), []
        authority = platform / "authority.pem"
        self._senders = {}
        for one in read(bank)["institutions"]:
            certificate = (bank / one["transport"]["certificate"]).read_text()
            first = certificate[: certificate.index("-----END CERTIFICATE-----")] + "-----END CERTIFICATE-----\n"
            context = client_context(authority, bank, one["transport"])
            self._senders[ssl.PEM_cert_to_DER_cert(first)] = context
        self.door = Door(port, server_context(platform, read(platform)["server"], authority), self._take)

    def end(self):
        self.door.end()

    def _take(self, exchange, near):
        exchange.sender = self._senders[near.getpeercert(binary_form=True)]
        with self.lock:
            self.exchanges.append(exchange)
        with contextlib.closing(Onward(exchange.host, self.to, exchange.sender)) as onward:
            passes(Line(exchange, near, onward))

    def send_again(self, exchange):
        """Sends the bytes of an earlier webhook to the platform; the answer."""
        again = Exchange(exchange.host, exchange.method, exchange.target, exchange.headers, exchange.body)
        with contextlib.closing(Onward(exchange.host, self.to, exchange.sender)) as onward:
            return Line(again, None, onward).ask()
