"""A relay that ends TLS on both sides: towards the platform by the bank's certificate, towards the bank by the
platform's.

    Plan(act, operation, times)    the next exchanges of an operation, and what is done to them

Without a plan each exchange passes as it is.
"""

import contextlib
import http.client
import http.server
import json
import socket
import ssl
import threading

from relay import Relay

from .acts import passes
from .exchanges import Exchange, Reply

HOP = {"connection", "keep-alive", "transfer-encoding", "content-length", "te", "upgrade"}
LOOPBACK = "127.0.0.1"
IDLE = 60  # seconds


class Line:
    """One exchange on its way between both sides, for the act that a plan has for it."""

    def __init__(self, exchange, connection, onward):
        self.exchange, self._connection, self._onward = exchange, connection, onward

    def ask(self):
        """Passes the request on; the answer, which is kept."""
        one = self.exchange
        self._onward.putrequest(one.method, one.target, skip_host=True, skip_accept_encoding=True)
        for name, value in one.headers:
            if name.lower() not in HOP:
                self._onward.putheader(name, value)
        if one.body or one.method != "GET":
            self._onward.putheader("Content-Length", str(len(one.body)))
        self._onward.endheaders(one.body or None)
        answer = self._onward.getresponse()
        headers = [(name, value) for name, value in answer.getheaders() if name.lower() not in HOP]
        one.replies.append(Reply(answer.status, headers, answer.read()))
        return one.replies[-1]

    def give(self, reply, part=1.0):
        """Answers with this part of the body's bytes; less than all of them ends the connection."""
        self.exchange.given = reply
        reason = http.client.responses.get(reply.status, "Other")
        lines = [f"HTTP/1.1 {reply.status} {reason}", *(f"{name}: {value}" for name, value in reply.headers)]
        length = [] if reply.status == 204 else [f"Content-Length: {len(reply.body)}"]
        head = "\r\n".join([*lines, *length, "", ""]).encode()
        whole = head + reply.body
        end = len(head) + int(len(reply.body) * part) if reply.body else int(len(head) * part)
        self._connection.sendall(whole if part >= 1 else whole[:end])
        if part < 1:
            self.cut()

    def cut(self):
        with contextlib.suppress(OSError):
            self._connection.shutdown(socket.SHUT_RDWR)

    def until_gone(self, seconds):
        """Waits until the asking side has closed its connection."""
        self._connection.settimeout(seconds)
        with contextlib.suppress(OSError):
            self._connection.recv(1)


class Plan:
    """What is done to the next exchanges of an operation; `struck` has those that it was done to."""

    def __init__(self, act, operation, times=1, holds=lambda exchange: True):
        self.act, self.operation, self.left, self.holds = act, operation, times, holds
        self.struck = []

    def takes(self, exchange):
        """The act for an exchange; `None` when the plan is not for it."""
        if self.left <= 0 or exchange.operation != self.operation or not self.holds(exchange):
            return None
        self.left -= 1
        self.struck.append(exchange)
        return self.act


class Door(http.server.ThreadingHTTPServer):
    """A socket with TLS whose handshakes hold up nobody else."""

    daemon_threads = True
    request_queue_size = 128

    def __init__(self, port, context, take):
        self.context, self.take = context, take
        super().__init__((LOOPBACK, port), Handler)
        self.port = self.server_address[1]
        threading.Thread(target=self.serve_forever, args=(0.05,), daemon=True).start()

    def handle_error(self, *_):
        pass

    def end(self):
        self.shutdown()
        self.server_close()


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def setup(self):
        self.request.settimeout(IDLE)
        self.request = self.server.context.wrap_socket(self.request, server_side=True)
        super().setup()

    def do_GET(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        host = self.headers.get("Host", "").partition(":")[0]
        exchange = Exchange(host, self.command, self.path, list(self.headers.items()), body)
        try:
            self.server.take(exchange, self.connection)
        except (OSError, http.client.HTTPException) as error:
            exchange.fault = exchange.fault or f"lost: {type(error).__name__}"
            self.close_connection = True
        if exchange.given is None or exchange.fault:
            self.close_connection = True

    do_POST = do_PATCH = do_PUT = do_DELETE = do_GET

    def log_message(self, *_):
        pass


class WireRelay:
    """Takes the bank's three ports for a bank that listens at other ones; the third, with its pages, passes as it is.

    `bank` and `platform` are folders of participants.
    """

    def __init__(self, bank, platform, to):
        self.to, self.platform, self.lock = to, platform, threading.Lock()
        self.exchanges, self.plans = [], []
        told = read(bank)
        public = server_context(bank, told["server"])
        mutual = server_context(bank, told["server"], bank / "authority.pem")
        self._public = client_context(platform / "authority.pem")
        self.load_platform()
        port = told["port"]
        self.doors = [
            Door(port, public, lambda one, near: self._take(one, near, self._public, 0)),
            Door(port + 1, mutual, lambda one, near: self._take(one, near, self._mutual, 1)),
            Relay(to + 2, port + 2),
        ]

    def end(self):
        for door in self.doors:
            door.end()

    def load_platform(self):
        """Reads the platform's certificate anew."""
        names = read(self.platform)["transport"]
        self._mutual = client_context(self.platform / "authority.pem", self.platform, names)

    def _take(self, exchange, near, context, number):
        with self.lock:
            self.exchanges.append(exchange)
            found = next(filter(None, (plan.takes(exchange) for plan in self.plans)), None)
        act = found or passes
        exchange.fault = None if act is passes else act.__name__
        with contextlib.closing(Onward(exchange.host, self.to + number, context)) as onward:
            act(Line(exchange, near, onward))

    # --- Plans

    @contextlib.contextmanager
    def planned(self, *plans):
        """The plans count until the end of the block."""
        with self.lock:
            self.plans += plans
        try:
            yield plans[0] if len(plans) == 1 else plans
        finally:
            with self.lock:
                self.plans = [plan for plan in self.plans if plan not in plans]

    def seen(self, operation, host=None):
        """The exchanges of an operation so far, in their order."""
        with self.lock:
            found = list(self.exchanges)
        return [one for one in found if one.operation == operation and host in (None, one.host)]

    def send_again(self, exchange):
        """Sends the bytes of an earlier request to the bank; the answer."""
        with contextlib.closing(Onward(exchange.host, self.to + 1, self._mutual)) as onward:
            return Line(Exchange(exchange.host, exchange.method, exchange.target, exchange.headers, exchange.body),
                        None, onward).ask()


class Onward(http.client.HTTPSConnection):
    """A connection to this machine that names another host."""

    def __init__(self, host, port, context):
        super().__init__(host, port, timeout=30, context=context)
        self._tls = context

    def connect(self):
        plain = socket.create_connection((LOOPBACK, self.port), self.timeout)
        plain.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.sock = self._tls.wrap_socket(plain, server_hostname=self.host)


def read(folder):
    return json.loads((folder / "participant.json").read_text())


def server_context(folder, names, authority=None):
    """With an authority a client certificate of its is demanded."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(folder / names["certificate"], folder / names["key"])
    if authority:
        context.load_verify_locations(authority)
        context.verify_mode = ssl.CERT_REQUIRED
    return context


def client_context(authority, folder=None, names=None):
    context = ssl.create_default_context(cafile=str(authority))
    if folder:
        context.load_cert_chain(folder / names["certificate"], folder / names["key"])
    return context
