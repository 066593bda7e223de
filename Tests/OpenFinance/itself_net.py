"""TLS and HTTP of the initiator, against a small server of the moment."""

from __future__ import annotations

import http.server
import ssl
import threading
from typing import Any

from authority import Authority, Pair, Shape, Subject, certificate_pem, new_key
from cases import each, refuses
from initiator.net import Answer, Wire, client_context, query_of
from itself_ground import Ground


class _Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        certificate = self.connection.getpeercert() if isinstance(self.connection, ssl.SSLSocket) else None
        body = f"{self.headers['Host']}|{'with' if certificate else 'without'} certificate".encode("ascii")
        self.send_response(302 if self.path == "/moved" else 200)
        if self.path == "/moved":
            self.send_header("Location", "/elsewhere")
        if self.path == "/twice":
            self.send_header("X-Twice", "a")
            self.send_header("X-Twice", "b")
        if self.path == "/closing":
            self.send_header("Connection", "close")
        if self.path == "/long":
            body = b"x" * (1 << 21)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: Any) -> None:
        pass


class _Server:
    """An HTTPS server for one name, which asks for a client certificate and can do without."""

    def __init__(self, ground: Ground, authority: Authority, names: tuple[str, ...], shape: Shape = Shape(usages=None)):
        key = new_key()
        pair = Pair(ground.folder, f"server-{id(self)}")
        subject = Subject(None, None, names[0]).name()
        pair.write(authority.issue(subject, key, Shape(shape.starts_in, shape.ends_in, None, names)), key)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(pair.certificate, pair.key)
        context.load_verify_locations(cadata=certificate_pem(ground.authority.certificate).decode("ascii"))
        context.verify_mode = ssl.CERT_OPTIONAL
        self.names: list[str | None] = []
        context.sni_callback = lambda _socket, name, _context: self.names.append(name)
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
        self.server.socket = context.wrap_socket(self.server.socket, server_side=True)
        self.server.handle_error = lambda *_: None  # type: ignore[method-assign]
        self.port = self.server.server_address[1]
        threading.Thread(target=self.server.serve_forever, args=(0.02,), daemon=True).start()

    def __enter__(self) -> _Server:
        return self

    def __exit__(self, *_: Any) -> None:
        self.server.shutdown()
        self.server.server_close()


def _wire(ground: Ground, with_certificate: bool = True) -> Wire:
    ours = ground.participant
    certificate = ours.transport_certificate if with_certificate else None
    return Wire(client_context(ours.authority, certificate, ours.transport_key), timeout=5)


def names(ground: Ground) -> None:
    """net-name-and-certificate: SNI and Host are the name, the address is the loopback, our certificate goes along."""
    with _Server(ground, ground.authority, ("matls.ipe.bank.test",)) as server:
        answer = _wire(ground).get(f"https://matls.ipe.bank.test:{server.port}/")
        assert answer.text == f"matls.ipe.bank.test:{server.port}|with certificate", answer.text
        assert server.names == ["matls.ipe.bank.test"], server.names
        without = _wire(ground, False).get(f"https://matls.ipe.bank.test:{server.port}/")
        assert without.text.endswith("|without certificate"), without.text


def _fails(ground: Ground, server: _Server, host: str) -> None:
    try:
        _wire(ground).get(f"https://{host}:{server.port}/")
    except ssl.SSLCertVerificationError:
        return
    raise AssertionError("the server was trusted")


def other_name(ground: Ground) -> None:
    """net-refuses-name: a certificate for another host."""
    with _Server(ground, ground.authority, ("jabuti.bank.test",)) as server:
        _fails(ground, server, "ipe.bank.test")


def other_root(ground: Ground) -> None:
    """net-refuses-root: a chain to a root that nobody knows."""
    with _Server(ground, Authority.new("Another root"), ("ipe.bank.test",)) as server:
        _fails(ground, server, "ipe.bank.test")


def expired(ground: Ground) -> None:
    """net-refuses-expired: a certificate of yesterday."""
    shape = Shape(starts_in=-2 * (Shape().ends_in), ends_in=Shape().starts_in)
    with _Server(ground, ground.authority, ("ipe.bank.test",), shape) as server:
        _fails(ground, server, "ipe.bank.test")


@each(("example.com", "https://example.com/"), ("address", "https://192.0.2.1/"), ("scheme", "ftp://ipe.bank.test/"))
def elsewhere(ground: Ground, _name: str, url: str) -> None:
    """net-refuses-host: nothing but names below .test and the loopback is ever called."""
    refuses(lambda: _wire(ground).get(url))


def keeps(ground: Ground) -> None:
    """net-keeps-connections: one connection for several requests, another after the server closed it."""
    with _Server(ground, ground.authority, ("ipe.bank.test",)) as server:
        wire = _wire(ground)
        url = f"https://ipe.bank.test:{server.port}"
        for path in ("/", "/", "/closing", "/"):
            assert wire.get(url + path).status == 200
        assert len(server.names) == 2, server.names


def redirects(ground: Ground) -> None:
    """net-follows-no-redirect: a redirect is an answer."""
    with _Server(ground, ground.authority, ("ipe.bank.test",)) as server:
        assert _wire(ground).get(f"https://ipe.bank.test:{server.port}/moved").status == 302


def limits(ground: Ground) -> None:
    """net-refuses-long-and-double: a body over a mebibyte, a header that occurs twice."""
    with _Server(ground, ground.authority, ("ipe.bank.test",)) as server:
        url = f"https://ipe.bank.test:{server.port}"
        refuses(lambda: _wire(ground).get(f"{url}/long"), "longer")
        answer: Answer = _wire(ground).get(f"{url}/twice")
        refuses(lambda: answer.header("x-twice"), "2 times")


def observer(ground: Ground) -> None:
    """net-tells-each-exchange: the observer hears of every answer, with its time."""
    with _Server(ground, ground.authority, ("ipe.bank.test",)) as server:
        wire = _wire(ground)
        heard: list[Answer] = []
        wire.observer = heard.append
        wire.get(f"https://ipe.bank.test:{server.port}/a?b=c")
        assert [(each.method, each.status) for each in heard] == [("GET", 200)] and heard[0].milliseconds > 0


def fragments(_ground: Ground) -> None:
    """net-reads-fragments: the fragment counts before the query, and no parameter occurs twice."""
    assert query_of("https://a.test/cb?x=1#code=2&state=%2B") == {"code": "2", "state": "+"}
    refuses(lambda: query_of("https://a.test/cb#code=1&code=2"), "twice")
