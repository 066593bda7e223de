"""The parts of scripts/typecheck-apple."""
