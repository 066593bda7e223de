"""Guessing of nine digits: limits by key and by address, and proof of work while a tenant is under attack."""

from sign_in.extending import Exporter, Importer
from sign_in.web import send


def wrong_code(code):
    """Nine digits that are not these."""
    return f"{(int(code) + 1) % 1_000_000_000:09}"


def must_wait(reply, longest):
    after = reply.headers.get("Retry-After", "")
    return reply.is_error(429, "slow_down") and after.isdigit() and 1 <= int(after) <= longest


def alarms(world):
    told = send("GET", f"{world.tenant.base}/metrics").must(200, what="metrics").body.decode()
    return [line for line in told.splitlines() if line.startswith("sign_in_guess_alarms")]


def check_guess_limits(checks, world):
    """Five wrong codes by a key or from an address in ten minutes; then proof of work for all clients, until guessing
    stops."""
    _, first = world.person()
    exporter = Exporter(first, world.client).start()
    code = exporter.state["code"]
    wrong = wrong_code(code)
    guesser = Importer(world.device())
    replies = [guesser.claim(wrong, f"192.0.2.{number}") for number in range(1, 6)]
    checks.that(
        "five wrong codes by one key are wrong codes",
        all(each.is_error(400, "invalid_code") for each in replies),
        str(replies),
    )
    checks.that("in the same words each time", len({each.body for each in replies}) == 1)
    sixth = guesser.claim(wrong, "192.0.2.6")
    checks.that("the sixth has to wait, wherever it comes from", must_wait(sixth, 600), repr(sixth))
    right = guesser.claim(code, "192.0.2.7")
    checks.that("with the right code too", must_wait(right, 600), repr(right))
    replies = [Importer(world.device()).claim(wrong, f"2001:db8:1:1::{number}") for number in range(1, 6)]
    checks.that(
        "five keys of one network are five wrong codes",
        all(each.is_error(400, "invalid_code") for each in replies),
        str(replies),
    )
    sixth = Importer(world.device()).claim(code, "2001:db8:1:1:ffff::6")
    checks.that("the sixth of an IPv6 /64 has to wait, with the right code too", must_wait(sixth, 600), repr(sixth))
    last = Importer(world.device()).claim(wrong, "2001:db8:1:2::1")
    checks.that("its neighbour does not", last.is_error(400, "invalid_code"), repr(last))
    check_work(checks, world, exporter, code)


def check_work(checks, world, exporter, code):
    """Eleven wrong codes in a minute: each claim must then carry proof of work for its own key."""
    importer, other = Importer(world.device()), Importer(world.device())
    demand = importer.claim(code, "203.0.113.1")
    asked = demand.is_error(400, "proof_of_work_required") and demand.json["bits"] == 20 and bool(demand.json["salt"])
    checks.that("after eleven wrong codes a claim must carry work", asked, repr(demand))
    checks.that("and the operator sees an alarm", alarms(world) == ["sign_in_guess_alarms 1"], str(alarms(world)))
    others = other.claim(code, "203.0.113.2")
    checks.that("which is each key's own", others.json["salt"] != demand.json["salt"], repr(others))
    proof = importer.work(demand.json)
    for what, claimer, text in (
        ("another key's work", other, proof),
        ("no work", importer, "0"),
        ("work of 129 bytes", importer, "0" * 129),
        ("an empty one", importer, ""),
    ):
        refused = claimer.claim(code, "203.0.113.3", proof_of_work=text)
        checks.that(
            f"{what} is refused",
            refused.status == 400 and refused.error in ("proof_of_work_required", "invalid_request"),
            repr(refused),
        )
    wrong = importer.claim(wrong_code(code), "203.0.113.1", proof_of_work=proof)
    checks.that("with its work a wrong code is a wrong code", wrong.is_error(400, "invalid_code"), repr(wrong))
    again = importer.claim(code, "203.0.113.1", proof_of_work=proof)
    checks.that("and the next guess is other work", again.is_error(400, "proof_of_work_required"), repr(again))
    exporter.look()
    taken = importer.claim(exporter.state["code"], "203.0.113.1", proof_of_work=importer.work(again.json))
    checks.that("with that the right code is taken", taken.status == 201, repr(taken))
    world.tenant.put_clock_forward(61)
    quiet = Importer(world.device()).claim(wrong_code(code), "203.0.113.9")
    checks.that("a quiet minute later nobody has to work", quiet.is_error(400, "invalid_code"), repr(quiet))


def check_day_limit(checks, world):
    """Twenty in a day, five at a time."""
    _, first = world.person()
    guesser = Importer(world.device())
    replies = []
    for part in range(4):
        if part:
            world.tenant.put_clock_forward(601)
        code = Exporter(first, world.client).start().state["code"] if part == 0 else "000000000"
        replies += [guesser.claim(wrong_code(code), f"192.0.2.{10 * part + number}") for number in range(5)]
    checks.that(
        "twenty wrong codes in a day are heard",
        all(each.is_error(400, "invalid_code") for each in replies),
        str(replies[-3:]),
    )
    world.tenant.put_clock_forward(601)
    late = guesser.claim("123456789", "192.0.2.99")
    checks.that(
        "the twenty-first is not, for the rest of the day",
        must_wait(late, 86_400) and int(late.headers["Retry-After"]) > 600,
        repr(late),
    )
    other = Importer(world.device()).claim("123456789", "192.0.2.99")
    checks.that("another key is heard", other.is_error(400, "invalid_code"), repr(other))
    world.tenant.put_clock_forward(86_401)
    checks.that("and a day later this one", guesser.claim("123456789", "192.0.2.99").is_error(400, "invalid_code"))


def check_said_addresses(checks, world):
    """Without a trusted proxy the server ignores the address that a client claims."""
    code = Exporter(world.person()[1], world.client).start().state["code"]
    replies = [Importer(world.device()).claim(wrong_code(code), f"192.0.2.{number}") for number in range(5)]
    heard = all(each.is_error(400, "invalid_code") for each in replies)
    sixth = Importer(world.device()).claim(wrong_code(code), "192.0.2.200")
    checks.that("an address that a client makes up does not count", heard and must_wait(sixth, 600), repr(sixth))
