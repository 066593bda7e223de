"""Proves the checker of the invariants: a good run passes, and each damage fails the one invariant that it breaks.

    check_invariants.py <chave>
"""

import functools
import pathlib
import shutil
import sys
import tempfile

from checks import Checks
from invariants import ALL, Books, damages, verdicts
from invariants.linear import NEVER, Operation, is_linearizable
from server import Server
from stored import changes
from workload import Town

UNASKED = "01936a5c-8000-7000-8000-000000000000"
ENDPOINT = "01936a5c-8000-7000-8000-000000000001"


class Damage:
    """The damages to a copy of the good run: changes of its files, or of its records."""

    def __init__(self, directory, history):
        self.directory, self.history = directory, history
        self.books = Books(directory)

    def paid(self):
        return next(intent for intent in self.books.platform.intents if intent.status == "SUCCEEDED")


def loses_what_was_acknowledged(damage):
    last = damages.tries(damage.history, "bank-account", 201)[-1].json["id"]
    changes.remove_bank_account(damage.directory, last)


def invents_a_row(damage):
    changes.repeat_bank_account(damage.directory, damage.books.platform.bank_accounts[0].id, UNASKED)


def pays_twice(damage):
    changes.repeat_payment(damage.directory)


def leaves_an_end_state(damage):
    """SUCCEEDED, then cancelled: with audit entry and hash as if it were in order."""
    trail = damage.books.audit("payment-intent")[damage.paid().id]
    changes.append_audit_entry(damage.directory, damages.after_the_end(trail[-1]))


def forgets_an_event(damage):
    events = [event for found in damage.books.events("payment-intent").values() for event in found]
    last = max(events, key=lambda event: event.position)
    changes.remove_event(damage.directory, last.id)
    # No receiver got it either: a received event without a stored one is another damage.
    damage.history.deliveries = [each for each in damage.history.deliveries if each[0] != last.id]


def breaks_the_chain(damage):
    changes.redate_audit_entry(damage.directory, damage.paid().id, 3)


def turns_a_counter_back(damage):
    damage.history.counters.append(("noon", {damage.books.platform.credentials[0].id.hex(): 1_000}))


def leaves_a_consent_behind(damage):
    changes.repeat_consent(damage.directory)


def loses_money(damage):
    changes.lose_a_centavo(damage.directory)


def recorded(change):
    """A damage to the records alone."""

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
    changes.add_endpoint(data, ENDPOINT)
    events = sorted(Books(data).platform.events, key=lambda event: event.position)
    history.deliveries = [(event.id, event.text.encode()) for event in events]


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
            apply(damage)
            wrong, _ = failing(Books(copied), damage.history, town.planted)
            what = f"{apply.__name__.replace('_', ' ')}: {name} fails, and nothing else"
            checks.that(what, set(wrong) == {name}, wrong)
    checks.finish()


main()
