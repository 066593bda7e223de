"""Several servers over one PostgreSQL, each a process of its own, with nginx before them."""

from .connections import Behind, ByNumber, OnceBehind
from .service import Service, await_ready

__all__ = ["Behind", "ByNumber", "OnceBehind", "Service", "await_ready"]
