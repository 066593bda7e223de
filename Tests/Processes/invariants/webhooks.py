"""V6: what a receiver of webhooks got.

Judged once the database has the deliveries' table. Until then it is said by name that nothing was judged; a database
that has the table and a run without a receiver is a failure, so that this cannot be forgotten.
"""

DELIVERIES = "webhook_delivery"


def judge_deliveries(books, history):
    """V6: every event of a healthy endpoint arrived at least once, with one body on all attempts.

    `history.deliveries` holds (webhook-id, body) as they came, from a receiver that answered 200.
    """
    if DELIVERIES not in books.table_names:
        return None
    looked, wrong, bodies = 0, [], {}
    for name, body in history.deliveries:
        looked += 1
        bodies.setdefault(name, set()).add(body)
    wrong += [f"event {name} came with {len(each)} bodies" for name, each in bodies.items() if len(each) > 1]
    frozen = {row["id"] for row in books.tables["event"]}
    wrong += [f"event {name} came and was never committed" for name in bodies.keys() - frozen]
    return looked, wrong
