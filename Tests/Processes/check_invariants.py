"""Proves the checker of the invariants: a good run passes, and each damage fails the one invariant that it breaks.

    check_invariants.py <chave>
"""

import copy
import json
import pathlib
import shutil
import sqlite3
import sys
import tempfile

from checks import Checks
from invariants import ALL, Books, History, verdicts
from invariants.books import b64url
from invariants.history import digest_of_parts
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

    def tries(self, kind, *statuses):
        return [one for one in self.history.tries if one.kind == kind and one.status in statuses]


def loses_what_was_acknowledged(damage):
    last = damage.tries("bank-account", 201)[-1].json["id"]
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
    last |= {"version": last["version"] + 1, "previous": last["hash"], "action": "cancel", "actor": "platform"}
    parts = [last["organisation"], f"payment-intent/{intent['id']}", str(last["version"]), str(last["at"])]
    encoded = [part.encode() for part in [*parts, last["actor"], last["action"]]]
    last["hash"] = digest_of_parts(*encoded, last["content_digest"], last["previous"])
    body = json.loads(intent["body"]) | {"version": last["version"], "auditHead": b64url(last["hash"])}
    names, marks = ", ".join(f'"{name}"' for name in last), ", ".join("?" * len(last))
    damage.sql(
        "payments.sqlite",
        (f'INSERT INTO "audit_entry" ({names}) VALUES ({marks})', *last.values()),
        (
            'UPDATE "payment_intent" SET "version" = ?, "body" = ? WHERE "id" = ?',
            last["version"],
            json.dumps(body),
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


def answers_a_key_otherwise(damage):
    again = next(one for one in damage.tries("intent", 201) if one.replayed)
    again.answer = again.answer.replace(b'"currency"', b'"Currency"')


def takes_another_assertion(damage):
    """A second attestation is answered with 204 too."""
    one = damage.tries("confirm", 204)[0]
    other, sent = copy.copy(one), json.loads(one.body)
    sent["confirmation_data"]["rawId"] = "AAAA"
    other.body, other.headers = json.dumps(sent).encode(), {**one.headers, "Idempotency-Key": "another"}
    damage.history.tries.append(other)


def turns_a_counter_back(damage):
    damage.history.counters.append(("noon", {damage.credential(): 1_000}))


def leaves_a_consent_behind(damage):
    """A second consent for an intent, as from a retry under another key."""
    consent = damage.ask("bank.sqlite", 'SELECT * FROM "consent" LIMIT 1')
    consent |= {"id": "urn:again", "enrollment": None, "status": "AWAITING_AUTHORISATION"}
    names, marks = ", ".join(f'"{name}"' for name in consent), ", ".join("?" * len(consent))
    damage.sql("bank.sqlite", (f'INSERT INTO "consent" ({names}) VALUES ({marks})', *consent.values()))


def changes_a_delivered_body(damage):
    name, body = damage.history.deliveries[-1]
    damage.history.deliveries[-1] = (name, body + b" ")


def delivers_what_was_never_committed(damage):
    damage.history.deliveries.append(("an-event-of-nobody", b"{}"))


def loses_money(damage):
    damage.sql("bank.sqlite", ('UPDATE "account" SET "balance" = "balance" - 1 WHERE "id" = 1',))


def shows_another_organisation(damage):
    mine = damage.tries("bank-account", 201)[-1]
    theirs = next(one for one in damage.history.tries if one.kind == "enrollment" and one.caller != mine.caller)
    shown = copy.copy(next(one for one in damage.history.tries if one.method == "GET" and one.caller == mine.caller))
    shown.answer = json.dumps({"id": theirs.json["details"]["customer"]}).encode()
    damage.history.tries.append(shown)


def reads_the_past(damage):
    one = next(
        one
        for one in damage.history.tries
        if one.method == "GET" and one.object_id and b'"SUCCEEDED"' in one.answer and "payment-intents" in one.path
    )
    late = copy.copy(one)
    late.begun, late.ended = one.ended + 10**12, one.ended + 10**12 + 1
    late.answer = json.dumps({**one.json, "status": "PENDING"}).encode()
    damage.history.tries.append(late)


def logs_a_secret(damage):
    damage.history.logs.append(f"{{\"message\":\"signed in\",\"cpf\":\"{next(iter(damage.history.secrets['a CPF']))}\"}}")


def keeps_files_open(damage):
    label, last = damage.history.processes[-1]
    damage.history.processes.append((label, {**last, "fds": last["fds"] + 1_000}))


def refuses_and_does_it(damage):
    one = damage.tries("bank-account", 201)[-1]
    one.status, one.answer = 400, b"[]"


DAMAGES = [
    (loses_what_was_acknowledged, "V1"),
    (invents_a_row, "V2"),
    (leaves_a_consent_behind, "V2"),
    (pays_twice, "V3"),
    (leaves_an_end_state, "V4"),
    (forgets_an_event, "V5"),
    (breaks_the_chain, "V5"),
    (changes_a_delivered_body, "V6"),
    (delivers_what_was_never_committed, "V6"),
    (answers_a_key_otherwise, "V7"),
    (takes_another_assertion, "V8"),
    (turns_a_counter_back, "V9"),
    (loses_money, "V10"),
    (shows_another_organisation, "V11"),
    (reads_the_past, "V12"),
    (logs_a_secret, "V13"),
    (keeps_files_open, "V14"),
    (refuses_and_does_it, "V15"),
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
            damage = Damage(copied, copied_history(history))
            credentials = Books(data).tables["credential"]
            damage.credential = lambda: credentials[0]["credential_id"].hex()
            apply(damage)
            wrong, _ = failing(Books(copied), damage.history, town.planted)
            what = f"{apply.__name__.replace('_', ' ')}: {name} fails, and nothing else"
            checks.that(what, set(wrong) == {name}, wrong)
    checks.finish()


def copied_history(history):
    """All but its lock, which cannot be copied."""
    fresh = History()
    vars(fresh).update(copy.deepcopy({name: value for name, value in vars(history).items() if name != "lock"}))
    return fresh


main()
