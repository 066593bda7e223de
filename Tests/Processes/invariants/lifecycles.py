"""V4 and V5: the allowed steps of objects, and the records of each step."""

import hashlib

from .books import by_id
from .history import digest_of_parts

# The steps of contracts payments-api, sections 5 and 6: from, the audited action, where it may lead.
INTENT = """
    - created created
    created consent-created consented
    created refused,ground-lost,cancel,clock-tick ended
    consented challenge awaitingApproval
    consented refused,ground-lost,cancel,clock-tick ended
    awaitingApproval approval authorising
    awaitingApproval approval-invalid,refused,ground-lost,cancel ended
    awaitingApproval clock-tick lapsing
    lapsing consent-lapsed,refused ended
    authorising authorised paying,ended
    authorising consumed paying
    authorising refused,consent-lapsed,clock-tick ended
    paying payment-known settling
    paying settled succeeded
    paying refused,consent-lapsed ended
    settling payment-known settling
    settling settled succeeded
    settling refused,consent-lapsed ended
    succeeded anonymized succeeded
    ended anonymized ended
"""
ENROLLMENT = """
    - created created
    created bank-created knownToBank
    knownToBank signals-accepted signalsSent
    signalsSent redirect-ready awaitingHolder
    awaitingHolder callback returned
    awaitingHolder callback-failed,clock-tick withdrawing
    returned exchange-marked exchanging
    exchanging tokens exchanged
    exchanged holder-confirmed holderChecked
    holderChecked options awaitingCredential
    awaitingCredential attestation attested
    awaitingCredential clock-tick,withdrawn withdrawing2
    attested registration-marked registering
    attested clock-tick,withdrawn withdrawing2
    registering registered authorised
    registering clock-tick,withdrawn withdrawing2
    authorised checked,check-due authorised
    authorised cancel,bank-ended,expired ended
    knownToBank,signalsSent,returned,exchanging,exchanged,holderChecked clock-tick,withdrawn withdrawing
    created,knownToBank,signalsSent,exchanging,exchanged,holderChecked,registering refused ended
    created clock-tick ended
    created,knownToBank,signalsSent,awaitingHolder,returned,exchanging,exchanged cancel,bank-ended ended
    holderChecked,awaitingCredential,attested,registering cancel,bank-ended ended
    withdrawing,withdrawing2 ended-at-bank,bank-ended,cancel ended
    ended ended-at-bank,bank-ended,anonymized ended
"""
VISIBLE = {
    "payment-intent": {
        "PENDING": "created consented awaitingApproval lapsing",
        "PROCESSING": "authorising paying settling",
        "SUCCEEDED": "succeeded",
        "END": "ended",
    },
    "enrollment": {
        "PENDING/AWAITING_ACCOUNT_HOLDER_VALIDATION": "created knownToBank signalsSent awaitingHolder returned"
        " exchanging exchanged holderChecked withdrawing",
        "PENDING/AWAITING_ENROLLMENT": "awaitingCredential attested registering withdrawing2",
        "SUCCEEDED/AUTHORISED": "authorised",
        "END": "ended",
    },
}
# The visible states that may follow each state; an end state has no successor.
GRAPH = {
    "payment-intent": {
        None: {"PENDING", "FAILED"},
        "PENDING": {"PROCESSING", "FAILED", "CANCELED"},
        "PROCESSING": {"SUCCEEDED", "FAILED"},
    },
    "enrollment": {
        None: {"PENDING"},
        "PENDING": {"PENDING", "SUCCEEDED", "FAILED"},
        "SUCCEEDED": {"CANCELED"},
    },
}
KINDS = list(GRAPH)


def graph(text):
    steps = {}
    for line in text.split("\n"):
        if line.strip():
            starts, actions, ends = (part.split(",") for part in line.split())
            for start in starts:
                for action in actions:
                    steps.setdefault((start, action), set()).update(ends)
    return steps


STEPS = {"payment-intent": graph(INTENT), "enrollment": graph(ENROLLMENT)}


def walk(kind, entries, status):
    """The visible status after each audited action; `None` from where an action is not on the graph.

    The next step decides a step with two results; the object's own `status` decides the last one.
    """
    names = {state: name for name, states in VISIBLE[kind].items() for state in states.split()}
    places, at = [], {"-"}
    for entry in entries:
        at = set().union(*(STEPS[kind].get((state, entry.action), set()) for state in at)) if at else set()
        places.append(at)
    if places and places[-1]:
        places[-1] = {state for state in places[-1] if matches({names[state]}, status)} or places[-1]
        for number in reversed(range(len(places) - 1)):
            action, after = entries[number + 1].action, places[number + 1]
            places[number] = {state for state in places[number] if STEPS[kind].get((state, action), set()) & after}
    return [{names[state] for state in at} or None for at in places]


def judge_graph(books):
    """V4: statuses move along the published graph, end states stay, versions rise by one."""
    looked, wrong = 0, []
    for kind in KINDS:
        trail, events = books.audit(kind), books.events(kind)
        for record in books.objects(kind):
            name, entries = f"{kind} {record.id}", trail.get(record.id, [])
            looked += len(entries)
            path = walk(kind, entries, record.status)
            if None in path:
                place = path.index(None)
                before = [entry.action for entry in entries[:place]]
                wrong.append(f"{name}: {entries[place].action} after {before}")
            elif path and not matches(path[-1], record.status):
                wrong.append(f"{name}: its steps lead to {path[-1]}, it says {record.status}")
            if [entry.version for entry in entries] != list(range(1, len(entries) + 1)):
                wrong.append(f"{name}: versions {[entry.version for entry in entries]}")
            before = None
            for event in sorted(events.get(record.id, []), key=lambda event: event.version):
                now = event.body["data"]["status"]
                if now not in GRAPH[kind].get(before, set()):
                    wrong.append(f"{name}: {before} became {now} at version {event.version}")
                before = now
    return looked, wrong


def matches(visible, status):
    words = {name.split("/")[0] for name in visible}
    return status in words or ("END" in words and status in ("FAILED", "CANCELED"))


def judge_trail(books):
    """V5: one audit row for each version, linked; one event for each visible change, and for nothing else."""
    looked, wrong = 0, []
    for kind in KINDS:
        trail, events = books.audit(kind), books.events(kind)
        known = by_id(books.objects(kind))
        for name in (trail.keys() | events.keys()) - known.keys():
            wrong.append(f"{kind} {name} has a trail and does not exist")
        for record in books.objects(kind):
            name, entries = f"{kind} {record.id}", trail.get(record.id, [])
            if record.version != len(entries) or record.body_version != record.version:
                wrong.append(f"{name}: version {record.version}, {len(entries)} audit rows")
            wrong += [f"{name}: {problem}" for problem in broken_links(kind, record, entries)]
            wanted, exact = versions_with_events(kind, entries, record.status)
            found = [event.version for event in events.get(record.id, [])]
            looked += len(wanted)
            if exact and sorted(found) != sorted(wanted):
                wrong.append(f"{name}: events at versions {sorted(found)}, visible changes at {sorted(wanted)}")
            for event in events.get(record.id, []):
                wrong += [f"{name}: {problem}" for problem in unlike(event, record.id)]
    return looked, wrong


def versions_with_events(kind, entries, status):
    """The versions with an event for the merchant, and whether the whole trail could be followed."""
    wanted, before = [], None
    for entry, now in zip(entries, walk(kind, entries, status)):
        if now is None:
            return wanted, False
        # A callback is told of too: the holder has come back.
        if now != before or entry.action in ("created", "callback"):
            wanted.append(entry.version)
        before = now
    return wanted, True


def broken_links(kind, record, entries):
    """The hash chain, computed anew from the records alone."""
    subject = f"{kind}/{record.id}"
    head = hashlib.sha256(subject.encode()).digest()
    for entry in entries:
        link = digest_of_parts(
            entry.organisation.encode(),
            subject.encode(),
            str(entry.version).encode(),
            str(entry.at).encode(),
            entry.actor.encode(),
            entry.action.encode(),
            entry.content_digest,
            head,
        )
        if entry.previous != head or entry.hash != link:
            yield f"the audit chain breaks at version {entry.version}"
            return
        head = link
    if record.audit_head != head:
        yield "the audit chain does not end where the object says"


def unlike(event, object_id):
    body = event.body
    if (body["object_id"], body["version"], body["webhook_id"]) != (object_id, event.version, event.id):
        yield f"the event at version {event.version} speaks of something else"
