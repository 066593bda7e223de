"""The facts of this API for schemathesis that OpenAPI cannot express. Read by `st run` (SCHEMATHESIS_HOOKS).

* Values for formats of ours, so that valid data is really valid.
* Ids of objects that exist (CHAVE_KNOWN_IDS), so that requests reach the rules behind "there is no such object".
* A check in place of `positive_data_acceptance`, which takes any 400 for a mistake: see `valid_data_is_understood`.
"""

import json
import os

import schemathesis
from hypothesis import strategies as st

KNOWN = json.loads(os.environ["CHAVE_KNOWN_IDS"])
# Rules that the document has only in words, because JSON Schema cannot express them: check digits, two equal members,
# decimals, other objects.
IN_WORDS = {"x-required-when", "x-same-as", "x-kind-of", "x-excludes", "x-decimals"}
OWN_FORMATS = {"cpf-cnpj", "pix-key", "pix-end-to-end-id", "uri", "date", "date-time", "email"}
# A wallet's data of a token: texts whose limits only the rules have, because the networks define them.
PAYLOAD = {
    "panReferenceID", "tokenRequestorID", "tokenReferenceID", "walletAccountID", "deviceID", "deviceIndex", "reasonCode",
}  # fmt: skip
# Codes that speak of what is stored, not of what was sent.
STATE_CODES = {"does_not_exist", "already_registered"}
# Values that are judged by the object they name: an enrollment that has ended, an account that is switched off, a payer
# that is no person, a bank that ends; lists that a device may not narrow by its merchant's filters, and notes of which it
# may write less.
STATE_FIELDS = {"enrollment", "beneficiary_bank_account", "customer", "customer__identifier", "external_id", "metadata"}
# Three letters at least once accents are taken off; as the platform of the app is: the descriptions say so.
words = {"name", "app_id", "sha256_cert_fingerprints"}


def with_check_digits(digits):
    for weight in (10, 11):
        rest = sum(digit * (weight - place) for place, digit in enumerate(digits)) * 10 % 11
        digits = [*digits, 0 if rest == 10 else rest]
    return "".join(map(str, digits))


cpf = st.lists(st.integers(0, 9), min_size=9, max_size=9).filter(lambda digits: len(set(digits)) > 1).map(with_check_digits)
schemathesis.openapi.format("cpf-cnpj", cpf)
schemathesis.openapi.format("pix-key", st.one_of(cpf, st.just("maria@example.com"), st.just("+5511987654321")))
schemathesis.openapi.format("pix-end-to-end-id", st.just("E99999999202411261120AbCdEfGhIjK"))
schemathesis.openapi.format("uri", st.integers(0, 999).map(lambda number: f"https://loja.example/callback/{number}"))


@schemathesis.hook
def before_load_schema(context, raw_schema):
    """Narrows ids to those that exist, which the server takes, beside any others in paths."""
    for schema in raw_schema["components"]["schemas"].values():
        for name, property in schema.get("properties", {}).items():
            if IN_WORDS & property.keys() or property.get("format") in OWN_FORMATS:
                words.add(name)
            for choice in property.get("oneOf", []):
                if "x-decimals" in choice:
                    words.add(name)
    requests = [
        operation["requestBody"]["content"]["application/json"]["schema"]["$ref"].rsplit("/", 1)[1]
        for path in raw_schema["paths"].values()
        for operation in path.values()
        if "requestBody" in operation
    ]
    waiting, seen = list(requests), set()
    while waiting:
        name = waiting.pop()
        if name in seen:
            continue
        seen.add(name)
        schema = raw_schema["components"]["schemas"][name]
        waiting += [part.rsplit("/", 1)[1] for part in references(schema)]
        for field in ("institution", "beneficiary_bank_account", "enrollment"):
            if field in schema.get("properties", {}) and KNOWN.get(field):
                schema["properties"][field] = {"type": "string", "enum": KNOWN[field]}
        for field in PAYLOAD:
            if field in schema.get("properties", {}) and KNOWN.get(field):
                known = {"type": "string", "enum": KNOWN[field]}
                schema["properties"][field] = {"anyOf": [known, known, schema["properties"][field]]}
    for path, operations in raw_schema["paths"].items():
        kind = path.removeprefix("/payments/br/").removeprefix("/app2app/v1").lstrip("/").split("/")[0]
        for operation in operations.values():
            for parameter in operation.get("parameters", []):
                if parameter.get("schema", {}).get("format") in OWN_FORMATS:
                    words.add(parameter["name"])
                if parameter.get("in") == "path" and KNOWN.get(kind):
                    parameter["schema"] = {"anyOf": [{"type": "string", "enum": KNOWN[kind]}, parameter["schema"]]}


def references(value):
    if isinstance(value, dict):
        if "$ref" in value:
            yield value["$ref"]
        for inner in value.values():
            yield from references(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from references(inner)


def value_at(body, field):
    for name in field.split("."):
        body = body.get(name) if isinstance(body, dict) else None
    return body


@schemathesis.check
def valid_data_is_understood(ctx, response, case):
    """Valid data may meet a 400 only for what the document says in words or for what is stored."""
    if case.meta is None or not case.meta.generation.mode.is_positive or response.status_code != 400:
        return
    answer = response.json()
    if response.headers["content-type"][0] == "application/problem+json":
        pointers = {item["pointer"].removeprefix("#/") for item in answer["errors"]}
        if pointers and pointers <= PAYLOAD:
            return
        raise AssertionError(f"valid data is refused: {json.dumps(answer)}")
    for item in answer:
        field = item.get("field") or ""
        leaves = set(field.split("."))
        if item["code"] in STATE_CODES or leaves & words or leaves & STATE_FIELDS:
            continue
        if isinstance(value_at(case.body, field), float):
            continue  # JSON Schema takes 1.0 for an integer; a count is to be written as one.
        if item["message"].startswith("Only API keys may send this parameter."):
            continue  # A device's token narrows no list by amounts or notes; the operation's description says so.
        if item["code"] == "required" and field == "device_id":
            continue  # With a device's token; the operation's description says so.
        raise AssertionError(f"valid data is refused: {json.dumps(item)}")
