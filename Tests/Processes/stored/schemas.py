"""The schemas in PostgreSQL: a role's rights in them, and their recorded migration steps."""

import contextlib

from . import payments


def make_serving_role(postgres, role):
    """Makes a role that reads and writes the tables of nodes without a sandbox, and creates none: the grants of
    docs/operations.md."""
    postgres.ask(f"""
        CREATE ROLE {role} LOGIN;
        GRANT USAGE ON SCHEMA payments, signin, nodes TO {role};
        GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA payments, signin, nodes TO {role};
        REVOKE INSERT, UPDATE, DELETE
            ON payments.schema_migration, signin.schema_migration, nodes.schema_migration FROM {role}
    """)


@contextlib.contextmanager
def without_updates_of_intents(postgres, role):
    """Gives the name of the table, as PostgreSQL writes it."""
    table = f"{payments.SCHEMA}.payment_intent"
    postgres.ask(f"REVOKE UPDATE ON {table} FROM {role}")
    yield table
    postgres.ask(f"GRANT UPDATE ON {table} TO {role}")


@contextlib.contextmanager
def without_step(postgres, store, name):
    """As if this step of a store's schema had not been taken yet; it must be the last one."""
    postgres.ask(f"DELETE FROM {store}.schema_migration WHERE name = '{name}'")
    yield
    postgres.ask(f"INSERT INTO {store}.schema_migration (name) VALUES ('{name}')")
