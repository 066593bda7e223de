"""Devices of Chave under load: enrolled the whole way at the sandbox bank, then the calls of a payment."""

import asyncio
import concurrent.futures
import itertools
import json
import uuid

from http_line import Line, request
from wallet import Device


# A device may have twenty payments open: so many of them share a connection where payments are made ready beforehand.
DEVICES_A_LINE = 4


class ChavePayer:
    """One connection and the devices that take turns on it; they pay one payment at a time."""

    def __init__(self, devices, line, beneficiary):
        self.devices, self.line, self.beneficiary = itertools.cycle(devices), line, beneficiary
        self.take_turn()

    def take_turn(self):
        self.device = next(self.devices)
        self.headers = {"Authorization": f"Bearer {self.device.token}", "Chave-Device": self.device.secret}

    def post(self, path, body):
        headers = {**self.headers, "Idempotency-Key": uuid.uuid4().hex}
        return request("POST", f"/payments/br{path}", headers, json.dumps(body).encode())

    async def ready(self):
        self.take_turn()
        new = self.device.new_intent("0.01", self.beneficiary)
        intent = json.loads(await self.line.ask(self.post("/payment-intents/", new), 201))
        self.last = intent["id"]
        return self.post(f"/payment-intents/{intent['id']}/authorize/", self.device.authorisation(intent))

    async def paid(self, call):
        await self.line.ask(call, 204)
        path = f"/payments/br/payment-intents/{self.last}/"
        while True:
            answer = await self.line.ask(request("GET", path, {**self.headers, "Prefer": "wait=30"}), 200)
            status = json.loads(answer)["status"]
            if status == "SUCCEEDED":
                return
            if status != "PROCESSING":
                raise AssertionError(f"a payment is {status}")


def enrolled(server, count):
    """So many devices, eight at a time."""

    def one(_):
        device = Device(server.base_url, server.keys)
        device.enroll()
        device.api.connection.close()
        return device

    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        return list(pool.map(one, range(count)))


async def payers(server, devices):
    """A payer for each few of the devices."""
    shares = [devices[start : start + DEVICES_A_LINE] for start in range(0, len(devices), DEVICES_A_LINE)]
    lines = await asyncio.gather(*(Line.open(server.port) for _ in shares))
    return [ChavePayer(share, line, server.keys["beneficiary"]) for share, line in zip(shares, lines)]
