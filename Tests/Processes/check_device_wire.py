"""Sends each step of Tests/Vectors/pix-device-wire.json to the real server, as the tests of ChaveTesting send it to the
fake one.

    check_device_wire.py <chave>

The fake server in an app's tests therefore behaves like the real one: status, error code, field and the headers that a
client uses.
"""

import base64
import json
import pathlib
import sys
import tempfile
import urllib.error
import urllib.request

from checks import Checks
from server import Server

VECTORS = pathlib.Path(__file__).resolve().parent.parent / "Vectors" / "pix-device-wire.json"
DEVICE = "A" * 43


def call(server, method, path, body, headers):
    data = None if body is None else body.encode()
    content = {} if data is None else {"Content-Type": "application/json"}
    request = urllib.request.Request(server.base_url + path, data=data, method=method, headers={**content, **headers})
    try:
        answer = urllib.request.urlopen(request, timeout=20)
    except urllib.error.HTTPError as error:
        answer = error
    with answer:
        text = answer.read()
        return answer.status, answer.headers, json.loads(text) if text else None


def access_token(server):
    pair = f"{server.keys['secret_id']}:{server.keys['secret_password']}".encode()
    headers = {"Authorization": f"Basic {base64.b64encode(pair).decode()}"}
    return call(server, "POST", "/payments/api/widget-token/", "{}", headers)[2]["access"]


def filled(text, known):
    for name, value in known.items():
        text = text.replace(name, value)
    return text


def take(step, server, token, known, checks):
    headers = {"Authorization": f"Bearer {token}", "Chave-Device": DEVICE, **step.get("headers", {})}
    headers = {name: filled(value, known) for name, value in headers.items() if value}
    method, path = step["request"].split(" ")
    body = filled(step["body"], known) if "body" in step else None
    status, told, json_body = call(server, method, "/payments/br" + filled(path, known), body, headers)
    item = json_body[0] if isinstance(json_body, list) else {}
    got = status, item.get("code"), item.get("field"), {name: told.get(name) for name in step.get("answer", {})}
    wanted = step["status"], step.get("code"), step.get("field"), step.get("answer", {})
    checks.that(step["name"], got == wanted, f"{got} instead of {wanted}")
    if status == 201:
        known["{enrollment}"] = json_body["id"]
    if told.get("ETag"):
        known["{tag}"] = told["ETag"]


def main(program):
    checks = Checks()
    with tempfile.TemporaryDirectory() as folder:
        server = Server(program, folder).start()
        try:
            token = access_token(server)
            headers = {"Authorization": f"Bearer {token}", "Chave-Device": DEVICE}
            banks = call(server, "GET", "/payments/br/institutions/", None, headers)[2]["results"]
            known = {"{institution}": banks[0]["id"], "{beneficiary}": server.keys["beneficiary"]}
            for step in json.loads(VECTORS.read_text())["steps"]:
                take(step, server, token, known, checks)
            checks.that("it ends cleanly", server.stop() == 0, server.said()[-2000:])
        finally:
            server.end()
    checks.finish()


if __name__ == "__main__":
    main(*sys.argv[1:])
