"""A payment initiator of Open Finance Brasil that shares no code with Chave."""
