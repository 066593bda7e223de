"""Fuzzes a running server with the OpenAPI document that it gives, as schemathesis reads it.

    check_schemathesis.py <chave> [<venv of requirements-api.txt>]

Three runs: two organisations' API keys, where neither may see the other's objects, a device's token, and the token of a holder
of cards with the document of card activation. CHAVE_SCHEMATHESIS says how many seconds the single calls of each may take (40);
chains of calls get a third of that beside. The documents, their examples and the answers of a whole payment are validated by
other programs too.
"""

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

from app2app.holder import PATH, Holder
from app2app.wallet import Wallet
from checks import Checks
from server import Server
from sign_in.tenant import Tenant
from wallet import API, Browser, Device

HERE = pathlib.Path(__file__).resolve().parent
SEED = 20240115
PAYMENTS = "/payments/openapi.json"
CARDS = "/openapi-app2app.json"
# Left out: `positive_data_acceptance`, in whose place `valid_data_is_understood` stands (schemathesis_hooks.py).
CHECKS = [
    "not_a_server_error",
    "status_code_conformance",
    "content_type_conformance",
    "response_headers_conformance",
    "response_schema_conformance",
    "negative_data_rejection",
    "missing_required_header",
    "unsupported_method",
    "allow_header_conformance",
    "use_after_free",
    "ensure_resource_availability",
    "ignored_auth",
    "valid_data_is_understood",
]
# The allowed statuses for a wrong request; a list of more ids than a path may have is 414.
REFUSALS = """
[checks.negative_data_rejection]
expected-statuses = [400, 401, 403, 404, 405, 406, 409, 413, 414, 415, 422, 429]
"""


def enrolled_device(server):
    """A device that has enrolled, with a payment intent waiting for its assertion."""
    device = Device(server.base_url, server.keys)
    institution = device.api.get("/institutions/").must(200).json["results"][0]["id"]
    created = device.api.post("/enrollments/", device.new_enrollment(institution)).must(201).json
    callback = Browser(device.cpf, device.password).visit(created["details"]["redirect_url"])
    device.api.post("/enrollments/complete-redirection/", callback).must(200)
    path = f"/enrollments/{created['id']}"
    options = device.until_ready(f"{path}/fido-registration-options/")
    device.api.post(f"{path}/confirm/", {"confirmation_data": device.authenticator.create(options)}).must(204)
    end = device.until_settled(path)
    assert end["status"] == "SUCCEEDED", end["status_reason_code"]
    device.enrollment, device.customer = end["id"], end["details"]["customer"]
    intents = [
        device.api.post("/payment-intents/", device.new_intent(amount, server.keys["beneficiary"])).must(201).json
        for amount in ("1.00", "2.00", "3.00")
    ]
    device.api.post(f"/payment-intents/{intents[0]['id']}/authorize/", device.authorisation(intents[0])).must(204)
    return device, institution, intents


def known_ids(device, institution, intents, keys):
    return {
        "institution": [institution],
        "beneficiary_bank_account": [keys["beneficiary"]],
        "institutions": [institution],
        "bank-accounts": [keys["beneficiary"]],
        "customers": [device.customer],
        "enrollment": [device.enrollment],
        "enrollments": [device.enrollment],
        "payment-intents": [intent["id"] for intent in intents],
    }


def rival_keys(server):
    """Another organisation on the same server."""
    said = server.beside("organisations", "create", "Outra Loja", "--json")
    organisation = json.loads(said.stdout)
    made = server.beside("keys", "create", "--organisation", organisation["id"], "--json")
    return json.loads(made.stdout)


def basic(keys):
    return API.merchant("http://localhost:1", keys).headers["Authorization"]


def card_holder(server):
    """A holder with a card of each network in a wallet, one of them active; returns the usable ids and the
    responses."""
    holder = Holder(Tenant(server))
    wallet = Wallet(server.base_url)
    launches = [wallet.add(holder.card(network)) for network in ("visa", "mastercard")]
    done = holder.activate(launches[0].payload).must(200, what="activation").json
    payloads = [launch.payload for launch in launches]  # a network that counts no devices has no index
    known = {name: sorted({each[name] for each in payloads if name in each}) for name in payloads[0] | payloads[1]}
    answers = [
        [PATH, "post", 200, done],
        [f"{PATH}/preview", "post", 200, holder.preview(payloads[1]).must(200, what="preview").json],
        [f"{PATH}/{{id}}", "get", 200, holder.activation(done["id"]).must(200, what="activation").json],
        ["/app2app/v1/cards", "get", 200, {"cards": holder.cards()}],
    ]
    return holder, {**known, "token-activations": [done["id"]], "problems": ["card_not_found"]}, answers


def fuzz(checks, what, server, st, folder, known, seconds, more, config="", extra_checks=(), document=PAYMENTS):
    """One operation after the other, then chains of them; fails when a check fails, and when too few cases ran."""
    folder.mkdir()
    (folder / "schemathesis.toml").write_text(config + REFUSALS)
    environment = {
        **os.environ,
        "SCHEMATHESIS_HOOKS": "schemathesis_hooks",
        "PYTHONPATH": str(HERE),
        "PYTHONDONTWRITEBYTECODE": "1",
        "CHAVE_KNOWN_IDS": json.dumps(known),
    }
    for kind, phases, time, least in (
        ("single calls", "examples,coverage,fuzzing", seconds, 25),
        ("chains of calls", "stateful", max(seconds // 3, 10), 5),
    ):
        command = [
            str(st), "--config-file", str(folder / "schemathesis.toml"), "run",
            server.base_url + document, "--url", server.base_url,
            "--checks", ",".join([*CHECKS, *extra_checks]), "--phases", phases,
            "--max-time", str(time), "--max-examples", "20", "--seed", str(SEED), "--continue-on-failure",
            "--generation-database", "none", "--no-color", "--warnings", "off", "--request-timeout", "40", *more,
        ]  # fmt: skip
        done = subprocess.run(
            command, cwd=folder, env=environment, capture_output=True, text=True, timeout=time + 240, check=False
        )
        counted = re.search(r"(\d+) generated", done.stdout)
        tried = int(counted[1]) if counted else 0
        print(f"cases: api fuzz {tried}")
        checks.that(f"{what}, {kind}: enough was tried", tried >= least, f"{tried}: {done.stdout[-1500:]} {done.stderr[-1500:]}")
        checks.that(f"{what}, {kind}: every check holds", done.returncode == 0, done.stdout[-12000:] + done.stderr[-2000:])


def validate(checks, server, st, answers, document=PAYMENTS, examples=20):
    """A document, its examples and real answers, before validators that are not ours."""
    program = """
import json, sys, urllib.request
from jsonschema import Draft202012Validator
from openapi_spec_validator import OpenAPIV31SpecValidator, validate
document = json.load(urllib.request.urlopen(sys.argv[1]))
validate(document, cls=OpenAPIV31SpecValidator)
for schema in document["components"]["schemas"].values():
    Draft202012Validator.check_schema(schema)
def validator(schema):
    return Draft202012Validator({**schema, "components": document["components"]})
count = 0
for path, operations in document["paths"].items():
    for operation in operations.values():
        parts = [operation.get("requestBody", {})] + list(operation["responses"].values())
        for part in parts:
            for content in part.get("content", {}).values():
                if "example" in content:
                    validator(content["schema"]).validate(content["example"])
                    count += 1
for path, method, status, answer in json.load(sys.stdin):
    content = document["paths"][path][method]["responses"][str(status)]["content"]["application/json"]
    validator(content["schema"]).validate(answer)
    count += 1
print(count)
"""
    python = st.parent / "python"
    done = subprocess.run(
        [str(python), "-c", program, server.base_url + document],
        input=json.dumps(answers), capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    holds = done.returncode == 0 and int(done.stdout or 0) >= len(answers) + examples
    checks.that(f"{document}, its examples and real answers are valid", holds, done.stdout + done.stderr[-3000:])


def real_answers(server, device, institution, intents):
    merchant = API.merchant(server.base_url, server.keys)
    found = []
    for api, path, template in (
        (device.api, "/institutions/", None),
        (device.api, f"/institutions/{institution}/", "/institutions/{id}/"),
        (merchant, "/customers/", None),
        (merchant, f"/customers/{device.customer}/", "/customers/{id}/"),
        (merchant, "/bank-accounts/", None),
        (merchant, f"/bank-accounts/{server.keys['beneficiary']}/", "/bank-accounts/{id}/"),
        (merchant, "/api-keys/", None),
        (merchant, f"/api-keys/{server.keys['secret_id']}/", "/api-keys/{id}/"),
        (merchant, "/enrollments/", None),
        (device.api, f"/enrollments/{device.enrollment}/", "/enrollments/{id}/"),
        (merchant, "/payment-intents/", None),
        *((device.api, f"/payment-intents/{intent['id']}/", "/payment-intents/{id}/") for intent in intents),
    ):
        answer = api.get(path).must(200)
        found.append(["/payments/br" + (template or path), "get", 200, answer.json])
    key = merchant.post("/api-keys/", {"label": "checkout"}).must(201).json
    found.append(["/payments/br/api-keys/", "post", 201, key])
    ended = merchant.post(f"/api-keys/{key['id']}/revoke/", {}).must(200).json
    found.append(["/payments/br/api-keys/{id}/revoke/", "post", 200, ended])
    found.append(["/payments/br/payment-intents/", "post", 201, intents[0]])
    found.append(["/payments/api/widget-token/", "post", 200, merchant.tokens()])
    return found


def main(program, venv=".venv-api"):
    checks = Checks()
    st = pathlib.Path(venv).resolve() / "bin" / "st"
    seconds = int(os.environ.get("CHAVE_SCHEMATHESIS", "40"))
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        server = Server(program, folder).start()
        try:
            device, institution, intents = enrolled_device(server)
            known = known_ids(device, institution, intents, server.keys)
            validate(checks, server, st, real_answers(server, device, institution, intents))
            users = {
                "auth": [
                    {"name": who, "fixedHeaders": [{"name": "Authorization", "value": basic(keys)}]}
                    for who, keys in (("shop", server.keys), ("rival", rival_keys(server)))
                ]
            }
            (folder / "users.yaml").write_text(json.dumps(users))
            peers = f'[auth.wfc]\npath = "{folder / "users.yaml"}"\npeers = ["shop", "rival"]\n'
            fuzz(
                checks, "two organisations", server, st, folder / "keys", known, seconds, [], peers,
                ["object_level_authorization"],
            )  # fmt: skip
            device.sign_in()
            headers = ["-H", f"Authorization: Bearer {device.token}", "-H", f"Chave-Device: {device.secret}"]
            fuzz(checks, "a device", server, st, folder / "device", known, seconds, headers)
            holder, named, answered = card_holder(server)
            validate(checks, server, st, answered, CARDS, examples=0)
            # Slightly faster than a holder may call: the document has the refusal for that too.
            headers = ["-H", f"Authorization: Bearer {holder.token}", "--rate-limit", "3/s"]
            fuzz(checks, "a holder of cards", server, st, folder / "cards", named, seconds, headers, document=CARDS)
            checks.that("the server is alive", server.status("/livez") == 200, server.said()[-2000:])
            checks.that("and ready", server.status("/readyz") == 200)
            checks.that("it ends cleanly", server.stop() == 0, server.said()[-2000:])
        finally:
            server.end()
    checks.finish()


if __name__ == "__main__":
    main(*sys.argv[1:])
