"""The part of SQL that PostgreSQL, Citus, YugabyteDB and CockroachDB share, and the exceptions from it.

`sources` reads the statements from the server's sources, `sent` those that a server really sends, `catalogue` its
tables. `rules` has the allowed SQL, `exceptions` the deliberate violations, each with its reason and the affected
databases.
"""
