"""An initiator's listener for webhooks: HTTPS with a client certificate; answers what a case wants."""

from __future__ import annotations

import http.server
import pathlib
import ssl
import threading
import time
from dataclasses import dataclass
from typing import Any

from cryptography import x509
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from authority import ORGANIZATION_IDENTIFIER, Authority, Pair, Shape, Subject, new_key
from initiator.net import LOOPBACK

HOST = "ganchos.iniciadora.test"


@dataclass(frozen=True)
class Heard:
    """One call of a bank."""

    at: float
    path: str
    headers: dict[str, str]
    body: bytes
    # `organizationIdentifier` of the certificate of the connection.
    organisation: str


class WebhookListener:
    def __init__(self, folder: pathlib.Path, authority: Authority, trusted: pathlib.Path):
        key = new_key()
        subject = Subject(None, None, HOST).name()
        shape = Shape(usages=(ExtendedKeyUsageOID.SERVER_AUTH,), names=(HOST,))
        pair = Pair(folder, "webhooks").write(authority.issue(subject, key, shape), key)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(pair.certificate, pair.key)
        context.load_verify_locations(trusted)
        context.verify_mode = ssl.CERT_REQUIRED
        self.heard: list[Heard] = []
        # The statuses of the next answers; 202 when there are none.
        self.statuses: list[int] = []
        self._changed = threading.Condition()
        self._server = http.server.ThreadingHTTPServer((LOOPBACK, 0), self._handler())
        self._server.socket = context.wrap_socket(self._server.socket, server_side=True)
        self._server.handle_error = lambda *_: None  # type: ignore[method-assign]
        self.port = self._server.server_address[1]
        threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True).start()

    @property
    def url(self) -> str:
        return f"https://{HOST}:{self.port}"

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()

    def wait(self, part: str, count: int, seconds: float) -> list[Heard]:
        """The calls whose path has the part, once there are enough of them or the time is over."""
        deadline = time.monotonic() + seconds
        with self._changed:
            while True:
                found = [each for each in self.heard if part in each.path]
                rest = deadline - time.monotonic()
                if len(found) >= count or rest <= 0:
                    return found
                self._changed.wait(rest)

    def _handler(self) -> type[http.server.BaseHTTPRequestHandler]:
        listener = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
                connection: Any = self.connection
                certificate = x509.load_der_x509_certificate(connection.getpeercert(binary_form=True))
                found = certificate.subject.get_attributes_for_oid(ORGANIZATION_IDENTIFIER)
                named = found or certificate.subject.get_attributes_for_oid(NameOID.COMMON_NAME)
                headers = {name.lower(): value for name, value in self.headers.items()}
                with listener._changed:
                    listener.heard.append(Heard(time.monotonic(), self.path, headers, body, str(named[0].value)))
                    status = listener.statuses.pop(0) if listener.statuses else 202
                    listener._changed.notify_all()
                self.send_response(status)
                self.send_header("x-webhook-interaction-id", headers.get("x-webhook-interaction-id", ""))
                if 300 <= status < 400:
                    self.send_header("Location", listener.url)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_: Any) -> None:
                pass

        return Handler
