"""Other clients hold every free connection of PostgreSQL, then the nodes lose theirs too."""

import socket
import struct

from .restarts import all_answered

FULL = "53300"


class Session:
    """A connection of another client's, by the protocol's first message alone; it asks for nothing."""

    def __init__(self, port, user):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=20)
        words = b"user\0" + user.encode() + b"\0database\0postgres\0\0"
        self.socket.sendall(struct.pack(">ii", 8 + len(words), 196608) + words)
        self.refusal = self._refusal()

    def _refusal(self):
        """The code with which it was not let in; `None` once it may ask."""
        said = b""
        while True:
            while len(said) >= 5 and len(said) >= 1 + struct.unpack(">i", said[1:5])[0]:
                length = 1 + struct.unpack(">i", said[1:5])[0]
                kind, body, said = said[:1], said[5:length], said[length:]
                if kind == b"Z":
                    return None
                if kind == b"E":
                    fields = [field for field in body.split(b"\0") if field]
                    return next(field[1:].decode() for field in fields if field[:1] == b"C")
            more = self.socket.recv(4096)
            if not more:
                return "closed"
            said += more

    def close(self):
        self.socket.close()


def exhausted(ground):
    """Nodes continue with their connections; without any they put requests off; both states end by themselves."""
    what, postgres = "every connection taken by others", ground.service.postgres
    postgres.ask("CREATE ROLE other LOGIN")
    held, refused = [], 0
    with ground.strike(what) as strike:
        try:
            while not refused:
                session = Session(postgres.port, "other")
                held.append(session)
                refused += session.refusal == FULL
            began = strike.crowd.rounds
            strike.until_more(10)
            went_on = strike.crowd.rounds - began
            ready = [node.status("/readyz") for node in ground.service.nodes]
            again = Session(postgres.port, "node")
            refused += again.refusal == FULL
            held.append(again)
            # The nodes lose their connections too, and cannot open new ones.
            postgres.ask("ALTER ROLE node CONNECTION LIMIT 0")
            postgres.ask("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'node'")
            before = strike.counts()["put off"]
            strike.until(lambda: strike.counts()["put off"] >= before + 10)
            put_off = strike.counts()["put off"] - before
        finally:
            postgres.ask("ALTER ROLE node CONNECTION LIMIT -1")
            for session in held:
                session.close()
    checks = ground.checks
    checks.that(f"{what}: {len(held)} tried until PostgreSQL was full, then a node's is refused", refused == 2, refused)
    checks.that(f"{what}: {went_on} acts end meanwhile over the connections that the nodes have", went_on >= 10, went_on)
    checks.that(f"{what}: and the nodes say that they are ready", ready == [200] * len(ready), ready)
    checks.that(f"{what}: without any, {put_off} requests are put off", put_off >= 10, put_off)
    all_answered(ground, strike, what)
