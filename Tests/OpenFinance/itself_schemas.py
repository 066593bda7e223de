"""The schemas: what the initiator sends follows them, and each rule of theirs refuses something."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from typing import Any

from cases import each, refuses
from initiator import enrollments as e
from initiator import payments as p
from initiator.authenticator import Ceremony, Credential
from initiator.registration import REGISTER
from initiator.schemas import Operation, Specification
from itself_ground import Ground

CPF = "76109277673"
FILES = (("enrollments-2.2.0.yaml",), ("payments-5.0.0.yaml",), ("payments-4.1.0.yaml",))
# The list of a consent's payments requires members that it does not describe; its examples therefore lack them.
UNDESCRIBED = ("ResponsePaymentsGetConsentsConsentIdPayments",)


def _sample(specification: Specification, schema: dict[str, Any]) -> Any:
    """A value made of a schema's examples."""
    schema = specification.resolve(schema)
    if "allOf" in schema:
        return {name: value for part in schema["allOf"] for name, value in _sample(specification, part).items()}
    if "oneOf" in schema:
        rest = {name: value for name, value in schema.items() if name != "oneOf"}
        return {
            **(_sample(specification, rest) if "properties" in rest else {}),
            **_sample(specification, schema["oneOf"][0]),
        }
    if "example" in schema and schema.get("type") != "object":
        return schema["example"]
    if "enum" in schema:
        return schema["enum"][0]
    kind = str(schema.get("type"))
    if kind == "object":
        return {name: _sample(specification, part) for name, part in schema.get("properties", {}).items()}
    if kind == "array":
        return [_sample(specification, schema["items"])] * schema.get("minItems", 1)
    return {"string": "text", "integer": schema.get("minimum", 1), "number": 1.5, "boolean": True}[kind]


def _bodies(specification: Specification) -> Iterator[tuple[str, dict[str, Any]]]:
    for name, schema in specification.document["components"]["schemas"].items():
        is_body = name.startswith(("Create", "Response", "Patch", "422", "Risk", "Consent", "Enrollment"))
        if is_body and schema.get("type") == "object" and name not in UNDESCRIBED:
            yield name, schema


@each(*FILES)
def examples(_ground: Ground, file: str) -> None:
    """schemas-accept-their-examples: a body made of the examples follows its schema."""
    specification = Specification.of(file)
    count = 0
    for name, schema in _bodies(specification):
        specification.check(schema, _sample(specification, schema), name)
        count += 1
    assert count >= 15, f"only {count} bodies were found in {file}"


@each(*FILES)
def missing(_ground: Ground, file: str) -> None:
    """schemas-refuse-what-lacks-a-member: each required member at the first two levels."""
    specification = Specification.of(file)
    count = 0
    for name, schema in _bodies(specification):
        for place in _required(specification, schema):
            body = copy.deepcopy(_sample(specification, schema))
            holder = body
            for step in place[:-1]:
                holder = holder[step]
            del holder[place[-1]]
            refuses(lambda: specification.check(schema, body, name), "required")
            count += 1
    assert count > 20, f"only {count} members were left out in {file}"


def _required(specification: Specification, schema: dict[str, Any]) -> Iterator[tuple[Any, ...]]:
    for member in schema.get("required", []):
        yield (member,)
        inner = specification.resolve(schema["properties"].get(member, {}))
        if inner.get("type") == "object" and "oneOf" not in inner:
            for below in inner.get("required", []):
                yield member, below
        if inner.get("type") == "array":
            for below in specification.resolve(inner["items"]).get("required", []):
                yield member, 0, below


@each(*FILES)
def refusals(_ground: Ground, file: str) -> None:
    """schemas-accept-the-examples-of-refusals: each written example of a 422."""
    specification = Specification.of(file)
    count = 0
    for response in specification.document["components"]["responses"].values():
        for content in response.get("content", {}).values():
            for written in content.get("examples", {}).values():
                specification.check(content["schema"], written["value"], "an example")
                count += 1
    assert count, f"{file} has no examples of refusals"


def _registration() -> dict[str, Any]:
    options = {"pubKeyCredParams": [{"alg": -7, "type": "public-key"}], "user": {"id": "AAAA"}, "challenge": "A" * 43}
    return {"data": Credential.create(options, Ceremony("http://localhost", "localhost"))[1]}


def _authorisation() -> dict[str, Any]:
    assertion = Credential(user_handle=b"x").sign({"challenge": "A" * 43}, Ceremony("http://localhost", "localhost"))
    data = {"enrollmentId": "urn:bank:1", "riskSignals": e.signals(**e.APP_SIGNALS), "fidoAssertion": assertion}
    return {"data": data}


V5, V4 = p.Operations.of(5), p.Operations.of(4)
SCHEDULED = p.Terms(
    schedule={"single": {"date": p.day_after(1)}, "additionalInformation": "x"}, purpose="SINGLE_SCHEDULED"
)


@each(
    ("E1", e.CREATE, lambda: e.creation(CPF, "Nome")),
    ("E3-reject", e.END, lambda: e.rejection(CPF)),
    ("E3-revoke", e.END, lambda: e.revocation(CPF)),
    ("E4", e.RISK_SIGNALS, lambda: {"data": e.signals()}),
    ("E6", e.REGISTER, _registration),
    ("E8", e.AUTHORISE, _authorisation),
    ("P1-v5", V5.create_consent, lambda: p.Terms().consent(CPF, 5)),
    ("P1-v5-scheduled", V5.create_consent, lambda: SCHEDULED.consent(CPF, 5)),
    ("P1-v4", V4.create_consent, lambda: p.Terms().consent(CPF, 4)),
    (
        "P5-v5",
        V5.create,
        lambda: {"data": [p.Terms().payment("urn:bank:1", p.end_to_end_id("11222333"), "11222333000181")]},
    ),
    ("P7-v5", V5.cancel, lambda: p.cancellation(CPF)),
    ("P4-v4", V4.cancel_all, lambda: p.cancellation(CPF)),
)
def ours(_ground: Ground, _name: str, operation: Operation, body: Callable[[], dict[str, Any]]) -> None:
    """schemas-accept-our-request: the bodies that the initiator sends, and not the same without their data."""
    operation.check_request(body())
    refuses(lambda: operation.check_request({}), "required")


def end_to_end(_ground: Ground) -> None:
    """schemas-end-to-end-id: the made id follows the pattern, with the minute in UTC."""
    schema = Specification.of("payments-5.0.0.yaml").schema("EndToEndId")
    Specification.of("payments-5.0.0.yaml").check(schema, p.end_to_end_id("11222333"), "an end-to-end id")
    made = p.scheduled_end_to_end_id("11222333", "2026-12-31")
    assert made.startswith("E11222333202612311500") and len(made) == 32, made


def unknown_status(_ground: Ground) -> None:
    """schemas-refuse-unknown-status: 418 is no answer of an operation, 202 has no body, 201 is no plain JSON."""
    refuses(lambda: e.CREATE.check_answer(418, "application/jwt", {}), "418")
    refuses(lambda: V5.cancel_all.check_answer(202, "application/jwt", {}), "none")
    refuses(lambda: e.CREATE.check_answer(201, "application/json", {}), "application/json")


def link(_ground: Ground) -> None:
    """schemas-self-link: payments refuse localhost as a host of links.self; names below .test pass."""
    specification = Specification.of("payments-5.0.0.yaml")
    schema = specification.schema("LinkSingle")
    specification.check(
        schema, {"self": "https://matls.ipe.bank.test:9446/open-banking/payments/v5/consents/urn:a:b"}, "l"
    )
    refuses(lambda: specification.check(schema, {"self": "https://localhost:9446/open-banking/x"}, "links"), "match")


def dates(_ground: Ground) -> None:
    """schemas-times: a fraction or an offset in a time is refused."""
    specification = Specification.of("enrollments-2.2.0.yaml")
    schema = specification.schema("Meta")
    specification.check(schema, {"requestDateTime": "2026-11-23T12:00:00Z"}, "meta")
    for text in ("2026-11-23T12:00:00.123Z", "2026-11-23T12:00:00-03:00", "yesterday"):
        refuses(lambda: specification.check(schema, {"requestDateTime": text}, "meta"))


def codes(_ground: Ground) -> None:
    """schemas-codes: an operation's codes of 422 are those of its file."""
    assert "MAXIMO_CHALLENGES_ATINGIDO" in e.REGISTRATION_OPTIONS.codes()
    assert "PROPOSITO_INVALIDO" in V5.create_consent.codes() and "PROPOSITO_INVALIDO" not in V4.create_consent.codes()


def registration(_ground: Ground) -> None:
    """schemas-registration: statement and redirect addresses are required."""
    good = {"software_statement": "a.b.c", "redirect_uris": ["https://iniciadora.test/callback"]}
    REGISTER.check_request(good)
    for name in good:
        refuses(lambda: REGISTER.check_request({key: value for key, value in good.items() if key != name}), name)
