"""Operation from outside: metrics, configuration, TLS, the end of a server, a full disk, backups.

    check_operations.py <chave>
"""

import datetime
import http.client
import json
import os
import pathlib
import re
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import tempfile
import threading
import time

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from prometheus_client.parser import text_string_to_metric_families

from checks import Checks
from server import Server, free_port
from stored.payments import intents_counted
from wallet import API, Authenticator, Device

HOLDERS = {"76109277673": "senha-1"}
# The plain lines that a server outside a terminal prints, beside its log.
ANNOUNCED = ("chave listens on ", "data: ", "keys and mails, for one browser, once: ", "next, in another terminal: ")
MANUAL = pathlib.Path(__file__).resolve().parent.parent.parent / "docs" / "operations.md"


def documented():
    """The families of the table of docs/operations.md, by the names that stand there."""
    section = MANUAL.read_text().split("\n## Metrics\n")[1].split("\n## ")[0]
    cells = [line.split("|")[1] for line in section.splitlines() if line.startswith("| `")]
    return {name for cell in cells for name in re.findall(r"`(\w+)`", cell)}


def databases_to_restore():
    """The databases that the steps of docs/operations.md restore, including those of the sandbox and the cards."""
    step = re.search(r"^To restore: .*?\n\n", MANUAL.read_text(), re.M | re.S)[0]
    return set(re.findall(r"`([\w-]+\.sqlite)`", step))


def families_of(text):
    return set(re.findall(r"^# TYPE (\w+) ", text, re.M))


def ask(port, path, headers=None, tls=None, timeout=10):
    """Status, headers and text of one GET."""
    if tls:
        connection = http.client.HTTPSConnection("localhost", port, timeout=timeout, context=tls)
    else:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=timeout)
    try:
        connection.request("GET", path, headers=headers or {})
        answer = connection.getresponse()
        return answer.status, dict(answer.getheaders()), answer.read().decode()
    finally:
        connection.close()


def until(holds, seconds=10):
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if holds():
            return True
        time.sleep(0.05)
    return False


def configuration(checks, server):
    done = server.run("serve", "--sandbox", "--port", "9000", "--origin", "http://localhost:9001", "--print-config",
                      environment={"CHAVE_LOG_LEVEL": "debug"})
    lines = done.stdout.splitlines()
    checks.that("--print-config shows each setting with its source",
                done.returncode == 0 and "port = 9000  # --port" in lines
                and "origin = http://localhost:9001  # --origin" in lines
                and "log-level = debug  # CHAVE_LOG_LEVEL" in lines and "drain-seconds = 20  # default" in lines, done)
    checks.that("and starts nothing", not server.data.exists())
    secret = "planted-metrics-token"
    done = server.run("serve", "--sandbox", "--print-config", environment={"CHAVE_METRICS_TOKEN": secret})
    checks.that("a secret is not shown", "metrics-token = <redacted>" in done.stdout
                and secret not in done.stdout + done.stderr, done)
    file = server.folder / "chave.json"
    file.write_text('{"sandbox": true, "port": 9001, "drain-seconds": 3}')
    done = server.run("serve", "--config", file, "--print-config", environment={"CHAVE_PORT": "9002"})
    checks.that("a variable counts before the file", "port = 9002  # CHAVE_PORT" in done.stdout
                and f"drain-seconds = 3  # {file}" in done.stdout, done)
    for what, environment, text, name in [
        ("an unknown variable", {"CHAVE_PROT": "1"}, "{}", "CHAVE_PROT"),
        ("an unknown member of the file", {}, '{"prot": 1}', "prot"),
        ("a file that is none", {}, "[1]", "chave.json"),
        ("a number that is none", {"CHAVE_DRAIN_SECONDS": "soon"}, "{}", "drain-seconds"),
        ("an origin of another host", {"CHAVE_ORIGIN": "https://shop.example"}, "{}", "origin"),
        ("a certificate without its key", {"CHAVE_TLS_CERT": "/x"}, "{}", "tls-key"),
        ("metrics for others without a token", {"CHAVE_METRICS_BIND": "0.0.0.0:9464"}, "{}", "metrics-token"),
    ]:
        file.write_text(text)
        done = server.run("serve", "--sandbox", "--config", file, environment=environment)
        first = (done.stderr.splitlines() or [""])[0]
        checks.that(f"{what} is named", done.returncode == 64 and first.startswith("Error: ") and name in first, done)


class Page(Authenticator):
    """A browser's authenticator, at a page of this origin."""

    def __init__(self, origin):
        super().__init__()
        self.origin = origin

    def _client_data(self, kind, challenge, rp_id):
        data = {"type": kind, "challenge": challenge, "origin": self.origin, "crossOrigin": False}
        return json.dumps(data).encode()


def origins(checks, folder, program):
    """Platform and bank take the passkeys of their own address and of each named origin, and of no other."""
    named, also, other = (f"http://localhost:{port}" for port in (1, 2, 3))
    server = Server(program, folder, "--origin", f"{named}, {also}")
    try:
        server.start()
        for origin, is_taken in [(named, True), (also, True), (server.base_url, True), (other, False)]:
            device = Device(server.base_url, server.keys)
            device.authenticator = Page(origin)
            try:
                device.enroll()
                end = device.pay("1.00", server.keys["beneficiary"])["status"]
            except AssertionError as error:
                end = str(error)
            holds = end == "SUCCEEDED" if is_taken else "FAILED" in end
            checks.that(f"a passkey of {origin} {'pays' if is_taken else 'is refused'}", holds, end)
        checks.that("the server ends with 0", server.stop() == 0)
    finally:
        server.end()


def metrics(checks, folder, program):
    port = free_port()
    server = Server(program, folder, "--metrics-bind", f"127.0.0.1:{port}", "--backup-to", str(folder / "copies"))
    try:
        server.start()
        merchant = API.merchant(server.base_url, server.keys)
        merchant.post("/webhooks/", {"url": f"http://127.0.0.1:{free_port()}/"}).must(201)
        device = Device(server.base_url, server.keys, *next(iter(HOLDERS.items())))
        device.enroll()
        paid = device.pay("12.34", server.keys["beneficiary"])
        refused = 'webhook_deliveries_total{code_class="none",result="unreachable"}'
        checks.that("an attempt that reached nobody is counted", until(lambda: refused in ask(port, "/metrics")[2]))
        held(merchant, f"/payment-intents/{paid['id']}/").must(200)
        until(lambda: "backup made" in server.said())
        checks.that("a user of the sandbox's tenant is made and mailed", invited(server) == 201)
        ids = {device.enrollment, server.keys["organisation"], server.keys["secret_id"]}
        merchant.get("/nowhere/76109277673/")
        status, headers, text = ask(port, "/metrics")
        families = {family.name: family for family in text_string_to_metric_families(text)}
        checks.that("a parser of Prometheus' own reads the metrics", status == 200
                    and headers["Content-Type"].startswith("text/plain; version=0.0.4") and families)
        seen = families_of(text)
        checks.that("each says what it is", all(family.documentation for family in families.values()))
        samples = [sample for family in families.values() for sample in family.samples]
        labels = {value for sample in samples for value in sample.labels.values()}
        secrets = {*ids, *HOLDERS, "nowhere", "padaria", "maria"}
        checks.that("no id, no path and no person is a label",
                    not any(secret in label for label in labels for secret in secrets), labels)
        routes = {sample.labels.get("http_route") for sample in samples} - {None}
        checks.that("routes are templates", "/payment-intents/{id}/authorize/" in routes and "other" in routes, routes)
        paid = [s.value for s in samples if s.name == "payment_intents_total" and s.labels["status"] == "SUCCEEDED"]
        checks.that("a payment is counted once", paid == [1], paid)
        for family in families.values():
            if family.type == "histogram":
                checks.that(f"the buckets of {family.name} rise to its count", rising(family), family.samples[:20])
        checks.that("they are not on the port of the API", ask(server.port, "/metrics")[0] == 404)
        checks.that("health is on theirs too", ask(port, "/readyz")[0] == 200)
        checks.that("the log has a line for each request", all_requests(server.said()))
        others = [line for line in server.said().splitlines() if not line.startswith(("{", *ANNOUNCED))]
        checks.that("and every line is JSON, but for the announcement", not others, others)
    finally:
        server.end()
    seen |= guarded_metrics(checks, folder, program)
    seen |= wire_metrics(checks, folder, program)
    checks.that("the families are those of docs/operations.md, no more and no fewer", seen == documented(),
                sorted(seen ^ documented()))


def guarded_metrics(checks, folder, program):
    """A listener for other machines, of a server with a certificate, a limit and no room for backups; its families."""
    token = "planted-metrics-token"
    port = free_port()
    # The variable is given by `env`, which becomes the server: a secret is never a flag.
    prefix = ["env", f"CHAVE_METRICS_TOKEN={token}"]
    cert, key = certificate(folder, "metrics")
    no_folder = folder / "no-folder"
    no_folder.write_text("")
    arguments = ["--tls-cert", str(cert), "--tls-key", str(key), "--backup-to", str(no_folder / "copies")]
    arguments += ["--address-rate", "1", "--address-burst", "1", "--metrics-bind", f"0.0.0.0:{port}"]
    server = Server(program, folder, *arguments, prefix=prefix)
    try:
        server.spawn()
        checks.that("a backup that fails is told", until(lambda: "backup failed" in server.said(), 60), server.said())
        # The backup may fail before a listener is ready.
        checks.that("and the server serves", until(lambda: listens(server.port) and listens(port), 60), server.said())
        asked = [ask(server.port, "/payments/br/institutions/", tls=trusting(cert))[0] for _ in range(10)]
        checks.that("over its rate an address gets 429", asked[0] == 401 and 429 in asked, asked)
        checks.that("metrics for others ask for the token", ask(port, "/metrics")[0] == 401)
        given = ask(port, "/metrics", {"Authorization": f"Bearer {token}"})
        checks.that("and are told to who brings it", given[0] == 200)
        checks.that("and to nobody who brings another", ask(port, "/metrics", {"Authorization": "Bearer x"})[0] == 401)
        return families_of(given[2])
    finally:
        server.end()


def wire_metrics(checks, folder, program):
    """Exchanges with a bank that is another process; the families."""
    port = free_port()
    beside = folder / "wire"
    beside.mkdir()
    server = Server(program, beside, "--wire", "--metrics-bind", f"127.0.0.1:{port}")
    try:
        server.start()
        enrolled = server.beside("device", "enroll", "--institution", "Banco Ipê", "--yes", "--json", timeout=120)
        checks.that("a device enrolls at a bank on the wire", enrolled.returncode == 0, enrolled)
        text = ask(port, "/metrics")[2]
        samples = [sample for family in text_string_to_metric_families(text) for sample in family.samples
                   if family.name == "bank_exchange_duration_seconds"]
        named = {sample.labels["operation"] for sample in samples}
        checks.that("exchanges are counted by operation", {"participants", "register POST", "par"} <= named, named)
        outcomes = {sample.labels["outcome"] for sample in samples}
        checks.that("and by outcome", outcomes == {"answered"}, outcomes)
        ends = {sample.labels["certificate"]: sample.value for family in text_string_to_metric_families(text)
                for sample in family.samples if family.name == "open_finance_certificate_not_after_timestamp_seconds"}
        checks.that("the end of each certificate of the platform's file is told", ends == certificate_ends(server), ends)
        return families_of(text)
    finally:
        server.end()


def certificate_ends(server):
    """The certificates of a sandbox's platform, as openssl reads them."""
    platform = server.data / "wire" / "directory" / "participants" / "platform"
    names = {"transport": "transport.pem", "signing": "signing.pem", "server": "server.pem", "authority": "authority.pem"}
    return {name: ssl.cert_time_to_seconds(subprocess.run(
        ["openssl", "x509", "-in", platform / file, "-noout", "-enddate"], check=True, capture_output=True, text=True,
    ).stdout.strip().removeprefix("notAfter=")) for name, file in names.items()}


def listens(port):
    try:
        socket.create_connection(("127.0.0.1", port), timeout=10).close()
        return True
    except OSError:
        return False


def invited(server, name="maria"):
    """The status of a new user of the sandbox's tenant, who is mailed a link."""
    token = json.loads((server.data / "sandbox-sign-in.json").read_text())["api_token"]
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)
    try:
        body = json.dumps({"external_id": name, "email": f"{name}@example.com", "user_name": name, "display_name": name,
                           "binding_token_delivery_method": "email"})
        headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
        connection.request("POST", "/v1/manage/users", body, headers)
        return connection.getresponse().status
    finally:
        connection.close()


def held(api, path, seconds=30):
    """One GET that may be held until something changes."""
    headers = {**api.headers, "Prefer": f"wait={seconds}"}
    return api.connection.send("GET", "/payments/br" + path, headers)


def taken_ports(checks, folder, program):
    """Each unavailable socket is reported with its own address and flag."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        for flag, words in [("--port", f"port {port} already. Stop it, or give another --port."),
                            ("--metrics-bind", f"port {port} already. Stop it, or give another --metrics-bind.")]:
            server = Server(program, folder)
            value = port if flag == "--port" else f"127.0.0.1:{port}"
            flags = [flag, value] if flag == "--port" else [flag, value, "--port", server.port]
            done = server.run("serve", "--sandbox", "--data", server.data, *flags)
            last = (done.stderr.splitlines() or [""])[-1]
            checks.that(f"{flag} with a port that is taken is told", done.returncode == 1 and words in last, done)


def rising(family):
    series = {}
    for sample in family.samples:
        key = tuple(sorted((n, v) for n, v in sample.labels.items() if n != "le"))
        series.setdefault(key, {"buckets": [], "count": None, "sum": None})
        if sample.name.endswith("_bucket"):
            series[key]["buckets"].append((float(sample.labels["le"]), sample.value))
        elif sample.name.endswith("_count"):
            series[key]["count"] = sample.value
        elif sample.name.endswith("_sum"):
            series[key]["sum"] = sample.value
    return bool(series) and all(
        [value for _, value in sorted(one["buckets"])] == sorted(value for _, value in one["buckets"])
        and sorted(one["buckets"])[-1] == (float("inf"), one["count"]) and one["sum"] >= 0 for one in series.values())


def all_requests(text):
    lines = [line for line in text.splitlines() if line.startswith("{")]
    requests = [line for line in map(json.loads, lines) if line["msg"] == "request"]
    return bool(requests) and all(
        isinstance(line["status"], int) and isinstance(line["dur_ms"], (int, float)) and line["ts"].endswith("Z")
        and len(line["ts"]) == 24 and line["route"] is not None and len(line["request_id"]) == 32 for line in requests)


def certificate(folder, name, days=30):
    """A self-signed certificate for localhost and its key; the paths of both."""
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    now = datetime.datetime.now(datetime.timezone.utc)
    built = (
        x509.CertificateBuilder().subject_name(subject).issuer_name(subject).public_key(key.public_key())
        .serial_number(x509.random_serial_number()).not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=days))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True).sign(key, hashes.SHA256())
    )
    paths = folder / f"{name}.crt", folder / f"{name}.key"
    paths[0].write_bytes(built.public_bytes(serialization.Encoding.PEM))
    paths[1].write_bytes(key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()))
    paths[1].chmod(0o600)
    return paths


def trusting(path):
    return ssl.create_default_context(cafile=str(path))


def tls(checks, folder, program):
    first, second = certificate(folder, "first"), certificate(folder, "second")
    open_key = folder / "open.key"
    shutil.copy(first[1], open_key)
    open_key.chmod(0o644)
    nonsense = folder / "nonsense.pem"
    nonsense.write_text("nonsense")
    nonsense.chmod(0o600)
    for what, cert, key, words in [
        ("a certificate that is not there", folder / "none.crt", first[1], "none.crt cannot be read"),
        ("a key that is not there", first[0], folder / "none.key", "none.key cannot be read"),
        ("a certificate that is none", nonsense, first[1], "holds no certificate"),
        ("a key that is none", first[0], nonsense, "holds no private key"),
        ("a key that others may read", first[0], open_key, "chmod o-rwx"),
        ("a key of another certificate", first[0], second[1], "is not that of the first certificate"),
    ]:
        server = Server(program, folder)
        done = server.run("serve", "--sandbox", "--port", server.port, "--data", server.data,
                          "--tls-cert", cert, "--tls-key", key)
        checks.that(f"{what} is told in a line", done.returncode == 1 and words in done.stderr
                    and len(done.stderr.splitlines()) == 1, done)
    live = folder / "live.crt", folder / "live.key"
    for source, target in zip(first, live):
        shutil.copy(source, target)
    server = Server(program, folder, "--tls-cert", str(live[0]), "--tls-key", str(live[1]))
    try:
        server.spawn()
        trust = trusting(first[0])

        def answers(context):
            try:
                return ask(server.port, "/readyz", tls=context)[0] == 200
            except OSError:
                return False

        checks.that("the server speaks TLS with its certificate", until(lambda: answers(trust), 60), server.said())
        with socket.create_connection(("localhost", server.port)) as plain, \
                trust.wrap_socket(plain, server_hostname="localhost") as safe:
            checks.that("at least 1.2", safe.version() in ("TLSv1.2", "TLSv1.3"), safe.version())
        old = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        old.check_hostname, old.verify_mode = False, ssl.CERT_NONE
        old.set_ciphers("ALL:@SECLEVEL=0")
        old.minimum_version = old.maximum_version = ssl.TLSVersion.TLSv1_1
        checks.that("and nothing older", not answers(old))
        for source, target in zip(second, live):
            shutil.copy(source, target)
        server.process.send_signal(signal.SIGHUP)
        renewed = trusting(second[0])
        checks.that("SIGHUP renews the certificate", until(lambda: answers(renewed)), server.said()[-500:])
        shutil.copy(first[1], live[1])
        server.process.send_signal(signal.SIGHUP)
        checks.that("a pair that does not hold is refused", until(lambda: "certificate not renewed" in server.said()))
        checks.that("and the old one stays", answers(renewed))
        drips(checks, server)
        checks.that("TLS ends with 0 as well", server.stop() == 0, server.said()[-500:])
    finally:
        server.end()


def drips(checks, server):
    """A handshake byte by byte: the connection ends with the ten seconds that headers have."""
    with socket.create_connection(("localhost", server.port)) as slow:
        started = time.monotonic()
        slow.settimeout(0.5)
        closed = False
        hello = bytes([0x16, 3, 1, 2, 0, 1, 0, 1, 0xFC, 3, 3]) + bytes(400)
        for byte in hello:
            try:
                slow.send(bytes([byte]))
                if slow.recv(100) == b"":
                    closed = True
            except TimeoutError:
                pass
            except OSError:
                closed = True
            if closed or time.monotonic() - started > 30:
                break
        taken = time.monotonic() - started
        checks.that("a handshake that drips is ended like headers", closed and 8 < taken < 25, f"{taken:.1f} s")


def reloads(checks, folder, program):
    """A service manager's reload does not end a server that has nothing to reload."""
    server = Server(program, folder)
    try:
        server.start()
        server.process.send_signal(signal.SIGHUP)
        checks.that("SIGHUP without a certificate is told", until(lambda: "no certificate to read again" in server.said(), 5))
        checks.that("and ends nothing", server.status("/livez") == 200 and server.process.poll() is None)
        checks.that("SIGTERM still does", server.stop() == 0, server.said()[-500:])
    finally:
        server.end()


def endings(checks, folder, program):
    server = Server(program, folder, "--drain-delay-seconds", "2")
    try:
        server.start()
        held = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
        held.putrequest("POST", "/payments/br/customers/")
        held.putheader("Content-Length", "2")
        held.putheader("Content-Type", "application/json")
        held.endheaders(b"{")
        time.sleep(0.3)
        server.process.send_signal(signal.SIGTERM)
        told = until(lambda: server.status("/readyz") == 503, 1.5)
        checks.that("a server that ends first says that it is not ready", told)
        checks.that("and still answers meanwhile", server.status("/livez") == 200)
        time.sleep(2.5)
        checks.that("then takes no new connection", server.status("/livez") is None)
        held.send(b"}")
        checks.that("finishes what is under way", held.getresponse().status == 401)
        checks.that("and exits with 0", server.process.wait(25) == 0, server.said()[-800:])
    finally:
        server.end()
    server = Server(program, folder, "--drain-delay-seconds", "30")
    try:
        server.start()
        server.process.send_signal(signal.SIGTERM)
        until(lambda: server.status("/readyz") == 503, 3)
        server.process.send_signal(signal.SIGTERM)
        started = time.monotonic()
        code = server.process.wait(10)
        checks.that("a second signal ends at once, not with 0", code == 1 and time.monotonic() - started < 3, code)
        again = Server(program, folder).start()
        checks.that("and the data starts again", again.stop() == 0)
    finally:
        server.end()


def cut_off(checks, folder, program):
    """A held request gets its response at once at the end; a request that takes longer than the allowed time is cut
    off, counted and reported."""
    server = Server(program, folder)
    try:
        server.start()
        device = Device(server.base_url, server.keys, *next(iter(HOLDERS.items())))
        device.enroll()
        body = device.new_intent("5.00", server.keys["beneficiary"])
        intent = device.api.post("/payment-intents/", body).must(201).json
        merchant, answers = API.merchant(server.base_url, server.keys), []
        waiting = threading.Thread(
            target=lambda: answers.append((held(merchant, f"/payment-intents/{intent['id']}/"), time.monotonic())))
        waiting.start()
        gauge = "waiting_requests 1"
        checks.that("a held read is counted", until(lambda: gauge in ask(server.port, "/metrics")[2].splitlines()))
        ended = time.monotonic()
        code = server.stop()
        waiting.join(30)
        taken = answers[0][1] - ended if answers else None
        checks.that("a held read over SIGTERM is answered at once", answers and answers[0][0].status == 200
                    and answers[0][0].json["status"] == "PENDING" and taken < 5, taken)
        checks.that("and the server ends with 0", code == 0, server.said()[-500:])
    finally:
        server.end()
    server = Server(program, folder, "--drain-seconds", "1")
    try:
        server.start()
        with socket.create_connection(("127.0.0.1", server.port)) as slow:
            slow.sendall(b"POST /payments/br/customers/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{")
            # A later client is accepted later; the earlier one's head is read by then.
            checks.that("another is served meanwhile", until(lambda: server.status("/livez") == 200))
            time.sleep(0.3)
            code = server.stop()
        lines = [json.loads(line) for line in server.said().splitlines() if line.startswith("{")]
        told = [line for line in lines if line["msg"] == "drain took too long"]
        counts = [str(line["requests"]) for line in told]
        checks.that("a request whose body was still to come is counted", counts == ["1"], told)
        checks.that("and a server that cut it off ends with 1", code == 1, code)
        last = server.said().splitlines()[-1]
        says = last.startswith("chave: Requests that were not answered") and ": 1. " in last
        checks.that("with a line that says so", says, last)
    finally:
        server.end()


def full_disk(checks, folder, program):
    """A small tmpfs of the server's own; needs root."""
    if os.geteuid() != 0:
        print("        not root: no disk of its own to fill, so this was not checked")
        return
    disk = folder / "disk"
    disk.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=48m", "tmpfs", str(disk)], check=True)
    server = None
    try:
        server = Server(program, disk, "--disk-reserve-mib", "1")
        server.start()
        keys, filler = server.keys, disk / "filler"
        merchant = API.merchant(server.base_url, keys)
        person = {"identifier": next(iter(HOLDERS)), "name": "Maria"}
        made = merchant.post("/customers/", person).must(201).json["id"]
        # Without a buffer: a full one would be written once more when the file is closed.
        with filler.open("wb", buffering=0) as file:
            try:
                while True:
                    file.write(bytes(65_536))
            except OSError:
                pass
        unready = until(lambda: server.status("/readyz") == 503, 10)
        checks.that("on a full disk the server is not ready", unready)
        refused = until(lambda: merchant.post("/customers/", {**person, "identifier": "87517400444"}).status == 503, 10)
        checks.that("and acknowledges nothing", refused)
        checks.that("reads go on", merchant.get(f"/customers/{made}/").status == 200)
        checks.that("the process lives", server.process.poll() is None, server.said()[-500:])
        filler.unlink()
        started = time.monotonic()
        back = until(lambda: server.status("/readyz") == 200, 10)
        taken = time.monotonic() - started
        checks.that("ready again within 5 s of room", back and taken < 5, f"{taken:.1f} s, {server.said()[-500:]}")
        merchant.post("/customers/", {**person, "identifier": "87517400444"}).must(201)
        checks.that("what was acknowledged is there", merchant.get("/customers/").json["count"] == 2)
        checks.that("ends with 0", server.stop() == 0)
        sound = server.run("db", "check", "--data", server.data)
        checks.that("and nothing is half written", sound.returncode == 0, sound)
    finally:
        if server:
            server.end()
        subprocess.run(["umount", "-l", str(disk)], check=False)


def backups(checks, folder, program):
    server = Server(program, folder)
    copy, keyed = folder / "copy", folder / "keyed"
    try:
        server.start()
        device = Device(server.base_url, server.keys, *next(iter(HOLDERS.items())))
        device.enroll()
        stop = threading.Event()
        paid = []

        def pay():
            while not stop.is_set():
                device.pay("1.00", server.keys["beneficiary"])
                paid.append(1)

        paying = threading.Thread(target=pay)
        paying.start()
        until(lambda: len(paid) > 2)
        invited(server)
        done = server.run("db", "backup", copy, "--data", server.data, "--json")
        stop.set()
        paying.join()
        told = json.loads(done.stdout) if done.returncode == 0 else {}
        checks.that("a backup beside a running server is sound", told.get("sound") is True, done)
        checks.that("and holds what was paid", told and intents_counted(told["rows"]) >= 3, told)
        checks.that("without the keys", told and not told["has_keys"] and not (copy / "keys").exists())
        checks.that("for its owner only", (copy.stat().st_mode & 0o077) == 0
                    and all((file.stat().st_mode & 0o077) == 0 for file in copy.iterdir()))
        done = server.run("db", "backup", copy, "--data", server.data)
        checks.that("a backup is never written over another", done.returncode == 1 and "exists already" in done.stderr)
        done = server.run("db", "backup", keyed, "--with-keys", "--data", server.data)
        checks.that("with its keys on request", done.returncode == 0 and (keyed / "keys" / "field.json").exists(), done)
        server.stop()
        restored(checks, folder, program, server, copy, intents_counted(told.get("rows", {})))
        damaged(checks, server, copy)
    finally:
        server.end()


def restored(checks, folder, program, server, copy, payments):
    """The steps of docs/operations.md: the databases of a copy without keys, keys from elsewhere, a check, a start."""
    again = Server(program, folder / "restored")
    again.data.mkdir(parents=True, mode=0o700)
    files = set(json.loads((copy / "backup.json").read_text())["files"])
    checks.that("the manual's steps name each file of a copy without keys", files == databases_to_restore(), files)
    for name in databases_to_restore():
        shutil.copy(copy / name, again.data)
    done = again.run("serve", "--sandbox", "--port", again.port, "--data", again.data)
    checks.that("without its keys a copy is not served", done.returncode == 1 and "keys/field.json" in done.stderr, done)
    shutil.copytree(server.data / "keys", again.data / "keys", dirs_exist_ok=True)
    for name in ("sandbox.json", "sandbox-sign-in.json"):
        shutil.copy(server.data / name, again.data)
    done = again.run("db", "check", "--data", again.data)
    checks.that("with them chave db check finds it sound", done.returncode == 0, done)
    try:
        again.start()
        checks.that("and a server answers with all that was copied", merchant_count(again) == payments, payments)
        checks.that("and signs in whom it knew", invited(again) == 409 and invited(again, "joana") == 201)
    finally:
        again.end()


def merchant_count(server):
    return API.merchant(server.base_url, server.keys).get("/payment-intents/").json["count"]


def damaged(checks, server, copy):
    database = copy / "payments.sqlite"
    kept = database.read_bytes()
    changed = bytearray(kept)
    changed[len(changed) // 2] ^= 1
    database.write_bytes(changed)
    done = server.run("db", "backup", "--verify", copy)
    checks.that("one changed byte of a backup is found", done.returncode == 1 and "payments.sqlite" in done.stderr, done)
    database.write_bytes(kept)
    done = server.run("db", "backup", "--verify", copy)
    checks.that("an untouched one holds, and is as it was", done.returncode == 0 and database.read_bytes() == kept, done)
    (copy / "backup.json").unlink()
    done = server.run("db", "backup", "--verify", copy)
    checks.that("a folder without its list is no backup", done.returncode == 1 and "no backup" in done.stderr, done)


def scheduled(checks, folder, program):
    copies = folder / "copies"
    server = Server(program, folder, "--backup-to", str(copies), "--backup-keep", "2")
    try:
        server.start()
        checks.that("a server makes its own copies", until(lambda: len(list(copies.glob("chave-*Z/backup.json"))) == 1, 30))
        names = list(copies.glob("chave-*Z"))
        done = server.run("db", "backup", "--verify", names[0])
        checks.that("and they hold", done.returncode == 0, done)
        server.stop()
        server.start()
        time.sleep(1)
        checks.that("a restart makes none before its time", len(list(copies.glob("chave-*"))) == 1)
    finally:
        server.end()


def main():
    program = pathlib.Path(sys.argv[1]).resolve()
    checks = Checks()
    for part in (configuration, origins, metrics, taken_ports, tls, reloads, endings, cut_off, full_disk, backups,
                 scheduled):
        with tempfile.TemporaryDirectory(prefix="chave-ops-") as folder:
            folder = pathlib.Path(folder)
            print(f"        {part.__name__}", flush=True)
            if part is configuration:
                part(checks, Server(program, folder))
            else:
                part(checks, folder, program)
    checks.finish()


main()
