"""Proves the checker of the invariants: a good run passes, and each damage fails the one invariant that it breaks.

    check_invariants.py <chave>
"""

import functools
import json
import pathlib
import shutil
import sqlite3
import sys
import tempfile

from checks import Checks
from invariants import ALL, Books, damages, verdicts
from invariants.linear import NEVER, Operation, is_linearizable
from server import Server
from workload import Town


class Damage:
    """What may be done to a copy of the good run: SQL on its files, or a change of what was recorded."""

    def __init__(self, directory, history):
        self.directory, self.history = directory, history

    def sql(self, name, *statements):
        database = sqlite3.connect(self.directory / name)
        with database:
            for statement, *arguments in statements:
                changed = database.execute(statement, arguments).rowcount
                if not statement.startswith(("DROP", "SELECT")) and changed < 1:
                    raise AssertionError(f"nothing was damaged by {statement}")
        database.close()

    def ask(self, name, query, *arguments):
        database = sqlite3.connect(self.directory / name)
        database.row_factory = sqlite3.Row
        found = database.execute(query, arguments).fetchone()
        database.close()
        return dict(found)


def loses_what_was_acknowledged(damage):
    last = damages.tries(damage.history, "bank-account", 201)[-1].json["id"]
    damage.sql("payments.sqlite", ('DELETE FROM "bank_account" WHERE "id" = ?', last))


def invents_a_row(damage):
    damage.sql(
        "payments.sqlite",
        (
            'INSERT INTO "bank_account" SELECT "organisation", ?1, "is_active", "updated_at", "body" '
            'FROM "bank_account" LIMIT 1',
            "01936a5c-8000-7000-8000-000000000000",
        ),
        # Otherwise its number would say that it was asked for.
        (
            """UPDATE "bank_account" SET "body" = json_set("body", '$.route.account.number', '0') WHERE "id" = ?""",
            "01936a5c-8000-7000-8000-000000000000",
        ),
    )


def pays_twice(damage):
    paid = damage.ask("bank.sqlite", 'SELECT * FROM "payment" LIMIT 1')
    paid |= {"id": "urn:again", "end_to_end_id": "E" + "9" * 31, "consent": "urn:again", "status": "RJCT"}
    marks = ", ".join("?" * len(paid))
    names = ", ".join(f'"{name}"' for name in paid)
    damage.sql("bank.sqlite", (f'INSERT INTO "payment" ({names}) VALUES ({marks})', *paid.values()))


def leaves_an_end_state(damage):
    """SUCCEEDED, then cancelled: with audit row, hash and event as if it were in order."""
    intent = damage.ask("payments.sqlite", """SELECT * FROM "payment_intent" WHERE "status" = 'SUCCEEDED' LIMIT 1""")
    last = damage.ask(
        "payments.sqlite",
        'SELECT * FROM "audit_entry" WHERE "object_id" = ? ORDER BY "version" DESC LIMIT 1',
        intent["id"],
    )
    last, body = damages.after_the_end(intent, last)
    names, marks = ", ".join(f'"{name}"' for name in last), ", ".join("?" * len(last))
    damage.sql(
        "payments.sqlite",
        (f'INSERT INTO "audit_entry" ({names}) VALUES ({marks})', *last.values()),
        (
            'UPDATE "payment_intent" SET "version" = ?, "body" = ? WHERE "id" = ?',
            last["version"],
            body,
            intent["id"],
        ),
    )


def forgets_an_event(damage):
    damage.sql("payments.sqlite", ("""DELETE FROM "event" WHERE "position" = (SELECT MAX("position") FROM "event"
        WHERE "object_kind" = 'payment-intent' AND "type" NOT LIKE 'charge.%')""",))
    # Nobody has heard of it either: that an event came which is not there is another damage.
    left = {row["id"] for row in Books(damage.directory).tables["event"]}
    damage.history.deliveries = [each for each in damage.history.deliveries if each[0] in left]


def breaks_the_chain(damage):
    damage.sql(
        "payments.sqlite",
        ('DROP TRIGGER "audit_entry_stays"',),
        ('UPDATE "audit_entry" SET "at" = "at" + 1 WHERE "version" = 3',),
    )


def turns_a_counter_back(damage):
    damage.history.counters.append(("noon", {damage.credential(): 1_000}))


def leaves_a_consent_behind(damage):
    """A second consent for an intent, as from a retry under another key."""
    consent = damage.ask("bank.sqlite", 'SELECT * FROM "consent" LIMIT 1')
    consent |= {"id": "urn:again", "enrollment": None, "status": "AWAITING_AUTHORISATION"}
    names, marks = ", ".join(f'"{name}"' for name in consent), ", ".join("?" * len(consent))
    damage.sql("bank.sqlite", (f'INSERT INTO "consent" ({names}) VALUES ({marks})', *consent.values()))


def loses_money(damage):
    damage.sql("bank.sqlite", ('UPDATE "account" SET "balance" = "balance" - 1 WHERE "id" = 1',))


def recorded(change):
    """A damage to what was recorded alone."""

    @functools.wraps(change)
    def apply(damage):
        change(damage.history)

    return apply


DAMAGES = [
    (loses_what_was_acknowledged, "V1"),
    (invents_a_row, "V2"),
    (leaves_a_consent_behind, "V2"),
    (pays_twice, "V3"),
    (leaves_an_end_state, "V4"),
    (forgets_an_event, "V5"),
    (breaks_the_chain, "V5"),
    (recorded(damages.changes_a_delivered_body), "V6"),
    (recorded(damages.delivers_what_was_never_committed), "V6"),
    (recorded(damages.answers_a_key_otherwise), "V7"),
    (recorded(damages.takes_another_assertion), "V8"),
    (turns_a_counter_back, "V9"),
    (loses_money, "V10"),
    (recorded(damages.shows_another_organisation), "V11"),
    (recorded(damages.reads_the_past), "V12"),
    (recorded(damages.logs_a_secret), "V13"),
    (recorded(damages.keeps_files_open), "V14"),
    (recorded(damages.refuses_and_does_it), "V15"),
]


def good_run(program, folder):
    server = Server(program, folder)
    with Town(server) as town:
        try:
            server.start()
            town.open()
            town.note_process("the start")
            town.note_counters("the start")
            town.ordinary_day()
            town.settle()
            town.read_metrics()
            town.note_counters("the evening")
            town.note_process("the evening")
            assert server.stop() == 0, "the server did not end with 0"
        finally:
            server.end()
    town.history.logs = [server.said()]
    return town


def hear_of_everything(data, history):
    """As if an endpoint had got each event as it was frozen; check_webhooks.py has one that gets them in truth."""
    database = sqlite3.connect(data / "payments.sqlite")
    organisation = database.execute('SELECT "id" FROM "organisation" LIMIT 1').fetchone()[0]
    with database:
        database.execute(
            """INSERT INTO "webhook_endpoint" ("organisation", "id", "version", "url", "standing", "failures",
                "wants_all", "body") VALUES (?, ?, 1, 'https://loja.example/', 'enabled', 0, 1, '{}')""",
            (organisation, "01936a5c-8000-7000-8000-000000000001"),
        )
    history.deliveries = [
        (name, body.encode()) for name, body in database.execute('SELECT "id", "body" FROM "event" ORDER BY "position"')
    ]
    database.close()


def failing(books, history, planted):
    found = verdicts(books, history, planted)
    return {verdict.name: verdict.wrong[0] for verdict in found if verdict.wrong}, found


def search_tests(checks):
    """The search of V12 by itself: orders that are possible, and orders that are not."""
    create, pay = Operation("create", 0, 1, "PENDING"), Operation("authorize", 2, 3, 204, b"a")
    cases = [
        ("a payment and its end", [create, pay, Operation("read", 4, 5, "SUCCEEDED")], True),
        ("an end that is left", [create, pay, Operation("read", 4, 5, "FAILED"), Operation("read", 6, 7, "SUCCEEDED")], False),
        ("two assertions at once", [create, pay, Operation("authorize", 2, 3, 204, b"b")], False),
        ("one assertion, told twice", [create, pay, Operation("authorize", 4, 5, 204, b"a")], True),
        ("a cancel that never answered", [create, Operation("cancel", 2, NEVER, None), Operation("read", 9, 10, "CANCELED")], True),
        ("a cancel that nobody sent", [create, Operation("read", 9, 10, "CANCELED")], False),
        ("paid without approval", [create, Operation("read", 4, 5, "SUCCEEDED")], False),
        ("cancel and approve race, both won", [create, pay, Operation("cancel", 2, 3, 200)], False),
        ("cancel and approve race, one won", [create, pay, Operation("cancel", 2, 3, 409)], True),
        ("a read beside the approval", [create, pay, Operation("read", 2, 3, "PENDING")], True),
        ("a read after it", [create, pay, Operation("read", 4, 5, "PENDING")], False),
    ]  # fmt: skip
    for what, operations, expected in cases:
        checks.that(f"the search says of {what}: {expected}", is_linearizable(operations) is expected)


def main():
    checks = Checks()
    search_tests(checks)
    with tempfile.TemporaryDirectory(prefix="chave-invariants-") as folder:
        town = good_run(pathlib.Path(sys.argv[1]).resolve(), folder)
        data, history = town.server.data, town.history
        hear_of_everything(data, history)
        wrong, found = failing(Books(data), history, town.planted)
        for verdict in found:
            what = f"the good run: {verdict.name} holds over {verdict.looked}"
            checks.that(what, verdict.looked > 0 and not verdict.wrong, wrong.get(verdict.name, "it looked at nothing"))
        checks.that("each invariant has its judge", [verdict.name for verdict in found] == ALL)
        judged = {verdict.name for verdict in found if verdict.is_judged}
        checks.that("each has its damage", judged == {name for _, name in DAMAGES}, judged)
        for number, (apply, name) in enumerate(DAMAGES):
            copied = pathlib.Path(folder) / f"damaged-{number}"
            shutil.copytree(data, copied)
            damage = Damage(copied, damages.copied(history))
            credentials = Books(data).tables["credential"]
            damage.credential = lambda: credentials[0]["credential_id"].hex()
            apply(damage)
            wrong, _ = failing(Books(copied), damage.history, town.planted)
            what = f"{apply.__name__.replace('_', ' ')}: {name} fails, and nothing else"
            checks.that(what, set(wrong) == {name}, wrong)
    checks.finish()


main()
