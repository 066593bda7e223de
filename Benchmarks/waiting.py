#!/usr/bin/env python3
"""Devices that wait for a bank: what they cost the server, and how soon each hears.

    waiting.py PROGRAM [--devices 1000 10000] [--seconds 30] [--poll | --one]

Starts `PROGRAM serve --sandbox`, makes one enrollment for each device, and opens a connection for each that asks for its
registration options with `Prefer: wait=30`, again and again, as the SDK does while a holder is at the bank. It measures the
server's processor time and memory while nothing happens, then ends every enrollment over the API and takes the time from the
moment the cancel is sent to the answer that was held. `--poll` has the same devices ask once a second instead, as the guides do;
with `--one` all of them wait for the same enrollment.

This program is the load: another process than the server, with sockets between them.
"""

import argparse
import asyncio
import base64
import json
import os
import pathlib
import resource
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "Tests" / "Processes"))

from server import Server  # noqa: E402
from wallet import CALLBACK, signals  # noqa: E402

HOLDER = {"identifier": "52998224725", "name": "Ana Souza"}
TICKS = os.sysconf("SC_CLK_TCK")


class Connection:
    """One HTTP/1.1 connection that stays open."""

    def __init__(self, port, authorization):
        self.port, self.authorization = port, authorization
        self.reader = self.writer = None

    async def call(self, method, path, body=None, headers=()):
        if self.writer is None:
            self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
        data = b"" if body is None else json.dumps(body).encode()
        lines = [f"{method} {path} HTTP/1.1", "Host: localhost", f"Authorization: {self.authorization}"]
        if body is not None:
            lines += ["Content-Type: application/json", f"Content-Length: {len(data)}"]
        lines += [f"{name}: {value}" for name, value in headers]
        self.writer.write("\r\n".join(lines).encode() + b"\r\n\r\n" + data)
        await self.writer.drain()
        status = int((await self.reader.readline()).split()[1])
        length = 0
        while (line := await self.reader.readline()) not in (b"\r\n", b""):
            name, _, value = line.decode().partition(":")
            if name.lower() == "content-length":
                length = int(value)
        return status, await self.reader.readexactly(length)

    def close(self):
        if self.writer is not None:
            self.writer.close()


def processor_seconds(pid):
    fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def resident_mib(pid):
    for line in pathlib.Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1024
    raise AssertionError("no VmRSS")


async def parallel(count, width, work):
    """`work(number, lane)` for every number, so many at once, each lane with its own connection."""
    numbers = iter(range(count))

    async def lane(index):
        for number in numbers:
            await work(number, index)

    await asyncio.gather(*(lane(index) for index in range(width)))


async def enroll(connections, institution, count):
    ids = [""] * count

    async def one(number, lane):
        details = {
            "customer": HOLDER,
            "institution": institution,
            "platform": "IOS",
            "callback_url": CALLBACK,
            "risk_signals": signals(f"device-{number}"),
        }
        body = {"type": "open_finance_biometric_pix", "details": details}
        status, answer = await connections[lane].call("POST", "/payments/br/enrollments/", body)
        if status != 201:
            raise AssertionError(f"enrollment: {status} {answer[:200]}")
        ids[number] = json.loads(answer)["id"]

    await parallel(count, len(connections), one)
    return ids


class Device:
    """Asks until its enrollment has ended, and notes when it heard."""

    def __init__(self, port, authorization, enrollment, polls):
        self.connection = Connection(port, authorization)
        self.path = f"/payments/br/enrollments/{enrollment}/fido-registration-options/"
        self.polls, self.asked, self.heard = polls, 0, None

    async def wait(self):
        headers = [] if self.polls else [("Prefer", "wait=30")]
        while True:
            self.asked += 1
            status, answer = await self.connection.call("GET", self.path, headers=headers)
            if status == 409:
                self.heard = time.monotonic()
                return self.connection.close()
            if status != 404:
                raise AssertionError(f"options: {status} {answer[:200]}")
            if self.polls:
                await asyncio.sleep(1)


async def measure(server, count, seconds, polls, one):
    keys = server.keys
    basic = base64.b64encode(f"{keys['secret_id']}:{keys['secret_password']}".encode()).decode()
    authorization = f"Basic {basic}"
    makers = [Connection(server.port, authorization) for _ in range(16)]
    _, answer = await makers[0].call("GET", "/payments/br/institutions/")
    ids = await enroll(makers, json.loads(answer)["results"][0]["id"], 1 if one else count)
    quiet = resident_mib(server.pid)

    devices = [Device(server.port, authorization, ids[number % len(ids)], polls) for number in range(count)]
    waits = []
    for start in range(0, count, 200):
        waits += [asyncio.create_task(device.wait()) for device in devices[start : start + 200]]
        await asyncio.sleep(0.1)
    await asyncio.sleep(3)
    before, began = processor_seconds(server.pid), time.monotonic()
    asked = sum(device.asked for device in devices)
    await asyncio.sleep(seconds)
    elapsed = time.monotonic() - began
    share = (processor_seconds(server.pid) - before) / elapsed
    asked = sum(device.asked for device in devices) - asked
    held = resident_mib(server.pid)
    if any(wait.done() for wait in waits):
        raise AssertionError("a device stopped waiting before anything had happened")

    sent = [0.0] * len(ids)

    async def end(number, lane):
        # Spread over time, so that the delay of an answer is not that of a queue of cancels.
        await asyncio.sleep(max(0, ends + number * 0.002 - time.monotonic()))
        sent[number] = time.monotonic()
        status, answer = await makers[lane].call("POST", f"/payments/br/enrollments/{ids[number]}/cancel/", {})
        if status != 200:
            raise AssertionError(f"cancel: {status} {answer[:200]}")

    ends = time.monotonic()
    await parallel(len(ids), len(makers), end)
    await asyncio.wait_for(asyncio.gather(*waits), 60)
    delays = sorted((device.heard - sent[number % len(ids)]) * 1000 for number, device in enumerate(devices))
    for maker in makers:
        maker.close()
    shown = ", ".join(f"{name} {delays[min(int(count * part), count - 1)]:.1f} ms" for name, part in
                      [("p50", 0.5), ("p95", 0.95), ("p99", 0.99), ("last", 1)])
    how = "polling each second" if polls else "held for one enrollment" if one else "held"
    return (
        f"{count:,} devices {how}: {share * 100:.1f} % of one core, "
        f"{held:.0f} MiB ({quiet:.0f} before), {asked / elapsed:.0f} questions / s; from the cancel to the answer {shown}"
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("--devices", type=int, nargs="+", default=[1_000, 10_000])
    parser.add_argument("--seconds", type=float, default=30)
    kind = parser.add_mutually_exclusive_group()
    kind.add_argument("--poll", action="store_true")
    kind.add_argument("--one", action="store_true")
    chosen = parser.parse_args()
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    if most != resource.RLIM_INFINITY and most < max(chosen.devices) + 200:
        sys.exit(f"this shell may open {most} files: raise `ulimit -Hn`, or measure fewer devices")
    # The server inherits the limit.
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    for count in chosen.devices:
        with tempfile.TemporaryDirectory(prefix="chave-waiting-") as folder:
            server = Server(chosen.program, folder)
            try:
                server.start()
                print(asyncio.run(measure(server, count, chosen.seconds, chosen.poll, chosen.one)), flush=True)
            finally:
                server.end()


if __name__ == "__main__":
    main()
