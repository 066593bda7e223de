"""Compares Examples/compose with the product, because no test here runs containers.

It runs everything that needs no container: nginx with that configuration, PostgreSQL with that role, a node with those
settings, and the health command.
"""

import contextlib
import dataclasses
import http.client
import http.server
import ipaddress
import os
import pathlib
import re
import shutil
import socket
import socketserver
import subprocess
import tempfile
import threading
import time

import yaml

from postgres import Postgres
from postgres import program as postgres_program
from server import Server, free_port

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
FOLDER = ROOT / "Examples" / "compose"
# docs/operations.md: background work has this long to reach its next stored step.
LAST_SECONDS = 5
LONGEST_WAIT = 30


@dataclasses.dataclass(frozen=True)
class Files:
    """The example's texts, so that a test can break one of them."""

    compose: str
    nginx: str
    sql: str
    env: str
    image: str
    ignored: str

    @classmethod
    def read(cls):
        named = yaml.safe_load((FOLDER / "compose.yaml").read_text())["x-node"]["build"]
        return cls(
            (FOLDER / "compose.yaml").read_text(),
            (FOLDER / "nginx.conf").read_text(),
            (FOLDER / "database.sql").read_text(),
            (FOLDER / "env.example").read_text(),
            (FOLDER / named["context"] / named["dockerfile"]).read_text(),
            (FOLDER / named["context"] / ".dockerignore").read_text(),
        )

    @property
    def services(self):
        return yaml.safe_load(self.compose)["services"]

    @property
    def nodes(self):
        return {name: service for name, service in self.services.items() if service.get("image") == "chave"}


class Known:
    """The settings of the program and the machine's Swift."""

    def __init__(self, program):
        def said(*words):
            return subprocess.run([str(word) for word in words], capture_output=True, text=True, check=True).stdout

        self.flags = set(re.findall(r"--[a-z-]+", said(program, "serve", "--help")))
        shown = said(program, "serve", "--sandbox", "--print-config")
        names = re.findall(r"^([a-z-]+) = ", shown, re.M)
        self.variables = {f"CHAVE_{name.upper().replace('-', '_')}" for name in names}
        self.build = set(re.findall(r"--[a-z-]+", said("swift", "build", "--help")))
        self.products = set(re.findall(r'\.executable(?:Target)?\(\s*name: "(\w+)"',
                                       (ROOT / "Server" / "Package.swift").read_text()))


# --- What is compared ------------------------------------------------------------------------------------------------


def setting_problems(files, known):
    for name, node in files.nodes.items():
        for variable in node["environment"]:
            if variable not in known.variables:
                yield f"{name}: no setting is called {variable}"
        for word in node["command"]:
            if word.startswith("--") and word not in known.flags:
                yield f"{name}: 'chave serve' has no option {word}"


def secret_problems(files):
    """No file contains a secret, and env.example names exactly the values that a person fills in."""
    for name, service in files.services.items():
        if "/" in service["image"]:
            yield f"{name}: {service['image']} names a registry or somebody's own image"
        for variable, value in service.get("environment", {}).items():
            if "PASSWORD" in variable and not re.fullmatch(r"\$\{\w+:\?[^}]+\}", str(value)):
                yield f"{name}: {variable} is not asked for"
            if re.search(r"://\w+:(?!\$\{\w+:\?)[^@/]*@", str(value)):
                yield f"{name}: {variable} has a password in it"
    asked = set(re.findall(r"\$\{(\w+)", files.compose))
    offered = dict(re.findall(r"^(\w+)=(.*)$", files.env, re.M))
    if asked != set(offered):
        yield f"env.example has {sorted(offered)}, compose.yaml asks for {sorted(asked)}"
    for name, value in offered.items():
        if "PASSWORD" in name and value:
            yield f"env.example: {name} has a value"


def port_problems(files):
    listening = re.findall(r"^\s*listen (\d+);", files.nginx, re.M)
    published = files.services["nginx"]["ports"][0].split(":")
    if listening != [published[-1]]:
        yield f"nginx listens at {listening}, and {published[-1]} is published"
    for text in (files.compose, files.env):
        for port in re.findall(r"http://localhost:(\d+)", text):
            if port != published[-2]:
                yield f"the public address has port {port}, and {published[-2]} is published"
    # By address: nginx does not start while a name in its list has no address, as for a stopped node.
    upstream = dict(re.findall(r"^\s*server ([\w.]+):(\d+)", files.nginx, re.M))
    addresses = {node["networks"]["inside"]["ipv4_address"] for node in files.nodes.values()}
    if set(upstream) != addresses:
        yield f"nginx knows {sorted(upstream)}, the nodes are at {sorted(addresses)}"
    for name, node in files.nodes.items():
        own = node["command"][node["command"].index("--port") + 1]
        asked = re.search(r":(\d+)/readyz$", node["healthcheck"]["test"][-1])
        if not asked or asked[1] != own:
            yield f"{name}: its health is not asked for at /readyz of port {own}"
        asked_at = upstream.get(node["networks"]["inside"]["ipv4_address"])
        if asked_at != own:
            yield f"{name}: nginx asks it at {asked_at}, it listens at {own}"


def address_problems(files):
    network = ipaddress.ip_network(yaml.safe_load(files.compose)["networks"]["inside"]["ipam"]["config"][0]["subnet"])
    addresses = {name: service["networks"]["inside"]["ipv4_address"] for name, service in files.services.items()}
    if len(set(addresses.values())) != len(addresses):
        yield f"two services have one address: {addresses}"
    for name, address in addresses.items():
        if ipaddress.ip_address(address) not in network:
            yield f"{name}: {address} is outside {network}"
    for name, node in files.nodes.items():
        if node["environment"]["CHAVE_TRUSTED_PROXY"] != addresses["nginx"]:
            yield f"{name}: it does not trust nginx at {addresses['nginx']} alone"


def seconds(text):
    return int(re.fullmatch(r"(\d+)s", text)[1])


def time_problems(files):
    for name, node in files.nodes.items():
        given = node["environment"]
        needed = int(given["CHAVE_DRAIN_DELAY_SECONDS"]) + int(given["CHAVE_DRAIN_SECONDS"]) + LAST_SECONDS
        if seconds(node["stop_grace_period"]) < needed + 5:
            yield f"{name}: {node['stop_grace_period']} to end, and it may need {needed} s"
    held = re.search(r"proxy_read_timeout (\d+)s;", files.nginx)
    if not held or int(held[1]) <= LONGEST_WAIT:
        yield f"nginx gives up a request that may be held for {LONGEST_WAIT} s"
    yield from repetition_problems(files.nginx)
    handed = re.search(r"proxy_next_upstream_timeout (\d+)s;", files.nginx)
    if not held or not handed or not LONGEST_WAIT < int(handed[1]) < int(held[1]):
        yield "nginx hands on no request that was held, or also one that a node still works on"


def repetition_problems(nginx):
    """A POST is sent twice only where it carries its key, and never to an address that spends codes and tokens."""
    if re.findall(r"^        proxy_next_upstream ([^;]+);", nginx, re.M) != ["error timeout"]:
        yield "nginx hands on POSTs without a key, or nothing of a node that cannot be reached"
    if re.findall(r"location @repeatable \{[^}]*proxy_next_upstream ([^;]+);", nginx) != ["error timeout non_idempotent"]:
        yield "nginx does not hand on what a node broke off, with its key"
    if not re.search(r"error_page 418 = @repeatable;\s*if \(\$http_idempotency_key\) \{\s*return 418;", nginx):
        yield "nginx does not tell requests with a key from the others"
    apart = re.search(r"location ~ (\S+) \{([^}]*)\}", nginx)
    if not apart or "next_upstream" in apart[2] or not all(
        re.match(apart[1], path) for path in ("/v2/token", "/t/padaria/v2/token", "/v1/manage/users")
    ):
        yield "nginx may send a code or a refresh token twice"


def database_problems(files):
    services, nodes = files.services, files.nodes
    limit = int(re.search(r"CONNECTION LIMIT (\d+)", files.sql)[1])
    all_connections = int(re.search(r"max_connections=(\d+)", " ".join(services["postgres"]["command"]))[1])
    # The server and the sandbox's bank have as many each, its cards up to four, and an upgrade has one node more.
    given = [int(node["environment"]["CHAVE_DATABASE_CONNECTIONS"]) for node in nodes.values()]
    needed = sum(2 * n + min(n, 4) for n in given)
    if not needed * 1.5 <= limit <= all_connections - 3:
        yield f"the nodes take {needed} connections, the role has {limit}, the server {all_connections}"
    for name, node in nodes.items():
        address = re.fullmatch(r"postgres://(\w+):\$\{(\w+):\?[^}]+\}@(\w+):5432/(\w+)",
                               node["environment"]["CHAVE_DATABASE"])
        if not address:
            yield f"{name}: its database's address is none"
            continue
        role, password, host, database = address.groups()
        if host not in services or f"CREATE ROLE {role} " not in files.sql:
            yield f"{name}: nobody makes the role {role} at {host}"
        if f"CREATE DATABASE {database} " not in files.sql or f"ON DATABASE {database} TO {role};" not in files.sql:
            yield f"{name}: nobody makes the database {database} for {role}"
        if f"\\getenv password {password}" not in files.sql or password not in services[host]["environment"]:
            yield f"{name}: the role's password is not {password}"
        if node["depends_on"] != {host: {"condition": "service_healthy"}}:
            yield f"{name}: it does not wait for {host}"
        if [role, database] != [services[host]["healthcheck"]["test"][place] for place in (-3, -1)]:
            yield f"{host}: its health is not asked for as {role} in {database}"
    if not any(mount.startswith("database:/var/lib/postgresql/data") for mount in services["postgres"]["volumes"]):
        yield "postgres: its data is in no volume"


def image_problems(files, known):
    stages = files.image.split("\nFROM ")
    copied = re.findall(r"^COPY (?!--from)(.+) \S+$", files.image, re.M)
    for name in [name for names in copied for name in names.split()]:
        if not (ROOT / name).exists():
            yield f"the image copies {name}, which is not there"
    build = re.search(r"^RUN swift build (.+)$", files.image, re.M)
    if not build:
        return (yield "the image builds nothing")
    for option in re.findall(r"--[a-z-]+", build[1]):
        if option not in known.build:
            yield f"'swift build' has no option {option}"
    product = re.search(r"--product (\w+)", build[1])
    if not product or product[1] not in known.products:
        yield "the image builds a product that the package does not have"
    if "**/.build" not in files.ignored.splitlines():
        yield "the image is sent what was built here"
    if "ARG BUILD_IMAGE=swift:" not in files.image or "-slim" not in files.image.split("RUN_IMAGE=")[-1].split()[0]:
        yield "the image is not built by Swift's own image for a slim one"
    for name, node in files.nodes.items():
        if node["healthcheck"]["test"][1] not in stages[-1].split():
            yield f"{name}: its image has no {node['healthcheck']['test'][1]}"
        if node["volumes"] != ["keys:/data"] or "ENV CHAVE_DATA=/data" not in stages[-1]:
            yield f"{name}: the keys are not in the volume that all nodes have"


def problems(files, known):
    yield from setting_problems(files, known)
    yield from secret_problems(files)
    yield from port_problems(files)
    yield from address_problems(files)
    yield from time_problems(files)
    yield from database_problems(files)
    yield from image_problems(files, known)


# --- Each of these rules can be broken -------------------------------------------------------------------------------

BREAKS = [
    ("compose", "CHAVE_DRAIN_SECONDS:", "CHAVE_DRAINING:"),
    ("compose", '"--sandbox", "--bind"', '"--sandboxed", "--bind"'),
    ("compose", "image: postgres:17", "image: registry.example/postgres:17"),
    ("compose", "POSTGRES_PASSWORD: ${POSTGRES_PASSWORD:?make one as env.example says}", "POSTGRES_PASSWORD: open"),
    ("compose", "chave:${CHAVE_DATABASE_PASSWORD:?make one as env.example says}@", "chave:open@"),
    ("compose", "${CHAVE_PUBLIC_URL:-http", "${CHAVE_ADDRESS:-http"),
    ("compose", '"127.0.0.1:8080:8080"', '"127.0.0.1:8080:80"'),
    ("compose", '"127.0.0.1:8080:8080"', '"127.0.0.1:9090:8080"'),
    ("compose", "8080/readyz", "8081/readyz"),
    ("compose", '"--port", "8080"', '"--port", "8081"'),
    ("compose", "172.30.80.12", "172.30.80.11"),
    ("compose", "172.30.80.12", "172.30.81.12"),
    ("compose", "PROXY: 172.30.80.10", "PROXY: 172.30.80.0/24"),
    ("compose", "stop_grace_period: 35s", "stop_grace_period: 25s"),
    ("compose", "max_connections=100", "max_connections=40"),
    ("compose", 'CONNECTIONS: "8"', 'CONNECTIONS: "80"'),
    ("compose", "@postgres:5432/chave", "@postgres:5432/pay"),
    ("compose", "@postgres:5432/chave", "@database:5432/chave"),
    ("compose", '"--username", "chave"', '"--username", "postgres"'),
    ("compose", "database:/var/lib", "./database:/var/lib"),
    ("compose", "- keys:/data", "- keys:/keys"),
    ("compose", "postgres: {condition: service_healthy}", "postgres: {condition: service_started}"),
    ("compose", '"CMD", "curl"', '"CMD", "wget"'),
    ("nginx", "listen 8080", "listen 80"),
    ("nginx", "server 172.30.80.12:8080", "server 172.30.80.13:8080"),
    ("nginx", "server 172.30.80.12:8080", "server node2:8080"),
    ("nginx", "server 172.30.80.12:8080", "server 172.30.80.12:8081"),
    ("nginx", "error timeout non_idempotent", "error timeout"),
    ("nginx", "error timeout non_idempotent", "error non_idempotent"),
    ("nginx", "error timeout;", "error timeout non_idempotent;"),
    ("nginx", "if ($http_idempotency_key)", "if ($http_x_key)"),
    ("nginx", "location ~ ^(/t/", "location ~ ^(/tenant/"),
    ("nginx", "next_upstream_timeout 40s", "next_upstream_timeout 30s"),
    ("nginx", "next_upstream_timeout 40s", "next_upstream_timeout 60s"),
    ("nginx", "proxy_read_timeout 60s", "proxy_read_timeout 30s"),
    ("sql", "CREATE ROLE chave ", "CREATE ROLE keeper "),
    ("sql", "ON DATABASE chave TO chave;", "ON DATABASE chave TO keeper;"),
    ("sql", "\\getenv password CHAVE", "\\getenv password POSTGRES"),
    ("env", "POSTGRES_PASSWORD=\n", "POSTGRES_PASSWORD=open\n"),
    ("image", "COPY Sources Sources", "COPY Sauces Sources"),
    ("image", "--static-swift-stdlib", "--statically"),
    ("image", "--product chave", "--product key"),
    ("image", "swift:6", "rust:6"),
    ("image", "12-slim", "12"),
    ("image", "libcurl4 curl", "libcurl4"),
    ("ignored", "**/.build", "build"),
]


def check_rules(checks, files, known):
    found = list(problems(files, known))
    checks.that("Examples/compose agrees with itself, the program and the image", not found, found)
    unseen = []
    for name, old, new in BREAKS:
        text = getattr(files, name)
        broken = dataclasses.replace(files, **{name: text.replace(old, new)})
        if old not in text or next(problems(broken, known), None) is None:
            unseen.append(f"{name}: {old} -> {new}")
    checks.that(f"each of {len(BREAKS)} faults planted in it is found", not unseen, unseen)


# --- What can be run without containers ------------------------------------------------------------------------------


def nginx_command(folder, text, orders):
    """The example's nginx with files of its own."""
    own = [f"{kind}_temp_path {folder}/{kind};" for kind in ("proxy", "fastcgi", "uwsgi", "scgi")]
    own.append(f"client_body_temp_path {folder}/body;")
    (pathlib.Path(folder) / "nginx.conf").write_text(text.replace("http {", "http { " + " ".join(own), 1))
    program = shutil.which("nginx") or "/usr/sbin/nginx"
    orders = f"pid {folder}/pid; error_log {folder}/log; {orders}"
    return [program, "-p", folder, "-c", f"{folder}/nginx.conf", "-e", f"{folder}/start", "-g", orders]


def nginx_answer(text):
    """nginx's check of a configuration."""
    with tempfile.TemporaryDirectory(prefix="chave-compose-nginx-") as folder:
        done = subprocess.run([*nginx_command(folder, text, ""), "-t"], capture_output=True, text=True)
        return done.returncode, done.stderr


class Taker(http.server.BaseHTTPRequestHandler):
    """A node that answers everything."""

    def do_POST(self):
        self.rfile.read(int(self.headers["Content-Length"]))
        self.send_response(204)
        self.end_headers()

    def log_message(self, *_):
        pass


def statuses_without_a_node(text):
    """The statuses of four POSTs when the first node neither accepts nor refuses connections, like a lost machine."""
    with contextlib.ExitStack() as left:
        folder = left.enter_context(tempfile.TemporaryDirectory(prefix="chave-compose-gone-"))
        gone = left.enter_context(socket.create_server(("127.0.0.1", 0), backlog=0))
        # Its backlog is full, so a new caller gets no answer.
        for _ in range(4):
            caller = left.enter_context(socket.socket())
            caller.setblocking(False)
            caller.connect_ex(gone.getsockname())
        node = left.enter_context(http.server.ThreadingHTTPServer(("127.0.0.1", 0), Taker))
        threading.Thread(target=node.serve_forever, daemon=True).start()
        left.callback(node.shutdown)
        port = free_port()
        ports = iter([gone.getsockname()[1], node.server_port])
        text = re.sub(r"server [\d.]+:\d+", lambda _: f"server 127.0.0.1:{next(ports)}", text)
        text = re.sub(r"listen \d+;", f"listen 127.0.0.1:{port};", text)
        process = subprocess.Popen(nginx_command(folder, text, "daemon off; master_process off;"))
        left.callback(process.wait, 30)
        left.callback(process.terminate)
        return [status_of_post(port) for _ in range(4)]


class Breaker(socketserver.StreamRequestHandler):
    """A node that takes a whole request and is killed before its answer."""

    def handle(self):
        head = b""
        while not head.endswith(b"\r\n\r\n"):
            head += self.rfile.read(1)
        self.rfile.read(int(re.search(rb"(?i)content-length: (\d+)", head)[1]))


def statuses_of_broken_posts(text, requests):
    """The statuses of successive POSTs when the first node breaks off each and the other node responds."""
    with contextlib.ExitStack() as left:
        folder = left.enter_context(tempfile.TemporaryDirectory(prefix="chave-compose-broken-"))
        servers = [
            left.enter_context(socketserver.ThreadingTCPServer(("127.0.0.1", 0), Breaker)),
            left.enter_context(http.server.ThreadingHTTPServer(("127.0.0.1", 0), Taker)),
        ]
        for server in servers:
            threading.Thread(target=server.serve_forever, daemon=True).start()
            left.callback(server.shutdown)
        port = free_port()
        # The responding node gets only broken-off requests: it is a backup here.
        nodes = iter([f"server 127.0.0.1:{servers[0].server_address[1]}", f"server 127.0.0.1:{servers[1].server_port} backup"])
        text = re.sub(r"server [\d.]+:\d+", lambda _: next(nodes), text)
        text = re.sub(r"listen \d+;", f"listen 127.0.0.1:{port};", text)
        process = subprocess.Popen(nginx_command(folder, text, "daemon off; master_process off;"))
        left.callback(process.wait, 30)
        left.callback(process.terminate)
        return [status_of_post(port, path, headers) for path, headers in requests]


def check_repetitions(checks, files):
    key = {"Idempotency-Key": "0a1b2c3d"}
    requests = [
        ("/payments/br/payment-intents/", key, 204),
        ("/payments/br/payment-intents/", {}, 502),
        ("/v2/token", {}, 502),
        ("/v2/token", key, 502),
        ("/t/padaria-aurora/v2/token", key, 502),
    ]
    found = statuses_of_broken_posts(files.nginx, [request[:2] for request in requests])
    expected = [request[2] for request in requests]
    checks.that("a POST that a node broke off is sent again with its key alone, a token's never", found == expected, found)
    always = files.nginx.replace("error timeout;", "error timeout non_idempotent;")
    found = statuses_of_broken_posts(always, [("/v2/token", {})])
    checks.that("and would be, were every POST handed on", found == [204], found)


def status_of_post(port, path="/", headers=None):
    """Asked until nginx listens."""
    deadline = time.monotonic() + 30
    while True:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
        try:
            connection.request("POST", path, body=b"{}", headers=headers or {})
            return connection.getresponse().status
        except ConnectionRefusedError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.02)
        finally:
            connection.close()


def check_nginx(checks, files):
    code, said = nginx_answer(files.nginx)
    checks.that("nginx reads the example's configuration", code == 0, said)
    relayed = re.sub(r"# (set_real_ip_from|real_ip_header) ", r"\1 ", files.nginx)
    code, said = nginx_answer(relayed)
    checks.that("and the lines about a proxy before it", relayed != files.nginx and code == 0, said)
    found = statuses_without_a_node(files.nginx)
    checks.that("with a node that cannot be reached every POST is answered", found == [204] * 4, found)
    found = statuses_without_a_node(files.nginx.replace("error timeout;", "error;"))
    checks.that("and would not be, were a time-out not handed on", 504 in found, found)
    check_repetitions(checks, files)
    code, _ = nginx_answer(files.nginx.replace("proxy_next_upstream", "proxy_next_upstreams"))
    checks.that("and would refuse a word that it does not know", code != 0)


def check_role_and_node(checks, files, program):
    """A database made by database.sql, asked for passwords as the image asks; a node with the example's settings."""
    with tempfile.TemporaryDirectory(prefix="chave-compose-") as folder:
        postgres, node = Postgres(folder), Server(program, folder)
        try:
            owner = prepared(postgres)
            password = os.urandom(16).hex()
            made = psql(owner, "-f", str(FOLDER / "database.sql"), environment={"CHAVE_DATABASE_PASSWORD": password})
            checks.that("database.sql runs", made.returncode == 0, made.stderr)
            address = f"postgres://chave:{password}@127.0.0.1:{postgres.port}/chave"
            check_rights(checks, address, postgres.port)
            node.surroundings = surroundings(files, address)
            node.arguments = ["--bind", "0.0.0.0"]
            node.start()
            checks.that("a node with the example's settings is ready", node.status("/readyz") == 200)
            health = next(iter(files.nodes.values()))["healthcheck"]["test"][1:]
            asked = [word.replace(":8080/", f":{node.port}/") for word in health]
            checks.that("the health command succeeds", subprocess.run(asked, capture_output=True).returncode == 0, asked)
            checks.that("the node ends in order", node.stop(wait=40) == 0)
            checks.that("and without a node it fails", subprocess.run(asked, capture_output=True).returncode != 0)
        finally:
            node.end()
            postgres.end()


def prepared(postgres):
    """The superuser's address; every other user needs a password over TCP."""
    postgres.start()
    owner = f"postgres://postgres@127.0.0.1:{postgres.port}/postgres"
    postgres.ask("CREATE ROLE postgres SUPERUSER LOGIN")
    rules = "host all postgres 127.0.0.1/32 trust\nhost all all 127.0.0.1/32 scram-sha-256\n"
    (postgres.folder / "data" / "pg_hba.conf").write_text(rules)
    # The folder's own superuser has the name that the example makes.
    done = psql(owner, "-c", "ALTER ROLE chave RENAME TO first", "-c", "SELECT pg_reload_conf()")
    if done.returncode:
        raise AssertionError(done.stderr)
    return owner


def psql(address, *arguments, environment=None):
    asked = [postgres_program("psql"), "-X", "-q", "-d", address, *arguments]
    return subprocess.run(asked, capture_output=True, text=True, env={**os.environ, **(environment or {})})


def surroundings(files, address):
    """The example's variables, except the database's address and the time for the shutdown."""
    given = dict(next(iter(files.nodes.values()))["environment"])
    given["CHAVE_DATABASE"] = address
    given["CHAVE_DRAIN_DELAY_SECONDS"] = "0"
    given["CHAVE_PUBLIC_URL"] = re.search(r"^CHAVE_PUBLIC_URL=(.+)$", files.env, re.M)[1]
    return given


def check_rights(checks, address, port):
    wrong = re.sub(r":[^:@]+@", ":wrong@", address)
    checks.that("the role needs its password", psql(wrong, "-c", "SELECT 1").returncode != 0)
    checks.that("the role makes schemas in its database", psql(address, "-c", "CREATE SCHEMA tried; DROP SCHEMA tried")
                .returncode == 0)
    for what in ("CREATE TABLE public.tried (n bigint)", "CREATE DATABASE tried", "CREATE ROLE tried",
                 "SELECT pg_read_file('/etc/passwd')", "COPY (SELECT 1) TO PROGRAM 'true'"):
        done = psql(address, "-c", what)
        checks.that(f"the role may not: {what}", done.returncode != 0 and re.search("denied|must be superuser", done.stderr),
                    done.stderr)
    for other in ("postgres", "template1"):
        done = psql(re.sub(r"/chave$", f"/{other}", address), "-c", "SELECT 1")
        checks.that(f"the role may not look into {other}", done.returncode != 0 and "denied" in done.stderr, done.stderr)


def check(checks, program):
    files = Files.read()
    check_rules(checks, files, Known(program))
    check_nginx(checks, files)
    check_role_and_node(checks, files, program)


def main():
    import sys

    from checks import Checks

    checks = Checks()
    check(checks, sys.argv[1])
    checks.finish()


if __name__ == "__main__":
    main()
