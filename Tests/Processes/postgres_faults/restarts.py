"""PostgreSQL goes and comes back: stopped at once, killed, or one of its processes killed."""

import os
import signal

RECOVERING = "automatic recovery in progress"
STARTING_ANEW = "all server processes terminated; reinitializing"


def stopped_at_once(ground):
    """`pg_ctl stop -m immediate` and a start, twice."""
    restart(ground, "PostgreSQL stopped at once, twice", ground.service.postgres.stop_at_once, 2)


def killed(ground):
    """kill -9 of the postmaster, and a start."""
    restart(ground, "PostgreSQL killed", ground.service.postgres.kill, 1)


def restart(ground, what, end, times):
    postgres = ground.service.postgres
    before = postgres.said().count(RECOVERING)
    with ground.strike(what) as strike:
        for number in range(times):
            if number:
                strike.until_more()
            end()
            strike.until(lambda: strike.counts()["put off"] >= 5 * (number + 1))
            postgres.start()
    checks, recovered = ground.checks, postgres.said().count(RECOVERING) - before
    checks.that(f"{what}: it recovered {recovered} times", recovered == times, recovered)
    all_answered(ground, strike, what)


def backend_killed(ground):
    """kill -9 of one process that serves a node: PostgreSQL ends all others too and goes through its log."""
    what, postgres = "a backend killed", ground.service.postgres
    before = postgres.said().count(STARTING_ANEW)
    with ground.strike(what) as strike:
        for number in range(2):
            os.kill(postgres.backends()[number], signal.SIGKILL)
            strike.until(lambda: postgres.said().count(STARTING_ANEW) > before + number)
            strike.until(postgres.is_ready)
            strike.until_more()
    struck = postgres.said().count(STARTING_ANEW) - before
    ground.checks.that(f"{what}: all processes ended {struck} times", struck == 2, struck)
    all_answered(ground, strike, what)


def all_answered(ground, strike, what):
    """The nodes are there all the while: each request has its answer in its time, and 503 says when to come again."""
    checks, counts = ground.checks, strike.counts()
    checks.that(f"{what}: every request is answered", counts["unanswered"] == 0, counts)
    checks.that(f"{what}: {strike.longest():.1f} s at most", strike.longest() <= ANSWERED_WITHIN, strike.slowest())
    without = strike.put_off_without_word()
    checks.that(f"{what}: each of {counts['put off']} that were put off is told when to come again", not without, without)


# Requests ask the database several times, each within 5 s, and a bank's answer is awaited for 8 s.
ANSWERED_WITHIN = 20
