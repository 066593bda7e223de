"""The part of SQL that PostgreSQL, Citus, YugabyteDB and CockroachDB share, and who leaves it.

`sources` reads the statements out of the server's sources, `sent` those that a server really sends, `catalogue` what its
tables are; `rules` says what is allowed, `exceptions` what is done all the same, with its reason and for whom it matters.
"""
