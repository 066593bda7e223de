"""What the cases ask of an answer, in words that name the difference."""

from __future__ import annotations

from typing import Any

from initiator.api import Reply
from initiator.net import Answer


def refused(reply: Reply, *codes: str, status: int = 422) -> None:
    """A signed 422, or another status, with exactly one of the codes."""
    assert reply.status == status, f"{reply.answer.where}, {status} {' or '.join(codes)} was expected: {reply.told}"
    if codes:
        assert reply.codes and reply.codes[0] in codes, (
            f"{reply.answer.where} has {reply.codes}, not {' or '.join(codes)}"
        )


def plain_error(reply: Reply, *statuses: int) -> None:
    """An error that is not signed; its body follows ResponseError."""
    assert reply.status in statuses, f"{reply.answer.where}, {statuses} was expected: {reply.told}"
    assert reply.answer.media_type == "application/json", f"{reply.answer.where} is {reply.answer.media_type!r}"
    assert reply.errors, f"{reply.answer.where} names no error: {reply.body}"


def oauth_error(answer: Answer, *errors: str, statuses: tuple[int, ...] = (400, 401)) -> dict[str, Any]:
    """A refusal of RFC 6749, section 5.2, or of RFC 7591, section 3.2.2."""
    assert answer.status in statuses, f"{answer.where}, {statuses} was expected: {answer.text[:300]}"
    assert answer.media_type == "application/json", f"{answer.where} is {answer.media_type!r}"
    told = answer.json()
    if errors:
        assert told.get("error") in errors, f"{answer.where} has {told}, not {' or '.join(errors)}"
    return told


def equal(found: Any, expected: Any, what: str) -> None:
    assert found == expected, f"{what} is {found!r}, {expected!r} was expected"


def among(found: Any, expected: tuple[Any, ...], what: str) -> None:
    assert found in expected, f"{what} is {found!r}, one of {expected} was expected"


def outcome(data: dict[str, Any]) -> tuple[str, str | None]:
    """Status and code of the rejection of a consent or a payment."""
    return data["status"], (data.get("rejectionReason") or {}).get("code")
