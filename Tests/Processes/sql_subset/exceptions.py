"""Who leaves the portable part of SQL, why, and for which database that matters.

An exception that nothing needs any more is an error too. docs/scaling.md has them as a table.
"""

import dataclasses
import re

CITUS, YUGABYTE, COCKROACH = "Citus", "YugabyteDB", "CockroachDB"


@dataclasses.dataclass(frozen=True)
class Exception_:
    """`where` is matched with the place of a text and the text, or with the name of what the catalogue has."""

    name: str
    rules: tuple
    where: str
    reason: str
    matters: tuple = ()

    def covers(self, rule, what):
        return rule in self.rules and re.search(self.where, what) is not None


BANK = r"^SandboxBank/|^(bank|sandbox)\."
# Of an issuer, which has no organisations: no node over PostgreSQL needs them for a payment.
CARDS = r"^CardsStores/|^SandboxCards/|^(token_activations|cards?|networks?|card_\w+)\."

EXCEPTIONS = [
    Exception_(
        "one node migrates", ("advisory locks",), r"^SQLPort/Postgres/SchemaInPostgres|^SQLPort/Schema/StoreSchema",
        "nodes that start together make the tables once (decision 0026)",
        (YUGABYTE, COCKROACH),
    ),
    Exception_(
        "one node anchors", ("advisory locks",), r"SQLPaymentsStore\+Anchors",
        "a node that another one is ahead of leaves the anchor to it; two that anchor all the same are told apart by a key",
        (YUGABYTE, COCKROACH),
    ),
    Exception_(
        "limits of a session", ("session state",), r"^PostgresClient/Connecting/PostgresConnection\.swift",
        "time limits and read committed, set when a connection is made; with unnamed statements not at all",
        (COCKROACH,),
    ),
    Exception_(
        "a trail that nobody changes", ("programs in the database",),
        r"PaymentsSchema\+Triggers|^payments\.(audit_entry|audit_anchor|event)_(stays|remains)$|^payments\.refuse_change$",
        "triggers refuse to change the audit and events: a second barrier behind code that never tries",
        (CITUS, YUGABYTE, COCKROACH),
    ),
    Exception_(
        "positions", ("sequences",),
        r"^PaymentsStores/Schema/|ToldChanges|^SQLPort/Postgres/SchemaInPostgres|^payments\.(audit_entry|event)\.position$"
        r"|^\w+\.told_change\.number$|^(payments|signin|nodes)\.schema_migration\.position$",
        "the order in which a reader goes on; no id of anything (decisions 0029 and 0031)",
        (CITUS, YUGABYTE, COCKROACH),
    ),
    Exception_(
        "a moment of silence", ("table locks",), r"SQLPaymentsStore\+Anchors",
        "an anchor of the audit is taken when no commit is on its way; waited for 200 ms at most (decision 0029)",
        (YUGABYTE, COCKROACH),
    ),
    Exception_(
        "what was erased leaves the pages", ("housekeeping",), r"SQLPaymentsStore\+Forgetting",
        "old versions of rows of a person who was erased", (YUGABYTE, COCKROACH),
    ),
    Exception_(
        "estimates and what is there", ("the catalogue",), r"SQLPaymentsStore\+Tending|Values/PostgresStatement\."
        r"|/Checking/PostgresFacts|/Webhooks/ClaimStatement",
        "whether a schema is there, and how long a long table is without counting", (COCKROACH,),
    ),
    Exception_(
        "a check of one moment", ("session state",), r"/Postgres/PostgresSnapshot\.",
        "a cursor inside one transaction reads tables that are larger than memory, for whoever checks a database",
        (CITUS, YUGABYTE, COCKROACH),
    ),
    Exception_(
        "ids alone", ("organisation first in keys",),
        r"^payments\.\w+ (\w+_id|app_own_id|payment_intent_charge|credential_enrollment)$",
        "an id is unique by how it is drawn; the key holds it, and finds an object by its id alone", (CITUS,),
    ),
    Exception_(
        "names across organisations", ("organisation first in keys",),
        r"^payments\.(credential credential_id|payment_intent payment_intent_end_to_end|enrollment enrollment_state)$",
        "one credential, one end-to-end id and one redirect for all organisations", (CITUS,),
    ),
    Exception_(
        "tables without organisation", ("organisation first in keys",),
        r"^payments\.(organisation|idempotency|readiness|event_retention|told_change|event|audit_entry|spent_pass"
        r"|bank_registration) "
        r"\w+_pkey$|^signin\.told_change |^\w+\.schema_migration |^nodes\.",
        "found by a digest that holds the organisation, by position, one row for all or for a bank, or a node and its files",
        (CITUS,),
    ),
    Exception_(
        "sign-in by digest", ("organisation first in keys",), r"^signin\.record_index ",
        "whoever has no tenant yet is found by a digest (decision 0026)", (CITUS,),
    ),
    Exception_(
        "found before the organisation is known",
        ("all organisations",),
        r"(Access|Enrollment|PaymentIntent|Customer|Trail)Reading\.swift:.*(WHERE|AND|ON) "
        r'("\w+"\.)?"(id|state_digest|institution|enrollment|object_kind|object_id|bank_enrollment_id)" = \$\d',
        "an id, a redirect or a bank's notice names an object and no organisation", (CITUS,),
    ),
    Exception_(
        "work of all organisations",
        ("all organisations", "row locks of all organisations"),
        r"/Work/WorkStatement\.|/Webhooks/(ClaimStatement|AttemptStatement|Pruning)\.|ToldChanges\.|TrailReading\."
        r"|IdempotencyStatement\."
        r'|RecordStatement\.swift:.*"expires_at" <= '
        r"|^SQLPort/Postgres/PostgresDatabase\.swift:\d+: FOR UPDATE SKIP LOCKED$",
        "whoever looks for work takes it for whomever it is, and passes by what another one has", (CITUS,),
    ),
    Exception_(
        "conditions from elsewhere", ("row locks of all organisations", "all organisations"),
        r"SQLPort/Statements/PostgresText|AccessStatement|DeliveryStatement|TrailStatement|ListQuery",
        "what is put in names the organisation, or the row is the organisation's own",
    ),
    Exception_(
        "the operator's questions", ("all organisations",),
        r"/Console/|/Tending/|/Checking/|/Banks/|SQLPaymentsStore\+Anchors|(Access|Customer)Reading",
        "counts, searches, anchors, checks, copies of keys: of all organisations, by whoever runs the server", (CITUS,),
    ),
    Exception_(
        "the sandbox's bank",
        ("organisation first in keys", "organisation first in references", "sequences", "row locks of all organisations"),
        BANK, "another party with a schema of its own; a real bank is behind a port", (CITUS,),
    ),
    Exception_(
        "cards",
        ("organisation first in keys", "organisation first in references", "sequences"),
        CARDS, "an issuer's own, found by digests and references", (CITUS,),
    ),
]
