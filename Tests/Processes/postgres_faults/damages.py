"""Proves that the judges see what is wrong in PostgreSQL: each damage to a copy of the database fails its invariant alone."""

import copy
import json

from invariants import ALL, PostgresBooks, damages, verdicts

AGAIN = "01936a5c-8000-7000-8000-000000000000"
LAST_ACCOUNT = "SELECT max(id) FROM payments.bank_account"
# One that an endpoint was told of: not every organisation has one.
TOLD = "SELECT object_id FROM payments.webhook_delivery"
PAID = f"SELECT max(id) FROM payments.payment_intent WHERE status = 'SUCCEEDED' AND id IN ({TOLD})"
BINARY = ("content_digest", "previous", "hash")
DAMAGES = {
    "V1": f"DELETE FROM payments.bank_account WHERE id = ({LAST_ACCOUNT})",
    "V2": f"""
        INSERT INTO payments.bank_account (organisation, id, is_active, updated_at, body)
        SELECT organisation, '{AGAIN}', is_active, updated_at,
            jsonb_set(body::jsonb, '{{route,account,number}}', '"0"')::text
        FROM payments.bank_account WHERE id = ({LAST_ACCOUNT})""",
    "V3": """
        CREATE TEMPORARY TABLE again AS SELECT * FROM bank.payment LIMIT 1;
        UPDATE again SET id = 'urn:again', consent = 'urn:again', status = 'RJCT',
            end_to_end_id = 'E' || repeat('9', 31), rowid = -1;
        INSERT INTO bank.payment OVERRIDING SYSTEM VALUE SELECT * FROM again""",
    "V5": f"UPDATE payments.audit_entry SET at = at + 1 WHERE version = 3 AND object_id = ({PAID})",
    "V6": f"""UPDATE payments.event SET body = replace(body, '{{', '{{ ') WHERE object_id = ({PAID})""",
    "V8": f"""
        UPDATE payments.payment_intent SET body = jsonb_set(body::jsonb, '{{approvalDigest}}', '"AAAA"')::text
        WHERE id = ({PAID})""",
    "V9": f"""
        UPDATE payments.credential SET sign_count = 0
        WHERE enrollment = (SELECT enrollment FROM payments.payment_intent WHERE id = ({PAID}))""",
    "V10": "UPDATE bank.account SET balance = balance - 1 WHERE id = (SELECT min(id) FROM bank.account)",
    "V13": "UPDATE payments.organisation SET body = jsonb_set(body::jsonb, '{note}', '\"a CPF\"')::text",
}


RECORDED = {
    "V7": damages.answers_a_key_otherwise,
    "V11": damages.shows_another_organisation,
    "V12": damages.reads_the_past,
    "V14": damages.keeps_files_open,
    "V15": damages.refuses_and_does_it,
}


def prove_judges(ground):
    """After a run whose invariants hold, once its nodes have ended."""
    postgres, history = ground.service.postgres, ground.history
    [cpf] = history.secrets["a CPF"]
    for name, sql in {**DAMAGES, "V4": leaves_an_end_state(postgres)}.items():
        damaged = copied(postgres, f"damaged_{name.lower()}")
        damaged.ask(f"SET session_replication_role = replica; {sql.replace('a CPF', cpf)}")
        expect(ground, name, "a database", PostgresBooks(damaged), history)
    books = PostgresBooks(postgres)
    for name, change in RECORDED.items():
        damaged = damages.copied(history)
        change(damaged)
        expect(ground, name, "a record", books, damaged)
    proved = {*DAMAGES, "V4", *RECORDED}
    ground.checks.that("each invariant has its damage", proved == set(ALL), set(ALL) - proved)


def expect(ground, name, what, books, history):
    found = verdicts(books, history, {ground.keys["beneficiary"]})
    wrong = {verdict.name: verdict.wrong[0] for verdict in found if verdict.wrong}
    ground.checks.that(f"{what} damaged for {name} fails {name} and nothing else", set(wrong) == {name}, wrong)


def leaves_an_end_state(postgres):
    """SUCCEEDED, then cancelled: with audit row and hash as if it were in order."""
    intent = row(postgres, f"SELECT * FROM payments.payment_intent WHERE id = ({PAID})")
    query = f"SELECT * FROM payments.audit_entry WHERE object_id = ({PAID}) ORDER BY version DESC LIMIT 1"
    last = row(postgres, query)
    known = {name: bytes.fromhex(last[name].removeprefix("\\x")) for name in BINARY if last[name]}
    entry, body = damages.after_the_end(intent, {**last, **known})
    entry |= {name: f"\\x{entry[name].hex()}" for name in BINARY if entry[name]}
    entry.pop("position", None)
    names = ", ".join(f'"{name}"' for name in entry)
    return f"""
        INSERT INTO payments.audit_entry ({names})
        SELECT {names} FROM json_populate_record(NULL::payments.audit_entry, {quoted(json.dumps(entry))});
        UPDATE payments.payment_intent SET version = {entry["version"]}, body = {quoted(body)}
        WHERE id = '{intent["id"]}'"""


def row(postgres, query):
    [[text]] = postgres.ask(f"SELECT row_to_json(t) FROM ({query}) t")
    return json.loads(text)


def quoted(text):
    doubled = text.replace("'", "''")
    return f"'{doubled}'"


def copied(postgres, name):
    """Another database of the same server with all that the first one holds."""
    founder = copy.copy(postgres)
    founder.database = "template1"
    founder.ask(f"CREATE DATABASE {name} TEMPLATE {postgres.database}")
    other = copy.copy(postgres)
    other.database = name
    return other
