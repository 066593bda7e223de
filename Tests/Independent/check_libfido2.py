"""Credentials of our authenticator, verified by libfido2's own programs (Yubico): fido2-cred -V and fido2-assert -V."""

import base64
import os
import subprocess
import sys
import tempfile

from cbor2 import dumps, loads
from fido2.utils import sha256

from oracle import Oracle, Tally, creation_options, decode, request_options

TYPES = {-7: "es256", -8: "eddsa", -257: "rs256"}


def text(data):
    return base64.b64encode(data).decode("ascii")


def run(*command):
    """The program's output; raises the program's error text."""
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    if done.returncode != 0:
        raise RuntimeError(done.stderr.strip() or f"exit code {done.returncode}")
    return done.stdout


def verify_registration(folder, created, algorithm, changed=None):
    """The public key in PEM that fido2-cred prints once it has verified the attestation, -v: and user verification."""
    response = created["response"]
    attested = loads(decode(response["attestationObject"]))
    data, signature = attested["authData"], attested["attStmt"]["sig"]
    if changed is not None:
        data = data[:changed] + bytes([data[changed] ^ 1]) + data[changed + 1 :]
    lines = [
        text(sha256(decode(response["clientDataJSON"]))),
        "bank.example",
        attested["fmt"],
        text(dumps(data)),
        created["id_bytes"],
        text(signature),
    ]
    path = os.path.join(folder, "registration")
    with open(path, "w") as file:
        file.write("\n".join(lines) + "\n")
    printed = run("fido2-cred", "-V", "-v", "-i", path, TYPES[algorithm])
    return printed[printed.index("-----BEGIN") :]


def verify_assertion(folder, key, asserted, algorithm, challenge_bit=0):
    response = asserted["response"]
    digest = bytearray(sha256(decode(response["clientDataJSON"])))
    digest[0] ^= challenge_bit
    lines = [
        text(bytes(digest)),
        "bank.example",
        text(dumps(decode(response["authenticatorData"]))),
        text(decode(response["signature"])),
    ]
    paths = [os.path.join(folder, name) for name in ("assertion", "key.pem")]
    with open(paths[0], "w") as file:
        file.write("\n".join(lines) + "\n")
    with open(paths[1], "w") as file:
        file.write(key)
    run("fido2-assert", "-V", "-p", "-v", "-i", paths[0], paths[1], TYPES[algorithm])


def main(path):
    oracle, tally = Oracle(path), Tally()
    with tempfile.TemporaryDirectory() as folder:
        for algorithm, name in TYPES.items():
            created = oracle.must(
                "create", options=creation_options(os.urandom(32), algorithm, "direct"), attestation="packed"
            )["credential"]
            created["id_bytes"] = text(decode(created["id"]))
            keys = []
            tally.check(
                f"{name}: registration",
                lambda: keys.append(verify_registration(folder, created, algorithm)),
            )
            tally.refuses(
                f"{name}: registration with another counter",
                lambda: verify_registration(folder, created, algorithm, changed=36),
            )
            for count in (1, 2, 3):
                asserted = oracle.must("get", options=request_options(os.urandom(32), [created["id"]]))["credential"]
                tally.check(
                    f"{name}: assertion {count}",
                    lambda: verify_assertion(folder, keys[0], asserted, algorithm),
                )
                tally.refuses(
                    f"{name}: assertion {count} over other client data",
                    lambda: verify_assertion(folder, keys[0], asserted, algorithm, challenge_bit=1),
                )
    oracle.close()
    tally.end()


if __name__ == "__main__":
    main(sys.argv[1])
