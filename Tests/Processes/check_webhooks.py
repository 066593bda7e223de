"""Webhooks as a merchant gets them: real deliveries of a server process, verified by the package `standardwebhooks`.

    check_webhooks.py <chave>

CHAVE_WEBHOOK_KILLS is how often the server is killed (default 6), CHAVE_WEBHOOK_SEED makes the moments repeatable.
"""

import datetime
import os
import pathlib
import random
import sys
import tempfile
import threading
import time
import uuid

from standardwebhooks import Webhook, WebhookVerificationError

from checks import Checks
from invariants import Books, History
from invariants.webhooks import judge_deliveries
from receiver import Receiver
from server import Server
from wallet import API, Device
from webhook_listening import check_listening
from webhook_signatures import check_signatures


def register(merchant, receiver, **more):
    made = merchant.post("/webhooks/", {"url": receiver.url, **more}).must(201).json
    receiver.secret, receiver.created_at = made["secret"], microseconds(made["created_at"])
    return made["id"]


def microseconds(text):
    """An RFC 3339 time as the database has it."""
    moment = datetime.datetime.fromisoformat(text.replace("Z", "+00:00"))
    return (moment - datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)) // datetime.timedelta(microseconds=1)


def until(condition, seconds=40):
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if condition():
            return True
        time.sleep(0.05)
    return condition()


def verifies(secret, headers, body):
    try:
        Webhook(secret).verify(body, headers)
        return True
    except WebhookVerificationError:
        return False


def check_endpoints(checks, server, folder):
    """Good, blackhole, dripping, redirecting, gone: side by side."""
    merchant = API.merchant(server.base_url, server.keys)
    inside = Receiver()

    def redirect(handler):
        handler.answer(302, Location=inside.url)

    def drip(handler):
        handler.send_response(200)
        handler.send_header("Content-Length", "1000000")
        handler.end_headers()
        try:
            while True:
                handler.wfile.write(b"x")
                time.sleep(1)
        except OSError:
            pass

    good = [Receiver() for _ in range(5)]
    black = Receiver(lambda handler: time.sleep(60))
    dripping, moved, gone = Receiver(drip), Receiver(redirect), Receiver(lambda handler: handler.answer(410))
    every = [*good, black, dripping, moved, gone]
    bearer = f"bearer-{uuid.uuid4().hex}"
    names = {each.url: register(merchant, each, bearer_token=bearer) for each in every}
    begun = time.monotonic()
    device = Device(server.base_url, server.keys)
    device.enroll()
    device.pay("12.50", server.keys["beneficiary"])
    seen = lambda receiver: [h["webhook-id"] for h, _ in receiver.got]
    wanted = lambda: {item["webhook_id"] for item in merchant.everything(
        f"/webhook-deliveries/?webhook={names[good[0].url]}")}
    checks.that("a good endpoint hears of every event", until(lambda: wanted() and set(seen(good[0])) == wanted()))
    all_ids = wanted()
    checks.that("so does each of five", until(lambda: all(set(seen(each)) == all_ids for each in good)))
    checks.that("a blackhole and a dripping body beside them held nobody up", time.monotonic() - begun < 15)
    checks.that(
        "every delivery verifies with standardwebhooks",
        all(verifies(each.secret, h, b) for each in every for h, b in each.got) and bool(all_ids),
    )
    headers, body = good[0].got[0]
    checks.that("the merchant's bearer token comes with it", headers.get("authorization") == f"Bearer {bearer}")
    flipped = bytes([body[0] ^ 1]) + body[1:]
    checks.that("and with one bit flipped it does not", not verifies(good[0].secret, headers, flipped))
    checks.that("another endpoint's secret does not verify it", not verifies(good[1].secret, headers, body))
    status = lambda each: merchant.get(f"/webhooks/{names[each.url]}/").must(200).json
    checks.that("410 disables the endpoint", until(lambda: status(gone)["disabled_reason"] == "gone"))
    checks.that("nothing more is sent there", len(gone.got) <= 4)
    checks.that("a redirect is not followed", until(lambda: len(moved.got) >= 1) and inside.got == [])

    def attempt_errors(each):
        items = merchant.everything(f"/webhook-deliveries/?webhook={names[each.url]}")
        full = [merchant.get(f"/webhook-deliveries/{item['id']}/").json for item in items]
        return {attempt["error"] or attempt["status"] for item in full for attempt in item["attempts"]}

    checks.that("a dripping body is a timeout", until(lambda: "timeout" in attempt_errors(dripping), 40))
    checks.that("so is a blackhole", until(lambda: "timeout" in attempt_errors(black), 40))
    checks.that("302 is written down as it is", 302 in attempt_errors(moved))
    rotated = merchant.post(f"/webhooks/{names[good[0].url]}/rotate-secret/", {}).must(200).json
    merchant.post(f"/webhooks/{names[good[0].url]}/test/", {}).must(201)
    is_test = lambda item: b"webhook.test" in item[1]
    checks.that("a test event arrives", until(lambda: any(map(is_test, good[0].got))))
    headers, body = next(filter(is_test, good[0].got))
    checks.that("during a rotation the old secret verifies", verifies(good[0].secret, headers, body))
    checks.that("and the new one", verifies(rotated["secret"], headers, body))
    server.stop()
    secrets = [each.secret for each in every] + [rotated["secret"], "whsec_" + bearer]
    said = server.said()
    checks.that("neither a secret, nor a rotated one, nor the bearer token is in the whole log",
                bool(said) and not any(secret[6:].rstrip("=") in said for secret in secrets))


def check_kills(checks, server, rounds, chance):
    """Killed at random moments, the endpoint down at times: every committed event arrives, with one body."""
    merchant = API.merchant(server.base_url, server.keys)
    down, failed = threading.Event(), set()

    def act(handler):
        # Never the same event twice: the second pause of the schedule is five minutes.
        if down.is_set() and handler.headers["webhook-id"] not in failed:
            failed.add(handler.headers["webhook-id"])
            return handler.answer(503)
        handler.answer(204)

    receiver = Receiver(act)
    endpoint = register(merchant, receiver)
    struck = 0
    for number in range(rounds):
        device = Device(server.base_url, server.keys)
        (down.set if number % 3 == 1 else down.clear)()

        def work():
            try:
                device.enroll()
                for cents in range(8):
                    device.pay(f"{1 + number}.{cents:02}", server.keys["beneficiary"])
            except Exception:  # the server went away under it; what was committed is judged below
                pass

        walker = threading.Thread(target=work, daemon=True)
        walker.start()
        if down.is_set():
            until(lambda: failed, 10)
        time.sleep(chance.uniform(0.02, 1))
        struck += walker.is_alive()
        server.kill()
        server.start()
        walker.join(40)
    down.clear()
    merchant = API.merchant(server.base_url, server.keys)

    # No command triggers a retry: failed deliveries are retried by the schedule alone.
    def pending():
        return merchant.get(f"/webhook-deliveries/?webhook={endpoint}&status=pending").must(200).json["count"]

    checks.that(f"the kill struck work under way ({struck} of {rounds})", struck > 0)
    checks.that(f"the endpoint was down for {len(failed)} events", rounds < 2 or failed)
    checks.that("after the last start everything is delivered", until(lambda: pending() == 0, 60))
    server.stop()
    books, history = Books(server.data), History()
    history.deliveries = [(headers["webhook-id"], body) for headers, body in receiver.got]
    looked, wrong = judge_deliveries(books, history)
    checks.that(f"V6 holds over {looked} arrivals", looked > 0 and not wrong, "; ".join(wrong[:3]))
    frozen = {event.id for event in books.platform.events}
    after = [event.id for event in books.platform.events if event.at >= receiver.created_at]
    missing = set(after) - receiver.ids()
    checks.that(f"every committed event arrived ({len(after)})", bool(after) and not missing, str(sorted(missing)[:3]))
    checks.that("and no other", receiver.ids() <= frozen)
    checked = server.run("db", "check", "--data", server.data)
    checks.that("chave db check finds nothing", checked.returncode == 0, checked.stdout[-400:])


def main():
    program = pathlib.Path(sys.argv[1]).resolve()
    rounds = int(os.environ.get("CHAVE_WEBHOOK_KILLS", "6"))
    seed = os.environ.get("CHAVE_WEBHOOK_SEED", uuid.uuid4().hex)
    print(f"seed {seed}")
    checks = Checks()
    check_signatures(checks, program, random.Random(seed))
    for check in (check_listening, check_endpoints, lambda c, s, f: check_kills(c, s, rounds, random.Random(seed))):
        with tempfile.TemporaryDirectory(prefix="chave-webhooks-") as folder:
            server = Server(program, folder)
            try:
                server.start()
                check(checks, server, folder)
            finally:
                server.end()
    checks.finish()


if __name__ == "__main__":
    main()
