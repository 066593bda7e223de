"""The platform and the bank at one moment, read without the product and without changing them."""

import json
import pathlib
import shutil
import subprocess
import tempfile

from postgres import OWNER, Postgres, program

from . import bank, payments
from .bank import Bank
from .payments import Platform

OTHERS = "('pg_catalog', 'information_schema', 'pg_toast')"


class Snapshot:
    """`places` are the platform's files or tables as texts, by name; `damage` has a database's findings about its
    files. The bank's store may be in a data directory of its own, which a bank may have open that does nothing.
    """

    def __init__(self, place, bank_place=None):
        self.places, self.damage = {}, []
        if isinstance(place, Postgres):
            self._read_schemas(place, bank_place)
        else:
            with tempfile.TemporaryDirectory(prefix="chave-snapshot-") as folder:
                self._read_files(pathlib.Path(place), pathlib.Path(folder))

    def _read_files(self, directory, folder):
        """Reads a copy of a data directory, also of one whose server was killed: the write-ahead log counts. The server
        must not write meanwhile.
        """
        for name in (payments.FILE, bank.FILE):
            for file in directory.glob(f"{name}*"):
                if file.name.endswith("-shm"):
                    continue
                shutil.copyfile(file, folder / file.name)
                if name == payments.FILE:
                    self.places[file.name] = file.read_bytes().decode("latin-1")
        stores = {payments.FILE: payments.at(folder), bank.FILE: bank.at(folder)}
        for name, store in stores.items():
            self.damage += unsound(name, store)
        self.platform = Platform(tables(stores[payments.FILE], Platform.TABLES))
        self.bank = Bank(tables(stores[bank.FILE], Bank.TABLES))

    def _read_schemas(self, postgres, bank_place):
        """All tables, in one snapshot; nodes may be writing meanwhile."""
        self.damage = damage(postgres)
        found = everything(postgres)
        self.platform = Platform({name: found[payments.SCHEMA, name] for name in Platform.TABLES})
        if bank_place is None:
            self.bank = Bank({name: found[bank.SCHEMA, name] for name in Bank.TABLES})
        else:
            store = bank.at(bank_place)
            self.damage += unsound(bank.FILE, store)
            self.bank = Bank(tables(store, Bank.TABLES))
        self.places = {
            f"{schema}.{table}": "\n".join(plain(value) for row in rows for value in row.values())
            for (schema, table), rows in found.items()
            if schema != bank.SCHEMA
        }


def unsound(name, store):
    """What a file's own check finds, one line each."""
    said = [row["integrity_check"] for row in store.rows("PRAGMA integrity_check")]
    return [f"{name}: {line}" for line in said if line != "ok"]


def tables(store, names):
    return {name: store.rows(f'SELECT * FROM "{name}"') for name in names}


def plain(value):
    return value.decode("latin-1") if isinstance(value, bytes) else str(value)


def everything(postgres):
    """Each table's rows by schema and name, in one snapshot."""
    columns = postgres.ask(
        "SELECT c.table_schema, c.table_name, c.column_name, c.data_type FROM information_schema.columns c"
        " JOIN information_schema.tables t USING (table_schema, table_name)"
        f" WHERE t.table_type = 'BASE TABLE' AND c.table_schema NOT IN {OTHERS}"
    )
    found, binary = {}, {}
    for schema, table, column, kind in columns:
        found.setdefault((schema, table), [])
        if kind == "bytea":
            binary.setdefault((schema, table), []).append(column)
    places = list(found)
    selects = [
        f"""SELECT {number}, row_to_json(t) FROM "{schema}"."{table}" t"""
        for number, (schema, table) in enumerate(places)
    ]
    opening = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
    for number, text in postgres.ask(";".join([opening, *selects, "COMMIT"])):
        place, row = places[int(number)], json.loads(text)
        for name in binary.get(place, ()):
            row[name] = row[name] and bytes.fromhex(row[name].removeprefix("\\x"))
        found[place].append(row)
    return found


def damage(postgres):
    """The findings of `pg_amcheck` about tables, and about indexes against their tables, one line each."""
    place = ["-h", "127.0.0.1", "-p", str(postgres.port), "-U", OWNER, "-d", postgres.database]
    wanted = ["--install-missing", "--heapallindexed", "--no-dependent-toast"]
    checked = subprocess.run([program("pg_amcheck"), *place, *wanted], capture_output=True, text=True)
    if checked.returncode == 0:
        return []
    return [line for line in (checked.stdout + checked.stderr).splitlines() if line.strip()] or ["pg_amcheck failed"]
