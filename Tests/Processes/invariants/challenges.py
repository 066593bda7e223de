"""V8 and V9: what a device signed is used once, and its counter only rises."""

from .books import b64url


def judge_challenges(books, history):
    """V8: one assertion spends an intent's challenge, one attestation an enrollment's."""
    looked, wrong = 0, []
    for kind, table, actions, path, name in (
        ("payment-intent", "payment_intent", {"approval", "approval-invalid"}, "authorize", "approvalDigest"),
        ("enrollment", "enrollment", {"attestation"}, "confirm", "attestationDigest"),
    ):
        trail = books.audit(kind)
        taken = {}
        for one in history.posts(path):
            if one.status == 204:
                taken.setdefault(one.object_id, set()).add(b64url(one.assertion_digest() or b""))
        for row in books.tables[table]:
            spent = [entry for entry in trail.get(row["id"], []) if entry["action"] in actions]
            if not spent and row["id"] not in taken:
                continue
            looked += 1
            if len(spent) > 1:
                wrong.append(f"{kind} {row['id']}: its challenge was spent {len(spent)} times")
            if taken.get(row["id"], set()) - {row["body"].get(name)}:
                wrong.append(f"{kind} {row['id']}: another assertion was taken than the one it was spent on")
    return looked, wrong


def counters(books):
    return {row["credential_id"].hex(): row["sign_count"] for row in books.tables["credential"]}


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
    intents, by_enrollment = books.by_id("payment_intent"), {}
    for row in books.tables["credential"]:
        by_enrollment[row["enrollment"]] = row
    at_bank = {row["id"]: row["sign_count"] for row in books.bank["enrollment"]}
    enrollments = books.by_id("enrollment")
    for one in history.posts("authorize"):
        intent = intents.get(one.object_id)
        if one.status != 204 or intent is None:
            continue
        if not any(entry["action"] == "approval" for entry in trail.get(intent["id"], [])):
            continue
        credential = by_enrollment.get(intent["enrollment"])
        if credential is None or credential["sign_count"] < one.counter():
            wrong.append(f"intent {intent['id']}: its assertion's counter was not kept")
        bank = (enrollments[intent["enrollment"]]["bank_enrollment_id"]) if credential else None
        if intent["status"] == "SUCCEEDED" and at_bank.get(bank, -1) < one.counter():
            wrong.append(f"intent {intent['id']}: the bank's counter is behind its assertion")
    return len(now), wrong
