"""PostgreSQL ends the nodes' sessions again and again."""

from .restarts import all_answered

TIMES = 25


def terminated(ground):
    what, postgres = "every session ended, again and again", ground.service.postgres
    ended = 0
    with ground.strike(what) as strike:
        for _ in range(TIMES):
            [[count]] = postgres.ask(
                "SELECT count(*) FILTER (WHERE pg_terminate_backend(pid)) FROM pg_stat_activity WHERE usename = 'node'"
            )
            ended += int(count)
        strike.until_more()
    ground.checks.that(f"{what}: {ended} sessions", ended > TIMES, ended)
    all_answered(ground, strike, what)
