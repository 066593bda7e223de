"""The reasons to stop: the other side broke a rule of the wire, or answered something that we did not expect."""


class WireFault(Exception):
    """An answer breaks a rule that holds for every answer: a signature, a header, a schema, a claim."""


class Unexpected(Exception):
    """An answer follows the rules, but it is not the answer that the next step needs."""
