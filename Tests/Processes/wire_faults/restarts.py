"""F2 and F19: the bank is killed under load, and bank and nodes are restarted in turn."""

import signal

from nodes import await_ready
from nodes.load import canceller, repeater
from nodes import Behind, ByNumber
from workload import Crowd


def under_load(ground):
    checks, service, bank = ground.checks, ground.service, ground.place.bank
    codes = []

    def payer(device):
        def act():
            end = ground.paying(device)
            assert end["status"] == "SUCCEEDED", (end["id"], end["status"], end["failure_code"])

        return act

    def bank_killed():
        bank.kill()
        bank.start()

    def bank_restarted():
        codes.append(bank.stop())
        bank.start()

    def node_restarted(node):
        codes.append(node.stop(signal.SIGTERM, 40))
        if codes[-1]:
            print(node.said()[-6000:], flush=True)
        node.spawn()
        await_ready(node)

    for device in ground.devices:
        device.api.connection.close()
        device.api.connection = Behind(service.front.base_url)
    acts = [payer(device) for device in ground.devices[:6]]
    acts.append(repeater(ground.devices[6], ground.keys, ground.url(service.nodes[1]), ByNumber))
    acts.append(canceller(ground.devices[7], ground.keys))
    steps = [bank_killed, bank_killed, bank_restarted, *(lambda node=node: node_restarted(node) for node in service.nodes)]
    with Crowd(acts) as crowd:
        for step in steps:
            more(crowd, 8)
            step()
        more(crowd, 8)
    what = f"F2, F19: the bank killed twice and restarted, nodes restarted in turn: {crowd.rounds} acts"
    checks.that(f"{what}, each ends as it should", not crowd.problems and crowd.rounds > 40, crowd.problems[:3])
    checks.that(f"{what}: each ended with 0 that was asked to", codes == [0, 0, 0], codes)
    ground.judge("F2, F19: the bank killed, restarts")


def more(crowd, count, seconds=60):
    wanted = crowd.rounds + count
    for _ in range(seconds * 20):
        if crowd.rounds >= wanted or crowd.problems:
            return
        crowd.stopping.wait(0.05)
