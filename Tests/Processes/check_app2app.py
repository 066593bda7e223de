"""A card becomes active in a wallet: a running sandbox, and an issuer's app in Python that knows only the documentation.

    check_app2app.py <chave>

People sign in by the sign-in product, add cards at the wallet's pages, and the app asks the issuer's server. The script
tries every refusal, twenty parallel calls, and a kill of the server during a slow network call; no response contains a
card number.
"""

import concurrent.futures
import html
import re
import sys
import tempfile
import threading
import time
import uuid

from app2app.holder import PATH, Holder, is_problem
from app2app.wallet import Wallet
from checks import Checks
from server import Server
from sign_in.jose import DPoP
from sign_in.tenant import Tenant
from sign_in.web import send
from stored.cards import orders_of

NUMBERS = ("4111111111111111", "5500 0055 5555 5559", "3782-822463-10005", "６０１１０００００００００００４")
MEMBERS = (
    "panReferenceID", "tokenRequestorID", "tokenReferenceID", "walletAccountID", "deviceID", "deviceIndex", "reasonCode",
)  # fmt: skip


def check_without_a_token(checks, server):
    for method, path, status, code in (
        ("GET", "/app2app/v1/cards", 401, "invalid_token"),
        ("POST", PATH, 401, "invalid_token"),
        ("GET", f"{PATH}/x", 401, "invalid_token"),
        ("GET", PATH, 405, "method_not_allowed"),
        ("DELETE", f"{PATH}/x", 405, "method_not_allowed"),
        ("GET", "/app2app", 404, "not_found"),
        ("GET", "/app2app/v1/cards/", 404, "not_found"),
        ("GET", "/app2app/v2/cards", 404, "not_found"),
    ):
        reply = send(method, server.base_url + path)
        checks.that(f"{method} {path} is {status}", is_problem(reply, status, code), repr(reply))
        if status == 401:
            ways = reply.headers.get("WWW-Authenticate", "")
            checks.that("and says how to prove oneself", "Bearer" in ways and "DPoP" in ways, ways)
        if status == 405:
            checks.that("and which methods there are", "Allow" in reply.headers, str(reply.headers))
    for token in ("x", "chave_at_" + "A" * 43):
        reply = send("GET", f"{server.base_url}/app2app/v1/cards", bearer=token)
        told = 'error="invalid_token"' in reply.headers.get("WWW-Authenticate", "")
        checks.that("a token that is none is refused", is_problem(reply, 401, "invalid_token") and told, repr(reply))
    page = send("GET", f"{server.base_url}/problems/step_up_expired")
    checks.that("a problem's type leads to a page", page.status == 200 and b"step_up_expired" in page.body, repr(page))


def check_cards(checks, tenant):
    """Two a holder, however many ask first."""
    holder = Holder(tenant)
    with concurrent.futures.ThreadPoolExecutor(16) as pool:
        lists = list(pool.map(lambda _: [card["panReferenceID"] for card in holder.cards()], range(32)))
    checks.that("32 who ask first get the same two cards", len(lists[0]) == 2 and all(each == lists[0] for each in lists))
    cards = holder.cards()
    checks.that("one of each network", sorted(card["network"] for card in cards) == ["mastercard", "visa"], str(cards))
    checks.that("with four digits", all(re.fullmatch("[0-9]{4}", card["lastFour"]) for card in cards))
    return holder


def check_way(checks, holder, wallet, network):
    """Preview, activation, the same again, what is read, and the mail."""
    card = holder.card(network)
    launch = wallet.add(card)
    seen = holder.preview(launch.payload).must(200, what="preview").json
    checks.that(f"{network}: the preview names the card", seen["lastFour"] == card["lastFour"], str(seen))
    checks.that("and changes nothing", (seen["state"], holder.state(launch.token)) == ("INACTIVE", "INACTIVE"))
    key = uuid.uuid4().hex
    done = holder.activate(launch.payload, key=key)
    wanted = {"id": done.json.get("id"), "tokenReferenceID": launch.token, "state": "ACTIVE"}
    checks.that("it becomes active", done.status == 200 and done.json == wanted, repr(done))
    checks.that("also at its network", holder.state(launch.token) == "ACTIVE")
    again = holder.activate(launch.payload, key=key)
    checks.that("the same again is the same answer", (again.status, again.body) == (200, done.body), repr(again))
    other = holder.activate(launch.payload)
    checks.that("so is another key for it", (other.status, other.json) == (200, done.json), repr(other))
    read = holder.activation(done.json["id"]).must(200, what="activation").json
    checks.that("it can be read", (read["state"], read["tokenState"]) == ("ACTIVE", "ACTIVE"), str(read))
    return launch, done.json["id"]


def check_notice(checks, tenant, holder, launch, name):
    """The notice goes once, to the holder; opening its link suspends nothing."""
    notices = notices_to(tenant, holder, 2)
    links = {html.unescape(found) for mail in notices for found in re.findall(r'href="([^"]*/issuer/suspend[^"]*)"', mail)}
    checks.that("each activation is told by one mail", len(links) == 2 == len(notices), f"{len(notices)} {links}")
    for link in links:
        for method in ("GET", "HEAD", "GET"):
            send(method, link, headers={"User-Agent": "MailScanner/1.0"})
    checks.that("a scanner that opens its link suspends nothing", holder.state(launch.token) == "ACTIVE")
    suspended = holder.suspend(name).must(200, what="suspension").json
    checks.that("its holder suspends it", suspended["tokenState"] == "SUSPENDED", str(suspended))
    checks.that("also at its network", holder.state(launch.token) == "SUSPENDED")
    refused = holder.activate(launch.payload)
    checks.that("then it cannot be activated", is_problem(refused, 409, "token_suspended"), repr(refused))


def notices_to(tenant, holder, count):
    """Mails are handed over after the answer."""
    for _ in range(20):
        page = tenant.server.page_with_pass("/outbox")
        mails = [mail for mail in page.split("<h2>")[1:] if html.escape(holder.user["email"]) in mail]
        notices = [mail for mail in mails if "/issuer/suspend?token=" in mail]
        if len(notices) >= count:
            break
        time.sleep(0.05)
    return notices


def check_refusals(checks, tenant, holder, wallet):
    card = holder.card("visa")
    launch = wallet.add(card)
    payload = launch.payload

    def refused(what, reply, status, code):
        checks.that(f"{what}: {code}", is_problem(reply, status, code), repr(reply))
        told = [value for value in payload.values() if len(value) > 4 and value in reply.body.decode()]
        checks.that(f"{what}: nothing that was sent is told", not told, str(told))

    refused("no key", holder.send("POST", PATH, json=payload), 400, "idempotency_key_missing")
    refused("a key with a space", holder.activate(payload, key="a b"), 400, "idempotency_key_invalid")
    refused("a number for a text", holder.activate({**payload, "deviceIndex": 1}), 400, "invalid_payload")
    twice = '{"deviceID": "a", "deviceID": "b"}'
    typed = {"Content-Type": "application/json"}
    refused("a name twice", holder.send("POST", PATH, key="k", data=twice, headers=typed), 400, "invalid_payload")
    refused("no JSON", holder.send("POST", PATH, key="k", data="{", headers=typed), 400, "invalid_payload")
    refused("a form", holder.send("POST", PATH, key="k", data=payload), 415, "unsupported_media_type")
    long = {**payload, "more": "a" * 70_000}
    refused("70 kB", holder.activate(long), 413, "request_too_large")
    refused("no token", holder.activate(without(payload, "tokenReferenceID")), 422, "token_reference_missing")
    bare = without(payload, "panReferenceID", "tokenRequestorID")
    refused("neither card nor wallet", holder.activate(bare), 422, "token_reference_missing")
    refused("another wallet", holder.activate({**payload, "tokenRequestorID": "40000000001"}), 403, "wallet_not_allowed")
    refused("no such card", holder.activate({**payload, "panReferenceID": "V-1"}), 404, "card_not_found")
    refused("no such token", holder.activate({**payload, "tokenReferenceID": "DNITHE0"}), 404, "token_not_found")
    other = wallet.add(holder.card("mastercard"))
    swapped = {**payload, "tokenReferenceID": other.token}
    refused("another card's token", holder.activate(swapped), 404, "token_not_found")
    refused("no such activation", holder.activation(str(uuid.uuid4())), 404, "activation_not_found")
    stranger = tenant.add_client()
    token = holder.signed_in(stranger)
    refused("another client", holder.activate(payload, token=token), 403, "client_not_allowed")
    key = uuid.uuid4().hex
    holder.activate(payload, key=key).must(200, what="activation")
    refused("a key for something else", holder.activate(other.payload, key=key), 422, "idempotency_key_reused")


def without(payload, *names):
    return {name: value for name, value in payload.items() if name not in names}


def check_numbers(checks, holder, wallet):
    """A possible card number is accepted nowhere, in no notation."""
    payload = wallet.add(holder.card("mastercard")).payload
    wrong = []
    for number in NUMBERS:
        tries = [{**payload, member: number} for member in MEMBERS]
        tries += [{**payload, "more": {"deep": [f"card {number}."]}}, {**payload, number: "a name"}]
        for tried in tries:
            reply = holder.activate(tried)
            if not is_problem(reply, 422, "card_number_refused") or number in reply.body.decode():
                wrong.append(repr(reply))
    checks.that("what may be a card's number is refused wherever it stands", not wrong, str(wrong[:2]))


def check_strangers(checks, tenant, holder, wallet):
    """Another holder's card is as unknown as a missing one, and only its holder can lock it."""
    other = Holder(tenant)
    payload = wallet.add(holder.card("visa")).payload
    nowhere = {**payload, "panReferenceID": "V-0000000000000000000000"}
    answers = []
    for _ in range(5):
        answers.append([without(each.json, "request_id") for each in (other.activate(payload), other.activate(nowhere))])
    checks.that("both are told the same", all(a == b and a["code"] == "card_not_found" for a, b in answers), str(answers[0]))
    silent = other.activate(without(payload, "panReferenceID"))
    checks.that("also by wallet and token alone", is_problem(silent, 404, "token_not_found"), repr(silent))
    done = holder.activate(payload)
    checks.that("its holder was not locked by that", done.status == 200, repr(done))
    for reply in (other.activation(done.json["id"]), other.suspend(done.json["id"])):
        checks.that("nor is what came of it another's", is_problem(reply, 404, "activation_not_found"), repr(reply))


def check_devices(checks, tenant, wallet_of):
    holder = Holder(tenant)
    wallet = wallet_of(holder)
    payload = wallet.add(holder.card("visa")).payload
    for member, value in (("deviceID", "0" * 24), ("deviceIndex", "9")):
        reply = holder.activate({**payload, member: value})
        checks.that(f"another {member} than the network's", is_problem(reply, 409, "device_mismatch"), repr(reply))


def check_lock(checks, tenant, wallet_of):
    """Three times no, and the card rests."""
    holder = Holder(tenant)
    wallet = wallet_of(holder)
    card = holder.card("visa")
    for _ in range(3):
        said = holder.decline(wallet.add(card).payload).must(200, what="decline").json
        assert said["state"] == "DECLINED", said
    reply = holder.activate(wallet.add(card).payload)
    checks.that("three times no lock the card", is_problem(reply, 403, "activations_locked"), repr(reply))
    checks.that("and it says until when", bool(reply.json.get("until")), repr(reply))
    fine = holder.activate(wallet.add(holder.card("mastercard")).payload)
    checks.that("but not the other card", fine.status == 200, repr(fine))


def check_networks(checks, tenant, wallet_of):
    """The server reads a network's result and does not guess it."""
    for network in ("visa", "mastercard"):
        holder = Holder(tenant)
        wallet = wallet_of(holder)
        card = holder.card(network)
        for temper in ("times_out_after", "times_out_before"):
            launch = wallet.add(card, temper)
            reply = holder.until_active(launch.payload, uuid.uuid4().hex)
            active = reply.status == 200 and holder.state(launch.token) == "ACTIVE"
            checks.that(f"{network}: one that {temper} ends active", active, repr(reply))
        launch = wallet.add(card, "refuses")
        reply = holder.activate(launch.payload)
        checks.that(f"{network}: one that refuses is told", is_problem(reply, 409, "refused_by_network"), repr(reply))
        checks.that("and stays as it was", holder.state(launch.token) == "INACTIVE")
        launch = wallet.add(card, "down")
        reply = holder.activate(launch.payload)
        # The approval is stored, and the server retries by itself: no response says that nothing was done.
        checks.that(f"{network}: one that is down is told", is_problem(reply, 503, "outcome_unknown"), repr(reply))
        checks.that("and when to come again", int(reply.headers["Retry-After"]) > 0)


def check_many_at_once(checks, server, holder, wallet):
    """Many at once, each with a key of its own: one activation, and the network is asked once."""
    launch = wallet.add(holder.card("visa"), "slow")
    gate = threading.Barrier(20)

    def ask(_):
        gate.wait()
        return holder.until_active(launch.payload, uuid.uuid4().hex)

    with concurrent.futures.ThreadPoolExecutor(20) as pool:
        replies = list(pool.map(ask, range(20)))
    good = [reply.json["id"] for reply in replies if reply.status == 200]
    checks.that("twenty at once are all told that it is active", len(good) == 20, str(replies[:2]))
    checks.that("by one activation", len(set(good)) == 1, str(len(set(good))))
    orders = orders_of(server.data, launch.token)
    checks.that("and its network was asked once", orders == 1, orders)


def check_killed(checks, server, holder, wallet_of):
    """The server dies while the network takes its time: the same key finds the truth after it."""
    for moment in (0.3, 2.0, 3.9):
        launch = wallet_of(holder).add(holder.card("mastercard"), "slow")
        key = uuid.uuid4().hex
        with concurrent.futures.ThreadPoolExecutor(1) as pool:
            asked = pool.submit(lambda: quietly(lambda: holder.activate(launch.payload, key=key)))
            time.sleep(moment)
            server.kill()
            asked.result()
        server.start()
        reply = holder.until_active(launch.payload, key)
        checks.that(f"killed after {moment} s, it ends active", reply.status == 200, repr(reply))
        checks.that("also at its network", holder.state(launch.token) == "ACTIVE")
        again = holder.activate(launch.payload, key=key)
        checks.that("by one activation", again.json == reply.json, repr(again))


def quietly(action):
    try:
        return action()
    except OSError:
        return None


def check_time(checks, tenant, wallet_of):
    """A network waits a quarter of an hour; deadlines follow the sandbox's clock."""
    holder = Holder(tenant)
    wallet = wallet_of(holder)
    launch = wallet.add(holder.card("visa"))
    tenant.put_clock_forward(16 * 60)
    reply = holder.activate(launch.payload, token=holder.signed_in())
    checks.that("after sixteen minutes it is too late", is_problem(reply, 409, "step_up_expired"), repr(reply))
    checks.that("and the token is not active", holder.state(launch.token) == "INACTIVE")


def check_bound_token(checks, holder):
    """A token that is bound to a key is worth nothing without it (RFC 9449)."""
    key, address = DPoP(), f"{holder.base}/app2app/v1/cards"
    token = holder.signed_in(proof=key.proof("POST", f"{holder.tenant.issuer}/v2/token"))

    def ask(scheme, proof):
        headers = {"Authorization": f"{scheme} {token}"} | ({"DPoP": proof} if proof else {})
        return send("GET", address, headers=headers)

    proof = key.proof("GET", address, token=token)
    checks.that("with its proof it opens the cards", ask("DPoP", proof).status == 200)
    for what, reply in (
        ("the same proof again", ask("DPoP", proof)),
        ("no proof", ask("DPoP", None)),
        ("as a bearer token", ask("Bearer", None)),
        ("another key's proof", ask("DPoP", DPoP().proof("GET", address, token=token))),
        ("a proof for another address", ask("DPoP", key.proof("GET", f"{address}/x", token=token))),
    ):
        checks.that(f"{what} does not", is_problem(reply, 401, "invalid_token"), repr(reply))


def check_secrecy(checks, server, payloads):
    """No payload, no token and no card number is in the log, in the metrics, or in stored data."""
    said = server.said()
    metrics = send("GET", f"{server.base_url}/metrics").body.decode()
    secrets = {value for payload in payloads for value in payload.values() if len(value) >= 10}
    for what, text in (("the log", said), ("the metrics", metrics)):
        told = [value for value in secrets if value in text]
        checks.that(f"of {len(secrets)} texts of payloads none stands in {what}", secrets and not told, str(told[:2]))
        checks.that(f"nor a number in {what}", not any(number in text for number in NUMBERS))
    kept = [path for path in server.data.rglob("*") if path.is_file()]
    held = [path.name for path in kept if any(number.encode() in path.read_bytes() for number in NUMBERS)]
    checks.that(f"nor in any of {len(kept)} files", not held, str(held))
    # Since the last start, when somebody came too late.
    counted = 'token_activations_total{attempt="activate",result="step_up_expired"} 1' in metrics
    checks.that("what was asked is counted", counted)


def check_end(checks, server):
    checks.that("it ends cleanly", server.stop() == 0, server.said()[-2000:])
    done = server.run("db", "check", "--data", server.data)
    checks.that("and what it kept is sound", done.returncode == 0, done.stdout + done.stderr)


def main(program):
    checks, payloads = Checks(), []
    with tempfile.TemporaryDirectory() as folder:
        server = Server(program, folder).start()
        try:
            tenant = Tenant(server)

            def wallet_of(holder):
                wallet = Wallet(server.base_url, holder.user["display_name"])
                add = wallet.add

                def noted(*arguments, **more):
                    launch = add(*arguments, **more)
                    payloads.append(launch.payload)
                    return launch

                wallet.add = noted
                return wallet

            check_without_a_token(checks, server)
            holder = check_cards(checks, tenant)
            wallet = wallet_of(holder)
            check_way(checks, holder, wallet, "mastercard")
            launch, name = check_way(checks, holder, wallet, "visa")
            check_notice(checks, tenant, holder, launch, name)
            check_bound_token(checks, holder)
            check_refusals(checks, tenant, Holder(tenant), wallet)
            check_numbers(checks, holder, wallet)
            stranger = Holder(tenant)
            check_strangers(checks, tenant, stranger, wallet_of(stranger))
            check_devices(checks, tenant, wallet_of)
            check_lock(checks, tenant, wallet_of)
            check_networks(checks, tenant, wallet_of)
            fresh = Holder(tenant)
            check_many_at_once(checks, server, fresh, wallet_of(fresh))
            check_killed(checks, server, Holder(tenant), wallet_of)  # one whose rate nobody has used up
            check_time(checks, tenant, wallet_of)
            check_secrecy(checks, server, payloads)
            check_end(checks, server)
        finally:
            server.end()
    checks.finish()


if __name__ == "__main__":
    main(*sys.argv[1:])
