"""What a payment costs, counted: statements, allocations, pages, syncs, bytes kept, round trips. None of it depends on what else
the machine does.

A library of ours stands in front of SQLite, libpq, the disk and the allocator (`counting.c`). Statements and allocations are
counted with one device. Pages and syncs are counted with batches of one, four and eight operations, which come about since
every sync is made longer: meanwhile each device's next write comes in. Each enrollment pays once, and an endpoint of the
merchant is told of every event.
"""

import asyncio
import collections
import json
import os
import pathlib
import signal
import sqlite3
import subprocess
import tempfile
import time

import chave_payers
import uvloop
from http_line import Line
from nodes import Nodes
from processes import tree_processor_seconds, until_at_rest
from receiver import Receiver
from server import Server
from wallet import API

SOURCE = pathlib.Path(__file__).parent / "counting.c"
DATABASES = ("payments.sqlite", "bank.sqlite")
SYNC_MILLISECONDS = 25
# Payments of each lane before anything is counted.
WARM_UP = 2


class Counted:
    """What is counted in a server between two moments."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.library, self.file = self.folder / "counting.so", self.folder / "counts.json"
        command = ["clang", "-O1", "-shared", "-fPIC", "-pthread", "-o", self.library, SOURCE, "-ldl"]
        subprocess.run(command, check=True)

    def surroundings(self, sync_milliseconds=0):
        return {
            "LD_PRELOAD": str(self.library),
            "COUNTS": str(self.file),
            "COUNTS_SYNC_MS": str(sync_milliseconds),
        }

    def read(self, pid, seconds=20):
        self.file.unlink(missing_ok=True)
        os.kill(pid, signal.SIGUSR1)
        deadline = time.monotonic() + seconds
        while not self.file.exists():
            if time.monotonic() > deadline:
                raise AssertionError("the server does not tell what it has counted")
            time.sleep(0.01)
        return flat(json.loads(self.file.read_text()))


def flat(counts):
    """Texts and round trips beside the rest, by names of their own."""
    texts, trips, files = counts.pop("texts"), counts.pop("trips"), counts.pop("files")
    counts.update({f"trips.{name}": count for name, count in trips.items()})
    counts.update({f"text.{name}": count for name, count in texts.items()})
    for name, pages in files.items():
        for page, (log, back) in pages.items():
            counts[f"page.{name}.{page}"] = log + back
    return collections.Counter(counts)


def difference(after, before, payments):
    """For each payment; only what was counted at all."""
    return {name: (count - before[name]) / payments for name, count in after.items() if count != before[name]}


def kept(data):
    """Bytes that the tables and indexes of a server have, by database and table."""
    found = {}
    for name in DATABASES:
        connection = sqlite3.connect(f"file:{data / name}?mode=ro", uri=True)
        owners = dict(connection.execute("SELECT name, tbl_name FROM sqlite_schema WHERE type IN ('table', 'index')"))
        sizes = connection.execute("SELECT name, sum(payload + ncell * 3) FROM dbstat GROUP BY name").fetchall()
        for tree, size in sizes:
            table = f"{name.removesuffix('.sqlite')}.{owners.get(tree, tree)}"
            found[table] = found.get(table, 0) + size
        connection.close()
    return found


def by_tree(data, written):
    """Page writes of `written`, which names pages by database and number, added up by database and tree.

    Pages that no tree has at the end are `free`: those of queues, which fill at one end and empty at the other.
    """
    found = {}
    for name in DATABASES:
        connection = sqlite3.connect(f"file:{data / name}?mode=ro", uri=True)
        trees = dict(connection.execute("SELECT pageno, name FROM dbstat"))
        connection.close()
        for key, count in written.items():
            if key.startswith(f"page.{name}."):
                tree = f"{name.removesuffix('.sqlite')}.{trees.get(int(key.rpartition('.')[2]), 'free')}"
                found[tree] = found.get(tree, 0) + count
    return dict(sorted(found.items()))


class Scene:
    """A server that counts, with an endpoint that wants all events, and devices of which each pays once."""

    def __init__(self, server, counted, receiver):
        self.server, self.counted = server, counted
        API.merchant(server.base_url, server.keys).post("/webhooks/", {"url": receiver.url}).must(201)
        self.devices = []

    def enroll(self, count):
        self.devices += chave_payers.enrolled(self.server, count)

    def pay(self, lanes, count):
        """So many payments in so many lanes."""
        devices, self.devices = self.devices[:count], self.devices[count:]
        if len(devices) < count:
            raise AssertionError(f"{len(devices)} devices for {count} payments")
        uvloop.run(self._pay(lanes, devices))
        until_at_rest({"server": self.server.pid})

    async def _pay(self, lanes, devices):
        left, beneficiary = list(devices), self.server.keys["beneficiary"]

        async def lane():
            line = await Line.open(self.server.port)
            while left:
                payer = chave_payers.ChavePayer([left.pop()], line, beneficiary)
                await payer.paid(await payer.ready())
            line.close()

        await asyncio.gather(*(lane() for _ in range(lanes)))

    def counts(self, lanes, count):
        """Of one payment; the first few warm up what is prepared once."""
        self.pay(lanes, lanes * WARM_UP)
        before, processor = self.counted.read(self.server.pid), tree_processor_seconds(self.server.pid)
        self.pay(lanes, count)
        used = tree_processor_seconds(self.server.pid) - processor
        return {
            **difference(self.counted.read(self.server.pid), before, count),
            "processor_milliseconds": used * 1000 / count,
        }


def alone(tools, sizes, counted):
    with tempfile.TemporaryDirectory(prefix="chave-counts-") as folder:
        server = Server(tools.chave, folder, surroundings=counted.surroundings()).start()
        try:
            scene = Scene(server, counted, Receiver(keeps_alive=True))
            scene.enroll(sizes.counted_payments + 2)
            found = scene.counts(1, sizes.counted_payments)
        finally:
            server.end()
    texts = {name.removeprefix("text."): count for name, count in found.items() if name.startswith("text.")}
    return {**sums(found), "texts": texts}


def batched(tools, sizes, counted):
    """One server for all batches, so that its tables are large."""
    found, batches = {}, sizes.counted_batches
    with tempfile.TemporaryDirectory(prefix="chave-counts-") as folder:
        server = Server(tools.chave, folder).start()
        scene = Scene(server, counted, Receiver(keeps_alive=True))
        try:
            scene.enroll(sizes.counted_enrollments)
            server.stop()
            server.surroundings = counted.surroundings(SYNC_MILLISECONDS)
            server.start()
            for batch in batches:
                before = kept(server.data)
                # Of so many devices half are at the bank while the others are here.
                lanes = 1 if batch == 1 else 2 * batch
                line = scene.counts(lanes, sizes.counted_batched)
                paid = sizes.counted_batched + lanes * WARM_UP
                line["kept"] = {
                    table: (size - before.get(table, 0)) / paid
                    for table, size in kept(server.data).items()
                    if size != before.get(table, 0)
                }
                line["trees"] = by_tree(server.data, {name: line[name] for name in line if name.startswith("page.")})
                found[str(batch)] = {**sums(line), "devices": lanes}
        finally:
            server.end()
    return found


def sums(found):
    """What is counted one by one, by text or page, is left out."""
    return {name: count for name, count in found.items() if not name.startswith(("text.", "page."))}


def on_postgres(tools, sizes, counted):
    with Nodes(tools, 1) as nodes:
        node = nodes.nodes[0]
        node.stop()
        node.surroundings = counted.surroundings()
        node.start()
        scene = Scene(node, counted, Receiver(keeps_alive=True))
        scene.enroll(sizes.counted_payments + 2)

        def database():
            # Its counts come a little later than what they count.
            time.sleep(1.5)
            log, commits = nodes.postgres.ask(
                "SELECT pg_current_wal_insert_lsn() - '0/0', "
                "(SELECT sum(xact_commit) FROM pg_stat_database WHERE datname = current_database())"
            )[0]
            return float(log), float(commits), tree_processor_seconds(nodes.postgres.process.pid)

        scene.pay(1, 2)
        # As PostgreSQL does by itself within a minute.
        nodes.postgres.ask("ANALYZE")
        before, counts = database(), counted.read(node.pid)
        scene.pay(1, sizes.counted_payments)
        found = difference(counted.read(node.pid), counts, sizes.counted_payments)
        log, commits, seconds = (end - start for end, start in zip(database(), before))
    return {
        **found,
        "log_bytes": log / sizes.counted_payments,
        "transactions": commits / sizes.counted_payments,
        "database_milliseconds": seconds * 1000 / sizes.counted_payments,
    }


def run(tools, sizes):
    with tempfile.TemporaryDirectory(prefix="chave-counting-") as folder:
        counted = Counted(folder)
        return {
            "payments": sizes.counted_payments,
            "enrollments": sizes.counted_enrollments,
            "alone": alone(tools, sizes, counted),
            "batches": batched(tools, sizes, counted),
            "postgres": on_postgres(tools, sizes, counted),
        }


# What a run differs from another although nothing has changed: how batches come about is a matter of moments.
NOISE = {"pages": 0.15, "syncs": 0.2}
USUAL_NOISE = 0.05


def measures(found):
    """What is held to what was recorded, by name, each with its noise."""
    for name in ("statements", "controls", "allocations"):
        yield f"{name}, a payment alone", found["alone"][name], USUAL_NOISE
    for batch, line in found["batches"].items():
        for name, noise in NOISE.items():
            yield f"{name}, batches of {batch}", line[name], noise
    for name in ("transactions", "log_bytes"):
        yield f"{name} on PostgreSQL", found["postgres"][name], USUAL_NOISE


def changes(before, after):
    """Measures and how many times as much as before they are, the worst first."""
    if not before or not after:
        return []
    known = {name: value for name, value, _ in measures(before)}
    found = [
        (name, value / known[name], noise) for name, value, noise in measures(after) if known.get(name)
    ]
    changed = [(name, factor) for name, factor, noise in found if abs(factor - 1) > noise]
    return sorted(changed, key=lambda one: -one[1])
