import ChaveBase
import Hashing

extension IPAddress {
    /// What is kept of it for a comparison: of use with the same salt alone.
    func digest(saltedWith salt: Digest) -> Digest { Digest(of: salt.bytes + subscriber.bytes) }
}
