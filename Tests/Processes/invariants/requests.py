"""V1, V2, V7 and V15: what was asked for, what was said, and what is there."""

import hashlib

from .books import b64url
from .history import CREATES

ACTIONS = {
    "authorize": {"approval", "approval-invalid"},
    "cancel": {"cancel"},
    "confirm": {"attestation", "withdrawn"},
    "enrollment-cancel": {"cancel"},
    "redirection": {"callback", "callback-failed", "bank-ended"},
}
TABLES = {"customer": "customer", "bank-account": "bank_account", "enrollment": "enrollment", "intent": "payment_intent"}
MUTATIONS = [*TABLES, *ACTIONS]


class Effects:
    """Finds in the books what a call has done."""

    def __init__(self, books):
        self.books = books
        self.rows = {kind: books.by_id(table) for kind, table in TABLES.items()}
        self.trail = {**books.audit("enrollment"), **books.audit("payment-intent")}
        self.marks = {}
        for kind, table in TABLES.items():
            for row in books.tables[table]:
                for mark in marks_of_row(row):
                    self.marks.setdefault((kind, row["organisation"], mark), []).append(row["id"])

    def made_by(self, one):
        """Ids of the rows that a create has made, by its answer, its key and its mark."""
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
        return next((r["id"] for r in self.books.tables["enrollment"] if r["state_digest"] == digest), None)

    def has_happened(self, one):
        """Whether what this request asked for was done to its object, be it by this request or by another."""
        name = self.enrollment_of(one) if one.kind == "redirection" else one.object_id
        return any(entry["action"] in ACTIONS[one.kind] for entry in self.trail.get(name, []))

    def is_there(self, one):
        """The same, but of an assertion only this very one counts."""
        if one.kind in ("authorize", "confirm"):
            kind = "intent" if one.kind == "authorize" else "enrollment"
            name = "approvalDigest" if one.kind == "authorize" else "attestationDigest"
            row, digest = self.rows[kind].get(one.object_id), one.assertion_digest()
            return row is not None and digest is not None and row["body"].get(name) == b64url(digest)
        return self.has_happened(one)


def marks_of_body(kind, sent):
    """What a request and the row it makes both carry, and no other of the run."""
    if not isinstance(sent, dict):
        return
    if kind == "bank-account":
        number = (sent.get("details") or {}).get("number")
        if number:
            yield f"number {number}"
    elif sent.get("external_id"):
        yield f"external {sent['external_id']}"


def marks_of_row(row):
    if row.get("external_id"):
        yield f"external {row['external_id']}"
    number = ((row["body"].get("route") or {}).get("account") or {}).get("number")
    if number:
        yield f"number {number}"


def judge_acknowledged(books, history):
    """V1: what was answered with success is in the books."""
    effects, looked, wrong = Effects(books), 0, []
    for call in history.calls(*MUTATIONS):
        if not call.done:
            continue
        looked += 1
        one = call.done
        if one.kind in CREATES:
            row = effects.rows[one.kind].get(one.json["id"])
            if row is None or row["organisation"] != books.organisation_of(one.caller):
                wrong.append(f"{one.kind} {one.json['id']} was acknowledged and is not there")
        elif not effects.has_happened(one):
            wrong.append(f"{one.path} was acknowledged with {one.status} and left nothing")
    wrong += [f"damaged: {line}" for line in books.damage]
    return looked, wrong


def judge_causes(books, history, planted):
    """V2: each row, each step that a caller takes and each payment has a request that asked for it.

    `planted` are ids of rows that the sandbox makes at its first start.
    """
    effects, looked, wrong = Effects(books), 0, []
    asked = {kind: set() for kind in TABLES}
    for one in history.posts(*CREATES):
        asked[one.kind] |= effects.made_by(one)
    for row in [*books.tables["enrollment"], *books.tables["payment_intent"]]:
        asked["customer"].add(row["customer"])  # made on the way
    for kind in TABLES:
        for name in effects.rows[kind].keys() - planted:
            looked += 1
            if name not in asked[kind]:
                wrong.append(f"{kind} {name}: nobody asked for it")
    steps = {}
    for one in history.posts(*ACTIONS):
        name = effects.enrollment_of(one) if one.kind == "redirection" else one.object_id
        steps.setdefault(name, set()).update(ACTIONS[one.kind])
    for name, entries in effects.trail.items():
        for entry in entries:
            if entry["actor"] == "platform" or entry["action"] == "created":
                continue
            looked += 1
            if entry["action"] not in steps.get(name, set()):
                wrong.append(f"{entry['object_kind']} {name}: {entry['action']} by {entry['actor']}, not asked for")
    approved = {
        row["end_to_end_id"]
        for row in books.tables["payment_intent"]
        if any(entry["action"] == "approval" for entry in effects.trail.get(row["id"], []))
    }
    for payment in books.bank["payment"]:
        looked += 1
        if payment["end_to_end_id"] in {row["end_to_end_id"] for row in books.tables["payment_intent"]} - approved:
            wrong.append(f"payment {payment['id']}: its intent was never approved")
    consents, unasked = judge_consents(books)
    return looked + consents, wrong + unasked


def judge_consents(books):
    """Each consent at the bank is the one that its intent names.

    An intent that ended before the bank's answer was heard may leave one behind that nobody can approve: at most one for
    each intent that ended without a consent, and none that anything was done with.
    """
    named = {row["consent_id"] for row in books.tables["payment_intent"]}
    orphans = [row for row in books.bank["consent"] if row["id"] not in named]
    nameless = [
        row for row in books.tables["payment_intent"]
        if row["consent_id"] is None and row["status"] not in ("SUCCEEDED", "PROCESSING")
    ]  # fmt: skip
    wrong = [f"consent {row['id']} of no intent is {row['status']}" for row in orphans if row["enrollment"]]
    if len(orphans) > len(nameless):
        wrong.append(f"{len(orphans)} consents of no intent at the bank, {len(nameless)} intents that never heard of theirs")
    return len(books.bank["consent"]), wrong


def judge_keys(books, history):
    """V7: under one key there is one outcome, byte for byte, and one object.

    Not of tokens: they are secrets and never kept (section 8, rule 5).
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
        row = books.key_row(tries[0])
        if kept and kept[0].status == 201 and row is not None:
            named = books.object_of_key(tries[0])
            if named != kept[0].json["id"]:
                wrong.append(f"{path}: the key's row names another object than its answer")
    return looked, wrong


def judge_ends(books, history):
    """V15: each call ended done, refused or unknown; what was refused had no effect."""
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
            if one.status in others and effects.made_by(one) & effects.rows[one.kind].keys():
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
