"""F2 and F19: the bank is killed under load, and bank and nodes are restarted in turn."""

import http.client
import signal

from nodes import Behind, ByNumber, await_ready
from nodes.load import canceller, repeater
from workload import Crowd

from .answers import payer
from .ground import until


def under_load(ground):
    checks, service, bank = ground.checks, ground.service, ground.place.bank
    codes = []

    def bank_killed():
        bank.kill()
        bank.start()

    def bank_restarted():
        codes.append(bank.stop())
        bank.start()

    def node_restarted(node):
        codes.append(node.stop(signal.SIGTERM, 40))
        node.spawn()
        await_ready(node)

    for device in ground.devices:
        device.api.connection.close()
        device.api.connection = Behind(service.front.base_url)
    acts = [payer(ground, device) for device in ground.devices[:6]]
    acts.append(repeater(ground.devices[6], ground.keys, ground.url(service.nodes[1]), ByNumber))
    acts.append(canceller(ground.devices[7], ground.keys))
    steps = [bank_killed, bank_killed, bank_restarted]
    steps += [lambda node=node: node_restarted(node) for node in service.nodes]
    with Crowd(acts) as crowd:
        for step in steps:
            more(crowd, 8)
            step()
        more(crowd, 8)
    what = f"F2, F19: the bank killed twice and restarted, nodes restarted in turn: {crowd.rounds} acts"
    checks.that(f"{what}, each ends as it should", not crowd.problems and crowd.rounds > 40, crowd.problems[:3])
    checks.that(f"{what}: each ended with 0 that was asked to", codes == [0, 0, 0], codes)
    ground.compare("F2, F19: the bank killed, restarts")


def ended_while_told(ground):
    """F19: the node that hears webhooks is asked to end while banks connect to tell it of changes."""
    checks, (node, _), hooks = ground.checks, ground.service.nodes, ground.service.hooks
    letters, codes, told = hooks.exchanges[-20:], [], []

    def tell():
        for letter in letters:
            try:
                told.append(hooks.send_again(letter).status)
            except (OSError, http.client.HTTPException):  # nobody hears, or not to the end
                told.append(None)

    with Crowd([tell] * 8) as crowd:
        for _ in range(4):
            before = told.count(202)
            until(lambda: told.count(202) > before + 40)
            codes.append(node.stop(signal.SIGTERM, 40))
            node.spawn()
            await_ready(node)
    checks.that(f"F19: a node ended 4 times while {told.count(202)} webhooks came: each time with 0",
                codes == [0] * 4 and not crowd.problems, (codes, crowd.problems[:2]))  # fmt: skip
    ground.compare("F19: ended while webhooks came")


def more(crowd, count, seconds=60):
    wanted = crowd.rounds + count
    for _ in range(seconds * 20):
        if crowd.rounds >= wanted or crowd.problems:
            return
        crowd.stopping.wait(0.05)
