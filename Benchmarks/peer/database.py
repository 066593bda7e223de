"""One SQLite file, a connection for each thread, one writer at a time; what was answered survives a power cut."""

import sqlite3
import threading

SCHEMA = """
CREATE TABLE IF NOT EXISTS enrollment (
    id TEXT PRIMARY KEY,
    holder TEXT NOT NULL,
    challenge BLOB,
    credential_id BLOB UNIQUE,
    public_key BLOB,
    sign_count INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE TABLE IF NOT EXISTS intent (
    id TEXT PRIMARY KEY,
    enrollment TEXT NOT NULL REFERENCES enrollment (id),
    amount INTEGER NOT NULL CHECK (amount > 0),
    beneficiary TEXT NOT NULL,
    status TEXT NOT NULL,
    challenge BLOB,
    expires_at INTEGER,
    created_at INTEGER NOT NULL,
    authorized_at INTEGER
) STRICT;
CREATE INDEX IF NOT EXISTS intent_enrollment ON intent (enrollment, created_at);
"""


class Database:
    def __init__(self, path):
        self.path, self.local = path, threading.local()
        # SQLite lets one write at a time; who waits here is next, where its own waiting sleeps and tries again.
        self.writing = threading.Lock()
        self.connection.executescript(SCHEMA)

    @property
    def connection(self):
        found = getattr(self.local, "connection", None)
        if found is None:
            found = self.local.connection = sqlite3.connect(self.path, isolation_level=None, timeout=10)
            found.row_factory = sqlite3.Row
            for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
                found.execute(f"PRAGMA {pragma}")
        return found

    def one(self, sql, *values):
        return self.connection.execute(sql, values).fetchone()

    def write(self, *statements):
        """All or nothing; each must change one row, or nothing is changed and the answer is no."""
        connection = self.connection
        with self.writing:
            connection.execute("BEGIN IMMEDIATE")
            try:
                for sql, values in statements:
                    if connection.execute(sql, values).rowcount != 1:
                        connection.execute("ROLLBACK")
                        return False
                connection.execute("COMMIT")
            except BaseException:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
                raise
        return True
