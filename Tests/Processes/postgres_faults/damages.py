"""Proves that the judges find damages in PostgreSQL: each damage to a copy of the database fails exactly one
invariant."""

import copy

from invariants import ALL, Books, damages, verdicts
from stored import changes, payments

AGAIN = "01936a5c-8000-7000-8000-000000000000"
RECORDED = {
    "V7": damages.answers_a_key_otherwise,
    "V11": damages.shows_another_organisation,
    "V12": damages.reads_the_past,
    "V14": damages.keeps_files_open,
    "V15": damages.refuses_and_does_it,
}


def stored_damages(postgres, history):
    """For each invariant a change of a copy of the database."""
    books = Books(postgres)
    account = max(account.id for account in books.platform.bank_accounts)
    # One that an endpoint was told of: not every organisation has one.
    told = payments.objects_told_of(postgres)
    succeeded = [intent for intent in books.platform.intents if intent.status == "SUCCEEDED" and intent.id in told]
    paid = max(succeeded, key=lambda intent: intent.id)
    entry = damages.after_the_end(books.audit("payment-intent")[paid.id][-1])
    [cpf] = history.secrets["a CPF"]
    return {
        "V1": lambda place: changes.remove_bank_account(place, account),
        "V2": lambda place: changes.repeat_bank_account(place, account, AGAIN),
        "V3": changes.repeat_payment,
        "V5": lambda place: changes.redate_audit_entry(place, paid.id, 3),
        "V6": lambda place: changes.change_events_of(place, paid.id),
        "V8": lambda place: changes.forget_approval(place, paid.id),
        "V9": lambda place: changes.reset_counter(place, paid.enrollment),
        "V10": changes.lose_a_centavo,
        "V13": lambda place: changes.note_at_organisations(place, cpf),
        "V4": lambda place: changes.append_audit_entry(place, entry),
    }


def prove_judges(ground):
    """After a run whose invariants hold, once its nodes have ended."""
    postgres, history = ground.service.postgres, ground.history
    stored = stored_damages(postgres, history)
    for name, change in stored.items():
        damaged = copied(postgres, f"damaged_{name.lower()}")
        change(damaged)
        expect(ground, name, "a database", Books(damaged), history)
    books = Books(postgres)
    for name, change in RECORDED.items():
        damaged = damages.copied(history)
        change(damaged)
        expect(ground, name, "a record", books, damaged)
    proved = {*stored, *RECORDED}
    ground.checks.that("each invariant has its damage", proved == set(ALL), set(ALL) - proved)


def expect(ground, name, what, books, history):
    found = verdicts(books, history, {ground.keys["beneficiary"]})
    wrong = {verdict.name: verdict.wrong[0] for verdict in found if verdict.wrong}
    ground.checks.that(f"{what} damaged for {name} fails {name} and nothing else", set(wrong) == {name}, wrong)


def copied(postgres, name):
    """Another database of the same server with all that the first one holds."""
    founder = copy.copy(postgres)
    founder.database = "template1"
    founder.ask(f"CREATE DATABASE {name} TEMPLATE {postgres.database}")
    other = copy.copy(postgres)
    other.database = name
    return other
