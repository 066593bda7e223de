"""Two nodes of the platform over one PostgreSQL, a bank in a process of its own, and the relay between them."""

import concurrent.futures
import time

from invariants import TEXT, Books
from invariants.money import judge_payments, judge_sums
from nodes import ByNumber, Service
from nodes.ground import Ground
from server import free_port
from wallet import Device, Unreachable
from wire import Gate, Place
from wire.acts import cut_after
from wire.hooks import HookRelay
from wire.relay import Plan
from workload import pay_patiently

CONSENT, OPTIONS = "POST /consents", "POST /enrollments/{enrollmentId}/fido-sign-options"
AUTHORISE, READ_CONSENT = "POST /consents/{consentId}/authorise", "GET /consents/{consentId}"
PAY, LIST, READ = "POST /pix/payments", "GET /consents/{consentId}/pix/payments", "GET /pix/payments/{paymentId}"
OWN_TOKEN, REFRESH = "token client_credentials", "token refresh_token"
# It answers at once, and loses nothing by itself.
BANK = "Banco Ipê"
# A node's work is free for the other one after 30 s; a call takes ten at most.
PATIENCE = 120
# Between two looks of a client.
PAUSE = 0.1


class WireService(Service):
    def __init__(self, program, folder):
        super().__init__(program, folder, has_relay=True)
        self.place = Place(program, folder, hooks=free_port())
        self.hooks = None
        for node, file in zip(self.nodes, self.place.files):
            node.arguments += ["--open-finance", str(file)]

    def __enter__(self):
        self.place.start()
        try:
            place = self.place
            self.hooks = HookRelay(place.participant, place.platform, place.second_hook_port, place.hook_port)
            return super().__enter__()
        except BaseException:
            self.__exit__()
            raise

    def __exit__(self, *_):
        super().__exit__()
        if self.hooks:
            self.hooks.end()
        self.place.end()

    def logs(self):
        return [*super().logs(), self.place.bank.said()]


class Turning(ByNumber):
    """A client that goes to the next node when one does not answer or puts it off, and stays there."""

    def __init__(self, urls, timeout=30):
        super().__init__(urls[0], timeout)
        self.ports = [ByNumber(url).port for url in urls]

    def _send(self, method, path, headers, body=None):
        if method == "GET":
            time.sleep(PAUSE)
        try:
            answer = super()._send(method, path, headers, body)
        except Unreachable:
            self._turn()
            raise
        if answer.status in (409, 503):
            time.sleep(PAUSE)
        if answer.status == 503:
            self._turn()
        return answer

    def _turn(self):
        self.close()
        self.port = self.ports[(self.ports.index(self.port) + 1) % len(self.ports)]


class WireGround(Ground):
    """`later` has checks of payments that take their time: each looks when all faults are over."""

    def __init__(self, checks, service):
        super().__init__(checks, service)
        self.later = []

    def __enter__(self):
        Device.bank = BANK
        return super().__enter__()

    def __exit__(self, *_):
        super().__exit__()
        Device.bank = None

    @property
    def place(self):
        return self.service.place

    @property
    def relay(self):
        return self.service.place.relay

    def books(self):
        return Books(self.service.postgres, self.place.bank_data)

    def turn(self, first, devices=None):
        """Clients of all devices go to this node, and to the other one when it does not answer."""
        urls = [self.url(first), *(self.url(node) for node in self.service.nodes if node is not first)]
        for device in devices or self.devices:
            device.api.connection.close()
            device.api.connection = Turning(urls)

    def paying(self, device, amount="2.50"):
        return pay_patiently(device, self.keys, amount, PATIENCE)

    def settled_twice(self):
        """End-to-end ids that the bank settled more than once."""
        ids = bank.settled_end_to_end_ids(self.place.bank_data)
        return sorted({name for name in ids if ids.count(name) > 1})

    def pin(self, node, devices):
        """Clients of these devices go to this node alone."""
        for device in devices:
            device.api.connection.close()
            device.api.connection = Turning([self.url(node)])

    def compare(self, what):
        """What both sides have stored now; the judges of the end look at the clients' records too."""
        books = self.books()
        for name, judge in (("V3", judge_payments), ("V10", judge_sums)):
            looked, wrong = judge(books, self.history)
            self.checks.that(f"{what}: {name} {TEXT[name]} ({looked} looked at)", looked and not wrong, wrong[:3])


class Held:
    """Payments that each stand still at another call to the bank: a pair of operation and `before` or `after` the work.

    A payment whose answer to `PAY` is cut goes on to `LIST`, and then to `READ`. `work` is what each device does instead
    of a payment.
    """

    POINTS = [
        (CONSENT, "before"), (CONSENT, "after"), (OPTIONS, "before"), (OPTIONS, "after"),
        (AUTHORISE, "before"), (AUTHORISE, "after"), (READ_CONSENT, "after"),
        (PAY, "before"), (PAY, "after"), (LIST, "after"), (READ, "after"),
    ]  # fmt: skip

    def __init__(self, ground, points=POINTS, devices=None, work=None):
        self.ground, self.gate, self.work = ground, Gate(), work or ground.paying
        self.devices = (devices or ground.devices)[: len(points)]
        assert len(self.devices) == len(points), "each point needs a device"
        plans = [Plan(getattr(self.gate, when), operation) for operation, when in points]
        further = sum(operation in (LIST, READ) for operation, _ in points)
        self.plans = [*plans, *([Plan(cut_after, PAY, further)] if further else [])]
        self.pool = concurrent.futures.ThreadPoolExecutor(len(points))
        self.ends = []

    def __enter__(self):
        self.planned = self.ground.relay.planned(*self.plans)
        self.planned.__enter__()
        self.ends = [self.pool.submit(self.work, device) for device in self.devices]
        deadline = time.monotonic() + 9  # the first call's time is over after ten
        while self.gate.held < len(self.devices) and time.monotonic() < deadline:
            time.sleep(0.01)
        self.stand = self.gate.held
        return self

    def release(self):
        self.gate.open()

    def wait(self):
        """Until each payment has its end."""
        concurrent.futures.wait(self.ends, PATIENCE)

    def answers(self):
        """The bank's answers to the calls that stood still."""
        return [reply for plan in self.plans for one in plan.struck for reply in one.replies]

    def __exit__(self, *_):
        self.release()
        self.pool.shutdown()
        self.planned.__exit__(None, None, None)

    def judge(self, what, ends=("SUCCEEDED",)):
        """Each stood still, and each came to one of these ends."""
        checks, found = self.ground.checks, [told(end) for end in self.ends]
        checks.that(f"{what}: {self.stand} under way, each at another call", self.stand == len(self.devices),
                    [plan.operation for plan in self.plans if plan.left])  # fmt: skip
        counted = ", ".join(f"{found.count(end)} {end}" for end in ends)
        checks.that(f"{what}: {counted}", set(found) <= set(ends) and ends[0] in found, found)


def told(end):
    """The status of a payment, or why there is none."""
    error = end.exception()
    return repr(error)[:300] if error else str(end.result()["status"])


def bank_device(ground, node, name):
    """A device at a node that enrolls at the bank of that name."""
    device = ground.device(node)
    device.bank = name
    return device


def until(holds, seconds=8):
    deadline = time.monotonic() + seconds
    while not holds() and time.monotonic() < deadline:
        time.sleep(0.02)
    return holds()
