"""Keys that are made once in a run, and what is signed by them: joserfc signs, jwcrypto verifies."""

from __future__ import annotations

import functools
import pathlib
import threading
import uuid
from dataclasses import dataclass, field
from typing import Any

from joserfc import jwe
from joserfc.jwk import RSAKey

import forgery
from authority import key_pem, new_key
from directory_folder import public_jwk
from initiator import jose
from initiator.participant import KeyFile

_lock = threading.Lock()


@dataclass
class Key:
    """A private RSA key in a file, with its name in a keystore."""

    file: KeyFile
    pem: bytes
    private: Any
    # By their use: each message is verified by a keystore that is made anew.
    _public: dict[str, dict[str, Any]] = field(default_factory=dict, repr=False)

    @property
    def kid(self) -> str:
        return self.file.kid

    @functools.cached_property
    def signing(self) -> jose.SigningKey:
        """The same key as what signs; it takes long to read."""
        return jose.SigningKey(self.file)

    def public(self, use: str = "sig") -> dict[str, Any]:
        if use not in self._public:
            self._public[use] = public_jwk(self.private, use, self.kid)
        return dict(self._public[use])


class Chest:
    """A folder with keys, which only their owner may read."""

    def __init__(self, folder: pathlib.Path):
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)

    def new(self, name: str) -> Key:
        private = new_key()
        path = self.folder / f"{name}.key"
        with _lock:
            path.touch(mode=0o600)
            path.write_bytes(key_pem(private))
        return Key(KeyFile(path, str(uuid.uuid4())), path.read_bytes(), private)


@dataclass
class Token:
    """A token that a fault may change before it is signed; `sign` is the last thing that happens to it."""

    header: dict[str, Any]
    claims: dict[str, Any]
    key: Key
    # The algorithm of the signature, whatever the header says.
    algorithm: str = "PS256"
    has_flipped_bit: bool = False

    def sign(self) -> str:
        is_usual = self.algorithm == self.header.get("alg") == "PS256" and set(self.header) <= {"alg", "kid", "typ"}
        if is_usual:
            made = self.key.signing.sign(self.claims, **{"typ": None, **self.header})
        else:
            made = forgery.signed(self.key.pem, self.header, self.claims, self.algorithm)
        return forgery.with_flipped_signature(made) if self.has_flipped_bit else made


class Message(Token):
    """A signed answer."""


@dataclass
class IdentityToken(Token):
    """A signed token about the holder, inside of an encryption to the client."""

    encryption_key: dict[str, Any] | None = None
    encryption: str = "RSA-OAEP"
    # More members of the header outside.
    outer: dict[str, Any] = field(default_factory=dict)

    def seal(self) -> str:
        if self.encryption_key is None:
            return self.sign()
        kid = self.encryption_key["kid"]
        header = {"alg": self.encryption, "enc": "A256GCM", "cty": "JWT", "kid": kid, **self.outer}
        public = RSAKey.import_key({name: self.encryption_key[name] for name in ("kty", "n", "e")})
        return jwe.encrypt_compact(header, self.sign(), public, algorithms=[self.encryption, "A256GCM", "DEF"])
