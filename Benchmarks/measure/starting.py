"""How long a server takes from `exec` until it answers that it is ready, with the databases of a server that ran
before."""

import signal
import socket
import statistics
import tempfile
import time

from server import Server
from wallet import Device

READY = b"GET /readyz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"


def is_ready(port):
    with socket.socket() as line:
        try:
            line.settimeout(5)
            line.connect(("127.0.0.1", port))
            line.sendall(READY)
            return line.recv(64).startswith(b"HTTP/1.1 200")
        except OSError:
            return False


def started(server):
    """Milliseconds; it is asked every millisecond."""
    began = time.perf_counter()
    server.spawn()
    while not is_ready(server.port):
        if server.process.poll() is not None or time.perf_counter() - began > 60:
            raise AssertionError(f"the server does not start: {server.said()[-1500:]}")
        time.sleep(0.001)
    return (time.perf_counter() - began) * 1000


def starts(server, count):
    """So many, one after the other; each server was ended as an operator ends it."""
    times = []
    for _ in range(count):
        times.append(started(server))
        server.stop(signal.SIGTERM)
    return {"milliseconds": sorted(times), "p50": statistics.median(times)}


def run(tools, sizes):
    with tempfile.TemporaryDirectory(prefix="chave-starting-") as folder:
        server = Server(tools.chave, folder, "--drain-delay-seconds", "0")
        try:
            server.start()
            device = Device(server.base_url, server.keys)
            device.enroll()
            device.pay("1.00", server.keys["beneficiary"])
            server.stop(signal.SIGTERM)
            return starts(server, sizes.starts)
        finally:
            server.end()
