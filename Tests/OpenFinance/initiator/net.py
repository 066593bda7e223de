"""HTTP/1.1 over TLS with a client certificate, to hosts below `.test`, which all stand on the loopback address."""

from __future__ import annotations

import http.client
import json
import pathlib
import select
import socket
import ssl
import time
import urllib.parse
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from .faults import WireFault

LOOPBACK = "127.0.0.1"
MOST_BYTES = 1 << 20
# A connection that was idle for longer may be closed by the server just now.
IDLE_SECONDS = 4
Headers = dict[str, str] | list[tuple[str, str]]


@dataclass(frozen=True)
class Answer:
    """The answer to one request; header names are in lower case, and a repeated header has several values."""

    method: str
    url: str
    status: int
    headers: dict[str, list[str]] = field(repr=False)
    body: bytes = field(repr=False)
    milliseconds: float

    def header(self, name: str) -> str | None:
        values = self.headers.get(name.lower(), [])
        if len(values) > 1:
            raise WireFault(f"{self.where}: the header {name} occurs {len(values)} times")
        return values[0] if values else None

    @property
    def media_type(self) -> str:
        return (self.header("content-type") or "").partition(";")[0].strip().lower()

    @property
    def text(self) -> str:
        return self.body.decode("utf-8")

    def json(self) -> Any:
        try:
            return json.loads(self.body)
        except ValueError as error:
            raise WireFault(f"{self.where}: the body is not JSON: {self.body[:200]!r}") from error

    @property
    def where(self) -> str:
        return f"{self.method} {urllib.parse.urlsplit(self.url).path or '/'} -> {self.status}"


# Ports behind which several servers stand: each new connection goes to the next of them, as with a balancer.
BALANCED: dict[int, Iterator[int]] = {}


def loopback_address(host: str, port: int) -> tuple[str, int]:
    """Names below `.test` are never looked up; other hosts than the loopback are refused."""
    if host in ("localhost", LOOPBACK) or host.endswith(".test"):
        return LOOPBACK, next(BALANCED[port]) if port in BALANCED else port
    raise WireFault(f"the host {host} is neither below .test nor the loopback: this initiator does not call it")


def client_context(
    authority: pathlib.Path, certificate: pathlib.Path | None, key: pathlib.Path | None
) -> ssl.SSLContext:
    """TLS 1.2 or later; the server's chain must lead to the authority and its name must match."""
    context = ssl.create_default_context(cafile=str(authority))
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    if certificate is not None:
        context.load_cert_chain(str(certificate), str(key))
    return context


class _Connection(http.client.HTTPConnection):
    """A connection to the loopback address that names the host in SNI and in `Host`."""

    def __init__(self, host: str, port: int, context: ssl.SSLContext | None, timeout: float):
        super().__init__(host, port, timeout=timeout)
        self.default_port = 443 if context else 80
        self.tls = context
        self.used_at = time.monotonic()

    def connect(self) -> None:
        plain = socket.create_connection(loopback_address(self.host, self.port), self.timeout)
        plain.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if self.tls is None:
            self.sock = plain
            return
        try:
            self.sock = self.tls.wrap_socket(plain, server_hostname=self.host)
        except BaseException:
            plain.close()
            raise

    @property
    def is_usable(self) -> bool:
        """Whether the other side kept the connection open: a closed one is readable."""
        if self.sock is None or time.monotonic() - self.used_at > IDLE_SECONDS:
            return False
        try:
            return not select.select([self.sock], [], [], 0)[0]
        except (OSError, ValueError):
            return False


class Wire:
    """Sends requests over connections that it keeps; follows no redirect and repeats nothing."""

    def __init__(self, context: ssl.SSLContext | None, timeout: float = 20):
        self.context = context
        self.timeout = timeout
        self.observer: Callable[[Answer], None] | None = None
        self._kept: dict[tuple[str, str, int], _Connection] = {}

    def send(self, method: str, url: str, headers: Headers | None = None, body: bytes | str | None = None) -> Answer:
        parts = urllib.parse.urlsplit(url)
        if parts.scheme not in ("https", "http") or parts.hostname is None:
            raise WireFault(f"{url} is not an address of HTTP")
        port = parts.port or (443 if parts.scheme == "https" else 80)
        target = urllib.parse.urlunsplit(("", "", parts.path or "/", parts.query, ""))
        place = (parts.scheme, parts.hostname, port)
        connection = self._connection(place)
        started = time.monotonic()
        try:
            answer = self._exchange(connection, method, target, _pairs(headers), body, url, started)
        except BaseException:
            self._kept.pop(place, None)
            connection.close()
            raise
        if answer.header("connection") == "close" or port in BALANCED:
            self._kept.pop(place, None)
            connection.close()
        if self.observer:
            self.observer(answer)
        return answer

    def get(self, url: str, headers: Headers | None = None) -> Answer:
        return self.send("GET", url, headers)

    def post_form(
        self, url: str, fields: dict[str, str] | list[tuple[str, str]], headers: Headers | None = None
    ) -> Answer:
        pairs = [
            ("Content-Type", "application/x-www-form-urlencoded"),
            ("Accept", "application/json"),
            *_pairs(headers),
        ]
        return self.send("POST", url, pairs, urllib.parse.urlencode(fields))

    def close(self) -> None:
        for connection in self._kept.values():
            connection.close()
        self._kept.clear()

    def _connection(self, place: tuple[str, str, int]) -> _Connection:
        kept = self._kept.get(place)
        if kept is not None and kept.is_usable:
            return kept
        if kept is not None:
            kept.close()
        scheme, host, port = place
        if scheme == "https" and self.context is None:
            raise WireFault(f"there is no TLS context for {host}:{port}")
        self._kept[place] = _Connection(host, port, self.context if scheme == "https" else None, self.timeout)
        return self._kept[place]

    @staticmethod
    def _exchange(
        connection: _Connection,
        method: str,
        target: str,
        headers: list[tuple[str, str]],
        body: bytes | str | None,
        url: str,
        started: float,
    ) -> Answer:
        data = body.encode("utf-8") if isinstance(body, str) else body
        connection.putrequest(method, target, skip_accept_encoding=True)
        for name, value in headers:
            connection.putheader(name, value)
        if data is not None or method in ("POST", "PUT", "PATCH"):
            connection.putheader("Content-Length", str(len(data or b"")))
        connection.endheaders(data)
        response = connection.getresponse()
        content = response.read(MOST_BYTES + 1)
        connection.used_at = time.monotonic()
        if len(content) > MOST_BYTES:
            raise WireFault(f"{method} {target}: the body is longer than {MOST_BYTES} bytes")
        found: dict[str, list[str]] = {}
        for name, value in response.getheaders():
            found.setdefault(name.lower(), []).append(value)
        return Answer(method, url, response.status, found, content, (time.monotonic() - started) * 1000)


def _pairs(headers: Headers | None) -> list[tuple[str, str]]:
    if headers is None:
        return []
    return list(headers.items()) if isinstance(headers, dict) else list(headers)


def query_of(url: str) -> dict[str, str]:
    """The parameters of an address's fragment or, without one, of its query."""
    parts = urllib.parse.urlsplit(url)
    pairs: Iterable[tuple[str, str]] = urllib.parse.parse_qsl(parts.fragment or parts.query, keep_blank_values=True)
    found: dict[str, str] = {}
    for name, value in pairs:
        if name in found:
            raise WireFault(f"the parameter {name} occurs twice in {url}")
        found[name] = value
    return found
