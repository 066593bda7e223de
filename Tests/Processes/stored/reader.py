"""One store in SQLite or in PostgreSQL. SQL is written once for both, with numbered parameters and without schemas."""

import contextlib
import json
import re
import sqlite3
import uuid

from postgres import Postgres


UUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")


def reader(place, file, schema, has_uuids=False):
    """`has_uuids` says that ids are UUIDs, which a file keeps as sixteen bytes; here they are texts all the same."""
    if isinstance(place, Postgres):
        return PostgresReader(place, schema)
    return UUIDReader(place / file) if has_uuids else SQLiteReader(place / file)


class SQLiteReader:
    """A file, which a server may have open."""

    def __init__(self, file):
        self.file = file

    def rows(self, sql, *values):
        """Each row by the names of its columns."""
        with contextlib.closing(sqlite3.connect(f"file:{self.file}?mode=ro", uri=True)) as connection:
            connection.row_factory = sqlite3.Row
            return [dict(row) for row in connection.execute(sql, values)]

    def change(self, sql, *values):
        """Changes at least one row, past triggers and foreign keys: a server must not have the file open."""
        with contextlib.closing(sqlite3.connect(self.file)) as connection, connection:
            connection.execute("BEGIN")
            triggers = connection.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").fetchall()
            for name, _ in triggers:
                connection.execute(f'DROP TRIGGER "{name}"')
            if connection.execute(sql, values).rowcount < 1:
                raise AssertionError(f"nothing was changed by {sql}")
            for _, made_by in triggers:
                connection.execute(made_by)


class UUIDReader(SQLiteReader):
    def rows(self, sql, *values):
        found = super().rows(sql, *map(uuid_bytes, values))
        return [{name: uuid_text(value) for name, value in row.items()} for row in found]

    def change(self, sql, *values):
        super().change(sql, *map(uuid_bytes, values))


def uuid_bytes(value):
    """The sixteen bytes of a UUID's text; anything else as it is."""
    return uuid.UUID(value).bytes if isinstance(value, str) and UUID.fullmatch(value) else value


def uuid_text(value):
    """The text of sixteen bytes; anything else as it is."""
    return str(uuid.UUID(bytes=value)) if isinstance(value, bytes) and len(value) == 16 else value


class PostgresReader:
    """A schema, read by PostgreSQL's own program; bytes are texts as PostgreSQL writes them."""

    def __init__(self, postgres, schema):
        self.postgres, self.schema = postgres, schema

    def rows(self, sql, *values):
        """Each row by the names of its columns."""
        return [json.loads(row) for [row] in self._ask(f"SELECT row_to_json(t) FROM ({bound(sql, values)}) t")]

    def change(self, sql, *values):
        """Changes at least one row, past triggers and foreign keys."""
        changed = f"WITH changed AS ({bound(sql, values)} RETURNING 1) SELECT count(*) FROM changed"
        if self._ask(f"SET session_replication_role = replica; {changed}") == [["0"]]:
            raise AssertionError(f"nothing was changed by {sql}")

    def _ask(self, sql):
        return self.postgres.ask(f'SET search_path TO "{self.schema}"; {sql}')


def bound(sql, values):
    """The text with its values in the places of ?1, ?2 and so on."""
    return re.sub(r"\?(\d+)", lambda found: literal(values[int(found[1]) - 1]), sql)


def literal(value):
    if value is None:
        return "NULL"
    if isinstance(value, int):
        return str(value)
    text = f"\\x{value.hex()}" if isinstance(value, bytes) else value.replace("'", "''")
    return f"'{text}'"
