"""Runs whole flows and every kind of refusal with planted secrets, and searches all output of the server for them.

    check_logs.py <chave>
"""

import json
import os
import pathlib
import re
import socket
import sys
import tempfile
import urllib.parse
import uuid

from checks import Checks
from planted import ACCOUNT, CPF, EMAIL, NAME, PHONE, Planted, punctuated
from server import Server
from wallet import API, Browser, Device, Refused, b64url

HOLDERS = {"76109277673": "senha-1", "87517400444": "senha-2"}


def whole_flow(server, planted, cpf, password, enrolled_name):
    """Enrolls and pays as `Device` does, and notes every secret on the way."""
    keys = server.keys
    device = Device(server.base_url, keys, cpf, password)
    planted.add("a device's secret", device.secret)
    planted.add("an access token", device.token)
    planted.add("a deviceId", device.device_id)
    institution = device.api.get("/institutions/").must(200).json["results"][0]["id"]
    body = device.new_enrollment(institution, name=enrolled_name)
    created = device.api.post("/enrollments/", body, uuid.uuid4().hex).must(201).json
    redirect = created["details"]["redirect_url"]
    for value in dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(redirect).query)).values():
        if len(value) > 16 and not value.startswith("http"):
            planted.add("what stands in a redirect URL", value)
    browser = Browser(cpf, password)
    callback = browser.visit(redirect)
    for name in ("state", "code", "id_token"):
        planted.add(f"a callback's {name}", callback.get(name))
    for value in browser.cookies.values():
        planted.add("the bank's cookie", value)
    device.api.post("/enrollments/complete-redirection/", callback).must(200)
    path = f"/enrollments/{created['id']}"
    options = device.until_ready(f"{path}/fido-registration-options/")
    planted.add("a challenge", options.get("publicKey", options)["challenge"])
    confirmation = device.authenticator.create(options)
    planted.add("an attestation", confirmation["response"]["attestationObject"])
    device.api.post(f"{path}/confirm/", {"confirmation_data": confirmation}, uuid.uuid4().hex).must(204)
    end = device.until_settled(path)
    assert end["status"] == "SUCCEEDED", end["status_reason_code"]
    device.enrollment, device.customer = end["id"], end["details"]["customer"]
    for amount in ("12.34", "150.00", "250.00"):
        intent = device.api.post("/payment-intents/", device.new_intent(amount, keys["beneficiary"])).must(201).json
        pix = intent["payment_method_information"]["open_finance_biometric_pix"]
        planted.add("a challenge", pix["fido_options"]["challenge"])
        body = device.authorisation(intent)
        planted.add("a signature", body["assertion"]["response"]["signature"])
        path = f"/payment-intents/{intent['id']}"
        device.api.post(f"{path}/authorize/", body).must(204)
        print(f"        {amount}: {device.until_settled(path)['status']}")
    return device


def refusals(server, planted, device):
    """All kinds of refused requests, with personal data in each place that a log line could quote."""
    keys = server.keys
    merchant = API.merchant(server.base_url, keys)
    pair = merchant.tokens()
    planted.add("an access token", pair["access"])
    planted.add("a refresh token", pair["refresh"])
    merchant.post("/widget-token/refresh/", {"refresh": pair["refresh"] + "x"}, prefix="/payments/api")
    merchant.post("/widget-token/refresh/", {"refresh": pair["refresh"]}, prefix="/payments/api")
    person = {"identifier": CPF, "name": NAME, "email": EMAIL, "phone": PHONE}
    merchant.post("/customers/", person, uuid.uuid4().hex).must(201)
    merchant.post("/customers/", {**person, "identifier": CPF[:-1] + "9"})
    merchant.post("/customers/", {**person, "email": 7, "phone": [PHONE]})
    first, last = NAME.split()
    person_of_account = {"first_name": first, "last_name": last, "identifier": CPF, "identifier_type": "CPF"}
    holder = {"type": "INDIVIDUAL", "information": person_of_account}
    account = {"country": "BRA", "account_type": "CHECKINGS", "agency": "0001", "number": ACCOUNT}
    bank = merchant.get("/institutions/").must(200).json["results"][0]["id"]
    merchant.post("/bank-accounts/", {"institution": bank, "holder": holder, "details": account}).must(201)
    merchant.post("/bank-accounts/", {"institution": bank, "holder": holder, "details": {**account, "country": NAME}})
    merchant.post("/bank-accounts/", {"institution": ACCOUNT, "holder": holder, "details": account})
    merchant.get(f"/bank-accounts/{ACCOUNT}/").must(404)
    merchant.get(f"/customers/?identifier={CPF}").must(200)
    merchant.get(f"/customers/?search={urllib.parse.quote(NAME)}").must(200)
    merchant.get(f"/enrollments/?customer__identifier={CPF}").must(200)
    merchant.get(f"/customers/{CPF}/").must(404)
    merchant.get(f"/nothing/{CPF}/{urllib.parse.quote(NAME)}/").must(404)
    merchant.get(f"/enrollments/?page={CPF}x")
    device.api.post(f"/payment-intents/{CPF}/authorize/", {"cpf": CPF})
    device.api.post("/enrollments/complete-redirection/", {"state": b64url(os.urandom(32)), "cpf": CPF})
    device.api.post("/enrollments/", device.new_enrollment("not-an-institution", name=NAME))
    broken = json.dumps(person)[:-1].encode()
    for content in ("application/json", "text/plain"):
        headers = {**merchant.headers, "Content-Type": content, "X-Request-Id": CPF}
        merchant.connection.send("POST", f"/payments/br/customers/?cpf={CPF}", headers, broken)
    headers = {**merchant.headers, "X-Customer": f"{NAME} {CPF}"}
    merchant.connection.send("PUT", f"/payments/br/customers/?cpf={CPF}", headers, broken)
    big = json.dumps({**person, "metadata": {"x": CPF * 10_000}}).encode()
    merchant.connection.send("POST", "/payments/br/customers/", merchant.headers, big)
    wrong = "wrong" + keys["secret_password"]
    planted.add("a wrong password", wrong)
    API.merchant(server.base_url, {**keys, "secret_password": wrong}).get("/customers/").must(401)
    API(server.base_url, f"Bearer {pair['access'][:-4]}AAAA", device.secret).get("/institutions/").must(401)
    API(server.base_url, f"Basic {CPF}").get("/institutions/").must(401)
    # Bytes that are not HTTP.
    with socket.create_connection(("127.0.0.1", server.port)) as raw:
        raw.sendall(f"GET /{CPF} {NAME} HTTP/9.9\r\nX: {CPF}\r\n\r\n".encode())
        raw.settimeout(5)
        try:
            raw.recv(1000)
        except OSError:
            pass


def refused_at_the_bank(server, planted):
    """A wrong password, and a person who declines."""
    device = Device(server.base_url, server.keys)
    institution = device.api.get("/institutions/").must(200).json["results"][0]["id"]
    wrong = "quite-another-secret"
    planted.add("a bank password", wrong)
    created = device.api.post("/enrollments/", device.new_enrollment(institution)).must(201).json
    try:
        Browser(device.cpf, wrong).visit(created["details"]["redirect_url"])
    except (Refused, AssertionError):
        pass
    declined = device.api.post("/enrollments/", device.new_enrollment(institution)).must(201).json
    browser = Browser(device.cpf, device.password)
    callback = browser.visit(declined["details"]["redirect_url"], decision="refuse")
    ended = device.api.post("/enrollments/complete-redirection/", callback).must(200).json
    assert ended["status"] == "FAILED", ended


def main():
    checks = Checks()
    with tempfile.TemporaryDirectory(prefix="chave-logs-") as folder:
        server = Server(pathlib.Path(sys.argv[1]).resolve(), folder, "--log-level", "trace")
        planted = Planted()
        try:
            server.start()
            keys = server.keys
            planted.add("the merchant's password", keys["secret_password"])
            planted.add("the merchant's keys", f"{keys['secret_id']}:{keys['secret_password']}")
            for cpf in (*HOLDERS, CPF):
                planted.add("a CPF", cpf, is_public=cpf in HOLDERS)
                planted.add("a CPF", punctuated(cpf), is_public=cpf in HOLDERS)
            for name in (NAME, "Zuleica", EMAIL, PHONE):
                planted.add("a name, an address or a number", name)
            for name in ("Alice Nogueira", "Bruno Teixeira"):
                planted.add("a name, an address or a number", name, is_public=True)
            planted.add("an account number", ACCOUNT)
            for cpf, password in HOLDERS.items():
                planted.add("a bank password", password, is_public=True)
                device = whole_flow(server, planted, cpf, password, NAME)
            refusals(server, planted, device)
            refused_at_the_bank(server, planted)
            for name in ("field.json", "token.json"):
                for value in re.findall(r'"([A-Za-z0-9_+/=-]{32,})"', (server.data / "keys" / name).read_text()):
                    planted.add("the server's keys", value)
            server.kill()
            server.start()
            checks.that("the server ends with 0", server.stop() == 0)
            said = server.said()
            checks.that(f"the server has written much ({len(said)} characters)", len(said) > 5_000)
            checks.that("the log names requests", '"request_id"' in said)
            checks.that("the log has its lowest level", '"level":"trace"' in said)
            for what, values in sorted(planted.values.items()):
                seen = planted.found_in(f"{said} {next(iter(values))} ")
                checks.that(f"{what} would be found", what in seen)
            found = planted.found_in(said)
            for what, values in sorted(planted.values.items()):
                checks.that(f"the log is free of {what} ({len(values)})", what not in found, found.get(what))
            lines = [line for line in said.splitlines() if line.startswith("{")]
            checks.that("each log line is one JSON object", all(json.loads(line) for line in lines))
            for line in said.splitlines():
                if "Fatal" in line or "Stack dump" in line:
                    checks.that("nothing trapped", False, line)
        except BaseException:
            print(server.said()[-3000:])
            raise
        finally:
            server.end()
    checks.finish()


main()
