"""Drives the ceremony-oracle executable, and counts the checks that pass."""

import base64
import json
import queue
import subprocess
import sys
import threading


def encode(data):
    return base64.urlsafe_b64encode(bytes(data)).decode("ascii").rstrip("=")


def decode(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


# A question that takes longer will never be answered.
SECONDS = 60


class Oracle:
    """One process; its credentials live as long as the process, or in the named directory."""

    def __init__(self, path, *directory):
        self.process = subprocess.Popen(
            [path, *directory], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        self.answers = queue.SimpleQueue()
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()

    def _read(self):
        for line in self.process.stdout:
            if line.endswith("\n"):  # An answer that a crash cut off does not count.
                self.answers.put(line)
        self.answers.put(None)

    def ask(self, op, **members):
        self.send(op, **members)
        return self.receive()

    def send(self, op, **members):
        self.process.stdin.write(json.dumps({"op": op, **members}) + "\n")
        self.process.stdin.flush()

    def receive(self):
        try:
            line = self.answers.get(timeout=SECONDS)
        except queue.Empty:
            raise RuntimeError("the oracle hangs") from None
        if line is None:
            raise RuntimeError("the oracle ended")
        return json.loads(line)

    def must(self, op, **members):
        answer = self.ask(op, **members)
        if not answer["ok"]:
            raise RuntimeError(f"{op}: {answer['refusal']} ({answer.get('step')})")
        return answer

    def kill(self):
        """Ends the process as a crash would; returns the unread answers."""
        self.process.kill()
        self.process.wait(timeout=10)
        self.reader.join(timeout=10)
        return [json.loads(line) for line in iter(self.answers.get, None)]

    def close(self):
        self.process.stdin.close()
        self.process.wait(timeout=10)
        self.reader.join(timeout=10)
        self.process.stdout.close()


class Tally:
    """Runs checks by name; the last line says how many held."""

    def __init__(self):
        self.passed = 0
        self.failed = 0

    def check(self, name, body):
        try:
            if body() is False:
                raise AssertionError("it does not hold")
        except Exception as error:  # An exception of a library is a failure of the check, not of the script.
            self.failed += 1
            print(f"FAIL {name}: {type(error).__name__}: {error}")
        else:
            self.passed += 1

    def refuses(self, name, body):
        """Passes when `body` throws."""

        def inverted():
            try:
                body()
            except Exception:
                return True
            return False

        self.check(name, inverted)

    def end(self):
        print(f"{self.passed} passed, {self.failed} failed")
        # A script that checked nothing has not passed.
        sys.exit(1 if self.failed or not self.passed else 0)


def creation_options(challenge, algorithm, attestation="none", user=b"user-1", verification="required"):
    return {
        "rp": {"id": "bank.example", "name": "Bank"},
        "user": {"id": encode(user), "name": "ana", "displayName": "Ana"},
        "challenge": encode(challenge),
        "pubKeyCredParams": [{"type": "public-key", "alg": algorithm}],
        "attestation": attestation,
        "authenticatorSelection": {"userVerification": verification, "residentKey": "required"},
        "timeout": 300000,
    }


def request_options(challenge, ids, verification="required"):
    return {
        "rpId": "bank.example",
        "challenge": encode(challenge),
        "allowCredentials": [{"type": "public-key", "id": each} for each in ids],
        "userVerification": verification,
    }


def flip(text, index):
    """The base64url text of the same bytes with one bit changed."""
    data = bytearray(decode(text))
    data[index] ^= 1
    return encode(data)
