"""Both databases as they stand, read without the product and without changing them."""

import base64
import json
import pathlib
import shutil
import sqlite3
import tempfile

from .history import digest_of_parts


def rows(path, query, *arguments):
    database = sqlite3.connect(path)
    database.row_factory = sqlite3.Row
    try:
        return [dict(row) for row in database.execute(query, arguments)]
    finally:
        database.close()


def b64url(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


class Books:
    """Both databases, as judges read them.

    `places` is the platform's as text, for what must stand nowhere; `damage` is what a database says of its own files.
    """

    PLATFORM = [
        "organisation", "api_key", "token_family", "customer", "bank_account", "enrollment", "credential",
        "payment_intent", "idempotency", "audit_entry", "event",
    ]  # fmt: skip
    BANK = ["account", "ledger_entry", "enrollment", "consent", "payment"]

    def __init__(self, directory):
        """A copy of a data directory, also of one whose server was killed: what is in the write-ahead log counts.

        The server must not be writing meanwhile.
        """
        self.places = {}
        with tempfile.TemporaryDirectory(prefix="chave-books-") as folder:
            platform, bank = (pathlib.Path(folder) / name for name in ("payments.sqlite", "bank.sqlite"))
            for path in (platform, bank):
                for file in pathlib.Path(directory).glob(f"{path.name}*"):
                    if file.name.endswith("-shm"):
                        continue
                    shutil.copyfile(file, path.with_name(file.name))
                    if path is platform:
                        self.places[file.name] = file.read_bytes().decode("latin-1")
            self.damage = [
                f"{path.name}: {row['integrity_check']}"
                for path in (platform, bank)
                for row in rows(path, "PRAGMA integrity_check")
                if row["integrity_check"] != "ok"
            ]
            self.tables = {name: rows(platform, f'SELECT * FROM "{name}"') for name in self.PLATFORM}
            self.bank = {name: rows(bank, f'SELECT * FROM "{name}"') for name in self.BANK}
            names = rows(platform, "SELECT name FROM sqlite_schema WHERE type = 'table'")
            self.table_names = {row["name"] for row in names}
            self.has_endpoints = "webhook_endpoint" in self.table_names and bool(
                rows(platform, 'SELECT 1 FROM "webhook_endpoint" LIMIT 1')
            )
        self._read_bodies()

    def _read_bodies(self):
        for name in ("customer", "bank_account", "enrollment", "payment_intent", "idempotency", "event"):
            for row in self.tables[name]:
                row["text"] = row["body"]
                row["body"] = json.loads(row["body"])

    def by_id(self, table):
        return {row["id"]: row for row in self.tables[table]}

    def audit(self, kind):
        """Each object's audit rows in the order of their versions."""
        found = {}
        for row in sorted(self.tables["audit_entry"], key=lambda row: row["version"]):
            if row["object_kind"] == kind:
                found.setdefault(row["object_id"], []).append(row)
        return found

    def events(self, kind):
        """Each object's own events; those of an intent's charge have versions of their own."""
        found = {}
        for row in sorted(self.tables["event"], key=lambda row: row["position"]):
            if row["object_kind"] == kind and not row["body"]["type"].startswith("charge."):
                found.setdefault(row["object_id"], []).append(row)
        return found

    def organisation_of(self, caller):
        """The organisation that a `Try.caller` speaks for."""
        if caller is None:
            return None
        kind, name = caller
        if kind == "organisation":
            return name
        return next((row["organisation"] for row in self.tables["api_key"] if row["id"] == name), None)

    def key_row(self, one):
        """The row of a try's idempotency key, found by what the contract says its scope is."""
        organisation = self.organisation_of(one.caller)
        if one.key is None or organisation is None:
            return None
        customer = one.bound_customer()
        route = one.template.removeprefix("/payments/br").removeprefix("/payments/api")
        scope = digest_of_parts(
            bytes.fromhex(organisation.replace("-", "")),
            bytes.fromhex(customer.replace("-", "")) if customer else b"",
            one.device,
            one.method.encode(),
            route.encode(),
            one.key.encode(),
        )
        if not hasattr(self, "_keys"):
            self._keys = {row["scope"]: row for row in self.tables["idempotency"]}
        return self._keys.get(scope)

    def object_of_key(self, one):
        """What a keyed request made or worked on."""
        row = self.key_row(one)
        named = row and row["body"].get("object")
        return next(iter(named.values()))["_0"] if named else None
