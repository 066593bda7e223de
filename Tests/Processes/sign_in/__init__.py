"""Sign-in as others speak it: devices, sites and attackers, written from docs/sign-in.md and the RFCs alone.

Nothing of the product is used: keys and certificates are `cryptography`'s, signatures `joserfc`'s, sites Authlib's.
"""
