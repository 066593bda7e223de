"""Sends hostile requests over raw sockets, and checks after each kind that the server is unchanged.

    check_hostile_http.py <chave>

Requests that are too large, too many or ambiguous; bodies that are no JSON. Every answer is a 4xx in its time or a closed
connection where HTTP itself is broken; never a 5xx, never a crash, never a second answer to one request, and the process
does not grow.
"""

import base64
import gzip
import json
import pathlib
import socket
import sys
import tempfile
import time
import urllib.request

from checks import Checks
from server import Server

LARGEST_BODY = 64 * 1024
# The allowed growth of the process over all requests of this script (facts: F16).
MAY_GROW_KIB = 50 * 1024


class Hostile:
    def __init__(self, server):
        self.server = server
        pair = f"{server.keys['secret_id']}:{server.keys['secret_password']}".encode()
        self.credentials = f"Authorization: Basic {base64.b64encode(pair).decode()}"

    def head(self, target="/payments/br/customers/", method="POST", *lines):
        return "\r\n".join([f"{method} {target} HTTP/1.1", "Host: localhost", self.credentials, *lines, "", ""]).encode()

    def post(self, body, *lines, target="/payments/br/customers/"):
        return self.head(target, "POST", "Content-Type: application/json", f"Content-Length: {len(body)}", *lines) + body

    def send(self, pieces, wait=20):
        """All bytes until the server closes or stops sending, and whether it closed."""
        received, is_closed = b"", False
        with socket.create_connection(("127.0.0.1", self.server.port), timeout=wait) as connection:
            try:
                for piece in [pieces] if isinstance(pieces, bytes) else pieces:
                    connection.sendall(piece)
            except OSError:
                is_closed = True  # The server had read enough.
            connection.settimeout(wait)
            try:
                while chunk := connection.recv(65536):
                    received += chunk
                    if is_whole(received):
                        connection.settimeout(0.4)
                is_closed = True
            except TimeoutError:
                pass
            except OSError:
                is_closed = True
        return Received(received, is_closed)


def is_whole(received):
    head, separator, body = received.partition(b"\r\n\r\n")
    if not separator:
        return False
    for line in head.split(b"\r\n")[1:]:
        name, _, value = line.partition(b":")
        if name.lower() == b"content-length":
            return len(body) >= int(value)
    return True


class Received:
    def __init__(self, data, is_closed):
        self.data, self.is_closed = data, is_closed

    @property
    def statuses(self):
        """The status of every response: one request must not get two."""
        return [int(part[:3]) for part in self.data.split(b"HTTP/1.1 ")[1:]]

    @property
    def codes(self):
        try:
            return [item["code"] for item in json.loads(self.data.partition(b"\r\n\r\n")[2])]
        except (ValueError, KeyError, TypeError):
            return []

    def __repr__(self):
        return f"{self.statuses} closed={self.is_closed} {self.data[:300]!r}"


def memory(process):
    lines = pathlib.Path(f"/proc/{process.pid}/status").read_text().splitlines()
    return int(next(line for line in lines if line.startswith("VmRSS")).split()[1])


def messages(hostile):
    """Broken HTTP messages: the request, the allowed responses, whether the connection must be closed."""
    body = b'{"identifier": "52998224725"}'
    chunked = hostile.head("/payments/br/customers/", "POST", "Content-Type: application/json", "Transfer-Encoding: chunked")
    bomb = gzip.compress(bytes(20_000_000))
    plain = hostile.head("/payments/br/institutions/", "GET")
    yield "a body of one byte too many", hostile.post(b" " * (LARGEST_BODY + 1)), [413], False
    for length in ("1099511627776", "18446744073709551615"):
        head = hostile.head("/payments/br/customers/", "POST", "Content-Type: application/json", f"Content-Length: {length}")
        yield f"a body that claims {length} bytes", head, [413], True
        yield f"the same, asking whether to send it: {length}", head[:-2] + b"Expect: 100-continue\r\n\r\n", [413], True
    yield "chunks without end", endless(chunked), [413, None], True
    yield "a chunk whose length is no number of 64 bits", [chunked, b"F" * 17 + b"\r\n", b"a" * 1000], [400, 413, None], True
    yield from codings(hostile, body, plain)
    for door in ("/livez", "/metrics", "/payments/br/institutions/", "/payments/openapi.json", "/", "/v2/token", "/app2app/v1/x"):
        yield from hosts(door)
    yield "a header line of 64 KiB and one byte", hostile.head("/livez", "GET", "X: " + "a" * 65536), [431], False
    yield "ten thousand headers", hostile.head("/livez", "GET", *[f"X-{number}: 1" for number in range(10_000)]), [400, 431, None], True
    yield "a target of one megabyte", hostile.head("/" + "a" * 1_000_000, "GET"), [414, None], True
    yield "a target of 40 KB", hostile.head("/" + "a" * 40_000, "GET"), [414], False
    yield "another expectation", hostile.head("/payments/br/customers/", "POST", "Content-Length: 5", "Expect: 200-ok"), [417], True
    yield "Content-Length and Transfer-Encoding", hostile.head(
        "/payments/br/customers/", "POST", "Content-Type: application/json", f"Content-Length: {len(body)}",
        "Transfer-Encoding: chunked",
    ) + b"0\r\n\r\n" + plain, [400, None], True
    yield "two lengths", hostile.head("/payments/br/customers/", "POST", "Content-Length: 5", "Content-Length: 6") + body, [400, None], True
    yield "a length with a sign", hostile.head("/payments/br/customers/", "POST", "Content-Length: +5") + body, [400, None], True
    yield "a header over two lines", hostile.head("/livez", "GET", "X: a\r\n b"), [400, None], True
    yield "a space before the colon", hostile.head("/livez", "GET", "Content-Length : 5"), [400, None], True
    yield "a NUL in a header", hostile.head("/livez", "GET", "X: a\0b"), [400, None], True
    yield "another protocol", b"GET / HTTP/9.9\r\n\r\n", [400, 505, None], True
    yield "no HTTP", bytes(range(256)) * 16, [400, None], True
    yield "a compressed bomb", hostile.post(bomb[:60000], "Content-Encoding: gzip"), [415], False
    yield "a body that says it is compressed", hostile.post(gzip.compress(body), "Content-Encoding: gzip"), [415], False


def codings(hostile, body, plain):
    """Lengths that two programs read differently: the rest would become another client's request."""
    target = "/payments/br/customers/"
    for what, lines in [
        ("an unknown coding", ["Transfer-Encoding: x, chunked"]),
        ("chunked twice", ["Transfer-Encoding: chunked, chunked"]),
        ("chunked in two lines", ["Transfer-Encoding: chunked", "Transfer-Encoding: chunked"]),
        ("chunked before another", ["Transfer-Encoding: chunked, gzip"]),
        ("chunked behind a tab", ["Transfer-Encoding:\x0bchunked"]),
        ("a coding over two lines", ["Transfer-Encoding:", " chunked"]),
        ("a length below nothing", ["Content-Length: -1"]),
        ("a list of lengths", ["Content-Length: 5, 5"]),
        ("the same length twice", ["Content-Length: 5", "Content-Length: 5"]),
        ("a length in hexadecimal", ["Content-Length: 0x5"]),
        ("a length beyond 64 bits", ["Content-Length: 184467440737095516160"]),
    ]:
        pieces = hostile.head(target, "POST", "Content-Type: application/json", *lines) + b"0\r\n\r\n" + plain
        yield what, pieces, [400, 413, 501], True
    old = hostile.head(target, "POST", "Transfer-Encoding: chunked", "Connection: keep-alive").replace(b"HTTP/1.1", b"HTTP/1.0", 1)
    yield "chunks in HTTP/1.0", old + b"0\r\n\r\n" + plain, [400], True


def hosts(door):
    """`Host` stands once, is a host, and is this server."""
    for what, lines, status in [
        ("no Host", [], 400),
        ("two Hosts", ["Host: localhost", "Host: localhost"], 400),
        ("an empty Host", ["Host:"], 400),
        ("a Host with a path", ["Host: localhost/x"], 400),
        ("a Host with a name before it", ["Host: user@localhost"], 400),
        ("a Host with two ports", ["Host: localhost:80:80"], 400),
        ("another site's name", ["Host: evil.example"], 421),
    ]:
        request = "\r\n".join([f"GET {door} HTTP/1.1", *lines, "", ""]).encode()
        yield f"{what} at {door}", request, [status], status == 400


def exchanges(hostile, checks):
    """The HTTP behaviour that an honest client may expect beside its response."""
    body = b"{}"
    expecting = hostile.post(body, "Expect: 100-continue")[: -len(body)]
    with socket.create_connection(("127.0.0.1", hostile.server.port), timeout=20) as connection:
        stream = connection.makefile("rb")
        connection.sendall(expecting)
        told = stream.readline() + stream.readline()
        connection.sendall(body)
        checks.that("who asks whether to send is told to go on", told == b"HTTP/1.1 100 Continue\r\n\r\n", repr(told))
        checks.that("and gets the answer afterwards", stream.readline().startswith(b"HTTP/1.1 400 "))
    for lines, is_kept in [((), False), (("Connection: keep-alive",), True)]:
        old = "\r\n".join(["GET /livez HTTP/1.0", *lines, "", ""]).encode()
        started = time.monotonic()
        answer = hostile.send(old, wait=5)
        checks.that(f"HTTP/1.0 {lines}", answer.statuses == [200] and answer.is_closed != is_kept, repr(answer))
        checks.that(f"HTTP/1.0 {lines}: in its time", time.monotonic() - started < 4)
    for door in ("/livez", "/readyz", "/metrics", "/payments/br/institutions/", "/payments/openapi.json",
                 "/openapi-sign-in.json", "/openapi-app2app.json", "/payments/docs", "/console", "/shop", "/", "/nowhere"):
        got, head = (hostile.send(hostile.head(door, method, "Connection: close"), wait=5) for method in ("GET", "HEAD"))
        same = [line for line in head.data.lower().split(b"\r\n") if line.startswith((b"content-length", b"content-type"))]
        wanted = [line for line in got.data.partition(b"\r\n\r\n")[0].lower().split(b"\r\n")
                  if line.startswith((b"content-length", b"content-type"))]
        steady = door not in ("/metrics", "/readyz", "/nowhere")
        holds = head.statuses == got.statuses and head.data.endswith(b"\r\n\r\n") and (same == wanted or not steady)
        checks.that(f"HEAD {door}", holds, f"{head!r} {wanted}")


def endless(head):
    """Sends as long as the server reads: its limit for a body is 30 s."""
    yield head
    until = time.monotonic() + 38
    while time.monotonic() < until:
        yield b"8000\r\n" + b"a" * 0x8000 + b"\r\n"
        time.sleep(0.01)


def bodies():
    """Bodies that are not JSON, or JSON that must be refused."""
    deep = 100_000
    for depth in (33, 1_000, 30_000):
        yield f"arrays {depth} deep", b"[" * depth
        yield f"objects {depth} deep", b'{"a":' * min(depth, 12_000)
    yield f"{deep} deep, over the limit", b"[" * deep
    yield "a name that stands twice", b'{"identifier":"52998224725","identifier":"52998224725"}'
    yield "a lone high surrogate", rb'{"identifier":"\ud800"}'
    yield "a lone low surrogate", rb'{"identifier":"\udc00a"}'
    yield "an overlong slash", b'{"identifier":"\xc0\xaf"}'
    yield "an overlong NUL", b'{"identifier":"\xe0\x80\x80"}'
    yield "a surrogate in UTF-8", b'{"identifier":"\xed\xa0\x80"}'
    yield "beyond Unicode", b'{"identifier":"\xf4\x90\x80\x80"}'
    yield "cut in a character", b'{"identifier":"\xf0\x9f'
    yield "UTF-16", '{"identifier":"52998224725"}'.encode("utf-16")
    yield "a mark before the text", b'\xef\xbb\xbf{"identifier":"52998224725"}'
    for text in ("NaN", "Infinity", "-Infinity", "1e", "01", "0x10", "--1", ".5", "1.", "+1"):
        yield f"the number {text}", b'{"identifier":' + text.encode() + b"}"
    for text in ("9223372036854775808", "-9223372036854775809", "1e999999999", "9" * 60_000, "-0", "1E400", "0." + "0" * 60_000):
        yield f"the number {text[:24]}", b'{"identifier":' + text.encode() + b"}"


def numbers(hostile, checks, document):
    """Integers at the limits of machine integers, in every integer field of every request."""
    tried, bad = 0, []
    for path, schema, example in requests_of(document):
        for field in integer_fields(document, schema, example):
            for text in ("9223372036854775807", "9223372036854775808", "-9223372036854775809", "1e18", "1e400", "1.0"):
                value = json.dumps(replaced(example, field, "@@")).replace('"@@"', text).encode()
                answer = hostile.send(hostile.post(value, target=path))
                tried += 1
                if len(answer.statuses) != 1 or answer.statuses[0] >= 500:
                    bad.append(f"{path} {field} {text}: {answer}")
    print(f"cases: hostile numbers {tried}")
    checks.that("numbers at the edge are judged", not bad and tried >= 12, str(bad[:3]))


def requests_of(document):
    for path, operations in document["paths"].items():
        body = operations.get("post", {}).get("requestBody")
        if body:
            content = body["content"]["application/json"]
            path = path.replace("{id}", "0193a2b4-5c6d-7e8f-9a0b-1c2d3e4f5a6b")
            yield path, content["schema"], content["example"]


def integer_fields(document, schema, example, at=()):
    if "$ref" in schema:
        schema = document["components"]["schemas"][schema["$ref"].rsplit("/", 1)[1]]
    for choice in schema.get("anyOf", []):
        yield from integer_fields(document, choice, example, at)
    for name, property in schema.get("properties", {}).items():
        if "integer" in str(property.get("type")):
            yield (*at, name)
        elif isinstance(example, dict):
            yield from integer_fields(document, property, example.get(name), (*at, name))


def replaced(value, path, leaf):
    if not path:
        return leaf
    return {**(value or {}), path[0]: replaced((value or {}).get(path[0]), path[1:], leaf)}


def cuts(hostile, checks, document):
    """Each request's example, cut at every byte: the server may accept the whole, and must refuse every shorter
    part."""
    tried, bad = 0, []
    for path, _, example in requests_of(document):
        whole = json.dumps(example, ensure_ascii=False).encode()
        with socket.create_connection(("127.0.0.1", hostile.server.port), timeout=20) as connection:
            stream = connection.makefile("rb")
            for length in range(1, len(whole)):
                connection.sendall(hostile.post(whole[:length], target=path))
                status = int(stream.readline().split()[1])
                size = 0
                while (line := stream.readline().strip()) != b"":
                    name, _, value = line.partition(b":")
                    if name.lower() == b"content-length":
                        size = int(value)
                stream.read(size)
                tried += 1
                if status != 400 and not (status == 404 and "0193a2b4" in path):
                    bad.append(f"{path} cut at {length}: {status}")
    print(f"cases: truncated bodies {tried}")
    checks.that("a body cut at any byte is refused", not bad and tried >= 2_000, f"{tried} {bad[:5]}")


def main(program):
    checks = Checks()
    with tempfile.TemporaryDirectory() as folder:
        server = Server(program, folder).start()
        try:
            hostile = Hostile(server)
            warm = hostile.send(hostile.head("/payments/openapi.json", "GET"))
            checks.that("an honest request is answered", warm.statuses == [200], repr(warm)[:300])
            with urllib.request.urlopen(f"{server.base_url}/payments/openapi.json") as answer:
                document = json.load(answer)
            exact = hostile.send(hostile.post(b" " * (LARGEST_BODY - 2) + b"{}"))
            checks.that("a body of exactly 64 KiB is read", exact.codes and exact.statuses == [400], repr(exact))
            before = memory(server.process)
            for what, pieces, allowed, must_close in messages(hostile):
                started = time.monotonic()
                answer = hostile.send(pieces, wait=13)
                one = answer.statuses[0] if answer.statuses else None
                holds = len(answer.statuses) <= 1 and one in allowed and (answer.is_closed or not must_close)
                checks.that(what, holds, repr(answer))
                checks.that(f"{what}: in its time", time.monotonic() - started < 37)
                checks.that(f"{what}: the server is alive", server.status("/livez") == 200, server.said()[-2000:])
            for what, body in bodies():
                answer = hostile.send(hostile.post(body))
                holds = len(answer.statuses) == 1 and answer.statuses[0] in (400, 413) and answer.codes
                checks.that(what, holds, repr(answer))
            exchanges(hostile, checks)
            numbers(hostile, checks, document)
            cuts(hostile, checks, document)
            grown = memory(server.process) - before
            checks.that("the process has not grown", grown < MAY_GROW_KIB, f"{grown} KiB")
            checks.that("the server is ready", server.status("/readyz") == 200, server.said()[-2000:])
            server_errors = [line for line in server.said().splitlines() if '"status":"5' in line]
            checks.that("nothing was a 5xx", not server_errors, str(server_errors[:3]))
            checks.that("it ends cleanly", server.stop() == 0, server.said()[-2000:])
        finally:
            server.end()
    checks.finish()


if __name__ == "__main__":
    main(*sys.argv[1:])
