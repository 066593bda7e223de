"""Puts load on a server, and compares the report of `chave load` with the server's own list of payments.

    check_load.py <chave>
"""

import functools
import http.client
import http.server
import json
import pathlib
import signal
import subprocess
import sys
import tempfile
import threading
import time
import xml.etree.ElementTree

from checks import Checks
from outcomes import one_line, shown, wrong_argument
from server import Server
from wallet import API

WRONG = [
    (["--rate", "0"], "--rate"),
    (["--rate", "-1"], "rate"),
    (["--rate", "many"], "rate"),
    (["--rate", "nan"], "--rate"),
    (["--rate", "10", "--concurrency", "4"], "--concurrency"),
    (["--concurrency", "0"], "--concurrency"),
    (["--concurrency", "4", "--devices", "5"], "--devices"),
    (["--devices", "0"], "--devices"),
    (["--duration", "0"], "--duration"),
    (["--duration", "1x"], "duration"),
    (["--duration", "25h"], "--duration"),
    (["--warm-up", "2h"], "--warm-up"),
    (["--threads", "0"], "--threads"),
    (["--waiting", "-1"], "waiting"),
    (["--chart", "/nowhere/at/all/load.svg"], "--chart"),
    (["--chart", "/proc/load.svg"], "--chart"),
    (["--chart", "/dev/full"], "--chart"),
    (["--chart", "/"], "--chart"),
    (["--amount", "0"], "amount"),
    (["--beneficiary", "x"], "id"),
    (["--server", "nonsense"], "--server"),
]

LISTS = ("enrollments", "payment-intents", "customers")


class Load:
    """`chave load` beside a server, and the payments that it has left there."""

    def __init__(self, checks, server):
        self.checks, self.server = checks, server
        self.known = set()

    @functools.cached_property
    def api(self):
        """The lists of load's own merchant, which the first run makes."""
        return API.merchant(self.server.base_url, json.loads((self.server.data / "load.json").read_text()))

    def environment(self):
        return {**self.server.environment, "CHAVE_DATA": str(self.server.data), "CHAVE_BASE_URL": self.server.base_url}

    def start(self, *arguments):
        return subprocess.Popen(
            [self.server.program, "load", *map(str, arguments)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            stdin=subprocess.DEVNULL,
            text=True,
            env=self.environment(),
        )

    def run(self, *arguments, timeout=120):
        return self.server.beside("load", *arguments, timeout=timeout)

    def fresh(self):
        """The payments of the last run, from the server's list."""
        found, path = [], "/payment-intents/?page_size=100"
        while path:
            page = self.api.get(path).must(200).json
            found += page["results"]
            following = page.get("next")
            path = following and "/payment-intents/?" + following.split("?", 1)[1]
        ours = [one for one in found if (one["external_id"] or "").startswith("load-")]
        fresh = [one for one in ours if one["id"] not in self.known]
        self.known |= {one["id"] for one in fresh}
        return fresh

    def compare(self, what, result):
        """Compares the run's report with the server's list; a payment that the run gave up may have continued."""
        fresh = self.fresh()
        paid = sum(one["status"] == "SUCCEEDED" for one in fresh)
        told = result["all"]["succeeded"]
        given_up = sum(item["count"] for item in result["failures"] if item["stage"] == "unfinished")
        self.checks.that(
            f"{what}: {told} SUCCEEDED, the server has as many{f', and up to {given_up} more' * bool(given_up)}",
            told <= paid <= told + given_up and paid > 0,
            f"the server has {paid} of {len(fresh)}",
        )
        runs = {one["external_id"].rsplit("-", 1)[0] for one in fresh}
        self.checks.that(f"{what}: all of one run", len(runs) == 1, runs)
        self.checks.that(
            f"{what}: no payment has the key of another",
            len({one["external_id"] for one in fresh}) == len(fresh),
        )
        return fresh

    def outcome(self, what, done, code):
        self.checks.that(f"{what}: exit {code}", done.returncode == code, shown(done))
        try:
            return json.loads(done.stdout)
        except ValueError:
            self.checks.that(f"{what}: JSON on standard output", False, shown(done))
            raise SystemExit(self.checks.finish()) from None

    # What it measures.

    def at_a_rate(self, folder):
        chart = folder / "load.svg"
        done = self.run(
            "--rate", 40, "--duration", 3, "--warm-up", 1, "--devices", 20, "--json", "--chart", chart
        )
        result = self.outcome("40 a second for 3 s", done, 0)
        measured, times = result["measured"], result["latency_milliseconds"]
        self.checks.that("120 were due", measured == {"due": 120, "succeeded": 120, "failed": 0}, measured)
        self.checks.that("and 40 in the warm-up", result["all"]["succeeded"] == 160, result["all"])
        self.checks.that("every step has its time", all(times[name]["count"] == 120 for name in times), times)
        whole = times["to_succeeded"]
        ordered = [whole[name] for name in ("p50", "p90", "p95", "p99", "p999", "max")]
        self.checks.that("percentiles rise", ordered == sorted(ordered) and ordered[0] > 0, whole)
        self.checks.that(
            "the whole is longer than its parts",
            whole["mean"] > times["create"]["mean"] + times["sign"]["mean"] + times["authorize"]["mean"],
            times,
        )
        self.checks.that("three seconds are told one by one", len(result["per_second"]) == 3, result["per_second"])
        generator = result["generator"]
        self.checks.that(
            "the generator measured itself",
            generator["lateness_milliseconds"]["count"] == 120 and generator["processor_seconds"] > 0,
            generator,
        )
        self.compare("40 a second for 3 s", result)
        root = xml.etree.ElementTree.parse(chart).getroot()
        beside = [each.name for each in folder.glob("load.svg*")]
        self.checks.that("nothing else is left beside it", beside == ["load.svg"], beside)
        self.checks.that("the chart is a picture", root.tag == "{http://www.w3.org/2000/svg}svg", root.tag)

    def flat_out(self):
        done = self.run("--concurrency", 8, "--threads", 2, "--duration", 2, "--warm-up", 0, "--json")
        result = self.outcome("8 devices flat out", done, 0)
        fresh = self.compare("8 devices flat out", result)
        devices = {one["payment_method_details"]["open_finance_biometric_pix"]["enrollment"] for one in fresh}
        self.checks.that("all eight have paid", len(devices) == 8, len(devices))
        self.checks.that("nobody was late, for nothing was due", result["generator"]["lateness_milliseconds"]["count"] == 0)

    def with_others_waiting(self):
        done = self.run("--rate", 10, "--duration", 2, "--warm-up", 0, "--waiting", 60, "--json")
        result = self.outcome("60 clients that wait", done, 0)
        waiting = result["waiting"] or {}
        self.checks.that(
            "each asked, waited to the end, and was told of it",
            waiting.get("lost") == 0 and waiting.get("woken") == 60 and waiting.get("questions", 0) >= 60,
            waiting,
        )
        self.compare("60 clients that wait", result)

    def for_people(self):
        done = self.run("--rate", 20, "--duration", 1, "--warm-up", 0)
        lines = done.stdout.splitlines()
        self.checks.that(
            "a person reads lines",
            done.returncode == 0 and "payments / s to SUCCEEDED: 20 of 20" in lines[0] and not done.stderr,
            shown(done),
        )
        self.fresh()

    def a_pause_is_seen(self):
        """The server is stopped for 1.2 s of 4: the requests due meanwhile count with their waiting time, and none is
        left out."""
        process = self.start("--rate", 25, "--duration", 4, "--warm-up", 1, "--devices", 60, "--json")
        try:
            self.until_paying(process)
            time.sleep(1.5)
            self.server.process.send_signal(signal.SIGSTOP)
            time.sleep(1.2)
            self.server.process.send_signal(signal.SIGCONT)
            out, err = process.communicate(timeout=90)
        finally:
            self.server.process.send_signal(signal.SIGCONT)
            process.kill()
        done = subprocess.CompletedProcess([], process.returncode, out, err)
        result = self.outcome("a server that pauses", done, 0)
        whole = result["latency_milliseconds"]["to_succeeded"]
        self.checks.that("all 100 were due all the same", result["measured"]["due"] == 100, result["measured"])
        self.checks.that(
            "the pause is in the percentiles: a fifth of them waited half a second or more",
            whole["p90"] > 500 and whole["max"] > 1_000,
            whole,
        )
        self.compare("a server that pauses", result)

    # What goes wrong.

    def payments_that_fail(self):
        done = self.run("--rate", 10, "--duration", 1, "--warm-up", 0, "--amount", "150.00", "--json")
        result = self.outcome("an account without money", done, 1)
        self.checks.that(
            "the bank's reason is counted",
            result["measured"] == {"due": 10, "succeeded": 0, "failed": 10}
            and sum(item["count"] for item in result["failures"]) == 10
            and all(item["stage"] == "settle" for item in result["failures"]),
            result["failures"],
        )
        fresh = self.fresh()
        self.checks.that("and the server says so too", [one["status"] for one in fresh] == ["FAILED"] * 10)

    def wrong_arguments(self):
        for arguments, part in WRONG:
            done = self.run(*arguments)
            self.checks.that(f"load {' '.join(arguments)}", wrong_argument(done, part), shown(done))

    def nothing_in_the_shop(self):
        shop = API.merchant(self.server.base_url, self.server.keys)
        left = {name: shop.get(f"/{name}/").must(200).json["count"] for name in LISTS}
        self.checks.that("the shop has nothing of it", not any(left.values()), left)
        own = {name: self.api.get(f"/{name}/").must(200).json["count"] for name in LISTS}
        self.checks.that("and load's merchant has all of it", all(own.values()) and own["customers"] == 2, own)
        bank = shop.get("/institutions/").must(200).json["results"][0]["id"]
        seen = http.client.HTTPConnection("localhost", self.server.port, timeout=30)
        seen.request("GET", f"/bank/{bank}", headers={"Accept-Language": "en"})
        self.checks.that("the bank's door does not name its payers", "Carga" not in seen.getresponse().read().decode())
        seen.close()

    def a_server_that_is_none(self):
        done = self.run("--server", "http://127.0.0.1:9")
        self.checks.that("no server", done.returncode == 1 and one_line(done, "chave serve"), shown(done))
        done = self.run("--institution", "Banco Nenhum")
        self.checks.that("no such bank", done.returncode == 1 and "Banco Ip" in done.stderr, shown(done))
        done = self.run("--institution", "banco")
        several = done.returncode == 1 and "banks are named banco" in done.stderr
        self.checks.that("a name of several banks pays at none", several, shown(done))
        with OtherServer() as other:
            done = self.run("--server", other.address)
            self.checks.that(
                "a server with a real bank is left alone",
                done.returncode == 1 and one_line(done, "--any-server") and not other.posts,
                shown(done),
            )
            done = self.run("--server", other.address, "--any-server")
            self.checks.that(
                "unless somebody says that it is theirs", done.returncode == 1 and bool(other.posts), shown(done)
            )

    # Ctrl-C.

    def until_paying(self, process):
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            page = self.api.get("/payment-intents/?page_size=5").must(200).json["results"]
            if any(one["id"] not in self.known and one["external_id"].startswith("load-") for one in page):
                return
            if process.poll() is not None:
                raise AssertionError(f"the run ended: {process.stderr.read()}")
            time.sleep(0.05)
        raise AssertionError("no payment came")

    def interrupted(self):
        process = self.start("--rate", 30, "--duration", "10m", "--warm-up", 0, "--waiting", 20, "--json")
        self.until_paying(process)
        children = self.children(process)
        time.sleep(1.5)
        process.send_signal(signal.SIGINT)
        begun = time.monotonic()
        out, err = process.communicate(timeout=60)
        done = subprocess.CompletedProcess([], process.returncode, out, err)
        result = self.outcome("Ctrl-C while it pays", done, 130)
        self.checks.that("it ends soon", time.monotonic() - begun < 15)
        measured = result["measured"]
        self.checks.that(
            "what was measured so far is told",
            result["interrupted"] and measured["succeeded"] > 0 and measured["due"] >= measured["succeeded"],
            measured,
        )
        self.compare("Ctrl-C while it pays", result)
        self.checks.that("the waiting clients had a process", len(children) == 1, children)
        gone = not any(pathlib.Path(f"/proc/{child}").exists() for child in children)
        self.checks.that("which has ended too", gone, children)

    @staticmethod
    def children(process):
        """The children of all its threads: each thread lists those that it started."""
        lists = pathlib.Path(f"/proc/{process.pid}/task").glob("*/children")
        return [child for one in lists for child in one.read_text().split()]

    def interrupted_before(self):
        process = self.start("--rate", 5, "--devices", 5000, "--json")
        time.sleep(1.5)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=30)
        self.checks.that(
            "Ctrl-C while it enrolls ends it without a result",
            process.returncode == 130 and not out and "Error" not in err,
            f"exit {process.returncode}; {out[:200]!r}; {err[:300]!r}",
        )


class OtherServer:
    """Responds like one of our servers outside the sandbox; records the requests that would change something."""

    BANK = {
        "id": "0193a1b2-0000-7000-8000-000000000000", "name": "Banco", "display_name": "Banco", "country": "BRA",
        "institution_type": "INDIVIDUAL", "active": True,
    }  # fmt: skip

    def __enter__(self):
        outer = self
        self.posts = []

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self):
                self.answer({"count": 1, "next": None, "previous": None, "results": [OtherServer.BANK]})

            def do_POST(self):
                self.rfile.read(int(self.headers.get("Content-Length") or 0))
                outer.posts.append(self.path)
                self.answer([], 401)

            def answer(self, body, status=200):
                data = json.dumps(body).encode()
                self.send_response(status)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

            def log_message(self, *arguments):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        # A client that ends closes its connections; that is no news.
        self.server.handle_error = lambda *arguments: None
        self.address = f"http://127.0.0.1:{self.server.server_address[1]}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *arguments):
        self.server.shutdown()
        self.server.server_close()


def main():
    checks = Checks()
    program = pathlib.Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory(prefix="chave-load-") as folder:
        server = Server(program, folder)
        try:
            done = server.beside("load")
            checks.that("no sandbox", done.returncode == 1 and one_line(done, "chave serve --sandbox"), shown(done))
            server.start()
            load = Load(checks, server)
            load.wrong_arguments()
            load.a_server_that_is_none()
            load.at_a_rate(pathlib.Path(folder))
            load.flat_out()
            load.with_others_waiting()
            load.for_people()
            load.a_pause_is_seen()
            load.payments_that_fail()
            load.interrupted()
            load.interrupted_before()
            load.nothing_in_the_shop()
            server.stop()
            done = server.beside("db", "check")
            checks.that("database and ledger are sound afterwards", done.returncode == 0, shown(done))
        finally:
            server.end()
    checks.finish()


main()
