#!/usr/bin/env python3
"""The demo app's own server: it alone holds the API keys, and gives the app short-lived access tokens.

    python3 Examples/PixDemo/merchant.py [--keys FILE] [--server http://localhost:8080] [--port 8081]

FILE is sandbox.json of the server's data directory. A real one would first see who is signed in; this one believes
whoever asks, and therefore listens on this machine alone.
"""

import argparse
import base64
import json
import os
import urllib.error
import urllib.parse
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

DATA = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local/share") / "chave/server"


class Platform:
    """The Payments API, as the merchant's server calls it."""

    def __init__(self, server, keys):
        self.server, self.beneficiary = server, keys["beneficiary"]
        secret = f"{keys['secret_id']}:{keys['secret_password']}"
        self.authorization = "Basic " + base64.b64encode(secret.encode()).decode()

    def call(self, method, path, body=None, headers=None):
        request = urllib.request.Request(self.server + path, method=method, headers={
            "Authorization": self.authorization, "Content-Type": "application/json", **(headers or {})})
        data = None if body is None else json.dumps(body).encode()
        with urllib.request.urlopen(request, data, timeout=20) as answer:
            return json.load(answer)

    def session(self, cpf):
        """What the app needs for this person, who becomes a customer the first time."""
        query = urllib.parse.urlencode({"identifier": cpf})
        known = self.call("GET", f"/payments/br/customers/?{query}")["results"]
        # The same key for the same person: two calls at once make one customer.
        customer = known[0] if known else self.call(
            "POST", "/payments/br/customers/", {"identifier": cpf, "name": "Cliente da loja"},
            {"Idempotency-Key": f"customer-{cpf}"})
        token = self.call("POST", "/payments/api/widget-token/", {})
        return {"accessToken": token["access"], "customerSince": customer["created_at"][:10],
                "beneficiary": self.beneficiary}


class Handler(BaseHTTPRequestHandler):
    platform = None

    def do_POST(self):  # noqa: N802, the base class's name
        if self.path != "/session":
            return self.answer(404, {"error": "there is /session only"})
        try:
            length = min(int(self.headers.get("Content-Length") or 0), 4096)
            cpf = json.loads(self.rfile.read(length))["cpf"]
        except (ValueError, KeyError, TypeError):
            return self.answer(400, {"error": "send {\"cpf\": …}"})
        try:
            self.answer(200, self.platform.session(str(cpf)))
        except urllib.error.HTTPError as refusal:
            self.answer(refusal.code, {"error": "the server refused it"})
        except OSError:
            self.answer(502, {"error": "no server answers; start one: chave serve --sandbox"})

    def answer(self, status, body):
        data = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_):
        """Nothing: a line would hold what people send."""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--keys", type=Path, default=DATA / "sandbox.json")
    parser.add_argument("--server", default="http://localhost:8080")
    parser.add_argument("--port", type=int, default=8081)
    options = parser.parse_args()
    if not options.keys.exists():
        raise SystemExit(f"{options.keys} is not there: start chave serve --sandbox, or name the file with --keys")
    Handler.platform = Platform(options.server.rstrip("/"), json.loads(options.keys.read_text()))
    server = ThreadingHTTPServer(("127.0.0.1", options.port), Handler)
    print(f"the shop's server listens on http://127.0.0.1:{server.server_address[1]}", flush=True)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        pass


if __name__ == "__main__":
    main()
