import ChaveBase
internal import Crypto

/// What a key signs.
///
/// Of a credential that is the authenticator data as received, then SHA-256 of the client data as received.
struct SignedBytes {
    private let first: [UInt8]
    private let hash: SHA256Digest?

    init(authenticatorData: [UInt8], clientDataHash: SHA256Digest) {
        first = authenticatorData
        hash = clientDataHash
    }

    /// What some attestations sign instead.
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

    /// All of it in one, for the algorithm that hashes twice.
    var joined: [UInt8] { hash.map { first + $0 } ?? first }
}
