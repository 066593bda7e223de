"""Banks of Open Finance Brasil and their participants' directory, which share no code with any initiator.

Start with `world.py`, which opens all of them in this process. `bank.py` is one bank: what it has, and which part
answers a request (`authorization.py`, `registration.py`, `enrollments.py`, `payments.py`). `schedules.py` has the rules
of later days, `resources.py` is the door of its interfaces, `faults.py` the place where a case arms a fault for a later
exchange.

An honest bank checks every message of both directions by the specifications. A breach is a complaint, and no run
holds with an open complaint. What a bank cannot say for itself, the ledger says for all of them: which money moved.

What these banks leave out: pages for holders, recurring consents, QR codes, the ends of consents and enrollments by
time, the days of later payments by time, and second attempts of webhooks. Cases end, let come and repeat those things
themselves.
"""

#: The holder of all accounts at these banks, unless a case names another.
HOLDER = "76109277673"
#: Somebody else, who signs in at the bank in the holder's place.
STRANGER = "87517400444"

__all__ = ["HOLDER", "STRANGER"]
