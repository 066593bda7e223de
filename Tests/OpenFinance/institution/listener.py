"""HTTPS listeners of this process: one that demands client certificates, and one that takes none.

A host below `.test` chooses the party that answers, so all banks and the directory share both sockets.
"""

from __future__ import annotations

import http.server
import json
import ssl
import threading
import time
import urllib.parse
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from cryptography import x509

from initiator.net import LOOPBACK

REASONS = {code: reason for code, (reason, _) in http.server.BaseHTTPRequestHandler.responses.items()}


@dataclass
class Request:
    """One request; header names are in lower case."""

    method: str
    host: str
    path: str
    query: dict[str, str]
    headers: dict[str, str]
    body: bytes
    # The certificate of the connection.
    certificate: x509.Certificate | None

    @property
    def media_type(self) -> str:
        return self.headers.get("content-type", "").partition(";")[0].strip().lower()

    @property
    def form(self) -> dict[str, str]:
        return dict(urllib.parse.parse_qsl(self.body.decode("ascii"), keep_blank_values=True))

    @property
    def bearer(self) -> str:
        return self.headers.get("authorization", "").removeprefix("Bearer ")

    @property
    def url(self) -> str:
        return f"https://{self.headers.get('host', self.host)}{self.path}"


@dataclass
class Answer:
    """One answer, and how it leaves the bank."""

    status: int
    headers: dict[str, str] = field(default_factory=dict)
    body: bytes = b""
    is_chunked: bool = False
    # The bytes that are sent before the connection breaks; all of them without a number.
    cut_at: int | None = None
    # How long the answer waits after the work.
    delay_seconds: float = 0.0

    @property
    def octets(self) -> bytes:
        head = f"HTTP/1.1 {self.status} {REASONS.get(self.status, 'Status')}\r\n"
        sent = dict(self.headers)
        body = self.body
        if self.is_chunked and body:
            sent["Transfer-Encoding"] = "chunked"
            body = b"".join(b"%x\r\n%s\r\n" % (len(part), part) for part in _parts(body)) + b"0\r\n\r\n"
        elif self.status != 204:
            sent.setdefault("Content-Length", str(len(body)))
        return (head + "".join(f"{name}: {value}\r\n" for name, value in sent.items()) + "\r\n").encode() + body


def _parts(body: bytes) -> list[bytes]:
    return [body[first : first + 700] for first in range(0, len(body), 700)]


def json_answer(value: Any, status: int = 200) -> Answer:
    return Answer(status, {"Content-Type": "application/json"}, json.dumps(value).encode("utf-8"))


Party = Callable[[Request], Answer]


class Listener:
    """One socket. `parties` are those that answer, by their host names."""

    def __init__(self, context: ssl.SSLContext, parties: dict[str, Party]):
        self.context, self.parties = context, parties
        # Contexts of hosts that have another certificate than the others.
        self.contexts: dict[str, ssl.SSLContext] = {}
        context.sni_callback = self._choose
        self._server = http.server.ThreadingHTTPServer((LOOPBACK, 0), self._handler())
        self._server.daemon_threads = True
        self._server.handle_error = lambda *_: None  # type: ignore[method-assign]
        self.port = self._server.server_address[1]
        threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True).start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()

    def _choose(self, connection: ssl.SSLObject, name: str | None, _: ssl.SSLContext) -> None:
        connection.context = self.contexts.get(name or "", self.context)

    def _handler(self) -> type[http.server.BaseHTTPRequestHandler]:
        listener = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            timeout = 60
            disable_nagle_algorithm = True

            def setup(self) -> None:
                self.request.settimeout(10)
                self.request = listener.context.wrap_socket(self.request, server_side=True)
                super().setup()

            def finish(self) -> None:
                super().finish()
                self.request.close()

            def take(self) -> None:
                parts = urllib.parse.urlsplit(self.path)
                headers = {name.lower(): value for name, value in self.headers.items()}
                host = headers.get("host", "").partition(":")[0]
                der = self.connection.getpeercert(binary_form=True)
                request = Request(
                    self.command,
                    host,
                    parts.path,
                    dict(urllib.parse.parse_qsl(parts.query)),
                    headers,
                    self.rfile.read(int(headers.get("content-length", 0))),
                    x509.load_der_x509_certificate(der) if der else None,
                )
                party = listener.parties.get(host)
                self.give(party(request) if party else Answer(421))

            def give(self, answer: Answer) -> None:
                if answer.delay_seconds:
                    time.sleep(answer.delay_seconds)
                whole = answer.octets
                self.wfile.write(whole[: answer.cut_at])
                if answer.cut_at is not None or answer.headers.get("Connection") == "close":
                    self.close_connection = True

            do_GET = do_POST = do_PATCH = do_PUT = do_DELETE = take

            def log_message(self, *_: Any) -> None:
                pass

        return Handler


def server_context(certificate: str, key: str, authority: str | None) -> ssl.SSLContext:
    """TLS 1.2 or later; with an authority, clients must show a certificate of it."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    context.load_cert_chain(certificate, key)
    if authority is not None:
        context.load_verify_locations(authority)
        context.verify_mode = ssl.CERT_REQUIRED
    return context
