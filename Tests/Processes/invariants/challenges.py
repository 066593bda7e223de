"""V8 and V9: a device's signature is used once, and its counter only rises."""

from .books import by_id


def judge_challenges(books, history):
    """V8: one assertion spends an intent's challenge, one attestation an enrollment's."""
    looked, wrong = 0, []
    for kind, actions, path in (
        ("payment-intent", {"approval", "approval-invalid"}, "authorize"),
        ("enrollment", {"attestation"}, "confirm"),
    ):
        trail = books.audit(kind)
        taken = {}
        for one in history.posts(path):
            if one.status == 204:
                taken.setdefault(one.object_id, set()).add(one.assertion_digest() or b"")
        for record in books.objects(kind):
            spent = [entry for entry in trail.get(record.id, []) if entry.action in actions]
            if not spent and record.id not in taken:
                continue
            looked += 1
            if len(spent) > 1:
                wrong.append(f"{kind} {record.id}: its challenge was spent {len(spent)} times")
            if taken.get(record.id, set()) - {record.signed_digest}:
                wrong.append(f"{kind} {record.id}: another assertion was taken than the one it was spent on")
    return looked, wrong


def counters(books):
    return {credential.id.hex(): credential.counter for credential in books.platform.credentials}


def judge_counters(books, history):
    """V9: no counter and no credential goes back, at no time, here or at the bank."""
    wrong, last = [], {}
    now = counters(books)
    for label, seen in [*history.counters, ("the end", now)]:
        for credential, before in last.items():
            if seen.get(credential, -1) < before:
                wrong.append(f"{label}: a counter went from {before} back to {seen.get(credential)}")
        last = {**last, **seen}
    trail = books.audit("payment-intent")
    intents, enrollments = by_id(books.platform.intents), by_id(books.platform.enrollments)
    by_enrollment = {credential.enrollment: credential for credential in books.platform.credentials}
    at_bank = {enrollment.id: enrollment.counter for enrollment in books.bank.enrollments}
    for one in history.posts("authorize"):
        intent = intents.get(one.object_id)
        if one.status != 204 or intent is None:
            continue
        if not any(entry.action == "approval" for entry in trail.get(intent.id, [])):
            continue
        credential = by_enrollment.get(intent.enrollment)
        if credential is None or credential.counter < one.counter():
            wrong.append(f"intent {intent.id}: its assertion's counter was not kept")
        bank = enrollments[intent.enrollment].bank_enrollment if credential else None
        if intent.status == "SUCCEEDED" and at_bank.get(bank, -1) < one.counter():
            wrong.append(f"intent {intent.id}: the bank's counter is behind its assertion")
    return len(now), wrong
