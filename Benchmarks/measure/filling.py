"""A server's database with many enrollments: one real enrollment, its customer and credential, and the bank's records
of it, again and again under ids, keys and digests of their own, so that every index has as many different entries as
it would have.

What a year leaves besides is left out: entries of the audit, events, answers kept for repetitions.
"""

import base64
import concurrent.futures
import json
import os
import sqlite3
import uuid

# Newer than what was enrolled a year before, older than what the run enrolls.
SPREAD = 365 * 24 * 3600 * 1000


def b64url(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def identifier(milliseconds):
    """UUID version 7 of that time."""
    raw = bytearray(milliseconds.to_bytes(6, "big") + os.urandom(10))
    raw[6], raw[8] = raw[6] & 0x0F | 0x70, raw[8] & 0x3F | 0x80
    return str(uuid.UUID(bytes=bytes(raw)))


class Template:
    """One row of a table, and how another is made of it."""

    def __init__(self, connection, table, where):
        row = connection.execute(f'SELECT * FROM "{table}" WHERE {where}').fetchone()
        self.columns, self.values, self.table = list(row.keys()), dict(row), table

    @property
    def sql(self):
        names = ", ".join(f'"{name}"' for name in self.columns)
        return f'INSERT INTO "{self.table}" ({names}) VALUES ({", ".join("?" * len(self.columns))})'

    def another(self, body, **changed):
        values = {**self.values, **changed}
        if "body" in values:
            text = values["body"]
            for old, new in body:
                text = text.replace(old, new)
            values["body"] = text
        return tuple(values[name] for name in self.columns)


def names(count, enrolled_at):
    """For each enrollment the ids that both databases know: of the enrollment, the customer, the bank's enrollment."""
    for number in range(count):
        moment = enrolled_at - SPREAD + SPREAD * number // (count + 1)
        yield identifier(moment), identifier(moment), f"urn:sandboxbank:enrollment:{identifier(moment)}"


def connect(file):
    connection = sqlite3.connect(file, isolation_level=None)
    connection.row_factory = sqlite3.Row
    # It is filled before the server starts, and made anew if this is broken off: nothing is kept to go back to.
    for pragma in (
        "journal_mode = OFF",
        "synchronous = OFF",
        "locking_mode = EXCLUSIVE",
        "foreign_keys = OFF",
        "cache_size = -3000000",
    ):
        connection.execute(f"PRAGMA {pragma}")
    return connection


def insert(connection, rows):
    """Rows by template, ten thousand enrollments at a time."""
    connection.execute("BEGIN")
    waiting = {}
    for number, made in enumerate(rows, 1):
        for template, values in made:
            waiting.setdefault(template, []).append(values)
        if number % 10_000 == 0:
            flush(connection, waiting)
    flush(connection, waiting)
    connection.execute("COMMIT")
    connection.execute("PRAGMA journal_mode = WAL")
    connection.close()


def flush(connection, waiting):
    for template, values in waiting.items():
        connection.executemany(template.sql, values)
        values.clear()


def fill_payments(file, all_names):
    connection = connect(file)
    one = Template(connection, "enrollment", "\"status\" = 'SUCCEEDED' LIMIT 1")
    old = one.values
    credential = Template(connection, "credential", f"\"enrollment\" = '{old['id']}'")
    customer = Template(connection, "customer", f"\"id\" = '{old['customer']}'")
    known = json.loads(credential.values["body"])["credentialID"]
    device, index = b64url(old["device"]), b64url(customer.values["identifier_index"])

    def rows():
        for enrollment, person, bank in all_names:
            secret, key, digest, place = (os.urandom(32) for _ in range(4))
            device_id = os.urandom(8).hex()
            same = [
                (old["id"], enrollment),
                (old["customer"], person),
                (old["bank_enrollment_id"], bank),
                (device, b64url(secret)),
                (known, b64url(key)),
                (index, b64url(place)),
                (old["device_id"], device_id),
            ]
            yield (
                (customer, customer.another(same, id=person, identifier_index=place)),
                (
                    one,
                    one.another(
                        same,
                        id=enrollment,
                        customer=person,
                        device=secret,
                        device_id=device_id,
                        state_digest=digest,
                        bank_enrollment_id=bank,
                    ),
                ),
                (credential, credential.another(same, enrollment=enrollment, credential_id=key)),
            )

    insert(connection, rows())


def fill_bank(file, all_names):
    connection = connect(file)
    one = Template(connection, "enrollment", "\"status\" = 'AUTHORISED' LIMIT 1")
    asked = Template(connection, "authorization_request", f"\"enrollment\" = '{one.values['id']}' LIMIT 1")

    def rows():
        for _, _, bank in all_names:
            yield (
                (one, one.another([], id=bank, refresh_digest=os.urandom(32), credential_id=os.urandom(32))),
                (asked, asked.another([], enrollment=bank, ticket=os.urandom(32), code_digest=os.urandom(32))),
            )

    insert(connection, rows())


def fill(data, count):
    """Both databases of a server that stands still; it has one enrollment."""
    connection = sqlite3.connect(data / "payments.sqlite")
    enrolled_at = int(connection.execute('SELECT max("id") FROM "enrollment"').fetchone()[0].replace("-", "")[:12], 16)
    connection.close()
    all_names = list(names(count - 1, enrolled_at))
    with concurrent.futures.ProcessPoolExecutor(2) as pool:
        parts = [
            pool.submit(fill_payments, data / "payments.sqlite", all_names),
            pool.submit(fill_bank, data / "bank.sqlite", all_names),
        ]
        for part in parts:
            part.result()
