"""The same load for Chave and for its peer: payments made ready beforehand, and then only their authorize calls.

A payer has `line`, `async ready()` that makes one payment as far as its signature and returns the bytes of the
authorize call, and `async paid(bytes)` that sends these and waits until the payment is at its end. What `processes`
names is watched: what each uses for a call is told with all that goes on after the answer, until it is at rest.
"""

import asyncio
import time

from processes import tree_processor_seconds, until_at_rest

# Statuses that an authorize call may answer with.
TAKEN = (204,)


def milliseconds(times):
    """Percentiles of times in seconds."""
    ordered = sorted(times)
    at = {"p50": 0.5, "p90": 0.9, "p95": 0.95, "p99": 0.99}
    found = {name: ordered[min(int(len(ordered) * part), len(ordered) - 1)] * 1000 for name, part in at.items()}
    return {**found, "max": ordered[-1] * 1000}


async def make_ready(payers, each):
    async def lane(payer):
        return [await payer.ready() for _ in range(each)]

    return await asyncio.gather(*(lane(payer) for payer in payers))


async def flat_out(payers, each, processes):
    """Every payer sends its next authorize call when the one before is answered."""
    ready, times = await make_ready(payers, each), []
    until_at_rest(processes)

    async def lane(payer, calls):
        for call in calls:
            began = time.perf_counter()
            await payer.line.ask(call, *TAKEN)
            times.append(time.perf_counter() - began)

    return await _measured(
        processes, times, lambda: asyncio.gather(*(lane(payer, calls) for payer, calls in zip(payers, ready)))
    )


async def at_a_rate(payers, rate, seconds, processes):
    """Calls are due by a schedule; times count from when a call was due, so that a stall is in all of them."""
    count = int(rate * seconds)
    ready, times, late = await make_ready(payers, -(-count // len(payers))), [], []
    until_at_rest(processes)
    start = 0.0

    async def lane(index, payer, calls):
        for turn, call in enumerate(calls):
            due = start + (turn * len(payers) + index) / rate
            if due - start >= seconds:
                return
            await asyncio.sleep(max(0, due - time.perf_counter()))
            late.append(time.perf_counter() - due)
            await payer.line.ask(call, *TAKEN)
            times.append(time.perf_counter() - due)

    async def lanes():
        nonlocal start
        start = time.perf_counter()
        await asyncio.gather(*(lane(index, payer, calls) for index, (payer, calls) in enumerate(zip(payers, ready))))

    found = await _measured(processes, times, lanes)
    return {**found, "asked_per_second": rate, "late_milliseconds": milliseconds(late)}


async def whole(payers, seconds, processes):
    """Every payer makes, signs, authorises and waits for the end, again and again."""
    times, ends = [], time.perf_counter() + seconds

    async def lane(payer):
        while time.perf_counter() < ends:
            began = time.perf_counter()
            await payer.paid(await payer.ready())
            times.append(time.perf_counter() - began)

    return await _measured(processes, times, lambda: asyncio.gather(*(lane(payer) for payer in payers)))


async def _measured(processes, times, work):
    used, own, began = _used(processes), time.process_time(), time.perf_counter()
    await work()
    seconds = time.perf_counter() - began
    own, busy = time.process_time() - own, _used(processes)
    until_at_rest(processes)
    rest = _used(processes)
    return {
        "calls": len(times),
        "seconds": seconds,
        "per_second": len(times) / seconds,
        "milliseconds": milliseconds(times),
        "cores_busy": {name: (busy[name] - used[name]) / seconds for name in processes},
        "milliseconds_each": {name: (rest[name] - used[name]) / len(times) * 1000 for name in processes},
        "load_cores_busy": own / seconds,
    }


def _used(processes):
    return {name: tree_processor_seconds(pid) for name, pid in processes.items()}
