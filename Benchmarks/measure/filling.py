"""A server's database with many enrollments: one real enrollment, its customer and credential, and the bank's records
of it, again and again under ids, keys and digests of their own, so that every index has as many different entries as
it would have.

What a year leaves besides is left out: entries of the audit, events, answers kept for repetitions.
"""

import concurrent.futures
import os
import sqlite3
import uuid

from stored import bank, copies, payments

# Newer than what was enrolled a year before, older than what the run enrolls.
SPREAD = 365 * 24 * 3600 * 1000


def identifier(milliseconds):
    """UUID version 7 of that time."""
    raw = bytearray(milliseconds.to_bytes(6, "big") + os.urandom(10))
    raw[6], raw[8] = raw[6] & 0x0F | 0x70, raw[8] & 0x3F | 0x80
    return str(uuid.UUID(bytes=bytes(raw)))


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


def fill_platform(file, all_names):
    connection = connect(file)
    copied = copies.PlatformCopies(connection)
    insert(connection, (copied.another(*each) for each in all_names))


def fill_bank(file, all_names):
    connection = connect(file)
    copied = copies.BankCopies(connection)
    insert(connection, (copied.another(*each) for each in all_names))


def fill(data, count):
    """Both databases of a server that stands still; it has one enrollment."""
    enrolled_at = int(payments.newest_enrollment(data).replace("-", "")[:12], 16)
    all_names = list(names(count - 1, enrolled_at))
    with concurrent.futures.ProcessPoolExecutor(2) as pool:
        parts = [
            pool.submit(fill_platform, data / payments.FILE, all_names),
            pool.submit(fill_bank, data / bank.FILE, all_names),
        ]
        for part in parts:
            part.result()
