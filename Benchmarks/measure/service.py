"""Chave as one process on SQLite, and its peer, under the same load: the server on one core, the load on the other."""

import json
import tempfile
import time

import chave_payers
import peer_payers
import three_calls
import uvloop
from processes import Sampler, on_cores, tree_processor_seconds
from server import Server, free_port

SERVER_CORE, LOAD_CORE = {0}, {1}


class Sandbox:
    """`chave serve --sandbox` in a folder of its own, on its core."""

    def __init__(self, tools, cores=SERVER_CORE):
        self.tools, self.cores = tools, cores

    def __enter__(self):
        self.folder = tempfile.TemporaryDirectory(prefix="chave-bench-")
        self.server = Server(self.tools.chave, self.folder.name)
        with on_cores(self.cores):
            self.server.start()
        return self.server

    def __exit__(self, *_):
        self.server.end()
        self.folder.cleanup()


def on_load_core(work):
    with on_cores(LOAD_CORE):
        return uvloop.run(work)


def chave_load(server, *arguments, cores=LOAD_CORE, processes=None, measure=tree_processor_seconds, timeout=300):
    """`chave load` beside the server; what processes used in the middle of the measuring, by name and payment."""
    watched = processes or {"server": server.pid}
    with on_cores(cores), Sampler(measure, **watched) as sampler:
        done = server.beside("load", *arguments, "--json", timeout=timeout)
        ended = time.monotonic()
    if done.returncode:
        raise AssertionError(f"chave load ended with {done.returncode}: {done.stderr[-800:]}{done.stdout[-800:]}")
    result = json.loads(done.stdout)
    # The run ends with the payments that are under way; before them it was measuring.
    busy = sampler.cores_busy(ended - 0.8 * result["seconds"] - 0.5, ended - 0.5)
    rate = result["payments_per_second"]
    return {
        "payments_per_second": rate,
        "measured": result["measured"],
        "milliseconds": result["latency_milliseconds"],
        "cores_busy": busy,
        "milliseconds_each": {name: share / rate * 1000 for name, share in busy.items()} if rate else {},
        "load_cores_busy": result["generator"]["processor_seconds"] / result["seconds"],
        "limits": result["generator"]["limits"],
    }


def shape(sizes, **more):
    arguments = {"duration": sizes.load_seconds, "warm-up": sizes.warm_up_seconds, **more}
    return [part for name, value in arguments.items() for part in (f"--{name}", value)]


async def by_schedule(payers, sizes, watched):
    """Three runs, and of these the one whose p95 is in the middle."""
    found = [await three_calls.at_a_rate(payers, sizes.open_rate, sizes.open_seconds, watched) for _ in range(3)]
    found.sort(key=lambda run: run["milliseconds"]["p95"])
    return {**found[1], "p95_of_runs": [run["milliseconds"]["p95"] for run in found]}


def sqlite(tools, sizes):
    with Sandbox(tools) as server:
        devices = chave_payers.enrolled(server, sizes.devices * chave_payers.DEVICES_A_LINE)

        async def calls():
            payers, watched = await chave_payers.payers(server, devices), {"server": server.pid}
            return {
                "authorize_flat_out": await three_calls.flat_out(payers, sizes.authorize_each, watched),
                "authorize_at_rate": await by_schedule(payers, sizes, watched),
            }

        found = on_load_core(calls())
        found["payments_flat_out"] = chave_load(server, *shape(sizes, concurrency=sizes.devices))
        found["payments_at_rate"] = chave_load(server, *shape(sizes, rate=sizes.payments_rate, devices=sizes.devices))
    with Sandbox(tools, cores=None) as server:
        found["payments_both_cores"] = chave_load(server, *shape(sizes, concurrency=sizes.devices), cores=None)
    return found


def peer(sizes):
    with tempfile.TemporaryDirectory(prefix="chave-peer-") as folder:
        service = peer_payers.PeerService(folder, free_port())
        with on_cores(SERVER_CORE):
            service.start()
        try:

            async def calls():
                await peer_payers.check_refusals(service)
                payers, watched = await peer_payers.payers(service, sizes.devices), {"server": service.pid}
                return {
                    "authorize_flat_out": await three_calls.flat_out(payers, sizes.authorize_each, watched),
                    "authorize_at_rate": await by_schedule(payers, sizes, watched),
                    "three_calls_flat_out": await three_calls.whole(payers, sizes.load_seconds / 2, watched),
                }

            return on_load_core(calls())
        finally:
            service.end()


def run(tools, sizes):
    return {"chave": sqlite(tools, sizes), "peer": peer(sizes)}
