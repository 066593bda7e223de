"""V12: the clients' view of one intent fits one order of its requests (Wing and Gong's search, with memory)."""

from .history import KINDS  # noqa: F401  the operations are named after them

# The steps of the platform and the bank by themselves between two requests.
BY_ITSELF = {"PENDING": {"FAILED"}, "PROCESSING": {"SUCCEEDED", "FAILED"}}
NEVER = float("inf")


class Operation:
    def __init__(self, kind, begun, ended, result, digest=None):
        self.kind, self.begun, self.ended, self.result, self.digest = kind, begun, ended, result, digest


def by_itself(state):
    """All states that are reached without a request."""
    status, digest = state
    yield state
    for after in BY_ITSELF.get(status, ()):
        yield from by_itself((after, digest))


def after(operation, state):
    """The possible states after this operation with its response; none when it cannot be at this place."""
    status, digest = state
    kind, result = operation.kind, operation.result
    if kind == "read":
        if (status or "absent") == result:
            yield state
    elif kind == "create":
        if status is None and (result is None or result in ("PENDING", "FAILED")):
            yield (result or "PENDING", None)
        elif status is not None and result is not None:
            yield state  # the answer that was kept, once more
    elif kind == "cancel":
        if result in (200, None) and status in ("PENDING", "CANCELED"):
            yield ("CANCELED", digest)
        elif result == 409 and status not in ("PENDING", "CANCELED", None):
            yield state
    elif kind == "authorize":
        if result in (204, None) and status == "PENDING" and digest is None:
            yield ("PROCESSING", operation.digest)
            yield ("FAILED", operation.digest)
        elif result == 204 and digest == operation.digest:
            yield state
        elif result == 409 and (status != "PENDING" or digest is None) and digest != operation.digest:
            yield state


def is_linearizable(operations, limit=200_000):
    """Whether some order explains all answers; operations without one may have happened at any later time, or never.

    `None` when the search was given up.
    """
    operations = sorted(operations, key=lambda operation: operation.begun)
    answered = sum(1 << n for n, operation in enumerate(operations) if operation.ended != NEVER)
    stack, seen = [(0, (None, None))], set()
    while stack:
        done, state = stack.pop()
        if done & answered == answered:
            return True
        if (done, state) in seen:
            continue
        seen.add((done, state))
        if len(seen) > limit:
            return None
        open_still = [(n, o) for n, o in enumerate(operations) if not done >> n & 1]
        first_end = min(operation.ended for _, operation in open_still)
        possible = [(n, o) for n, o in open_still if o.begun <= first_end]
        # An operation that fits now and changes nothing can be placed here: no other order allows more.
        silent = next((n for n, o in possible if list(after(o, state)) == [state]), None)
        if silent is not None:
            stack.append((done | 1 << silent, state))
            continue
        for number, operation in possible:
            for before in set(by_itself(state)):
                stack += [(done | 1 << number, later) for later in after(operation, before)]
    return False


def histories(books, history):
    """Each intent's operations, by its id."""
    found = {}
    for one in history.tries:
        if one.caller is None or "/payment-intents/" not in one.path:
            continue
        if one.kind == "intent":
            name = one.json["id"] if one.status == 201 else books.object_of_key(one)
            operation = ("create", one.json["status"] if one.status == 201 else None, None)
            if name is None or one.status not in (None, 201) and one.status < 500:
                continue
        elif one.kind == "authorize":
            name, operation = one.object_id, ("authorize", one.status, one.assertion_digest())
        elif one.kind == "cancel":
            name, operation = one.object_id, ("cancel", one.status, None)
        elif one.method == "GET" and one.object_id and one.status == 200:
            name, operation = one.object_id, ("read", one.json["status"], None)
        else:
            continue
        kind, result, digest = operation
        if one.status is not None and (one.status >= 500 or one.status in (408, 429)):
            result = None
        elif one.status in (400, 401, 403, 404, 413, 415, 422) and kind != "read":
            continue  # refused before the object was touched
        elif one.status == 409 and b"idempotency_in_progress" in one.answer:
            continue
        ended = one.ended if result is not None else NEVER
        found.setdefault(name, []).append(Operation(kind, one.begun, ended, result, digest))
    return found


def judge_histories(books, history):
    wrong, found = [], histories(books, history)
    for name, operations in found.items():
        # An object from before the run, or without a recorded response, begins at its first appearance.
        if not any(operation.kind == "create" for operation in operations):
            begun = min(operation.begun for operation in operations) - 1
            operations.append(Operation("create", begun, NEVER, None))
        verdict = is_linearizable(operations)
        if verdict is not True:
            said = [(operation.kind, operation.result) for operation in sorted(operations, key=lambda o: o.begun)]
            wrong.append(f"intent {name}: {'no order explains' if verdict is False else 'too many orders for'} {said}")
    return len(found), wrong
