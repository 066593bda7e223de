"""Damages to a good run, so that exactly one judge finds a fault: changes of its clients' records."""

import copy
import json

from .history import History, digest_of_parts


def copied(history):
    """All but its lock, which cannot be copied."""
    fresh = History()
    vars(fresh).update(copy.deepcopy({name: value for name, value in vars(history).items() if name != "lock"}))
    return fresh


def tries(history, kind, *statuses):
    return [one for one in history.tries if one.kind == kind and one.status in statuses]


def answers_a_key_otherwise(history):
    again = next(one for one in tries(history, "intent", 201) if one.replayed)
    again.answer = again.answer.replace(b'"currency"', b'"Currency"')


def takes_another_assertion(history):
    """A second attestation is answered with 204 too."""
    one = tries(history, "confirm", 204)[0]
    other, sent = copy.copy(one), json.loads(one.body)
    sent["confirmation_data"]["rawId"] = "AAAA"
    other.body, other.headers = json.dumps(sent).encode(), {**one.headers, "Idempotency-Key": "another"}
    history.tries.append(other)


def changes_a_delivered_body(history):
    name, body = history.deliveries[-1]
    history.deliveries[-1] = (name, body + b" ")


def delivers_what_was_never_committed(history):
    history.deliveries.append(("an-event-of-nobody", b"{}"))


def shows_another_organisation(history):
    """To the one that made the last bank account, the first enrollment of another."""
    mine = tries(history, "bank-account", 201)[-1]
    theirs = next(one for one in history.tries if one.kind == "enrollment" and one.status == 201)
    shown = copy.copy(next(one for one in history.tries if one.method == "GET" and one.caller == mine.caller))
    shown.answer = json.dumps({"id": theirs.json["id"]}).encode()
    history.tries.append(shown)


def reads_the_past(history):
    one = next(
        one
        for one in history.tries
        if one.method == "GET" and one.object_id and b'"SUCCEEDED"' in one.answer and "payment-intents" in one.path
    )
    late = copy.copy(one)
    late.begun, late.ended = one.ended + 10**12, one.ended + 10**12 + 1
    late.answer = json.dumps({**one.json, "status": "PENDING"}).encode()
    history.tries.append(late)


def logs_a_secret(history):
    history.logs.append(f"{{\"message\":\"signed in\",\"cpf\":\"{next(iter(history.secrets['a CPF']))}\"}}")


def keeps_files_open(history):
    label, last = next(taken for taken in reversed(history.processes) if "fds" in taken[1])
    history.processes.append((label, {**last, "fds": last["fds"] + 1_000}))


def refuses_and_does_it(history):
    one = tries(history, "bank-account", 201)[-1]
    one.status, one.answer = 400, b"[]"


def after_the_end(last):
    """The entry of a paid intent's audit after its last one that says it was cancelled, as if it were in order."""
    entry = copy.copy(last)
    entry.version, entry.previous, entry.action, entry.actor = last.version + 1, last.hash, "cancel", "platform"
    subject = f"payment-intent/{entry.object_id}"
    parts = [entry.organisation, subject, str(entry.version), str(entry.at), entry.actor, entry.action]
    entry.hash = digest_of_parts(*(part.encode() for part in parts), entry.content_digest, entry.previous)
    return entry
