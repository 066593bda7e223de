"""Drives `chave serve --open-finance FILE` by its Payments API, as a merchant's server and a device."""

from __future__ import annotations

import base64
import http.client
import json
import os
import pathlib
import signal
import socket
import subprocess
import threading
import time
import uuid
from typing import Any

from initiator.authenticator import Ceremony, Credential
from initiator.net import LOOPBACK, query_of

from . import CANCELLED, DONE, FAILED, PENDING, SCHEDULED, Charge, Device, NotNow

CALLBACK = "https://loja.test/volta"
ORIGIN, RELYING_PARTY = "https://iniciadora.test", "iniciadora.test"
STATES = {"SUCCEEDED": DONE, "FAILED": FAILED, "CANCELED": FAILED, "SCHEDULED": SCHEDULED}
READY_SECONDS = 60
# The seconds for which a device's token is used: fewer than it lives.
TOKEN_SECONDS = 300
# Members of a schedule whose names the Payments API writes in another way.
NAMES = {"startDate": "start_date", "dayOfWeek": "day_of_week", "dayOfMonth": "day_of_month"}
COMPANY = {"name": "Padaria Exemplo Ltda", "identifier": "11222333000181", "identifier_type": "CNPJ"}


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind((LOOPBACK, 0))
        return probe.getsockname()[1]


def faketime() -> pathlib.Path | None:
    return next(iter(pathlib.Path("/usr/lib").glob("*-linux-*/faketime/libfaketimeMT.so.1")), None)


class Answer:
    def __init__(self, status: int, body: bytes):
        self.status, self.body = status, body

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def is_now(self) -> bool:
        """Whether the same call must go again: the bank is silent, or the work is under way."""
        return self.status in (429, 503) or (self.status == 409 and b"idempotency_in_progress" in self.body)


class Driver:
    has_schedules = True

    def __init__(self, program: str, folder: pathlib.Path, participant: pathlib.Path, clock_file: pathlib.Path):
        self.program, self.folder, self.participant, self.clock_file = program, folder, participant, clock_file
        self.follows_clock = faketime() is not None
        self.log = folder / "chave.log"
        self.port = free_port()
        self.process: subprocess.Popen[bytes] | None = None
        self.merchant, self.organisation, self.beneficiary = "", "", ""
        # By order, the secret of the device that made it.
        self.makers: dict[str, str] = {}
        # By the secret of a device, its token and when it was made: one token serves a hundred enrollments a day.
        self.tokens: dict[str, tuple[str, float]] = {}
        self.lock = threading.RLock()

    # MARK: The process

    def start(self) -> None:
        command = [
            self.program, "serve", "--open-finance", str(self.participant), "--data", str(self.folder / "data"),
            "--port", str(self.port), "--bind", LOOPBACK, "--public-url", "https://pagar.test",
            "--host-names", "localhost", "--drain-delay-seconds", "0", "--write-rate", "0", "--read-rate", "0",
            "--address-rate", "0",
        ]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                ["env", *command], stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                env=self._environment() | self._clock(),
            )
        deadline = time.monotonic() + READY_SECONDS
        while self._status("/readyz") != 200:
            if self.process.poll() is not None:
                raise NotNow(f"chave serve ended with {self.process.returncode}: {self.said()}")
            if time.monotonic() > deadline:
                raise AssertionError(f"chave serve is not ready: {self.said()}")
            time.sleep(0.05)
        if not self.merchant:
            self._make_merchant()

    def stop(self, is_killed: bool = False) -> None:
        if self.process is None or self.process.poll() is not None:
            return
        self.process.send_signal(signal.SIGKILL if is_killed else signal.SIGTERM)
        try:
            self.process.wait(30)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        # Files of libfaketime that a killed process leaves behind.
        for file in pathlib.Path("/dev/shm").glob(f"*faketime_*_{self.process.pid}"):
            file.unlink(missing_ok=True)

    def said(self) -> str:
        return self.log.read_text(errors="replace")[-3000:] if self.log.exists() else ""

    @staticmethod
    def _environment() -> dict[str, str]:
        return {name: value for name, value in os.environ.items() if not name.startswith("CHAVE_")}

    def _clock(self) -> dict[str, str]:
        """Variables of libfaketime, which moves the wall clock alone.

        It sets more of them where it is loaded: inside of `env`, which the program then replaces, because Swift finds
        its arguments by the place of the variables.
        """
        if not self.follows_clock:
            return {}
        return {
            "LD_PRELOAD": str(faketime()), "FAKETIME_TIMESTAMP_FILE": str(self.clock_file), "FAKETIME_NO_CACHE": "1",
            "DONT_FAKE_MONOTONIC": "1",
        }

    def _run(self, *arguments: str) -> Any:
        done = subprocess.run(
            [self.program, *arguments, "--data", str(self.folder / "data"), "--json"],
            capture_output=True, text=True, timeout=60, stdin=subprocess.DEVNULL, env=self._environment(),
        )
        if done.returncode != 0:
            raise AssertionError(f"chave {' '.join(arguments)} ended with {done.returncode}: {done.stderr}")
        return json.loads(done.stdout)

    def _make_merchant(self) -> None:
        self.organisation = self._run("organisations", "create", "Loja")["id"]
        key = self._run("keys", "create", "--organisation", self.organisation)
        self._run("apps", "add", "--organisation", self.organisation, "--platform", "IOS", "--app-id",
                  "ABCDE12345.br.com.loja", "--callback-url", CALLBACK)
        pair = f"{key['secret_id']}:{key['secret_password']}".encode()
        self.merchant = f"Basic {base64.b64encode(pair).decode()}"

    # MARK: The API

    def _status(self, path: str) -> int | None:
        try:
            return self._send("GET", path, {}).status
        except OSError:
            return None

    def _send(self, method: str, path: str, headers: dict[str, str], body: Any = None) -> Answer:
        connection = http.client.HTTPConnection("localhost", self.port, timeout=30)
        try:
            data = None if body is None else json.dumps(body).encode()
            connection.request(method, path, data, {"Content-Type": "application/json", **headers})
            answer = connection.getresponse()
            return Answer(answer.status, answer.read())
        except http.client.HTTPException as error:
            raise OSError(f"{method} {path}: {error!r}") from error
        finally:
            connection.close()

    def _headers(self, secret: str) -> dict[str, str]:
        """Those of the device with that secret; without one, the merchant's."""
        if not secret:
            return {"Authorization": self.merchant}
        token, made = self.tokens.get(secret, ("", 0.0))
        if not token or time.monotonic() - made > TOKEN_SECONDS:
            answer = self._send("POST", "/payments/api/widget-token/", {"Authorization": self.merchant}, {})
            token = answer.json["access"]
            self.tokens[secret] = token, time.monotonic()
        return {"Authorization": f"Bearer {token}", "Chave-Device": secret}

    def _call(
        self, secret: str, method: str, path: str, body: Any = None, seconds: float = 30, key: str = ""
    ) -> Answer:
        """One call of a device or the merchant, repeated with the same key while the answer is "not now"."""
        deadline, tries = time.monotonic() + seconds, 0
        while True:
            headers = self._headers(secret) | ({"Idempotency-Key": key} if key else {})
            answer = self._send(method, f"/payments/br{path}", headers, body)
            if answer.status == 401:
                self.tokens.pop(secret, None)
            elif not answer.is_now:
                return answer
            if time.monotonic() > deadline:
                return answer
            time.sleep(min(2, 0.1 * 2**tries))
            tries += 1

    def _signals(self) -> dict[str, Any]:
        return {
            "deviceId": "5ad82a8f37e54369", "osVersion": "18.1", "userTimeZoneOffset": "-03", "language": "pt",
            "screenDimensions": {"height": 2556, "width": 1179}, "accountTenure": "2024-01-15", "isRootedDevice": False,
            "screenBrightness": 0.5, "elapsedTimeSinceBoot": 123456789,
        }

    # MARK: Enrollments

    def begin(self, bank: str, cpf: str, seconds: float = 30) -> Device:
        details = {
            "customer": {"identifier": cpf}, "institution": bank, "platform": "IOS", "callback_url": CALLBACK,
            "risk_signals": self._signals(),
        }
        body = {"type": "open_finance_biometric_pix", "details": details}
        secret = base64.urlsafe_b64encode(os.urandom(32)).rstrip(b"=").decode()
        answer = self._call(secret, "POST", "/enrollments/", body, seconds, uuid.uuid4().hex)
        if answer.status != 201 or not answer.json["details"].get("redirect_url"):
            raise NotNow(f"POST /enrollments/ is {answer.status}: {answer.body[:500]!r}")
        return Device(bank, answer.json["id"], answer.json["details"]["redirect_url"], {"secret": secret})

    def come_back(self, device: Device, url: str) -> None:
        secret = device.own["secret"]
        if self._call(secret, "POST", "/enrollments/complete-redirection/", query_of(url), 90).status != 200:
            return
        path = f"/enrollments/{device.id}"
        deadline = time.monotonic() + 60
        while self.enrollment(device) == PENDING and time.monotonic() < deadline:
            answer = self._call(secret, "GET", f"{path}/fido-registration-options/")
            if answer.status == 200:
                credential, made = Credential.create(_public_key(answer.json), Ceremony(ORIGIN, RELYING_PARTY))
                device.own["credential"] = credential
                self._call(secret, "POST", f"{path}/confirm/", {"confirmation_data": made}, key=uuid.uuid4().hex)
                return
            time.sleep(0.05)

    def enrollment(self, device: Device) -> str:
        told = self._call(device.own["secret"], "GET", f"/enrollments/{device.id}/").json
        device.own["customer"] = told["details"]["customer"]
        return STATES.get(told["status"], PENDING)

    # MARK: Payments

    def pay(
        self, device: Device, amount: str, seconds: float = 30, schedule: dict[str, Any] | None = None
    ) -> str:
        method = {"beneficiary_bank_account": self._beneficiary(device.bank), "enrollment": device.id}
        body = {
            "amount": amount, "allowed_payment_method_types": ["open_finance_biometric_pix"],
            "customer": device.own["customer"], "description": "Pedido", "statement_description": "Pedido",
            "payment_method_details": {"open_finance_biometric_pix": method}, "confirm": True,
        }
        if schedule is not None:
            body["schedule"] = {
                rule: {NAMES.get(name, name): value for name, value in members.items()}
                for rule, members in schedule.items()
            }
        secret = device.own["secret"]
        made = self._call(secret, "POST", "/payment-intents/", body, seconds, uuid.uuid4().hex)
        if made.status != 201 or made.json["status"] != "PENDING":
            raise NotNow(f"POST /payment-intents/ is {made.status}: {made.body[:500]!r}")
        order = made.json["id"]
        self.makers[order] = secret
        options = made.json["payment_method_information"]["open_finance_biometric_pix"]["fido_options"]
        with self.lock:
            # A passkey without a counter always says 0, and payments may be under way side by side.
            device.own["credential"].count = -1
            assertion = device.own["credential"].sign(_public_key(options), Ceremony(ORIGIN, RELYING_PARTY))
        assertion["authenticatorAttachment"] = "platform"
        authorisation = {"risk_signals": self._signals(), "assertion": assertion}
        path = f"/payment-intents/{order}/authorize/"
        answer = self._call(secret, "POST", path, authorisation, key=uuid.uuid4().hex)
        if answer.status != 204:
            raise NotNow(f"authorize is {answer.status}: {answer.body[:500]!r}")
        return order

    def payment(self, order: str) -> str:
        return STATES.get(self._intent(order)["status"], PENDING)

    def _intent(self, order: str) -> Any:
        return self._call(self.makers[order], "GET", f"/payment-intents/{order}/").json

    def charges(self, order: str) -> list[Charge]:
        return [
            Charge(each["id"], each["end_to_end_id"], each["scheduled_for"], _state(each))
            for each in self._intent(order)["charges"]
        ]

    def cancel(self, order: str, charge: str | None = None, seconds: float = 30) -> bool:
        # A device may cancel what is left of its order, and the merchant alone one day of it.
        secret, path = self.makers[order], f"/payment-intents/{order}/cancel/"
        if charge is not None:
            secret, path = "", f"/charges/{charge}/cancel/"
        answer = self._call(secret, "POST", path, {}, seconds, uuid.uuid4().hex)
        if answer.status not in (200, 409):
            raise NotNow(f"POST {path} is {answer.status}: {answer.body[:500]!r}")
        return answer.status == 200

    def _beneficiary(self, bank: str) -> str:
        with self.lock:
            if not self.beneficiary:
                body = {
                    "institution": bank, "holder": {"type": "BUSINESS", "information": COMPANY},
                    "details": {"country": "BRA", "account_type": "CHECKINGS", "agency": "0001", "number": "10227"},
                }
                headers = {"Authorization": self.merchant}
                self.beneficiary = self._send("POST", "/payments/br/bank-accounts/", headers, body).json["id"]
            return self.beneficiary


def _state(charge: dict[str, Any]) -> str:
    return CANCELLED if charge["failure_code"] == "canceled" else STATES.get(charge["status"], PENDING)


def _public_key(options: dict[str, Any]) -> dict[str, Any]:
    return options.get("publicKey", options)
