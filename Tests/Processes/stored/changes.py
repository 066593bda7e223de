"""Changes that no server makes, to prove that the judges find them; no other process may have the store open."""

import base64
import json

from . import bank, payments

# --- At the platform


def remove_bank_account(place, id):
    payments.at(place).change('DELETE FROM "bank_account" WHERE "id" = ?1', id)


def repeat_bank_account(place, id, another_id):
    """The same account once more under another id."""
    store = payments.at(place)
    [row] = store.rows('SELECT * FROM "bank_account" WHERE "id" = ?1', id)
    insert(store, "bank_account", {**row, "id": another_id})


def append_audit_entry(place, entry):
    """Appends an audit entry to a payment intent, which then has the entry's version and hash."""
    store = payments.at(place)
    insert(store, "audit_entry", {name: getattr(entry, name) for name in entry.COLUMNS})
    head = base64.urlsafe_b64encode(entry.hash).rstrip(b"=").decode()
    change_body(store, "payment_intent", entry.object_id, version=entry.version, auditHead=head)
    store.change('UPDATE "payment_intent" SET "version" = ?1 WHERE "id" = ?2', entry.version, entry.object_id)


def redate_audit_entry(place, object_id, version):
    sql = 'UPDATE "audit_entry" SET "at" = "at" + 1 WHERE "object_id" = ?1 AND "version" = ?2'
    payments.at(place).change(sql, object_id, version)


def remove_event(place, id):
    payments.at(place).change('DELETE FROM "event" WHERE "id" = ?1', id)


def change_events_of(place, object_id):
    """The same JSON in other bytes."""
    sql = """UPDATE "event" SET "body" = replace("body", '{', '{ ') WHERE "object_id" = ?1"""
    payments.at(place).change(sql, object_id)


def forget_approval(place, intent):
    """The intent names another assertion than the one that approved it."""
    change_body(payments.at(place), "payment_intent", intent, approvalDigest="AAAA")


def reset_counter(place, enrollment):
    payments.at(place).change('UPDATE "credential" SET "sign_count" = 0 WHERE "enrollment" = ?1', enrollment)


def note_at_organisations(place, text):
    store = payments.at(place)
    for row in store.rows('SELECT "id" FROM "organisation"'):
        change_body(store, "organisation", row["id"], note=text)


def add_endpoint(place, id):
    """A webhook endpoint of one of the organisations, which wants all events and was never told of one."""
    store = payments.at(place)
    [organisation] = store.rows('SELECT "id" FROM "organisation" LIMIT 1')
    endpoint = {"organisation": organisation["id"], "id": id, "version": 1, "url": "https://loja.example/"}
    standing = {"standing": "enabled", "failures": 0, "wants_all": 1, "body": "{}"}
    insert(store, "webhook_endpoint", {**endpoint, **standing})


# --- At the bank


def repeat_payment(place):
    """A payment once more, refused, under an end-to-end id and a consent that nobody knows."""
    store = bank.at(place)
    [row] = store.rows('SELECT * FROM "payment" LIMIT 1')
    row.pop("position")  # the database gives each row its own
    unknown = {"id": "urn:again", "end_to_end_id": "E" + "9" * 31, "consent": "urn:again", "status": "RJCT"}
    insert(store, "payment", {**row, **unknown})


def repeat_consent(place):
    """A second consent for an intent, as from a retry under another key."""
    store = bank.at(place)
    [row] = store.rows('SELECT * FROM "consent" LIMIT 1')
    insert(store, "consent", {**row, "id": "urn:again", "enrollment": None, "status": "AWAITING_AUTHORISATION"})


def lose_a_centavo(place):
    sql = 'UPDATE "account" SET "balance" = "balance" - 1 WHERE "id" = (SELECT min("id") FROM "account")'
    bank.at(place).change(sql)


# --- What they have in common


def insert(store, table, row):
    names = ", ".join(f'"{name}"' for name in row)
    marks = ", ".join(f"?{number}" for number in range(1, len(row) + 1))
    store.change(f'INSERT INTO "{table}" ({names}) VALUES ({marks})', *row.values())


def change_body(store, table, id, **members):
    [row] = store.rows(f'SELECT "body" FROM "{table}" WHERE "id" = ?1', id)
    body = json.dumps({**json.loads(row["body"]), **members})
    store.change(f'UPDATE "{table}" SET "body" = ?1 WHERE "id" = ?2', body, id)
