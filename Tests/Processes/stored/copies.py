"""The rows of a real enrollment again and again, for databases in SQLite that are to be large.

Each copy has ids, keys and digests of its own, so every index has as many different entries as it would have.
"""

import base64
import json
import os

from .reader import uuid_bytes, uuid_text


class Template:
    """One row of a table, and the recipe for copies of it; `given` names the columns that the database fills."""

    def __init__(self, connection, table, where, given=()):
        row = connection.execute(f'SELECT * FROM "{table}" WHERE {where}').fetchone()
        self.columns, self.values, self.table = [name for name in row.keys() if name not in given], dict(row), table

    @property
    def sql(self):
        names = ", ".join(f'"{name}"' for name in self.columns)
        return f'INSERT INTO "{self.table}" ({names}) VALUES ({", ".join("?" * len(self.columns))})'

    def another(self, body, **changed):
        values = {**self.values, **{name: uuid_bytes(value) for name, value in changed.items()}}
        if "body" in values:
            text = values["body"]
            for old, new in body:
                text = text.replace(old, new)
            values["body"] = text
        return tuple(values[name] for name in self.columns)


class PlatformCopies:
    """An enrollment with its customer and credential; `connection` gives rows by the names of their columns."""

    def __init__(self, connection):
        self.enrollment = Template(connection, "enrollment", "\"status\" = 'SUCCEEDED' LIMIT 1")
        self.old = self.enrollment.values
        self.credential = Template(connection, "credential", f"\"enrollment\" = x'{self.old['id'].hex()}'")
        self.customer = Template(connection, "customer", f"\"id\" = x'{self.old['customer'].hex()}'")
        self.old_key = json.loads(self.credential.values["body"])["credentialID"]
        self.old_device = b64url(self.old["device"])
        self.old_index = b64url(self.customer.values["identifier_index"])

    def another(self, enrollment, person, bank):
        """Templates with values for each, under these ids of the enrollment, of the customer and of the bank."""
        secret, key, digest, place = (os.urandom(32) for _ in range(4))
        device_id = os.urandom(8).hex()
        same = [
            (uuid_text(self.old["id"]), enrollment),
            (uuid_text(self.old["customer"]), person),
            (self.old["bank_enrollment_id"], bank),
            (self.old_device, b64url(secret)),
            (self.old_key, b64url(key)),
            (self.old_index, b64url(place)),
            (self.old["device_id"], device_id),
        ]
        enrolled = {"id": enrollment, "customer": person, "bank_enrollment_id": bank}
        known_by = {"device": secret, "device_id": device_id, "state_digest": digest}
        return (
            (self.customer, self.customer.another(same, id=person, identifier_index=place)),
            (self.enrollment, self.enrollment.another(same, **enrolled, **known_by)),
            (self.credential, self.credential.another(same, enrollment=enrollment, credential_id=key)),
        )


class BankCopies:
    """The bank's own record of an enrollment, with the request that its holder answered."""

    def __init__(self, connection):
        self.enrollment = Template(connection, "enrollment", "\"status\" = 'AUTHORISED' LIMIT 1", given=("position",))
        of = f"\"enrollment\" = '{self.enrollment.values['id']}' LIMIT 1"
        self.asked = Template(connection, "authorization_request", of)

    def another(self, _, __, bank):
        digest, credential, ticket, code = (os.urandom(32) for _ in range(4))
        return (
            (self.enrollment, self.enrollment.another([], id=bank, refresh_digest=digest, credential_id=credential)),
            (self.asked, self.asked.another([], enrollment=bank, ticket=ticket, code_digest=code)),
        )


def b64url(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()
