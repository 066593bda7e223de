"""V6: the deliveries to a webhook receiver. The check needs a registered endpoint in the run; otherwise it reports by
name that nothing was checked. check_webhooks.py has
one, and requires that it is judged.
"""


def judge_deliveries(books, history):
    """V6: each delivery is an event of the platform with exactly its stored bytes, on all attempts.

    `history.deliveries` holds (webhook-id, body) as they came, from a receiver that answered 200.
    """
    if not books.platform.has_endpoints:
        return None
    looked, wrong, bodies = 0, [], {}
    frozen = {event.id: event.text.encode() for event in books.platform.events}
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
