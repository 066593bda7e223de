"""F12: requests to the bank and its webhooks that come again, late, several times and in another order."""

import random

from .ground import OWN_TOKEN


def replayed(ground):
    """The requests of payments that are over, and their webhooks, again: the bank refuses, and nothing changes."""
    checks, relay, hooks = ground.checks, ground.relay, ground.service.hooks
    began, heard = len(relay.exchanges), len(hooks.exchanges)
    for node, devices in zip(ground.service.nodes, (ground.devices[:2], ground.devices[2:4])):
        ground.turn(node, devices)
    ends = [ground.paying(device)["status"] for device in ground.devices[:4]]
    ground.service.settle()
    before = state(ground)
    letters = [one for one in relay.exchanges[began:] if is_change(one)] * 2
    random.Random(1).shuffle(letters)
    answers = [relay.send_again(one).status for one in letters]
    what = f"F12: {len(letters)} requests of {len(ends)} payments again"
    checks.that(f"{what}: the bank takes none of them", letters and set(answers) <= {400, 401, 403, 422},
                sorted(set(answers)))  # fmt: skip
    webhooks = hooks.exchanges[heard:] * 3
    random.Random(2).shuffle(webhooks)
    taken = [hooks.send_again(one).status for one in webhooks]
    checks.that(f"F12: {len(webhooks)} webhooks again, in another order", webhooks and set(taken) == {202}, set(taken))
    ground.service.settle()
    after = state(ground)
    checks.that(f"{what}: nothing new came of them", ends == ["SUCCEEDED"] * 4 and after == before,
                {name: after[name] ^ found for name, found in before.items() if after[name] != found})  # fmt: skip
    ground.compare("F12: requests again")


def is_change(exchange):
    """Whether it asks the bank to do something, other than for a token of the platform's own."""
    return exchange.method != "GET" and exchange.operation != OWN_TOKEN


def state(ground):
    """What is at the bank and at the platform, with its status."""
    books = ground.books()
    return {
        "payments": {(one.id, one.end_to_end_id) for one in books.bank.payments},
        "entries": {(one.movement, one.account, one.amount) for one in books.bank.entries},
        "consents": {(one.id, one.status) for one in books.bank.consents},
        "enrollments": {(one.id, one.counter) for one in books.bank.enrollments},
        "intents": {(one.id, one.status, one.version) for one in books.platform.intents},
    }
