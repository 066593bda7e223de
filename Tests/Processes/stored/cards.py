"""The store of the sandbox's card networks."""

from .reader import reader


def orders_of(place, token):
    """The number of orders to a token's network."""
    store = reader(place, "sandbox-cards.sqlite", "cards")
    [row] = store.rows('SELECT count(*) AS "count" FROM "network_operation" WHERE "token" = ?1', token)
    return row["count"]
