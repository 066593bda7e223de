"""V6: what a receiver of webhooks got.

Judged where the run has registered an endpoint; else it is said by name that nothing was judged. check_webhooks.py has
one, and requires that it is judged.
"""

DELIVERIES = "webhook_delivery"


def judge_deliveries(books, history):
    """V6: what arrived is an event of the platform, with the very bytes that were frozen with it, on all attempts.

    `history.deliveries` holds (webhook-id, body) as they came, from a receiver that answered 200.
    """
    if DELIVERIES not in books.table_names or not books.has_endpoints:
        return None
    looked, wrong, bodies = 0, [], {}
    frozen = {row["id"]: row["text"].encode() for row in books.tables["event"]}
    for name, body in history.deliveries:
        looked += 1
        bodies.setdefault(name, set()).add(body if isinstance(body, bytes) else body.encode())
    for name, each in bodies.items():
        if name not in frozen:
            wrong.append(f"event {name} came and was never committed")
        elif len(each) > 1:
            wrong.append(f"event {name} came with {len(each)} bodies")
        elif each != {frozen[name]}:
            wrong.append(f"event {name} came with another body than the one that was frozen with it")
    return looked, wrong
