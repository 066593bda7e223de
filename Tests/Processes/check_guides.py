"""Runs the programs written from the guides against a server: each must enroll and pay; then the models of
Examples/PixDemo, and Examples/App2App.

    check_guides.py <chave> <folder of scripts/check-guides>
"""

import pathlib
import sys
import tempfile

import issuer_example
from checks import Checks
from person import PIN_ANSWERS, on_terminal
from server import Server
from wallet import API

PROGRAMS = ["SDKOnly", "SDKAndAPI", "SDKAndAPIWithCredential"]
MODES = ["swift5", "swift6"]
# The SDK's own calls carry a token; where the guides' merchant makes the calls, he does so with a token or his keys.
CALLERS = {"SDKOnly": ["token"], "SDKAndAPI": ["token", "keys"], "SDKAndAPIWithCredential": ["token", "keys"]}


def ends(merchant, kind):
    listed = merchant.get(f"/{kind}/").must(200).json["results"]
    return {item["id"]: item["status"] for item in listed}


def run(checks, server, program, caller, more=None):
    keys = server.keys
    merchant = API.merchant(server.base_url, keys)
    name = " ".join([program.name, *(more or []), "with", caller])
    home = server.folder / name.replace(" ", "-")
    home.mkdir()
    environment = {
        **server.environment,
        "HOME": str(home),
        "XDG_DATA_HOME": str(home / "data"),
        "CHAVE_BASE_URL": server.base_url,
        "CHAVE_ACCESS_TOKEN": merchant.tokens()["access"],
        "CHAVE_CPF": "76109277673",
        "CHAVE_BANK_PASSWORD": "senha-1",
        "CHAVE_BENEFICIARY": keys["beneficiary"],
        **(more or {}),
    }
    if caller == "keys":
        environment |= {"CHAVE_SECRET_ID": keys["secret_id"], "CHAVE_SECRET_PASSWORD": keys["secret_password"]}
    enrollments, intents = ends(merchant, "enrollments"), ends(merchant, "payment-intents")
    done = on_terminal([program], environment, PIN_ANSWERS)
    said, code = done.stdout + done.stderr, done.returncode
    checks.that(f"{name} walks its flow", code == 0 and "done: " in said, said[-800:])
    new = [end for id, end in ends(merchant, "enrollments").items() if id not in enrollments]
    checks.that(f"{name}: the server says the enrollment SUCCEEDED", new == ["SUCCEEDED"], new)
    new = [end for id, end in ends(merchant, "payment-intents").items() if id not in intents]
    checks.that(f"{name}: the server says the payment SUCCEEDED", new == ["SUCCEEDED"], new)


def main():
    checks = Checks()
    programs = pathlib.Path(sys.argv[2]).resolve()
    with tempfile.TemporaryDirectory(prefix="chave-guides-") as folder:
        server = Server(pathlib.Path(sys.argv[1]).resolve(), folder)
        try:
            server.start()
            for name in PROGRAMS:
                for mode in MODES:
                    for caller in CALLERS[name]:
                        run(checks, server, programs / f"{name}-{mode}", caller)
            run(checks, server, programs / "PixDemoModels", "token")
            run(checks, server, programs / "PixDemoModels", "token", {"CHAVE_ENDS_AT_THE_BANK": "yes"})
            checks.that("the server ends with 0", server.stop() == 0)
        finally:
            server.end()
    issuer_example.check(checks, programs / "bank-app")
    checks.finish()


main()
