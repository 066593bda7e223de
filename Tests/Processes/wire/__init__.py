"""The platform and the bank as processes of their own, with a relay between that sees each exchange in clear."""

from .acts import Gate
from .exchanges import Exchange, Reply
from .place import Place
from .relay import WireRelay

__all__ = ["Exchange", "Gate", "Place", "Reply", "WireRelay"]
