"""kill -9 at any moment: no signature counter is seen twice, no file is damaged, no key is lost.

py_webauthn verifies the signatures before and after each crash, counter for counter.
"""

import itertools
import os
import random
import sys
import tempfile
import threading
import time

from webauthn import verify_authentication_response, verify_registration_response
from webauthn.helpers.cose import COSEAlgorithmIdentifier

from oracle import Oracle, Tally, creation_options, request_options

ORIGIN = "https://bank.example"
ROUNDS = 30
ALGORITHMS = (-7, -8, -257)


class Credential:
    def __init__(self, oracle, algorithm):
        challenge = os.urandom(32)
        options = creation_options(challenge, algorithm, user=str(algorithm).encode())
        created = oracle.must("create", options=options)["credential"]
        self.id, self.count = created["id"], 0
        self.key = verify_registration_response(
            credential=created,
            expected_challenge=challenge,
            expected_rp_id="bank.example",
            expected_origin=ORIGIN,
            supported_pub_key_algs=[COSEAlgorithmIdentifier(algorithm)],
        ).credential_public_key

    def take(self, assertion, challenge):
        """Verifies, with a counter above all that were taken before."""
        count = verify_authentication_response(
            credential=assertion,
            expected_challenge=challenge,
            expected_rp_id="bank.example",
            expected_origin=ORIGIN,
            credential_public_key=self.key,
            credential_current_sign_count=self.count,
            require_user_verification=True,
        ).new_sign_count
        if count <= self.count:  # The library accepts a zero after a zero.
            raise RuntimeError(f"the counter went from {self.count} to {count}")
        self.count = count


class Questions(threading.Thread):
    """Asks without a pause until nobody reads any more, so that a crash always comes in the middle of the work."""

    def __init__(self, oracle, credentials):
        super().__init__(daemon=True)
        self.oracle, self.credentials, self.asked = oracle, credentials, []

    def run(self):
        try:
            for credential in itertools.cycle(self.credentials):
                challenge = os.urandom(32)
                self.asked.append((challenge, credential))
                self.oracle.send("get", options=request_options(challenge, [credential.id]))
        except (BrokenPipeError, ValueError):
            pass  # The process is gone, or its pipe closed.


def crash(path, directory, credentials, chance):
    """Kills the process in the middle of its work; returns the answers with their questions."""
    oracle = Oracle(path, directory)
    questions = Questions(oracle, credentials)
    questions.start()
    answers = [oracle.receive() for _ in range(chance.randrange(1, 20))]
    time.sleep(chance.random() * 0.01)
    answers += oracle.kill()
    questions.join(timeout=10)
    return [(*each, answer) for each, answer in zip(questions.asked, answers)], len(answers) < len(questions.asked)


def main(path):
    tally, chance = Tally(), random.Random(9)
    cut = 0
    with tempfile.TemporaryDirectory() as base:
        directory = os.path.join(base, "keys")
        oracle = Oracle(path, directory)
        credentials = [Credential(oracle, algorithm) for algorithm in ALGORITHMS]
        oracle.close()
        for number in range(ROUNDS):
            answered, was_cut = crash(path, directory, credentials, chance)
            cut += was_cut
            for challenge, credential, answer in answered:
                tally.check(f"round {number}", lambda: credential.take(answer["credential"], challenge))
            after = Oracle(path, directory)
            tally.check(f"no damage after round {number}", lambda: after.must("damage")["files"] == [])
            for credential in credentials:
                challenge = os.urandom(32)

                def signs():
                    options = request_options(challenge, [credential.id])
                    credential.take(after.must("get", options=options)["credential"], challenge)

                tally.check(f"each key signs after round {number}", signs)
            after.close()
        tally.check("every round was killed at work", lambda: cut == ROUNDS)
        left = [name for name in os.listdir(directory) if name.startswith(".tmp-")]
        tally.check("nothing half-written is left", lambda: left == [])
    tally.end()


if __name__ == "__main__":
    main(sys.argv[1])
