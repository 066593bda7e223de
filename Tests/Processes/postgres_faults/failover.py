"""The synchronous standby becomes the first while the old one lives and still lets everybody in."""

import os
import signal
import subprocess

from invariants import Books, verdicts
from nodes import await_ready
from nodes.load import payer
from postgres import program
from workload import Crowd

HUNG = "SELECT count(*) FROM pg_stat_activity WHERE usename = 'node' AND wait_event = 'SyncRep'"
GUEST = "SELECT count(*) FROM pg_stat_activity WHERE usename = 'node' AND wait_event IS DISTINCT FROM 'SyncRep'"


class LateCommit:
    """A commit at a server, which may never be answered."""

    def __init__(self, postgres):
        asked = [program("psql"), "-X", "-q", "-d", postgres.owner_url, "-c", "CREATE TABLE IF NOT EXISTS too_late ()"]
        self.process = subprocess.Popen(asked, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def is_answered(self):
        return self.process.poll() is not None

    def end(self):
        self.process.kill()
        self.process.wait()


def promoted(ground, standby):
    """Ends with `standby` as the service's database, and the old one still running."""
    what, old = "the standby promoted, the old first server alive", ground.service.postgres
    checks = ground.checks
    with ground.strike(what, recovers=10) as strike:
        standby.ask("SELECT pg_promote(true, 60)")
        late = LateCommit(old)
        ground.service.postgres = standby
        moved = strike.until(lambda: len(standby.backends()) > 0 and int(old.ask(GUEST)[0][0]) == 0, 60)
        hung = int(old.ask(HUNG)[0][0])
        strike.until_more()
        fenced = not late.is_answered()
        late.end()
    checks.that(f"{what}: the old one acknowledges nothing any more, {hung} commits wait there", fenced and hung > 0)
    checks.that(f"{what}: both nodes have left the old one", moved, old.ask(
        "SELECT state, wait_event, count(*) FROM pg_stat_activity WHERE usename = 'node' GROUP BY 1, 2"))
    checks.that(f"{what}: the old one lives", old.process.poll() is None and old.is_ready())
    # Delays are random: requests that wait for the standby end as unknown, or are looked up and accepted.
    checks.that(f"{what}: every request is answered", strike.counts()["unanswered"] == 0, strike.counts())


def lost(ground, standby):
    """Promotes a lagging asynchronous standby after the first server died: the data that it never had is lost. This
    test shows that the judges detect the loss.
    """
    old = ground.service.postgres
    old.ask("ALTER SYSTEM SET synchronous_standby_names TO ''; SELECT pg_reload_conf()")
    [[sender]] = old.ask("SELECT pid FROM pg_stat_replication")
    os.kill(int(sender), signal.SIGSTOP)
    try:
        with Crowd([payer(device, ground.keys) for device in ground.devices]) as crowd:
            while crowd.rounds < 8 and not crowd.problems:
                crowd.stopping.wait(0.02)
        old.kill()
    finally:
        os.kill(int(sender), signal.SIGKILL)  # what stands still does not end with the first process
    standby.ask("SELECT pg_promote(true, 60)")
    ground.service.postgres = standby
    for node in ground.service.nodes:
        await_ready(node)
    found = verdicts(Books(standby), ground.history, {ground.keys["beneficiary"]})
    wrong = {verdict.name: verdict.wrong[0] for verdict in found if verdict.wrong}
    paid = not crowd.problems and crowd.rounds
    ground.checks.that(f"an asynchronous standby never had {paid} payments: V1 fails", paid and "V1" in wrong, wrong)
