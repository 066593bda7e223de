"""Makes a client in Python from a server's own document, type-checks the example over it, and pays with it.

    check_python_client.py <chave>

Runs with the Python that has the requirements of Examples/python-client.
"""

import http.server
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import urllib.request

from checks import Checks
from server import Server
from wallet import API

EXAMPLE = pathlib.Path(__file__).resolve().parent.parent.parent / "Examples" / "python-client"
SOURCES = ["pay.py", "passkey.py", "holder.py"]
# The filters that this generator does not read; Examples/python-client/README.md says so.
FILTERS = """
import json, sys
from chave_payments import AuthenticatedClient
from chave_payments.api.institutions import list_institutions
from chave_payments.api.payment_intents import list_payment_intents
from chave_payments.models import ListPaymentIntentsMetadata
from pay import Merchant

keys = json.load(open(sys.argv[2]))
api = Merchant(sys.argv[1], keys).api
banks = list_institutions.sync_detailed(client=api).parsed.results
wanted = ListPaymentIntentsMetadata.from_dict({"order": "17"})
print(list_institutions.sync_detailed(client=api, id_in=[bank.id for bank in banks[:2]]).status_code.value)
print(list_payment_intents.sync_detailed(client=api, metadata=wanted).status_code.value)
one = list_institutions.sync_detailed(client=api, id_in=[banks[0].id])
print(one.status_code.value, len(one.parsed.results))
"""


def run(folder, server, *command, timeout=240):
    environment = {**server.environment, "CHAVE_POLL_SECONDS": "0.05", "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, *map(str, command)]
    return subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, timeout=timeout, stdin=subprocess.DEVNULL
    )


def said(done):
    return (done.stdout + done.stderr)[-1500:]


def document_of(server):
    with urllib.request.urlopen(f"{server.base_url}/payments/openapi.json", timeout=30) as answer:
        return json.load(answer)


def operations(document):
    return [operation for path in document["paths"].values() for operation in path.values()]


def snake(name):
    """The name that the generator gives to an operation or to a parameter."""
    name = re.sub(r"([a-z0-9])([A-Z])|([A-Z]+)([A-Z][a-z])", r"\1\3_\2\4", name)
    return re.sub(r"\W+|_+", "_", name).lower()


class Nonsense(http.server.BaseHTTPRequestHandler):
    """A server whose document names a response of a type that no generator can read."""

    def do_GET(self):
        answer = {"200": {"description": "odd", "content": {"application/x-odd": {"schema": {"type": "string"}}}}}
        operation = {"operationId": "odd", "responses": answer}
        info = {"title": "Odd", "version": "1"}
        body = json.dumps({"openapi": "3.1.0", "info": info, "paths": {"/odd": {"get": operation}}}).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


def check_that_generating_fails(checks, folder, server):
    """What cannot be read, and a server that is not there, are errors and not a smaller client."""
    odd = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Nonsense)
    threading.Thread(target=odd.serve_forever, daemon=True).start()
    try:
        done = run(folder, server, "generate", f"http://localhost:{odd.server_port}", folder / "odd")
        told = done.returncode != 0 and "odd" in said(done)
        checks.that("a document that is read in part is an error", told, said(done))
    finally:
        odd.shutdown()
        odd.server_close()
    done = run(folder, server, "generate", f"http://localhost:{odd.server_port}", folder / "nowhere")
    nothing = done.returncode != 0 and not (folder / "nowhere").exists()
    checks.that("without a server there is no client", nothing, said(done))


def uses_of(operation):
    """Lines of a program that name an operation's two functions; mypy says whether they are there, and what they take."""
    tag, name = snake(operation["tags"][0]), snake(operation["operationId"])
    yield f"from chave_payments.api.{tag} import {name}"
    for form in ("sync_detailed", "asyncio_detailed"):
        yield f"reveal_type({name}.{form})"


def check_operations(checks, folder, server, document):
    """Each operation has its function, with each of its parameters, as mypy reads them."""
    found = operations(document)
    (folder / "uses.py").write_text("\n".join(line for operation in found for line in uses_of(operation)) + "\n")
    done = run(folder, server, "-m", "mypy", "uses.py")
    checks.that("each operation's function is in the client", done.returncode == 0, said(done))
    revealed = [line for line in done.stdout.splitlines() if "Revealed type is" in line]
    checks.that("and mypy has read two of each", len(revealed) == 2 * len(found) > 60, len(revealed))
    for operation, signature in zip(found, revealed[::2]):
        wanted = {snake(resolved(document, one)["name"]) for one in operation["parameters"]}
        wanted |= {"body"} if "requestBody" in operation else set()
        missing = [name for name in wanted if not re.search(rf"\b{name}_?(: |=)", signature)]
        checks.that(f"{operation['operationId']} takes all that the document names", not missing, missing)


def resolved(document, parameter):
    reference = parameter.get("$ref")
    return document["components"]["parameters"][reference.rpartition("/")[2]] if reference else parameter


def check_models(checks, folder, document):
    """Each object of the document is a class."""
    models = (folder / "chave_payments" / "models" / "__init__.py").read_text()
    names = {re.sub(r"[^a-z0-9]", "", name.lower()) for name in re.findall(r'^    "(\w+)",$', models, re.M)}
    missing = [name for name in document["components"]["schemas"] if name.lower() not in names]
    checks.that("each object of the document is a class", names and not missing, missing)
    checks.that("and an error of many operations is one", len(names) < 300, len(names))


def check_types(checks, folder, server):
    done = run(folder, server, "-m", "mypy", *SOURCES)
    checks.that("the example keeps the client's types", done.returncode == 0, said(done))
    wrong = (folder / "pay.py").read_text().replace("customer=customer.id", "payer=customer.id")
    (folder / "wrong.py").write_text(wrong)
    done = run(folder, server, "-m", "mypy", "wrong.py")
    found = done.returncode == 1 and "payer" in done.stdout
    checks.that("a name that the API has not is found by them", found, said(done))


def check_payment(checks, folder, server):
    merchant = API.merchant(server.base_url, server.keys)
    keys = ["--server", server.base_url, "--keys", server.data / "sandbox.json"]
    for amount, end, code in [("12.34", "SUCCEEDED", 0), ("150.00", "FAILED", 1)]:
        done = run(folder, server, "pay.py", *keys, "--amount", amount)
        last = re.search(r"payment ([0-9a-f-]{36}): (\w+)\n$", done.stdout)
        checks.that(f"a payment of {amount} ends with {code}", done.returncode == code and last, said(done))
        if last is None:
            continue
        intent = merchant.get(f"/payment-intents/{last[1]}/").must(200).json
        told = (intent["status"], intent["amount"])
        checks.that(f"and is {end} at the API", told == (end, amount) and last[2] == end, told)
        enrollment = intent["payment_method_details"]["open_finance_biometric_pix"]["enrollment"]
        kept = merchant.get(f"/enrollments/{enrollment}/").must(200).json
        checks.that("from an enrollment of the example's device", kept["created_by_type"] == "sdk", kept["status"])
    done = run(folder, server, "pay.py", "--server", server.base_url, "--keys", folder / "none.json")
    checks.that("without keys it says what is missing", done.returncode == 1 and "none.json" in done.stderr, said(done))
    other = folder / "other.json"
    other.write_text(json.dumps({**server.keys, "secret_password": "x" * 64}))
    done = run(folder, server, "pay.py", "--server", server.base_url, "--keys", other)
    refused = done.returncode == 1 and "authentication_failed" in done.stderr and "xxxx" not in said(done)
    checks.that("with wrong keys it says the API's refusal", refused, said(done))


def check_unread_filters(checks, folder, server):
    """The filters that the README names as unread get 400, and never everybody's rows."""
    (folder / "filters.py").write_text(FILTERS)
    done = run(folder, server, "filters.py", server.base_url, server.data / "sandbox.json")
    checks.that("filters that the client does not read are refused", done.stdout == "400\n400\n200 1\n", said(done))


def main():
    checks = Checks()
    with tempfile.TemporaryDirectory(prefix="chave-python-client-") as place:
        folder = pathlib.Path(place)
        server = Server(pathlib.Path(sys.argv[1]).resolve(), folder / "home")
        os.makedirs(server.folder)
        for name in [*SOURCES, "generate", "generator.yml", "mypy.ini"]:
            shutil.copy(EXAMPLE / name, folder / name)
        try:
            server.start()
            done = run(folder, server, "generate", server.base_url)
            checks.that("the generator reads the whole document", done.returncode == 0, said(done))
            document = document_of(server)
            check_operations(checks, folder, server, document)
            check_models(checks, folder, document)
            check_types(checks, folder, server)
            check_payment(checks, folder, server)
            check_unread_filters(checks, folder, server)
            check_that_generating_fails(checks, folder, server)
            readme = (EXAMPLE / "README.md").read_text()
            checks.that("the README names each file", all(f"]({name})" in readme for name in SOURCES + ["generate"]))
            checks.that("the server ends with 0", server.stop() == 0)
        finally:
            server.end()
    checks.finish()


main()
