"""Devices that wait for a bank: what they cost the server, and how soon each hears.

Each device has an enrollment and a connection of its own, on which it asks for its registration options with `Prefer:
wait=30`, again and again, as the SDK does while a holder is at the bank. The server's processor time and memory are
read while nothing happens; then every enrollment is ended over the API, 500 a second, and the time counts from the
moment the cancel is sent to the answer that was held. Besides: the same devices asking once a second instead, as the
guides do, and all of them waiting for one and the same enrollment.
"""

import asyncio
import base64
import json
import resource
import tempfile
import time

import profile
from http_line import Line, request
from processes import processor_seconds, resident_mib
from server import Server
from three_calls import milliseconds
from wallet import CALLBACK, signals

HOLDER = {"identifier": "52998224725", "name": "Ana Souza"}
PREFIX = "/payments/br"


class Merchant:
    """A merchant's server with several connections."""

    def __init__(self, server, lines):
        keys = server.keys
        pair = base64.b64encode(f"{keys['secret_id']}:{keys['secret_password']}".encode()).decode()
        self.headers, self.lines = {"Authorization": f"Basic {pair}"}, lines

    async def each(self, count, work):
        """`work(number, line)` for every number, one at a time on each connection."""
        numbers = iter(range(count))

        async def lane(line):
            for number in numbers:
                await work(number, line)

        await asyncio.gather(*(lane(line) for line in self.lines))

    def post(self, path, body):
        return request("POST", PREFIX + path, self.headers, json.dumps(body).encode())

    async def enroll(self, count):
        banks = json.loads(await self.lines[0].ask(request("GET", f"{PREFIX}/institutions/", self.headers), 200))
        ids = [""] * count

        async def one(number, line):
            details = {
                "customer": HOLDER,
                "institution": banks["results"][0]["id"],
                "platform": "IOS",
                "callback_url": CALLBACK,
                "risk_signals": signals(f"device-{number}"),
            }
            body = {"type": "open_finance_biometric_pix", "details": details}
            ids[number] = json.loads(await line.ask(self.post("/enrollments/", body), 201))["id"]

        await self.each(count, one)
        return ids

    async def cancel(self, ids):
        """When each was sent; spread over time, so that no answer waits in a queue of cancels."""
        sent, begins = [0.0] * len(ids), time.monotonic()

        async def one(number, line):
            await asyncio.sleep(max(0, begins + number * 0.002 - time.monotonic()))
            sent[number] = time.monotonic()
            await line.ask(self.post(f"/enrollments/{ids[number]}/cancel/", {}), 200)

        await self.each(len(ids), one)
        return sent


class WaitingDevice:
    """Asks until its enrollment has ended, and notes when it heard."""

    def __init__(self, port, headers, enrollment, polls):
        more = {} if polls else {"Prefer": "wait=30"}
        path = f"{PREFIX}/enrollments/{enrollment}/fido-registration-options/"
        self.question = request("GET", path, {**headers, **more})
        self.port, self.polls, self.asked, self.heard = port, polls, 0, None

    async def wait(self):
        line = await Line.open(self.port)
        while True:
            self.asked += 1
            status, answer = await line.call(self.question)
            if status == 409:
                self.heard = time.monotonic()
                return line.close()
            if status != 404:
                raise AssertionError(f"options: {status} {answer[:200]}")
            if self.polls:
                await asyncio.sleep(1)


async def idle(server, devices, waits, seconds):
    """What they cost while nothing happens, and what the server does then."""
    recorder = profile.Recorder(server.pid, seconds, frequency=499) if profile.is_there() else None
    used, began = processor_seconds(server.pid), time.monotonic()
    asked = sum(device.asked for device in devices)
    await asyncio.sleep(seconds)
    elapsed = time.monotonic() - began
    if any(wait.done() for wait in waits):
        raise AssertionError("a device stopped waiting before anything had happened")
    found = {
        "seconds": elapsed,
        "share_of_a_core": (processor_seconds(server.pid) - used) / elapsed,
        "mib": resident_mib(server.pid),
        "questions_per_second": (sum(device.asked for device in devices) - asked) / elapsed,
    }
    return {**found, "profile": await asyncio.to_thread(recorder.found) if recorder else None}


async def measure(server, count, seconds, way):
    merchant = Merchant(server, await asyncio.gather(*(Line.open(server.port) for _ in range(16))))
    ids = await merchant.enroll(1 if way == "one" else count)
    before = resident_mib(server.pid)
    devices = [
        WaitingDevice(server.port, merchant.headers, ids[number % len(ids)], way == "polls") for number in range(count)
    ]
    waits = []
    for start in range(0, count, 200):
        waits += [asyncio.create_task(device.wait()) for device in devices[start : start + 200]]
        await asyncio.sleep(0.1)
    await asyncio.sleep(3)
    found = await idle(server, devices, waits, seconds)
    sent = await merchant.cancel(ids)
    await asyncio.wait_for(asyncio.gather(*waits), 60)
    delays = [device.heard - sent[number % len(ids)] for number, device in enumerate(devices)]
    return {"way": way, "devices": count, "mib_before": before, **found, "milliseconds": milliseconds(delays)}


def measured(program, count, seconds, way):
    """One server, and so many that wait."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    if most != resource.RLIM_INFINITY and most < count + 200:
        raise AssertionError(f"this shell may open {most} files: raise `ulimit -Hn`, or measure fewer devices")
    # The server inherits the limit.
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    with tempfile.TemporaryDirectory(prefix="chave-waiting-") as folder:
        server = Server(program, folder)
        try:
            server.start()
            return asyncio.run(measure(server, count, seconds, way))
        finally:
            server.end()


def run(tools, sizes):
    """A line for each way to wait and number of devices."""
    found = [measured(tools.chave, count, sizes.waiting_seconds, "held") for count in sizes.waiting]
    found += [measured(tools.chave, count, min(5, sizes.waiting_seconds), "one") for count in sizes.waiting_one]
    found += [measured(tools.chave, count, min(10, sizes.waiting_seconds), "polls") for count in sizes.waiting_poll]
    return {"lines": found}
