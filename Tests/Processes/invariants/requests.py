"""V1, V2, V7 and V15: requests, responses, and stored objects."""

import hashlib

from .books import by_id
from .history import CREATES

ACTIONS = {
    "authorize": {"approval", "approval-invalid"},
    "cancel": {"cancel"},
    "confirm": {"attestation", "withdrawn"},
    "enrollment-cancel": {"cancel"},
    "redirection": {"callback", "callback-failed", "bank-ended"},
}
MUTATIONS = ["customer", "bank-account", "enrollment", "intent", *ACTIONS]


class Effects:
    """Finds the effects of a call in the books."""

    def __init__(self, books):
        self.books = books
        platform = books.platform
        made = {"customer": platform.customers, "bank-account": platform.bank_accounts}
        made |= {"enrollment": platform.enrollments, "intent": platform.intents}
        self.made = {kind: by_id(records) for kind, records in made.items()}
        self.trail = {**books.audit("enrollment"), **books.audit("payment-intent")}
        self.marks = {}
        for kind in ("customer", "enrollment", "intent"):
            for record in made[kind]:
                if record.external_id:
                    mark = f"external {record.external_id}"
                    self.marks.setdefault((kind, record.organisation, mark), []).append(record.id)

    def made_by(self, one):
        """Ids of the records that a create has made, by its answer, its key and its mark."""
        found = set()
        if one.status and one.status < 300:
            found.add(one.json["id"])
        named = self.books.object_of_key(one)
        if named:
            found.add(named)
        organisation = self.books.organisation_of(one.caller)
        for mark in marks_of_body(one.kind, one.sent):
            found.update(self.marks.get((one.kind, organisation, mark), []))
        return found

    def enrollment_of(self, one):
        """A callback names its enrollment by its state alone."""
        state = one.sent.get("state")
        if not isinstance(state, str):
            return None
        digest = hashlib.sha256(state.encode()).digest()
        return next((found.id for found in self.books.platform.enrollments if found.state_digest == digest), None)

    def has_happened(self, one):
        """Whether the effect of this request exists on its object, by this request or by another."""
        name = self.enrollment_of(one) if one.kind == "redirection" else one.object_id
        return any(entry.action in ACTIONS[one.kind] for entry in self.trail.get(name, []))

    def is_there(self, one):
        """The same, but only with exactly this assertion."""
        if one.kind in ("authorize", "confirm"):
            kind = "intent" if one.kind == "authorize" else "enrollment"
            record, digest = self.made[kind].get(one.object_id), one.assertion_digest()
            return record is not None and digest is not None and record.signed_digest == digest
        return self.has_happened(one)


def marks_of_body(kind, sent):
    """Values that only one request of the run has, and the object that it makes; a bank account is found only by
    response and key."""
    if isinstance(sent, dict) and kind != "bank-account" and sent.get("external_id"):
        yield f"external {sent['external_id']}"


def judge_acknowledged(books, history):
    """V1: the effect of every successful response is in the books."""
    effects, looked, wrong = Effects(books), 0, []
    for call in history.calls(*MUTATIONS):
        if not call.done:
            continue
        looked += 1
        one = call.done
        if one.kind in CREATES:
            record = effects.made[one.kind].get(one.json["id"])
            if record is None or record.organisation != books.organisation_of(one.caller):
                wrong.append(f"{one.kind} {one.json['id']} was acknowledged and is not there")
        elif not effects.has_happened(one):
            wrong.append(f"{one.path} was acknowledged with {one.status} and left nothing")
    wrong += [f"damaged: {line}" for line in books.damage]
    return looked, wrong


def judge_causes(books, history, planted):
    """V2: each record, each step that a caller takes and each payment has a request that asked for it.

    `planted` are ids of records that the sandbox makes at its first start.
    """
    effects, looked, wrong = Effects(books), 0, []
    asked = {kind: set() for kind in CREATES}
    for one in history.posts(*CREATES):
        asked[one.kind] |= effects.made_by(one)
    for record in [*books.platform.enrollments, *books.platform.intents]:
        asked["customer"].add(record.customer)  # made on the way
    for kind, records in effects.made.items():
        for name in records.keys() - planted:
            looked += 1
            if name not in asked[kind]:
                wrong.append(f"{kind} {name}: nobody asked for it")
    steps = {}
    for one in history.posts(*ACTIONS):
        name = effects.enrollment_of(one) if one.kind == "redirection" else one.object_id
        steps.setdefault(name, set()).update(ACTIONS[one.kind])
    for name, entries in effects.trail.items():
        for entry in entries:
            if entry.actor == "platform" or entry.action == "created":
                continue
            looked += 1
            if entry.action not in steps.get(name, set()):
                wrong.append(f"{entry.object_kind} {name}: {entry.action} by {entry.actor}, not asked for")
    unapproved = {
        intent.end_to_end_id
        for intent in books.platform.intents
        if not any(entry.action == "approval" for entry in effects.trail.get(intent.id, []))
    }
    for payment in books.bank.payments:
        looked += 1
        if payment.end_to_end_id in unapproved:
            wrong.append(f"payment {payment.id}: its intent was never approved")
    consents, unasked = judge_consents(books)
    return looked + consents, wrong + unasked


def judge_consents(books):
    """Each consent at the bank is the one that its intent names.

    An intent that ended before the bank's answer was heard may leave one behind that nobody can approve: at most one for
    each intent that ended without a consent, and none that anything was done with.
    """
    named = {intent.consent for intent in books.platform.intents}
    orphans = [consent for consent in books.bank.consents if consent.id not in named]
    nameless = [
        intent for intent in books.platform.intents
        if intent.consent is None and intent.status not in ("SUCCEEDED", "PROCESSING")
    ]  # fmt: skip
    wrong = [f"consent {one.id} of no intent is {one.status}" for one in orphans if one.enrollment]
    if len(orphans) > len(nameless):
        wrong.append(f"{len(orphans)} consents of no intent at the bank, {len(nameless)} intents that never heard of theirs")
    return len(books.bank.consents), wrong


def judge_keys(books, history):
    """V7: under one key there is one outcome, byte for byte, and one object.

    Tokens are excluded: they are secrets and never stored (section 8, rule 5).
    """
    looked, wrong, groups = 0, [], {}
    for one in history.tries:
        if one.method == "POST" and one.key and one.caller and one.kind not in ("token", "refresh"):
            name = (books.organisation_of(one.caller), one.device, one.template, one.key)
            groups.setdefault(name, []).append(one)
    for (_, _, path, _), tries in groups.items():
        kept = [one for one in tries if one.status and one.status < 300]
        looked += len(tries) > 1 and bool(kept)
        if len({(one.status, one.answer) for one in kept}) > 1:
            wrong.append(f"{path}: one key was answered in {len(kept)} ways")
        if len({(one.path, one.query, one.body) for one in kept}) > 1:
            wrong.append(f"{path}: one key was taken for two requests")
        known = books.kept_key(tries[0])
        if kept and kept[0].status == 201 and known is not None:
            if known.object != kept[0].json["id"]:
                wrong.append(f"{path}: the key's row names another object than its answer")
    return looked, wrong


def judge_ends(books, history):
    """V15: each call ended as done, refused or unknown; a refused call had no effect."""
    effects, looked, wrong = Effects(books), {"done": 0, "refused": 0, "unknown": 0}, []
    done = {}
    for call in history.calls(*MUTATIONS):
        if call.end == "done":
            for one in call.tries:
                done.setdefault(cause(one), one)
    for call in history.calls(*MUTATIONS):
        looked[call.end] += 1
        if call.end != "refused" or cause(call.first) in done:
            continue
        one = call.first
        if one.kind in CREATES:
            # A key that was refused for other content belongs to the request that came first.
            others = {400, 401, 403, 404, 413, 415}
            if one.status in others and effects.made_by(one) & effects.made[one.kind].keys():
                wrong.append(f"{one.path} was refused with {one.status} and made something")
        elif one.kind in ("authorize", "confirm") and effects.is_there(one):
            wrong.append(f"{one.path} was refused with {one.status}, and its assertion was taken")
    return sum(looked.values()), wrong


def cause(one):
    """Requests that ask for the same effect."""
    if one.kind in ("authorize", "confirm"):
        return one.kind, one.object_id, one.assertion_digest()
    if one.kind in CREATES:
        return one.kind, one.caller, tuple(marks_of_body(one.kind, one.sent)) or one.key
    return one.kind, one.object_id, one.sent.get("state") if isinstance(one.sent, dict) else None
