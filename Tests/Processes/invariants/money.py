"""V3 and V10: the movements at the bank."""


def judge_payments(books, history):
    """V3: at most one payment for an intent, counted at the bank."""
    intents = {intent.end_to_end_id: intent for intent in books.platform.intents}
    wrong, seen = [], {}
    for payment in books.bank.payments:
        name = payment.end_to_end_id
        intent = intents.get(name)
        if intent is None:
            wrong.append(f"payment {payment.id}: no intent has the end-to-end id {name}")
            continue
        seen.setdefault(intent.id, []).append(payment.id)
        if (payment.consent, payment.amount) != (intent.consent, intent.amount):
            wrong.append(f"payment {payment.id}: not what intent {intent.id} says")
    wrong += [f"intent {name} was paid {len(paid)} times" for name, paid in seen.items() if len(paid) > 1]
    for name, entries in movements(books).items():
        if name not in {payment.end_to_end_id for payment in books.bank.payments}:
            wrong.append(f"movement {name} belongs to no payment")
        elif len(entries) != 2:
            wrong.append(f"movement {name} has {len(entries)} entries")
    return len(books.bank.payments), wrong


def movements(books):
    found = {}
    for entry in books.bank.entries:
        if not entry.movement.startswith("opening/"):
            found.setdefault(entry.movement, []).append(entry.amount)
    return found


def judge_sums(books, history):
    """V10: the moved amounts are those of SUCCEEDED payments; no money appears or disappears."""
    wrong, moved = [], movements(books)
    intents = books.platform.intents
    succeeded = {intent.end_to_end_id: intent for intent in intents if intent.status == "SUCCEEDED"}
    open_still = {intent.end_to_end_id for intent in intents if intent.status == "PROCESSING"}
    paid = sum(amount for name, amounts in moved.items() if name not in open_still for amount in amounts if amount > 0)
    said = sum(intent.amount for intent in succeeded.values())
    if paid != said:
        wrong.append(f"the bank moved {paid} centavos, intents that SUCCEEDED say {said}")
    wrong += [f"{name} SUCCEEDED and did not move" for name in succeeded.keys() - moved.keys()]
    known = {intent.end_to_end_id for intent in intents}
    for name in (moved.keys() & known) - succeeded.keys() - open_still:
        wrong.append(f"{name} moved and did not SUCCEED")
    wrong += [f"movement {name} does not add up to nothing" for name, amounts in moved.items() if sum(amounts)]
    balances = {}
    for entry in books.bank.entries:
        balances[entry.account] = balances.get(entry.account, 0) + entry.amount
    for account in books.bank.accounts:
        if account.balance != balances.get(account.id, 0):
            wrong.append(f"account {account.id} is not the sum of its entries")
    return len(succeeded), wrong
