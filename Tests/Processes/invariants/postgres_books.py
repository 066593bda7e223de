"""The same books where both databases are one PostgreSQL, read by its own programs."""

import json
import subprocess

from postgres import OWNER, program

from .books import Books

OTHERS = "('pg_catalog', 'information_schema', 'pg_toast')"


class PostgresBooks(Books):
    """All tables as they stood at one moment; nodes may be writing meanwhile.

    `damage` is what `pg_amcheck` says of tables and of indexes against their tables.
    """

    def __init__(self, postgres):
        self.damage = damage(postgres)
        found, binary = everything(postgres)
        for (schema, table), rows in found.items():
            for row in rows:
                for name in binary.get((schema, table), ()):
                    row[name] = row[name] and bytes.fromhex(row[name].removeprefix("\\x"))
        self.tables = {name: found["payments", name] for name in self.PLATFORM}
        self.bank = {name: found["bank", name] for name in self.BANK}
        self.table_names = {table for schema, table in found if schema == "payments"}
        self.has_endpoints = bool(found["payments", "webhook_endpoint"])
        self.deliveries = found["payments", "webhook_delivery"]
        self.places = {
            f"{schema}.{table}": "\n".join(plain(value) for row in rows for value in row.values())
            for (schema, table), rows in found.items()
            if schema != "bank"
        }
        self._read_bodies()


def plain(value):
    return value.decode("latin-1") if isinstance(value, bytes) else str(value)


def everything(postgres):
    """Each table's rows by schema and name, and which columns of it are bytes, in one snapshot."""
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
    for number, row in postgres.ask(";".join([opening, *selects, "COMMIT"])):
        found[places[int(number)]].append(json.loads(row))
    return found, binary


def damage(postgres):
    """What is wrong with the files, a line each."""
    place = ["-h", "127.0.0.1", "-p", str(postgres.port), "-U", OWNER, "-d", postgres.database]
    wanted = ["--install-missing", "--heapallindexed", "--no-dependent-toast"]
    checked = subprocess.run([program("pg_amcheck"), *place, *wanted], capture_output=True, text=True)
    if checked.returncode == 0:
        return []
    return [line for line in (checked.stdout + checked.stderr).splitlines() if line.strip()] or ["pg_amcheck failed"]
