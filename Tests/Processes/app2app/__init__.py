"""A card that becomes active in a wallet, by a client that knows only the documentation."""
