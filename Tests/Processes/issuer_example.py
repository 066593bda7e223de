"""The issuer's app of Examples/App2App on a terminal, against a backend with every possible behaviour.

Shared by check_guides.py; the backend speaks the contract of /app2app/v1, and keeps what it was asked.
"""

import base64
import json
import subprocess
import threading
import time
import urllib.parse
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

TOKEN = "DNITHE381502386342002358"
PAYLOAD = {
    "panReferenceID": "V-3019310727778236299436",
    "tokenRequestorID": 40010075001,
    "tokenReferenceID": TOKEN,
    "deviceIndex": 2,
    "panLast4": "1234",
}
SENT = {**{k: str(v) for k, v in PAYLOAD.items() if k != "panLast4"}}
PREVIEW = {"cardName": "Cartão Aurora", "lastFour": "1234", "network": "VISA", "walletName": "Carteira Um",
           "deviceName": "Telefone de Ana", "tokenReferenceID": TOKEN, "state": "INACTIVE"}
ACTIVE = {"id": "act-1", "tokenReferenceID": TOKEN, "state": "ACTIVE"}
YES, NO, PASSWORD = "s", "n", "aurora"


class Backend:
    """Answers `/preview` and `/decline` as agreed, and an activation as `script` says, one entry a call."""

    def __init__(self, script):
        self.calls, self.script = [], list(script)
        backend = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *_):
                pass

            def do_GET(self):
                backend.calls.append(("GET", self.path, {}, None))
                self.answer(200, ACTIVE)

            def do_POST(self):
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                backend.calls.append(("POST", self.path, dict(self.headers), body))
                if self.path.endswith("/preview"):
                    return self.answer(200, PREVIEW)
                if self.path.endswith("/decline"):
                    return self.answer(200, {"id": "act-1", "tokenReferenceID": TOKEN, "state": "DECLINED"})
                backend.script.pop(0)(self)

            def answer(self, status, body, **headers):
                data = body if isinstance(body, bytes) else json.dumps(body).encode()
                self.send_response(status)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(data)))
                for name, value in headers.items():
                    self.send_header(name.replace("_", "-"), value)
                self.end_headers()
                self.wfile.write(data)

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.base = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def end(self):
        self.server.shutdown()
        self.server.server_close()

    @property
    def activations(self):
        return [call for call in self.calls if call[1] == "/app2app/v1/token-activations"]


def active(handler):
    handler.answer(200, ACTIVE)


def busy(handler):
    handler.answer(409, {"code": "activation_in_progress"}, Retry_After="0")


def refused(handler):
    handler.answer(409, {"code": "device_mismatch"})


def hang_up(handler):
    handler.close_connection = True
    handler.connection.close()


def elsewhere(handler):
    handler.answer(302, b"", Location="/app2app/v1/other")


def endless(handler):
    """Without a length, so that only what has come tells how much it is."""
    handler.send_response(200)
    handler.send_header("Connection", "close")
    handler.end_headers()
    try:
        for _ in range(4096):
            handler.wfile.write(b" " * 65536)
    except OSError:
        pass
    handler.close_connection = True


def link(payload=PAYLOAD, callback="https://wallet.example/return?id=7"):
    encoded = base64.urlsafe_b64encode(json.dumps(payload).encode()).decode().rstrip("=")
    return f"bank-app://token-activation/a2a?a2apayload={encoded}&wpcallback={urllib.parse.quote(callback, safe='')}"


def run_one(program, address, script, answers):
    backend = Backend(script)
    try:
        environment = {"BANK_BACKEND": backend.base, "BANK_ACCESS_TOKEN": "access", "BANK_PASSWORD": "aurora",
                       "LANG": "C.UTF-8"}
        began = time.monotonic()
        done = subprocess.run([str(program), address], env=environment, input="".join(f"{word}\n" for word in answers),
                              capture_output=True, text=True, timeout=90)
        return done, backend, time.monotonic() - began
    finally:
        backend.end()


def outcome(done):
    lines = done.stdout.splitlines()
    callbacks = [line for line in lines if line.startswith("callback: ")]
    return (callbacks, lines[-1] if lines else "", done.returncode)


def expected(word):
    code = 0 if word == "approved" else 1
    return [f"callback: https://wallet.example/return?id=7&stepupresponse={word}"], f"outcome: {word}", code


def check(checks, program):
    done, backend, _ = run_one(program, link(), [active], [YES, PASSWORD])
    checks.that("the issuer's app has a card activated", outcome(done) == expected("approved"), done.stdout + done.stderr)
    checks.that("the question names card, wallet and device",
                all(word in done.stdout for word in ("1234", "Carteira Um", "Telefone de Ana")), done.stdout)
    _, _, headers, body = (backend.activations or [("", "", {}, None)])[0]
    checks.that("only the seven fields are sent, as texts", body == SENT, body)
    checks.that("the token and a key are sent", headers.get("Authorization") == "Bearer access"
                and len(headers.get("Idempotency-Key", "")) == 36)
    checks.that("neither payload nor token is printed", TOKEN not in done.stdout + done.stderr
                and "access" not in done.stdout + done.stderr)

    done, backend, _ = run_one(program, link(), [], [NO])
    checks.that("a no is answered declined", outcome(done) == expected("declined"), done.stdout + done.stderr)
    checks.that("a no is told to the backend, and nothing is activated",
                not backend.activations and backend.calls[-1][1].endswith("/decline"))

    done, backend, _ = run_one(program, link(), [], [YES, "wrong"])
    checks.that("who is not verified activates nothing", outcome(done) == expected("failure") and not backend.activations)

    done, backend, _ = run_one(program, link(), [hang_up, busy, active], [YES, PASSWORD])
    keys = {call[2]["Idempotency-Key"] for call in backend.activations}
    checks.that("a lost answer is asked for with the same key",
                outcome(done) == expected("approved") and len(backend.activations) == 3 and len(keys) == 1, done.stdout)

    done, backend, _ = run_one(program, link(), [refused], [YES, PASSWORD])
    checks.that("a refusal is a failure at the wallet", outcome(done) == expected("failure"), done.stdout)

    done, backend, _ = run_one(program, link(), [elsewhere], [YES, PASSWORD])
    checks.that("a redirect is not followed", outcome(done) == expected("failure")
                and not any(call[1].endswith("/other") for call in backend.calls), done.stdout + done.stderr)

    done, backend, seconds = run_one(program, link(), [endless] * 4, [YES, PASSWORD])
    checks.that("an answer without end is cut off", outcome(done) == expected("failure") and seconds < 60, done.stdout)

    done, backend, _ = run_one(program, link({"tokenReferenceID": TOKEN}), [], [])
    checks.that("an incomplete payload is answered without a question",
                outcome(done) == expected("failure") and not backend.calls, done.stdout)
    done, backend, _ = run_one(program, link(callback="javascript://wallet.example/%0aalert(1)"), [], [])
    checks.that("a callback that runs code is neither opened nor asked about",
                outcome(done) == ([], "outcome: failure", 1) and not backend.calls, done.stdout)
    done, backend, _ = run_one(program, "bank-app://transfer/new", [], [])
    checks.that("another link is not for it", done.returncode == 2 and not backend.calls, done.stdout)
