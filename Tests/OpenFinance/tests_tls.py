"""Bad input: versions and suites of TLS, sessions, and connections that stall or say nonsense."""

from __future__ import annotations

import datetime
import resource
import socket
import ssl
import time
import urllib.parse
import uuid
import warnings

from cases import each
from expectations import among, equal
from ground import LOW, Ground
from initiator import enrollments as e
from initiator.api import Call
from initiator.holder import ALICE
from initiator.net import LOOPBACK, Wire, client_context

# MARK: TLS


def _place(ground: Ground) -> tuple[str, int]:
    parts = urllib.parse.urlsplit(ground.bank().enrollments.url())
    assert parts.hostname and parts.port
    return parts.hostname, parts.port


def _context(ground: Ground) -> ssl.SSLContext:
    ours = ground.initiator.participant
    return client_context(ours.authority, ours.transport_certificate, ours.transport_key)


def _connects(ground: Ground, context: ssl.SSLContext) -> ssl.SSLSocket:
    host, port = _place(ground)
    plain = socket.create_connection((LOOPBACK, port), 10)
    return context.wrap_socket(plain, server_hostname=host)


@each(("ECDHE-RSA-AES128-GCM-SHA256",), ("ECDHE-RSA-AES256-GCM-SHA384",))
def good_suites(ground: Ground, name: str) -> None:
    """hostile/tls12-suite: the two suites of the profile."""
    context = _context(ground)
    context.maximum_version = ssl.TLSVersion.TLSv1_2
    context.set_ciphers(name)
    with _connects(ground, context) as connection:
        equal((connection.cipher() or ("none",))[0], name, "the suite")


@each(
    ("ECDHE-RSA-AES128-SHA256",),
    ("AES256-GCM-SHA384",),
    ("ECDHE-RSA-CHACHA20-POLY1305",),
    ("DHE-RSA-AES256-GCM-SHA384",),
)
def bad_suites(ground: Ground, name: str) -> None:
    """hostile/tls12-other-suite: any other suite of TLS 1.2 is refused."""
    context = _context(ground)
    context.maximum_version = ssl.TLSVersion.TLSv1_2
    context.set_ciphers(name)
    _no_handshake(ground, context)


def _no_handshake(ground: Ground, context: ssl.SSLContext) -> None:
    try:
        with _connects(ground, context) as connection:
            told = (connection.version(), connection.cipher())
    except (ssl.SSLError, ConnectionError):
        return
    raise AssertionError(f"the bank agreed to {told}")


def old_version(ground: Ground) -> None:
    """hostile/tls11: a version before 1.2."""
    warnings.simplefilter("ignore", DeprecationWarning)
    context = _context(ground)
    context.set_ciphers("ALL:@SECLEVEL=0")
    context.minimum_version = ssl.TLSVersion.TLSv1
    context.maximum_version = ssl.TLSVersion.TLSv1_1
    _no_handshake(ground, context)


def tls13(ground: Ground) -> None:
    """hostile/tls13: the version that both sides prefer."""
    with _connects(ground, _context(ground)) as connection:
        equal(connection.version(), "TLSv1.3", "the version")


@each(("tls12", ssl.TLSVersion.TLSv1_2), ("tls13", ssl.TLSVersion.TLSv1_3))
def no_resumption(ground: Ground, _name: str, version: ssl.TLSVersion) -> None:
    """hostile/no-resumption: no session goes on in another connection."""
    context, (host, port) = _context(ground), _place(ground)
    context.minimum_version = context.maximum_version = version
    session = None
    for _ in range(2):
        plain = socket.create_connection((LOOPBACK, port), 10)
        connection = context.wrap_socket(plain, server_hostname=host, session=session)
        with connection:
            assert not connection.session_reused, "the bank took up a session again"
            connection.sendall(f"GET / HTTP/1.1\r\nHost: {host}:{port}\r\nConnection: close\r\n\r\n".encode("ascii"))
            while connection.recv(4096):
                pass
            session = connection.session


def other_names(ground: Ground) -> None:
    """hostile/sni: a name that the bank does not have gets no API of another bank."""
    context, (_, port) = _context(ground), _place(ground)
    context.check_hostname = False
    plain = socket.create_connection((LOOPBACK, port), 10)
    try:
        with context.wrap_socket(plain, server_hostname="unknown.bank.test") as connection:
            connection.sendall(
                b"GET /open-banking/enrollments/v2/enrollments/urn:a:b HTTP/1.1\r\n"
                b"Host: unknown.bank.test\r\nConnection: close\r\n\r\n"
            )
            status = connection.recv(64)
    except (ssl.SSLError, ConnectionError):
        return
    assert status[9:10] == b"4" or not status, f"the bank answered {status!r}"


def host_of_another_bank(ground: Ground) -> None:
    """hostile/host-header: the host of another bank over our connection does not lend its resources."""
    host, port = _place(ground)
    consent = ground.consent().consent_id
    other = _place_of(ground, LOW)
    url = ground.bank().payments.consents_url(consent)
    token = ground.bank().authorization.client_credentials()
    headers = [
        ("Authorization", f"Bearer {token}"),
        ("x-fapi-interaction-id", str(uuid.uuid4())),
        ("Accept", "application/jwt"),
    ]
    path = url.split(f":{port}", 1)[1]
    lines = "".join(f"{name}: {value}\r\n" for name, value in headers)
    with _connects(ground, _context(ground)) as connection:
        request = f"GET {path} HTTP/1.1\r\nHost: {other}:{port}\r\n{lines}Connection: close\r\n\r\n"
        connection.sendall(request.encode("ascii"))
        answer = connection.recv(64)
    assert answer[9:10] == b"4", f"{host} answered for {other}: {answer!r}"


def _place_of(ground: Ground, slug: str) -> str:
    return ground.bank(slug).enrollments.url().split("/")[2].split(":")[0]


# MARK: Connections


def plain_text(ground: Ground) -> None:
    """hostile/plain-text: HTTP without TLS at the port of TLS."""
    with socket.create_connection(_loopback(ground), 10) as connection:
        connection.settimeout(10)
        try:
            connection.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            found = connection.recv(4096)
        except ConnectionError:
            found = b""
    assert not found.startswith(b"HTTP/1.1 2"), f"the bank answered {found[:80]!r}"
    _lives(ground)


def _loopback(ground: Ground) -> tuple[str, int]:
    return LOOPBACK, _place(ground)[1]


def _lives(ground: Ground) -> None:
    started = time.monotonic()
    ground.bank().enrollments.create(e.creation(ALICE.cpf)).expecting(201)
    assert time.monotonic() - started < 15, "an honest call took more than 15 seconds"


def half_open(ground: Ground) -> None:
    """hostile/half-open: ten thousand handshakes that never go on; honest calls pass beside them."""
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    count = 10_000 if most == resource.RLIM_INFINITY else min(10_000, most - 1_000)
    assert count >= 3_000, f"this process may open {most} files, which is too few: raise ulimit -Hn"
    stalled = [socket.create_connection(_loopback(ground), 10) for _ in range(count)]
    try:
        hello = ssl.MemoryBIO(), ssl.MemoryBIO()
        engine = _context(ground).wrap_bio(*hello, server_hostname=_place(ground)[0])
        try:
            engine.do_handshake()
        except ssl.SSLWantReadError:
            pass
        record = hello[1].read()
        for number, connection in enumerate(stalled):
            connection.sendall(record[: 1 + number % len(record)])
        for _ in range(3):
            fresh = Wire(_context(ground), timeout=30)
            ground.bank().enrollments.create(e.creation(ALICE.cpf), wire=fresh).expecting(201)
            fresh.close()
    finally:
        for connection in stalled:
            connection.close()


def garbage(ground: Ground) -> None:
    """hostile/garbage: bytes that are no handshake close their connection alone."""
    for data in (b"\x00" * 1024, b"\x16\x03\x01\xff\xff" + b"\xff" * 64, b"\x80" * 600, b"SSH-2.0-x\r\n"):
        with socket.create_connection(_loopback(ground), 10) as connection:
            connection.settimeout(10)
            try:
                connection.sendall(data)
                connection.recv(4096)
            except (ConnectionError, TimeoutError):
                pass
    _lives(ground)


def slow_request(ground: Ground) -> None:
    """hostile/slow-request: a request that stalls after its headers holds nobody else up."""
    host, port = _place(ground)
    with _connects(ground, _context(ground)) as connection:
        connection.sendall(
            f"POST /open-banking/enrollments/v2/enrollments HTTP/1.1\r\nHost: {host}:{port}\r\n"
            "Content-Type: application/jwt\r\nContent-Length: 1000\r\n\r\nabc".encode("ascii")
        )
        _lives(ground)


@each(
    ("two-lengths", "Content-Length: 3\r\nContent-Length: 4\r\n"),
    ("length-and-chunked", "Content-Length: 3\r\nTransfer-Encoding: chunked\r\n"),
    ("negative", "Content-Length: -1\r\n"),
    ("folded", "X-A: b\r\n c\r\nContent-Length: 0\r\n"),
    ("nul", "X-A: b\x00c\r\nContent-Length: 0\r\n"),
)
def smuggling(ground: Ground, _name: str, lines: str) -> None:
    """hostile/smuggling: lengths and lines that two readers would read differently."""
    host, port = _place(ground)
    with _connects(ground, _context(ground)) as connection:
        connection.settimeout(10)
        request = f"POST /open-banking/enrollments/v2/enrollments HTTP/1.1\r\nHost: {host}:{port}\r\n{lines}\r\nabc"
        connection.sendall(request.encode("latin-1"))
        try:
            found = connection.recv(64)
        except (ConnectionError, TimeoutError, ssl.SSLError):
            found = b""
    assert not found or found[9:10] == b"4", f"the bank answered {found!r}"
    _lives(ground)


def header_twice(ground: Ground) -> None:
    """hostile/header-twice: an idempotency key or an interaction id that occurs twice."""
    bank, url = ground.bank(), ground.bank().enrollments.url()
    for name in ("x-idempotency-key", "x-fapi-interaction-id"):
        headers = [
            ("Authorization", f"Bearer {bank.authorization.client_credentials()}"),
            ("Content-Type", "application/jwt"),
            ("x-fapi-interaction-id", str(uuid.uuid4())),
            ("x-idempotency-key", str(uuid.uuid4())),
            (name, str(uuid.uuid4())),
        ]
        answer = ground.initiator.mutual.send(
            "POST", url, headers, bank.server.signed(e.CREATE, url, Call(e.creation(ALICE.cpf)))
        )
        among(answer.status, (400, 422), f"the status with two {name}")


def clock_of_answers(ground: Ground) -> None:
    """hostile/date: answers carry the bank's Date, which is now."""
    reply = ground.bank().payments.read_consent(ground.consent().consent_id)
    told = datetime.datetime.strptime(reply.answer.header("date") or "", "%a, %d %b %Y %H:%M:%S GMT")
    age = abs((datetime.datetime.now(datetime.UTC).replace(tzinfo=None) - told).total_seconds())
    assert age < 5, f"Date is {age} seconds away"
