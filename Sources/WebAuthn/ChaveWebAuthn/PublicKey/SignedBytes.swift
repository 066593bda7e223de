import ChaveBase
internal import Crypto

/// The bytes that a key signs.
///
/// A credential signs the authenticator data as received, then SHA-256 of the client data as received.
struct SignedBytes {
    private let first: [UInt8]
    private let hash: SHA256Digest?

    init(authenticatorData: [UInt8], clientDataHash: SHA256Digest) {
        first = authenticatorData
        hash = clientDataHash
    }

    /// Creates the other bytes that some attestations sign.
    init(_ bytes: [UInt8]) {
        first = bytes
        hash = nil
    }

    func digest<Hash: HashFunction>(_: Hash.Type) -> Hash.Digest {
        var state = Hash()
        first.withUnsafeBytes { state.update(bufferPointer: $0) }
        hash?.withUnsafeBytes { state.update(bufferPointer: $0) }
        return state.finalize()
    }

    /// All bytes in one array, for the algorithm that hashes twice.
    var joined: [UInt8] { hash.map { first + $0 } ?? first }
}
