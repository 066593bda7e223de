"""The platform before banks that are a process of their own: payments at a bank that loses calls, crashes, webhooks,
the file that says who the platform is, and the commands of `chave open-finance`.

    check_banks_on_the_wire.py <chave>
"""

import concurrent.futures
import contextlib
import http.client
import json
import os
import pathlib
import signal
import socket
import ssl
import subprocess
import sys
import tempfile
import time
import uuid

from checks import Checks
from open_finance_commands import check_another_name, check_beside_a_server, check_commands
from server import Server
from stored import bank, payments

PAYMENTS = 12
HOOKS = "/open-banking/webhook/v1"


class Sandbox(Server):
    """A sandbox on the wire, with the files of its directory."""

    def __init__(self, program, folder):
        super().__init__(program, folder, "--wire")
        self.participants = self.data / "wire" / "directory" / "participants"

    @property
    def exchanges(self):
        lines = (json.loads(line) for line in self.said().splitlines() if line.startswith("{"))
        return [line for line in lines if line["msg"] == "bank exchange"]

    def books(self):
        """The end-to-end ids of what the bank settled, and of what the platform says is paid."""
        return bank.settled_end_to_end_ids(self.data / "wire" / "bank"), payments.succeeded_end_to_end_ids(self.data)

    def device(self, *arguments):
        done = self.beside("device", *arguments, "--yes", "--json", timeout=120)
        return json.loads(done.stdout) if done.returncode == 0 else {"status": done.stderr.strip()[-300:]}


def processes(folder):
    """Processes whose arguments name the folder."""
    found = []
    for entry in pathlib.Path("/proc").iterdir():
        with contextlib.suppress(OSError):
            words = (entry / "cmdline").read_bytes() if entry.name.isdigit() else b""
            if str(folder).encode() in words:
                found.append(words.replace(b"\0", b" ").decode()[:120])
    return found


def until(holds, seconds=20):
    deadline = time.monotonic() + seconds
    while not holds() and time.monotonic() < deadline:
        time.sleep(0.05)
    return holds()


# --- Payments ----------------------------------------------------------------------------------------------------


def check_losing_bank(checks, server):
    """Vaga-lume answers about every sixth call with 503, half of them after the work."""
    enrolled = server.device("enroll", "--institution", "Vaga-lume")
    checks.that("a device enrolls at a bank that loses calls", enrolled["status"] == "SUCCEEDED", enrolled["status"])
    ends = [server.device("pay", "--amount", f"{number}.00")["status"] for number in range(1, PAYMENTS + 1)]
    checks.that(f"{PAYMENTS} payments are paid", ends == ["SUCCEEDED"] * PAYMENTS, ends)
    lost = [line for line in server.exchanges if line["outcome"] != "answered"]
    checks.that("the bank did lose calls", len(lost) >= 3, len(lost))
    checks.that("each of them is unknown", {line["outcome"] for line in lost} == {"unknown: serverError"}, lost[:2])
    settled, told = server.books()
    checks.that("the bank has each payment once", len(settled) == len(set(settled)) == PAYMENTS, len(settled))
    checks.that("and they are the platform's", settled == told, f"{settled} {told}")
    made = [line["operation"] for line in server.exchanges]
    repeated = made.count("POST /pix/payments") - PAYMENTS
    asked = made.count("GET /consents/{consentId}/pix/payments")
    checks.that("before each repeat the bank was asked", asked >= repeated, f"{repeated} repeats, {asked} asked")


def check_kill(checks, server):
    """`kill -9`: the companions end, and a new start goes on with the same client."""
    server.kill()
    gone = until(lambda: not processes(server.data))
    checks.that("directory and bank end with the platform", gone, processes(server.data))
    server.start()
    paid = server.device("pay", "--amount", "77.00")
    checks.that("after a start the device pays", paid["status"] == "SUCCEEDED", paid["status"])
    registrations = [line for line in server.exchanges if line["operation"] == "register POST"]
    # One at each bank that was used.
    banks = {line["institution"] for line in registrations}
    checks.that("nothing was registered twice", len(registrations) == len(banks), registrations)


# --- Webhooks ----------------------------------------------------------------------------------------------------


class Hooks:
    """Sends webhooks to the platform by the certificate of a participant."""

    def __init__(self, server, participant, prefix=""):
        folder = server.participants / participant
        self.context = ssl.create_default_context(cafile=str(server.participants / "platform" / "authority.pem"))
        if participant:
            self.context.load_cert_chain(folder / f"{prefix}transport.pem", folder / f"{prefix}transport.key")
        told = json.loads((server.participants / "platform" / "participant.json").read_text())
        self.host, _, port = told["webhook_uris"][0].removeprefix("https://").partition(":")
        self.port = int(port)

    @contextlib.contextmanager
    def connected(self):
        connection = http.client.HTTPSConnection("127.0.0.1", self.port, timeout=10)
        with socket.create_connection(("127.0.0.1", self.port), timeout=10) as plain:
            connection.sock = self.context.wrap_socket(plain, server_hostname=self.host)
            with contextlib.closing(connection):
                yield connection

    def post(self, path, body=None, **headers):
        with self.connected() as connection:
            return self.send(connection, path, body, **headers)

    def send(self, connection, path, body=None, **headers):
        body = json.dumps({"data": {"timestamp": "2026-11-28T00:00:00Z"}}) if body is None else body
        sent = {
            "Host": self.host, "Content-Type": "application/json", "x-webhook-interaction-id": str(uuid.uuid4()),
            **{name.replace("_", "-"): value for name, value in headers.items()},
        }
        connection.request("POST", HOOKS + path, body, {name: value for name, value in sent.items() if value})
        answer = connection.getresponse()
        answer.read()
        return answer.status, answer.headers.get("x-webhook-interaction-id"), sent["x-webhook-interaction-id"]


def flood(sender, path):
    with sender.connected() as connection:
        return [sender.send(connection, path)[0] for _ in range(80)]


def check_webhooks(checks, server):
    consent, payment = "/payments/v5/consents/urn:b:1", "/payments/v5/pix/payments/p1"
    institutions = json.loads((server.participants / "bank" / "participant.json").read_text())["institutions"]
    sender = Hooks(server, "bank", institutions[0]["transport"]["certificate"].removesuffix("transport.pem"))
    before = len(server.exchanges)
    status, told, sent = sender.post(payment)
    checks.that("a bank's webhook is taken at once", (status, told) == (202, sent), f"{status} {told}")
    checks.that("one of an enrollment names its server", sender.post(
        "/enrollments/v2/enrollments/urn:b:e", x_authorization_server_id=institutions[0]["id"])[0] == 202)
    for what, expected, answer in [
        ("another institution's server", 400, sender.post(
            "/enrollments/v2/enrollments/urn:b:e", x_authorization_server_id=institutions[1]["id"])),
        ("no server", 400, sender.post("/enrollments/v2/enrollments/urn:b:e")),
        ("no interaction", 400, sender.post(consent, x_webhook_interaction_id="")),
        ("no time", 400, sender.post(consent, "{}")),
        ("no JSON", 400, sender.post(consent, "x")),
        ("a body of 5 KiB", 400, sender.post(consent, json.dumps({"data": {"timestamp": "x" * 5_000}}))),
        ("another path", 404, sender.post("/other/v1/things/1")),
        ("an initiator's certificate", 401, Hooks(server, "platform").post(consent)),
    ]:
        checks.that(f"a webhook is refused: {what}", answer[0] == expected, answer[0])
    try:
        refused = Hooks(server, "").post(consent)
    except (ssl.SSLError, OSError, http.client.HTTPException) as error:
        refused = type(error).__name__
    checks.that("without a certificate there is no connection", isinstance(refused, str), refused)
    time.sleep(0.5)
    # Unknown ids cause no question.
    checks.that("none of them caused a call to a bank", len(server.exchanges) == before, server.exchanges[before:])
    with concurrent.futures.ThreadPoolExecutor(16) as pool:
        many = [status for part in pool.map(lambda _: flood(sender, payment), range(16)) for status in part]
    checks.that("a bank that sends too many is told so", 429 in many and many.count(202) >= 400, many.count(429))
    checks.that("the platform answers meanwhile", server.status("/livez") == 200)


# --- The file of --open-finance ----------------------------------------------------------------------------------


def check_file(checks, program, folder):
    """A start says which file is at fault, and what to do."""
    directory = pathlib.Path(folder) / "directory"
    subprocess.run([program, "directory", "create", "--folder", directory], check=True, capture_output=True)
    own = directory / "participants" / "initiator"
    whole = json.loads((own / "participant.json").read_text())
    environment = {name: value for name, value in os.environ.items() if not name.startswith("CHAVE_")}

    def start():
        return subprocess.run(
            [program, "serve", "--open-finance", own / "participant.json", "--public-url", "https://pay.example.com",
             "--data", pathlib.Path(folder) / "data", "--port", "0"],
            capture_output=True, text=True, timeout=60, stdin=subprocess.DEVNULL,
            env=environment,
        )

    def changed(change):
        told = json.loads(json.dumps(whole))
        change(told)
        (own / "participant.json").write_text(json.dumps(told))
        done = start()
        (own / "participant.json").write_text(json.dumps(whole))
        return done

    def refused(what, done, *words):
        said = done.stderr.strip()
        holds = done.returncode != 0 and all(word in said for word in words) and "Fatal" not in said
        checks.that(f"a start refuses {what}", holds, f"{done.returncode} {said[-300:]}")

    for name in ["transport.key", "signing.key", "client.key", "encryption.key"]:
        (own / name).chmod(0o644)
        refused(f"{name}, which others may read", start(), name, "chmod 600")
        (own / name).chmod(0o600)
        key = (own / name).read_text()
        (own / name).write_text("no key")
        refused(f"{name} without a key", start(), name, "key in PEM")
        (own / name).unlink()
        refused(f"a missing {name}", start(), name, "cannot be read")
        (own / name).write_text(key)
        (own / name).chmod(0o600)
    refused("a signing key without a kid", changed(lambda told: told["signing"].pop("kid")), "signing.key", "kid")
    refused("keys without a name of a file", changed(lambda told: told["signing"].pop("key")), "no key")
    refused("another software", changed(lambda told: told.update(software_statement_id=str(uuid.uuid4()))),
            "software_statement_id", "certificate of this software")
    refused("no organisation", changed(lambda told: told.pop("organisation_id")), "organisation_id")


def main(program):
    checks = Checks()
    with tempfile.TemporaryDirectory(prefix="chave-wire-file-") as folder:
        check_file(checks, program, folder)
    with tempfile.TemporaryDirectory(prefix="chave-open-finance-") as folder:
        check_commands(checks, program, folder)
    with tempfile.TemporaryDirectory(prefix="chave-wire-check-") as folder:
        server = Sandbox(program, folder)
        try:
            server.start()
            check_losing_bank(checks, server)
            check_webhooks(checks, server)
            check_beside_a_server(checks, server)
            check_kill(checks, server)
            checks.that("the end is in order", server.stop(signal.SIGTERM, 60) == 0, server.said()[-300:])
            checks.that("and leaves no process", until(lambda: not processes(server.data)), processes(server.data))
            check_another_name(checks, server)
        finally:
            server.end()
    checks.finish()


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]).resolve())
