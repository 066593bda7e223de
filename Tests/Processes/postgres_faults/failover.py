"""The synchronous standby becomes the first while the old one lives and still lets everybody in."""

import subprocess

from postgres import program

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
    checks.that(f"{what}: {strike.counts()['put off']} requests were put off", strike.counts()["put off"] > 0)
