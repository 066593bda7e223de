"""Proves that the judges see what is wrong in PostgreSQL: each damage to a copy of the database fails its invariant alone."""

import copy

from invariants import PostgresBooks, verdicts

AGAIN = "01936a5c-8000-7000-8000-000000000000"
LAST_ACCOUNT = "SELECT max(id) FROM payments.bank_account"
PAID = "SELECT max(id) FROM payments.payment_intent WHERE status = 'SUCCEEDED'"
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


def prove_judges(ground):
    """After a run whose invariants hold, once its nodes have ended."""
    postgres, checks = ground.service.postgres, ground.checks
    [cpf] = ground.history.secrets["a CPF"]
    for number, (name, sql) in enumerate(DAMAGES.items()):
        damaged = copied(postgres, f"damaged{number}")
        damaged.ask(f"SET session_replication_role = replica; {sql.replace('a CPF', cpf)}")
        found = verdicts(PostgresBooks(damaged), ground.history, {ground.keys["beneficiary"]})
        wrong = {verdict.name: verdict.wrong[0] for verdict in found if verdict.wrong}
        checks.that(f"a database damaged for {name} fails {name} and nothing else", set(wrong) == {name}, wrong)


def copied(postgres, name):
    """Another database of the same server with all that the first one holds."""
    founder = copy.copy(postgres)
    founder.database = "template1"
    founder.ask(f"CREATE DATABASE {name} TEMPLATE {postgres.database}")
    other = copy.copy(postgres)
    other.database = name
    return other
