"""F19: restarts under load. SQLite has one server at a time, so a proxy holds new connections until the next one is ready.

Clients that never repeat a request see no error; the server drains within 20 s and ends with 0.
"""

import asyncio
import http.client
import signal
import threading
import time
import uuid

from wallet import Connection, Device
from workload import STANDARD, Crowd

NAME = "F19"
TEXT = "SIGTERM and restart under load, behind a proxy that watches /readyz"
DRAINS_WITHIN = 20


class Proxy:
    """Passes connections on as they are (layer 4), to a server that says it is ready; others wait here."""

    def __init__(self, port):
        self.port, self.ready, self.held = port, threading.Event(), 0
        self.loop = asyncio.new_event_loop()
        self.thread = threading.Thread(target=self.loop.run_forever, daemon=True)
        self.thread.start()
        listening = asyncio.run_coroutine_threadsafe(asyncio.start_server(self._accept, "127.0.0.1", 0), self.loop)
        self.server = listening.result()
        self.base_url = f"http://localhost:{self.server.sockets[0].getsockname()[1]}"
        self.watching = True
        self.watcher = threading.Thread(target=self._watch, daemon=True)
        self.watcher.start()

    def _watch(self):
        while self.watching:
            connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=2)
            try:
                connection.request("GET", "/readyz")
                is_ready = connection.getresponse().status == 200
            except (OSError, http.client.HTTPException):
                is_ready = False
            connection.close()
            (self.ready.set if is_ready else self.ready.clear)()
            time.sleep(0.01)

    async def _accept(self, reader, writer):
        onward = None
        is_held = False
        while onward is None:
            if not self.ready.is_set():
                is_held = True
                await asyncio.sleep(0.01)
                continue
            try:
                onward = await asyncio.open_connection("127.0.0.1", self.port)
            except OSError:
                self.ready.clear()
        self.held += is_held
        await asyncio.gather(self._pipe(reader, onward[1]), self._pipe(onward[0], writer), return_exceptions=True)

    @staticmethod
    async def _pipe(reader, writer):
        try:
            while data := await reader.read(1 << 16):
                writer.write(data)
                await writer.drain()
        finally:
            writer.close()

    def close(self):
        self.watching = False
        self.watcher.join()
        self.loop.call_soon_threadsafe(self.loop.stop)


class OneRequest(Connection):
    """A connection for each request, and each request once."""

    def _send(self, method, path, headers, body=None):
        self.close()
        try:
            return super()._send(method, path, {**headers, "Connection": "close"}, body)
        finally:
            self.close()


def payer(device, pair):
    def act():
        body = device.new_intent("1.90", pair["beneficiary"], external_id=uuid.uuid4().hex)
        intent = device.api.post("/payment-intents/", body, uuid.uuid4().hex).must(201, what="create").json
        path = f"/payment-intents/{intent['id']}"
        device.api.post(f"{path}/authorize/", device.authorisation(intent), uuid.uuid4().hex).must(204, what="authorise")
        end = device.until_settled(path)
        assert end["status"] == "SUCCEEDED", (end["status"], end["failure_code"])

    return act


def run(ground):
    with ground.town(arguments=["--drain-delay-seconds", "1"]) as town:
        proxy = Proxy(town.server.port)
        payers = []
        for _, pair in town.devices:
            device = Device(proxy.base_url, pair)
            device.api.connection = OneRequest(proxy.base_url)
            device.enroll()
            payers.append(payer(device, pair))
        drains, codes, rounds = [], [], ground.either(4, 200)
        with Crowd(payers) as crowd:
            for _ in range(rounds):
                time.sleep(ground.random.uniform(0.3, 1.2))
                began = time.monotonic()
                codes.append(town.server.stop(signal.SIGTERM, DRAINS_WITHIN + 20))
                drains.append(time.monotonic() - began)
                ground.struck("SIGTERM under load")
                ground.restart(town.server)
            time.sleep(1)
        proxy.close()
        checks = ground.checks
        checks.that(
            f"F19: {crowd.rounds} payments over {rounds} restarts, {proxy.held} connections held, no error seen",
            not crowd.problems and crowd.rounds > rounds and proxy.held > 0,
            crowd.problems[:4],
        )
        checks.that("F19: the server ended with 0 each time", set(codes) == {0}, codes)
        checks.that(f"F19: it drained within {max(drains):.1f} s", max(drains) <= DRAINS_WITHIN)
        ground.judge(town, "F19", [name for name in STANDARD if name != "V7"])
