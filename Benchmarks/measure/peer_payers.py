"""The service of Benchmarks/peer as a process, and devices that pay there."""

import asyncio
import json
import os
import pathlib
import secrets
import subprocess
import sys
import time
import uuid

from http_line import Line, Refused, request
from wallet import Authenticator

FOLDER = pathlib.Path(__file__).resolve().parent.parent / "peer"


class PeerService:
    """uvicorn with one worker, as one process: uvloop and httptools, no access log."""

    def __init__(self, folder, port):
        self.folder, self.port, self.process = pathlib.Path(folder), port, None
        self.key = secrets.token_urlsafe(24)

    @property
    def pid(self):
        return self.process.pid

    def start(self):
        arguments = ["-m", "uvicorn", "service:app", "--app-dir", FOLDER, "--port", self.port, "--host", "127.0.0.1"]
        arguments += [
            "--workers",
            1,
            "--loop",
            "uvloop",
            "--http",
            "httptools",
            "--no-access-log",
            "--log-level",
            "warning",
        ]
        with open(self.folder / "peer.log", "ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-B", *map(str, arguments)],
                stdout=log,
                stderr=log,
                stdin=subprocess.DEVNULL,
                env={**os.environ, "PEER_DATABASE": str(self.folder / "peer.sqlite"), "PEER_KEY": self.key},
            )
        return self

    async def line(self, seconds=30):
        """A connection, as soon as it listens."""
        deadline = time.monotonic() + seconds
        while True:
            try:
                return await Line.open(self.port)
            except OSError:
                if self.process.poll() is not None or time.monotonic() > deadline:
                    raise AssertionError((self.folder / "peer.log").read_text()[-2000:]) from None
                await asyncio.sleep(0.05)

    def end(self):
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()
            self.process.wait(20)


class PeerPayer:
    """One credential and one connection."""

    def __init__(self, line, key):
        self.line, self.headers = line, {"Authorization": f"Bearer {key}"}
        self.authenticator, self.enrollment = Authenticator(), None

    def post(self, path, body):
        return request("POST", path, self.headers, json.dumps(body).encode())

    async def enroll(self):
        made = json.loads(await self.line.ask(self.post("/enrollments", {"holder": "Ana"}), 201))
        self.enrollment = made["id"]
        options = {
            "rp": {"id": made["rpId"]},
            "user": {"id": "aG9sZGVy"},
            "challenge": made["challenge"],
            "pubKeyCredParams": [{"type": "public-key", "alg": -7}],
        }
        credential = self.authenticator.create(options)
        await self.line.ask(self.post(f"/enrollments/{self.enrollment}/confirm", {"credential": credential}), 204)
        return self

    async def ready(self):
        new = {"enrollment": self.enrollment, "amount": 1, "beneficiary": str(uuid.UUID(int=7))}
        path = f"/intents/{json.loads(await self.line.ask(self.post('/intents', new), 201))['id']}"
        self.options = json.loads(await self.line.ask(self.post(f"{path}/options", {}), 200))
        return self.post(f"{path}/authorize", {"credential": self.authenticator.sign(self.options)})

    async def paid(self, call):
        await self.line.ask(call, 204)


async def payers(service, count):
    lines = [await service.line() for _ in range(count)]
    return [await PeerPayer(line, service.key).enroll() for line in lines]


async def check_refusals(service):
    """What is measured does its work: it refuses another's key, another's signature and a second use."""
    payer = await PeerPayer(await service.line(), service.key).enroll()
    good = await payer.ready()
    stranger = Authenticator()
    stranger.credential = payer.authenticator.credential
    path = good.split()[1].decode()
    forged = json.dumps({"credential": stranger.sign(payer.options)}).encode()
    calls = [
        (request("POST", path, {"Authorization": "Bearer another"}, forged), 401),
        (request("POST", path, payer.headers, forged), 400),
        (good, 204),
        (good, 409),
    ]
    for data, status in calls:
        try:
            await payer.line.ask(data, status)
        except Refused as refused:
            raise AssertionError(f"the peer should have answered {status}: {refused}") from None
    payer.line.close()
