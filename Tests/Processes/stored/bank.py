"""The sandbox bank's store: accounts and what moved between them, enrollments, consents, payments."""

from .reader import reader

FILE, SCHEMA = "bank.sqlite", "bank"


def at(place):
    return reader(place, FILE, SCHEMA)


# --- Questions to a store in use


def payment_status(place, end_to_end_id):
    """`None` where the bank has no such payment."""
    found = at(place).rows('SELECT "status" FROM "payment" WHERE "end_to_end_id" = ?1', end_to_end_id)
    return found[0]["status"] if found else None


def payments_with(place, id):
    """How many payments have this id of the bank's."""
    return count(place, 'SELECT count(*) AS "count" FROM "payment" WHERE "id" = ?1', id)


def settled_payments(place):
    return count(place, """SELECT count(*) AS "count" FROM "payment" WHERE "status" = 'ACSC'""")


def settled_end_to_end_ids(place):
    """In order; an id that was settled twice stands twice."""
    rows = at(place).rows("""SELECT "end_to_end_id" FROM "payment" WHERE "status" = 'ACSC'""")
    return sorted(row["end_to_end_id"] for row in rows)


def clients(place):
    """The software and the institution of each registered client."""
    rows = at(place).rows('SELECT "software", "ispb" FROM "client"')
    return [(row["software"], row["ispb"]) for row in rows]


def uneven_movements(place):
    """Movements whose entries do not add up to zero."""
    sql = 'SELECT "movement" FROM "ledger_entry" GROUP BY "movement" HAVING sum("amount") <> 0'
    return [row["movement"] for row in at(place).rows(sql)]


def count(place, sql, *values):
    [row] = at(place).rows(sql, *values)
    return row["count"]


# --- All that it holds


class Bank:
    """Whole tables, read at one moment, as records: `tables` are rows by the names of `TABLES`."""

    TABLES = ["account", "ledger_entry", "enrollment", "consent", "payment"]

    def __init__(self, tables):
        self.accounts = [Account(row) for row in tables["account"]]
        self.entries = [Entry(row) for row in tables["ledger_entry"]]
        self.enrollments = [Enrollment(row) for row in tables["enrollment"]]
        self.consents = [Consent(row) for row in tables["consent"]]
        self.payments = [Payment(row) for row in tables["payment"]]


class Account:
    def __init__(self, row):
        self.id, self.balance = row["id"], row["balance"]


class Entry:
    """One account's side of a movement; a payment's movement has the name of its end-to-end id."""

    def __init__(self, row):
        self.movement, self.account, self.amount = row["movement"], row["account"], row["amount"]


class Enrollment:
    def __init__(self, row):
        self.id, self.status, self.counter = row["id"], row["status"], row["sign_count"]


class Consent:
    def __init__(self, row):
        self.id, self.status, self.enrollment = row["id"], row["status"], row["enrollment"]


class Payment:
    def __init__(self, row):
        self.id, self.end_to_end_id = row["id"], row["end_to_end_id"]
        self.consent, self.amount = row["consent"], row["amount"]
