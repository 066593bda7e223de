"""The platform before many banks in Python: memory for each, a start with all of them, and one that never answers.

    hundred_banks.py CHAVE BANKS PAYERS RATE SECONDS ROUNDS STARTS

Prints JSON. It runs with the packages of Tests/OpenFinance/requirements.txt; the banks and the driver are those of
Tests/OpenFinance.
"""

import itertools
import json
import pathlib
import resource
import statistics
import sys
import tempfile
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "Tests" / "OpenFinance"))
sys.path.insert(1, str(ROOT / "Benchmarks" / "measure"))
sys.dont_write_bytecode = True

from drivers import DONE, PENDING, NotNow  # noqa: E402
from drivers.chave import Driver, free_port  # noqa: E402
from institution import HOLDER  # noqa: E402
from institution.listener import Answer  # noqa: E402
from institution.world import World  # noqa: E402
from processes import processor_seconds, resident_mib  # noqa: E402

PATIENCE_SECONDS = 60


class Payers:
    """A device at each bank, and their payments."""

    def __init__(self, driver):
        self.driver, self.devices, self.amounts = driver, {}, itertools.count(101)

    def enroll(self, bank):
        device = self.driver.begin(bank.server_id, HOLDER)
        self.driver.come_back(device, bank.visit(device.url))
        self.wait(lambda: self.driver.enrollment(device))
        self.devices[bank.label] = device

    def pay(self, bank):
        """Orders and approves; the answers to the device wait for two calls at the bank."""
        number = next(self.amounts)
        return self.driver.pay(self.devices[bank.label], f"{number // 100}.{number % 100:02}")

    def ended(self, order):
        self.wait(lambda: self.driver.payment(order))

    @staticmethod
    def wait(state):
        deadline = time.monotonic() + PATIENCE_SECONDS
        while (told := state()) == PENDING:
            if time.monotonic() > deadline:
                raise AssertionError(f"still pending after {PATIENCE_SECONDS} s")
            time.sleep(0.01)
        if told != DONE:
            raise AssertionError(f"it ended as {told}")


def by_schedule(payers, banks, rate, seconds):
    """Milliseconds until payments were approved, from the moment when each was due; all of them succeed in the end."""
    begin, lock, places, found, faults = time.monotonic() + 0.2, threading.Lock(), iter(range(rate * seconds)), [], []
    orders = []

    def work():
        while True:
            with lock:
                number = next(places, None)
            if number is None:
                return
            due = begin + number / rate
            time.sleep(max(0, due - time.monotonic()))
            try:
                orders.append(payers.pay(banks[number % len(banks)]))
                found.append((time.monotonic() - due) * 1000)
            except (AssertionError, NotNow, OSError) as fault:
                faults.append(str(fault))

    running = [threading.Thread(target=work) for _ in range(len(banks))]
    for thread in running:
        thread.start()
    for thread in running:
        thread.join()
    if faults:
        raise AssertionError(f"{len(faults)} payments at banks that answer failed: {faults[0]}")
    for order in orders:
        payers.ended(order)
    return found


class Hanging:
    """A bank that takes every call and answers none, with payers who go on asking."""

    def __init__(self, world, payers, bank, askers=8):
        self.world, self.payers, self.bank = world, payers, bank
        self.over, self.held = threading.Event(), 0
        self.threads = [threading.Thread(target=self._ask) for _ in range(askers)]

    def _answer(self, request):
        self.held += 1
        self.over.wait()
        return Answer(503)

    def _ask(self):
        while not self.over.is_set():
            number = next(self.payers.amounts)
            device = self.payers.devices[self.bank.label]
            try:
                self.payers.driver.pay(device, f"{number // 100}.{number % 100:02}", seconds=0)
            except (NotNow, OSError):
                self.over.wait(0.1)

    def __enter__(self):
        self.usual = self.world.mutual.parties[self.bank.mutual_host]
        self.world.mutual.parties[self.bank.mutual_host] = self._answer
        for thread in self.threads:
            thread.start()
        # Until the platform waits for it as often as it ever does.
        deadline = time.monotonic() + 10
        while self.held < len(self.threads) and time.monotonic() < deadline:
            time.sleep(0.05)
        return self

    def __exit__(self, *_):
        self.over.set()
        self.world.mutual.parties[self.bank.mutual_host] = self.usual
        for thread in self.threads:
            thread.join()


def p95(times):
    times = sorted(times)
    return times[int(len(times) * 0.95)]


def beside_one_that_hangs(world, payers, banks, hanging, sizes):
    calm, beside, held = [], [], 0
    for _ in range(sizes["rounds"]):
        calm.append(p95(by_schedule(payers, banks, sizes["rate"], sizes["seconds"])))
        with Hanging(world, payers, hanging) as stuck:
            beside.append(p95(by_schedule(payers, banks, sizes["rate"], sizes["seconds"])))
            held += stuck.held
    return {"calm": calm, "beside": beside, "held": held, "ratio": statistics.median(beside) / statistics.median(calm)}


def started(driver):
    """Milliseconds from `exec` to the first 200 of `/readyz`."""
    driver.stop()
    ready = []

    def watch(began):
        while driver._status("/readyz") != 200:
            time.sleep(0.001)
        ready.append((time.perf_counter() - began) * 1000)

    watching = threading.Thread(target=watch, args=(time.perf_counter(),))
    watching.start()
    driver.start()
    watching.join()
    return ready[0]


def main():
    names = ("banks", "payers", "rate", "seconds", "rounds", "starts")
    program, sizes = sys.argv[1], dict(zip(names, map(int, sys.argv[2:]), strict=True))
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    with tempfile.TemporaryDirectory(prefix="hundred-banks-") as text:
        folder = pathlib.Path(text)
        world = World(folder, free_port())
        banks = [world.bank() for _ in range(sizes["banks"])]
        own = folder / "platform"
        own.mkdir()
        driver = Driver(program, own, world.initiator.write(world.directory.addresses), folder / "clock")
        driver.follows_clock = False
        payers = Payers(driver)
        try:
            driver.start()
            payers.enroll(banks[0])
            by_schedule(payers, banks[:1] * sizes["payers"], sizes["rate"], sizes["seconds"])
            before = resident_mib(driver.process.pid)
            for bank in banks[1:]:
                payers.enroll(bank)
                payers.ended(payers.pay(bank))
            after = resident_mib(driver.process.pid)
            found = {
                "banks": len(banks),
                "memory": {"before": before, "after": after, "mib_each": (after - before) / (len(banks) - 1)},
            }
            payer_banks = banks[1 : 1 + sizes["payers"]]
            began, count = processor_seconds(driver.process.pid), sizes["rate"] * sizes["seconds"]
            by_schedule(payers, payer_banks, sizes["rate"], sizes["seconds"])
            found["milliseconds_each"] = (processor_seconds(driver.process.pid) - began) / count * 1000
            found["hanging"] = beside_one_that_hangs(world, payers, payer_banks, banks[-1], sizes)
            found["starts"] = sorted(started(driver) for _ in range(sizes["starts"]))
            world.directory.is_down.set()
            found["starts_without_directory"] = sorted(started(driver) for _ in range(sizes["starts"]))
            if world.ledger.doubled:
                raise AssertionError(f"paid twice: {world.ledger.doubled[:3]}")
        finally:
            driver.stop()
            world.close()
    print(json.dumps(found))


main()
