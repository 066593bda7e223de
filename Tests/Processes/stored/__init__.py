"""The content of Chave's stores, for checks and benchmarks: no other Python module names a table or a column of theirs.

A `place` is a data directory, where each store is a file of SQLite's, or a `Postgres`, where each is a schema.
"""
