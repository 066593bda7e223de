"""The bank's own OpenAPI documents beside the files of Open Finance Brasil."""

from __future__ import annotations

import re
import urllib.parse
from collections.abc import Iterator
from typing import Any

from cases import each
from document_shapes import Difference, Document, differences
from expectations import equal
from ground import PLAIN, Ground
from initiator.schemas import Specification
from not_applicable import AUTOMATIC

FILES = {
    "enrollments-v2": "enrollments-2.2.0.yaml",
    "payments-v5": "payments-5.0.0.yaml",
    "payments-v4": "payments-4.1.0.yaml",
}
NOT_OFFERED = {"enrollments-v2 POST /recurring-consents/{recurringConsentId}/authorise": AUTOMATIC}

BOUNDED = "The file has no bound; the bank's is that of its readers."
FIDO = "enrollments-v2 POST /enrollments/{enrollmentId}/fido"
SIGNALS = "enrollments-v2 POST /enrollments/{enrollmentId}/risk-signals"
AUTHORISATION = "enrollments-v2 POST /consents/{consentId}/authorise"
MOMENT = "The file's pattern allows no more than 20 characters; consents have the same pattern with that bound."
MANY = "The file has no bound; a schedule has at most 60 payments."
# Where the bank's documents differ: operation, path and aspect, in which `*` stands for any text.
EXCEPTIONS = {
    "enrollments-v2 *:*.data.journey.linkId:pattern": (
        "The file writes one set of characters in two ways; the document has the one of the other ids."
    ),
    "enrollments-v2 *:*.data.permissions:maxItems of its own": BOUNDED,
    f"{SIGNALS}:request.data.*:maxLength of its own": BOUNDED,
    f"{AUTHORISATION}:request.data.*:maxLength of its own": BOUNDED,
    f"{FIDO}-registration:request.data.*:maxLength of its own": BOUNDED,
    f"{FIDO}-registration-options:request.data.rp:maxLength of its own": BOUNDED,
    f"{FIDO}-registration-options:201.data.*:maxLength of its own": BOUNDED,
    f"{FIDO}-registration-options:201.data.*:maxItems of its own": BOUNDED,
    f"{FIDO}-sign-options:request.data.rp:maxLength of its own": BOUNDED,
    f"{FIDO}-sign-options:201.data.*:maxLength of its own": BOUNDED,
    f"{FIDO}-sign-options:201.data.allowCredentials:maxItems of its own": BOUNDED,
    "payments-v* *:*.data.payment.schedule:oneOf": (
        "A table has no choice of five members; each names the others that must be absent beside it (x-excludes)."
    ),
    "payments-v* POST /pix/payments:*.data:maxItems of its own": MANY,
    "payments-v* GET /consents/{consentId}/pix/payments:200.data:maxItems of its own": MANY,
    "payments-v4 PATCH /pix/payments/consents/{consentId}:200.data:maxItems of its own": MANY,
    "payments-v* *:20*.data*.creationDateTime:maxLength of its own": MOMENT,
    "payments-v* *:20*.data*.statusUpdateDateTime:maxLength of its own": MOMENT,
    "payments-v* GET /consents/{consentId}/pix/payments:200.data[].*:member of its own": (
        "The file demands eleven members and describes four. The bank answers the payments as it answers one."
    ),
}


def problems(name: str, content: dict[str, Any], used: set[str]) -> list[str]:
    """Sentences about what a document has otherwise than its file, without the exceptions; these go to `used`."""
    found = []
    for operation, difference in _all_differences(name, content):
        place = f"{operation}:{difference.path}:{difference.aspect}"
        reasons = {key for key in EXCEPTIONS if _fits(key, place)}
        used |= reasons
        if not reasons:
            found.append(f"{operation}:{difference}")
    return found


def _fits(key: str, place: str) -> bool:
    return re.fullmatch(".*".join(map(re.escape, key.split("*"))), place) is not None


def _all_differences(name: str, content: dict[str, Any]) -> Iterator[tuple[str, Difference]]:
    specification, document = Document(Specification.of(FILES[name]).document), Document(content)
    expected, found = specification.operations, document.operations
    for path in sorted({*expected, *found}):
        operation = f"{name} {path}"
        is_offered = path in expected and operation not in NOT_OFFERED
        if is_offered != (path in found):
            yield operation, Difference("operation", "offered", is_offered, path in found)
        elif is_offered:
            for difference in _of_operation(specification, document, expected[path], found[path]):
                yield operation, difference


def _of_operation(
    specification: Document, document: Document, expected: dict[str, Any], found: dict[str, Any]
) -> Iterator[Difference]:
    payloads = (
        specification.payload(expected.get("requestBody", {})),
        document.payload(found.get("requestBody", {})),
    )
    yield from differences(*payloads, "request")
    statuses = (specification.answers(expected), document.answers(found))
    if sorted(statuses[0]) != sorted(statuses[1]):
        yield Difference("answer", "status", sorted(statuses[0]), sorted(statuses[1]))
    for status in statuses[0].keys() & statuses[1].keys():
        yield from differences(
            specification.payload(statuses[0][status]), document.payload(statuses[1][status]), status
        )
    codes = (specification.codes(expected), document.codes(found))
    if codes[0] != codes[1]:
        yield Difference("422", "codes", sorted(codes[0]), sorted(codes[1]))
    parameters = (specification.parameters(expected), document.parameters(found))
    for name in sorted({*parameters[0], *parameters[1]}):
        if parameters[0].get(name) != parameters[1].get(name):
            yield Difference(name, "required", parameters[0].get(name), parameters[1].get(name))


def _document(ground: Ground, name: str, slug: str = PLAIN) -> dict[str, Any]:
    host = urllib.parse.urlsplit(ground.initiator.directory.bank(slug).issuer).netloc
    answer = ground.initiator.public.get(f"https://{host}/open-banking/openapi/{name}.json")
    equal(answer.status, 200, f"the status of {answer.where}")
    equal(answer.media_type, "application/json", f"the media type of {answer.where}")
    return answer.json()


@each(*((name,) for name in FILES))
def documents(ground: Ground, name: str) -> None:
    """document: each bank tells its operations, and payloads, parameters and codes are those of the file."""
    content = _document(ground, name)
    assert content["openapi"].startswith("3.1."), f"the document is of OpenAPI {content['openapi']}"
    found = problems(name, content, set())
    assert not found, f"{len(found)} differences: {'; '.join(found[:5])}"
    for entry in ground.initiator.directory.banks():
        other = _document(ground, name, entry.slug)
        assert all(other[part] == content[part] for part in ("paths", "components")), f"{entry.name} tells others"


def exceptions_are_used(ground: Ground) -> None:
    """document/exceptions-are-used: a difference that is gone is no exception any more."""
    used: set[str] = set()
    for name in FILES:
        problems(name, _document(ground, name), used)
    unused = [key for key in EXCEPTIONS if key not in used]
    assert not unused, f"no document differs in: {'; '.join(unused)}"
    known: set[str] = set()
    for name, file in FILES.items():
        known |= {f"{name} {path}" for path in Document(Specification.of(file).document).operations}
    strange = [operation for operation in NOT_OFFERED if operation not in known]
    assert not strange, f"no file has: {'; '.join(strange)}"
