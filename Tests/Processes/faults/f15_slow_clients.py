"""F15: clients that drip headers, drip bodies, never read their answers, or never say anything, beside healthy ones."""

import asyncio
import resource
import socket
import threading
import time

from workload import STANDARD, Crowd, pay_patiently

NAME = "F15"
TEXT = "slow headers, slow bodies, slow reads and idle connections"
HEADERS_WITHIN, BODY_WITHIN, TAKEN_WITHIN = 10, 30, 30
PER_SECOND = 300  # of each kind; more at once overflow the listener's queue, and time is lost before they are accepted
READERS = 5  # of those that never read: each makes the server write some 20 MB, which the allocator may keep
ESTABLISHED = 1  # of the states of a TCP connection
SPARE = 30  # seconds that a busy machine may add to a limit


class Swarm:
    """Slow connections on their own event loop; the time at which each was closed, and the response to each."""

    def __init__(self, port):
        self.port, self.ends = port, {}
        self.loop = asyncio.new_event_loop()
        self.thread = threading.Thread(target=self.loop.run_forever, daemon=True)
        self.thread.start()
        self.futures = []

    def send(self, kind, count, behave, longest):
        for number in range(count):
            one = self._one(kind, behave, longest, number / PER_SECOND)
            self.futures.append(asyncio.run_coroutine_threadsafe(one, self.loop))

    async def _one(self, kind, behave, longest, later):
        await asyncio.sleep(later)
        try:
            reader, writer = await asyncio.open_connection("127.0.0.1", self.port, limit=1 << 12)
        except OSError as error:
            return self._note(kind, None, repr(error))
        began = time.monotonic()
        try:
            said = await asyncio.wait_for(behave(reader, writer), longest)
        except asyncio.TimeoutError:
            return self._note(kind, None, "never closed")
        except OSError:
            said = b""
        finally:
            writer.transport.abort()
        self._note(kind, time.monotonic() - began, said[:12])

    def _note(self, kind, seconds, said):
        self.ends.setdefault(kind, []).append((seconds, said))

    def wait(self):
        for future in self.futures:
            future.result()
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join()


async def dripping(reader, writer, start, each):
    """Sends a byte each second until the server has had enough; what it said."""
    writer.write(start)
    answer = asyncio.ensure_future(reader.read(100))
    while not answer.done():
        await asyncio.wait([answer], timeout=1)
        if not answer.done():
            writer.write(each)
    return answer.result()


async def slow_headers(reader, writer):
    return await dripping(reader, writer, b"GET /payments/br/institutions/ HTTP/1.1\r\nHost: localhost\r\nX-Slow: ", b"a")


async def idle(reader, writer):
    return await reader.read(100)


def slow_body(authorization):
    head = "POST /payments/br/customers/ HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    head += f"Authorization: {authorization}\r\nContent-Length: 60000\r\n\r\n"

    async def behave(reader, writer):
        return await dripping(reader, writer, head.encode(), b" ")

    return behave


async def never_reads(reader, writer):
    """Asks for more answers than the kernel has room for and takes not a byte, until the connection is no more."""
    writer.transport.pause_reading()
    writer.write(b"GET /payments/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n" * 100)
    connection = writer.get_extra_info("socket")
    # A client that does not read does not notice the end either, so the kernel is asked; the first byte is the state.
    while connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 1)[0] == ESTABLISHED:
        await asyncio.sleep(0.2)
    return b""


def room_for(ground, connections):
    """Raises the limit of open files, also for the server, which inherits it; returns the limit."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = connections * 2 + 1_000
    if hard != resource.RLIM_INFINITY and hard < wanted:
        ground.lack(f"{connections} connections (a process may have {hard} files)")
        connections = max(100, (hard - 1_000) // 2)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(wanted, hard) if hard > 0 else wanted, hard))
    return connections


def measured(town, seconds):
    """Healthy clients for a while; how long their payments took."""

    def payer(device, pair):
        def act():
            end = pay_patiently(device, pair, "1.30")
            assert end["status"] == "SUCCEEDED", end

        return act

    with Crowd([payer(device, pair) for device, pair in town.devices]) as crowd:
        time.sleep(seconds)
    return crowd


def run(ground):
    idle_count = room_for(ground, ground.either(2_000, 10_000))
    dripping_count = ground.either(50, 400)
    with ground.town(devices=2) as town:
        # Created at the first request and then stored: not caused by the slow clients.
        assert town.server.status("/payments/openapi.json") == 200
        # This limit detects a standstill and does not measure speed: the test runs beside other work on two cores.
        measured(town, 1)
        calm = measured(town, ground.either(4, 15))
        # The allocator keeps the memory that so many connections use once; a second round must not need more.
        warm = Swarm(town.server.port)
        warm.send("idle", idle_count, idle, HEADERS_WITHIN + 60)
        warm.send("read", READERS, never_reads, TAKEN_WITHIN + 60)
        warm.wait()
        town.note_process("calm")
        swarm = Swarm(town.server.port)
        authorization = town.merchants[0][0].headers["Authorization"]
        swarm.send("headers", dripping_count, slow_headers, HEADERS_WITHIN + 60)
        swarm.send("body", dripping_count, slow_body(authorization), BODY_WITHIN + 60)
        swarm.send("read", READERS, never_reads, TAKEN_WITHIN + 60)
        swarm.send("idle", idle_count, idle, HEADERS_WITHIN + 60)
        began = time.monotonic()
        busy = measured(town, ground.either(15, 40))
        swarm.wait()
        for kind, ends in swarm.ends.items():
            ground.struck(kind, len(ends))
        judge_ends(ground.checks, swarm.ends)
        slow, fast = busy.percentile(0.99), calm.percentile(0.99)
        ground.checks.that(
            f"F15: healthy clients made {busy.rounds} payments beside them, p99 {slow:.0f} ms (alone {fast:.0f} ms)",
            busy.rounds > 0 and not busy.problems and slow < 20 * fast + 5_000,
            busy.problems[:3],
        )
        # Closed connections are released within a minute.
        while time.monotonic() - began < 60 + BODY_WITHIN:
            town.note_process("after")
            (_, first), (_, last) = town.history.processes[0], town.history.processes[-1]
            if last["fds"] <= first["fds"] + 8:
                break
            time.sleep(0.5)
        ground.judge(town, "F15", [name for name in STANDARD if name not in ("V7",)] + ["V14"])


def judge_ends(checks, ends):
    limits = (("headers", HEADERS_WITHIN), ("body", BODY_WITHIN), ("idle", HEADERS_WITHIN), ("read", TAKEN_WITHIN))
    for kind, limit in limits:
        seconds = [taken for taken, _ in ends[kind]]
        open_still = [said for taken, said in ends[kind] if taken is None]
        longest = max((taken for taken in seconds if taken is not None), default=0)
        what = f"F15: {len(seconds)} connections ({kind}) were closed, the last after {longest:.1f} s of {limit} s"
        checks.that(what, not open_still and longest < limit + SPARE, open_still[:3])
    told = {said for _, said in ends["headers"] + ends["body"]}
    checks.that("F15: who drips is told 408", told <= {b"HTTP/1.1 408"}, told)
    soonest = min((taken for taken, _ in ends["read"] if taken is not None), default=0)
    checks.that(f"F15: and nobody who may still read before its time ({soonest:.1f} s)", soonest > TAKEN_WITHIN - 2)
