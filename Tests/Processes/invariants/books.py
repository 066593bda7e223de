"""Both stores in their present state, for the judges."""

from stored.payments import KeptKey
from stored.snapshot import Snapshot

from .history import digest_of_parts


class Books:
    """`platform` and `bank` hold the records of a data directory, or of a `Postgres`; `bank` names another place of the
    bank.

    `places` is the platform's store as text, for the search for forbidden values; `damage` has the problems of the
    files.
    """

    def __init__(self, place, bank=None):
        found = Snapshot(place, bank)
        self.platform, self.bank = found.platform, found.bank
        self.places, self.damage = found.places, found.damage
        self._keys = {kept.scope: kept for kept in self.platform.kept_keys}

    def objects(self, kind):
        """The records that move and leave a trail, of a kind as the trail names it."""
        return {"payment-intent": self.platform.intents, "enrollment": self.platform.enrollments}[kind]

    def audit(self, kind):
        """Each object's audit entries in the order of their versions."""
        found = {}
        for entry in sorted(self.platform.audit_entries, key=lambda entry: entry.version):
            if entry.object_kind == kind:
                found.setdefault(entry.object_id, []).append(entry)
        return found

    def events(self, kind):
        """Each object's own events; those of an intent's charge have versions of their own."""
        found = {}
        for event in sorted(self.platform.events, key=lambda event: event.position):
            if event.object_kind == kind and not event.body["type"].startswith("charge."):
                found.setdefault(event.object_id, []).append(event)
        return found

    def organisation_of(self, caller):
        """The organisation that a `Try.caller` speaks for."""
        if caller is None:
            return None
        kind, name = caller
        if kind == "organisation":
            return name
        return next((key.organisation for key in self.platform.api_keys if key.id == name), None)

    def kept_key(self, one):
        """The stored entry of a try's idempotency key, found by the contract's scope."""
        organisation = self.organisation_of(one.caller)
        if one.key is None or organisation is None:
            return None
        customer = one.bound_customer()
        route = one.template.removeprefix("/payments/br").removeprefix("/payments/api")
        scope = digest_of_parts(
            bytes.fromhex(organisation.replace("-", "")),
            bytes.fromhex(customer.replace("-", "")) if customer else b"",
            one.device,
            one.method.encode(),
            route.encode(),
            one.key.encode(),
        )
        return self._keys.get(KeptKey.kept_scope(scope))

    def object_of_key(self, one):
        """The object that a request with a key created or changed."""
        kept = self.kept_key(one)
        return kept and kept.object


def by_id(records):
    return {record.id: record for record in records}
