"""What scripts/typecheck-apple is made of."""
