"""W-1 to W-3 by an oracle: signatures of `chave webhooks sign` under the package `standardwebhooks`, and the reverse."""

import base64
import json
import subprocess
import time
from datetime import datetime, timezone

from standardwebhooks import Webhook, WebhookVerificationError

CASES = 10_000
LARGE = 20_480


def check_signatures(checks, program, chance):
    """10,000 bodies each way; each also with one bit changed somewhere, which both must refuse."""
    now = int(time.time())
    cases = [make(chance, number, now) for number in range(CASES)]
    longest = max(len(case["body"].encode()) for case in cases)
    lengths = {len(secret) for case in cases for secret in case["keys"]}
    checks.that("bodies are of every kind, secrets of every length",
                longest >= LARGE and any(case["body"] == "" for case in cases)
                and any(not case["body"].isascii() for case in cases) and lengths == set(range(24, 65)), (longest, lengths))
    ours_by_theirs(checks, program, chance, cases)
    theirs_by_ours(checks, program, chance, cases)


def ours_by_theirs(checks, program, chance, cases):
    lines = [{"secret": [text(key) for key in case["keys"]], "id": case["id"], "timestamp": case["timestamp"],
              "body": case["body"]} for case in cases]
    code, signed = run(program, "sign", lines)
    checks.that("chave webhooks sign signs every line", code == 0 and len(signed) == len(cases), (code, len(signed)))
    refused = [case["id"] for case, headers in zip(cases, signed)
               if not all(holds(key, headers, case["body"]) for key in case["keys"])]
    checks.that("standardwebhooks verifies each, with every secret of a rotation", not refused, refused[:3])
    strange = [case["id"] for case, headers in zip(cases, signed)
               if headers["webhook-signature"].count("v1,") != len(case["keys"])]
    checks.that("there is one signature for each secret", not strange, strange[:3])
    taken = [case["id"] for case, headers in zip(cases, signed)
             if any(holds(key, *spoiled(chance, headers, case["body"])) for key in case["keys"])]
    checks.that("and refuses each with one bit changed", not taken, taken[:3])
    print(f"cases: webhook signature {2 * len(signed)}")


def theirs_by_ours(checks, program, chance, cases):
    lines = []
    for case in cases:
        moment = datetime.fromtimestamp(case["timestamp"], tz=timezone.utc)
        made = [Webhook(key).sign(case["id"], moment, case["body"]) for key in case["keys"]]
        # A receiver has one of the secrets, and its sender may sign with others, in any order, and by other schemes.
        chance.shuffle(made)
        headers = {"webhook-id": case["id"], "webhook-timestamp": str(case["timestamp"]),
                   "webhook-signature": " ".join(made + ["v1a,bm90IG91cnM="][: chance.randrange(2)])}
        known = text(chance.choice(case["keys"]))
        lines.append({"secret": known, "headers": headers, "body": case["body"]})
        wrong_headers, wrong_body = spoiled(chance, headers, case["body"])
        lines.append({"secret": known, "headers": wrong_headers, "body": wrong_body})
    code, verdicts = run(program, "verify", lines)
    checks.that("chave webhooks verify judges every line and ends with 1", code == 1 and len(verdicts) == len(lines),
                (code, len(verdicts)))
    right, wrong = verdicts[0::2], verdicts[1::2]
    refused = [v for v in right if v != {"verified": True}]
    checks.that("it verifies what standardwebhooks signed", len(right) == len(cases) and not refused, refused[:3])
    taken = [v for v in wrong if v["verified"]]
    checks.that("and refuses each with one bit changed", len(wrong) == len(cases) and not taken, len(taken))
    print(f"cases: webhook signature {len(verdicts)}")


def make(chance, number, now):
    """Empty, short, unicode or large; a secret of each length in turn, at times several."""
    kind = number % 10
    if kind == 0:
        body = ""
    elif kind < 5:
        body = json.dumps({"webhook_id": f"{number}", "data": {"status": "x" * chance.randrange(200)}})
    elif kind < 9:
        body = "".join(map(character, (chance.random() for _ in range(chance.randrange(1, 60)))))
    else:
        size = LARGE if number % 100 == 9 else chance.randrange(2_000)
        body = base64.b64encode(chance.randbytes(size)).decode()[:size]
    count = chance.choice([1, 1, 1, 2, 4])
    lengths = [24 + number % 41] + [chance.randrange(24, 65) for _ in range(count - 1)]
    return {"id": f"msg_{number:05}_{chance.randrange(10**9)}", "timestamp": now - chance.randrange(120), "body": body,
            "keys": [chance.randbytes(length) for length in lengths]}


def character(chance):
    """Any scalar value: control characters, combining ones, and those above U+FFFF too; no surrogates."""
    code = int(chance * (0x110000 - 0x800))
    if chance > 0.5:
        code = int((chance - 0.5) * 2 * 0x250)
    return chr(code if code < 0xD800 else code + 0x800)


def spoiled(chance, headers, body):
    """The same request with one bit of its body, id, time or signature changed."""
    headers, data = dict(headers), bytearray(body.encode())
    place = chance.choice(["body", "body", "webhook-id", "webhook-timestamp", "webhook-signature"])
    if place == "body" and data:
        for _ in range(64):
            at, bit = chance.randrange(len(data)), 1 << chance.randrange(8)
            data[at] ^= bit
            try:
                return headers, bytes(data).decode()
            except UnicodeDecodeError:
                data[at] ^= bit
    if place in ("body", "webhook-signature"):
        spoil = lambda entry: f"v1,{base64.b64encode(flip(chance, base64.b64decode(entry[3:]))).decode()}"
        headers["webhook-signature"] = " ".join(map(spoil, headers["webhook-signature"].split(" ")))
    else:
        # The lowest bit of a digit or letter: still one that may stand there, and the time still a recent one.
        value = headers[place]
        headers[place] = value[:-1] + chr(ord(value[-1]) ^ 1)
    return headers, bytes(data).decode()


def flip(chance, data):
    data = bytearray(data)
    data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
    return bytes(data)


def holds(key, headers, body):
    try:
        Webhook(key).verify(body, headers, json_parse=False)
        return True
    except WebhookVerificationError:
        return False


def text(key):
    return "whsec_" + base64.b64encode(key).decode()


def run(program, command, lines):
    done = subprocess.run(
        [program, "webhooks", command],
        input="".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines).encode(),
        capture_output=True,
        timeout=300,
    )
    if done.stderr:
        print(done.stderr.decode()[-400:])
    return done.returncode, [json.loads(line) for line in done.stdout.splitlines()]
