"""The platform's store: organisations, their keys and accounts, customers, enrollments, payment intents, the trail."""

import base64
import json

from .reader import reader, uuid_text

FILE, SCHEMA = "payments.sqlite", "payments"
# The tables, after the store's name, whose rows are deleted after their time.
PRUNED = ("payments.idempotency", "payments.event", "payments.webhook_delivery", "payments.webhook_attempt")


def at(place):
    return reader(place, FILE, SCHEMA, has_uuids=True)


# --- Questions to a store in use


def intents_under_way(place):
    return count(place, """SELECT count(*) AS "count" FROM "payment_intent" WHERE "status" = 'PROCESSING'""")


def succeeded_intents(place):
    return count(place, """SELECT count(*) AS "count" FROM "payment_intent" WHERE "status" = 'SUCCEEDED'""")


def succeeded_end_to_end_ids(place):
    """In order."""
    rows = at(place).rows("""SELECT "body" FROM "payment_intent" WHERE "status" = 'SUCCEEDED'""")
    return sorted(json.loads(row["body"])["endToEndID"] for row in rows)


def bank_payment_of(place, intent):
    """The bank's id of an intent's payment; `None` where the platform has not heard of one."""
    [row] = at(place).rows('SELECT "bank_payment_id" FROM "payment_intent" WHERE "id" = ?1', intent)
    return row["bank_payment_id"]


def holders(place):
    """The numbers of the nodes that hold leases; only PostgreSQL has nodes."""
    tables = ("payment_intent", "idempotency", "enrollment")
    held = [f'SELECT "held_by" FROM "{table}" WHERE "held_until" IS NOT NULL' for table in tables]
    return [row["held_by"] for row in at(place).rows(" UNION ".join(held))]


def intents_held_by(place, node):
    sql = 'SELECT count(*) AS "count" FROM "payment_intent" WHERE "held_by" = ?1 AND "held_until" IS NOT NULL'
    return count(place, sql, node)


def events_to_deliver(place):
    """Ids of all events that an endpoint is told of, or was."""
    return {row["event"] for row in at(place).rows('SELECT "event" FROM "webhook_delivery"')}


def objects_told_of(place):
    """Ids of all objects that an endpoint is told of, or was."""
    return {row["object_id"] for row in at(place).rows('SELECT "object_id" FROM "webhook_delivery"')}


def newest_enrollment(place):
    [row] = at(place).rows('SELECT "id" FROM "enrollment" ORDER BY "id" DESC LIMIT 1')
    return row["id"]


def intents_counted(rows):
    """The payment intents among what `chave db backup --json` has counted by table."""
    return rows.get("payment_intent")


def count(place, sql, *values):
    [row] = at(place).rows(sql, *values)
    return row["count"]


# --- All that it holds


class Platform:
    """Whole tables, read at one moment, as records: `tables` are rows by the names of `TABLES`."""

    TABLES = [
        "organisation", "api_key", "customer", "bank_account", "enrollment", "credential", "payment_intent",
        "idempotency", "audit_entry", "event", "webhook_endpoint",
    ]  # fmt: skip

    def __init__(self, tables):
        self.organisations = [Owned(row["id"], row["id"]) for row in tables["organisation"]]
        self.api_keys = [Owned(row["id"], row["organisation"]) for row in tables["api_key"]]
        self.customers = [Customer(row) for row in tables["customer"]]
        self.bank_accounts = [Owned(row["id"], row["organisation"]) for row in tables["bank_account"]]
        self.enrollments = [Enrollment(row) for row in tables["enrollment"]]
        self.credentials = [Credential(row) for row in tables["credential"]]
        self.intents = [Intent(row) for row in tables["payment_intent"]]
        self.kept_keys = [KeptKey(row) for row in tables["idempotency"]]
        self.audit_entries = [AuditEntry(row) for row in tables["audit_entry"]]
        self.events = [Event(row) for row in tables["event"]]
        self.has_endpoints = bool(tables["webhook_endpoint"])


class Owned:
    """What belongs to an organisation."""

    def __init__(self, id, organisation):
        self.id, self.organisation = id, organisation


class Customer(Owned):
    def __init__(self, row):
        super().__init__(row["id"], row["organisation"])
        self.external_id = row["external_id"]


class Enrollment(Owned):
    def __init__(self, row):
        super().__init__(row["id"], row["organisation"])
        body = json.loads(row["body"])
        self.customer, self.external_id, self.status = row["customer"], row["external_id"], row["status"]
        self.version, self.body_version, self.audit_head = row["version"], body["version"], unb64url(body["auditHead"])
        self.state_digest, self.bank_enrollment = row["state_digest"], row["bank_enrollment_id"]
        # Of the attestation that its challenge was spent on.
        self.signed_digest = unb64url(body.get("attestationDigest"))


class Credential:
    def __init__(self, row):
        self.id, self.enrollment, self.counter = row["credential_id"], row["enrollment"], row["sign_count"]


class Intent(Owned):
    def __init__(self, row):
        super().__init__(row["id"], row["organisation"])
        body = json.loads(row["body"])
        self.customer, self.enrollment, self.external_id = row["customer"], row["enrollment"], row["external_id"]
        self.status, self.amount = row["status"], body["amount"]
        self.version, self.body_version, self.audit_head = row["version"], body["version"], unb64url(body["auditHead"])
        self.end_to_end_id, self.consent = row["end_to_end_id"], row["consent_id"]
        # Of the assertion that its challenge was spent on.
        self.signed_digest = unb64url(body.get("approvalDigest"))
        # Other ids that a response with this object may show.
        self.other_ids = [body[name] for name in ("charge", "externalPaymentID", "providerRequestID")]


class KeptKey:
    """An idempotency key, and the id of what its request made or worked on."""

    def __init__(self, row):
        self.scope, self.object = row["scope"], row["object_id"]

    @staticmethod
    def kept_scope(digest):
        """The first sixteen bytes of a scope's digest are stored."""
        return uuid_text(digest[:16])


class AuditEntry:
    """One step of an object; its attributes have the names of the columns."""

    COLUMNS = [
        "organisation", "object_kind", "object_id", "version", "at", "actor", "action", "content_digest", "previous",
        "hash",
    ]  # fmt: skip

    def __init__(self, row):
        vars(self).update({name: row[name] for name in self.COLUMNS})


class Event(Owned):
    """`text` is the body as it was frozen for webhooks, and `body` the same read."""

    def __init__(self, row):
        super().__init__(row["id"], row["organisation"])
        self.position, self.version, self.at = row["position"], row["version"], row["at"]
        self.object_kind, self.object_id = row["object_kind"], row["object_id"]
        self.text, self.body = row["body"], json.loads(row["body"])


def unb64url(text):
    return text if text is None else base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
