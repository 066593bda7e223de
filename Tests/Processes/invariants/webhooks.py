"""V6: what a receiver of webhooks got.

Judged where the run has registered an endpoint; else it is said by name that nothing was judged. check_webhooks.py has
one, and requires that it is judged.
"""

DELIVERIES = "webhook_delivery"


def judge_deliveries(books, history):
    """V6: every event of a healthy endpoint arrived at least once, with one body on all attempts.

    `history.deliveries` holds (webhook-id, body) as they came, from a receiver that answered 200.
    """
    if DELIVERIES not in books.table_names or not books.has_endpoints:
        return None
    looked, wrong, bodies = 0, [], {}
    for name, body in history.deliveries:
        looked += 1
        bodies.setdefault(name, set()).add(body)
    wrong += [f"event {name} came with {len(each)} bodies" for name, each in bodies.items() if len(each) > 1]
    frozen = {row["id"] for row in books.tables["event"]}
    wrong += [f"event {name} came and was never committed" for name in bodies.keys() - frozen]
    return looked, wrong
