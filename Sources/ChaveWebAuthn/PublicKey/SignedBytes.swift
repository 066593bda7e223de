internal import Crypto

/// What credentials sign: the authenticator data as received, then SHA-256 of the client data as received.
struct SignedBytes {
    let authenticatorData: [UInt8]
    let clientDataHash: SHA256Digest

    func digest<Hash: HashFunction>(_: Hash.Type) -> Hash.Digest {
        var hash = Hash()
        authenticatorData.withUnsafeBytes { hash.update(bufferPointer: $0) }
        clientDataHash.withUnsafeBytes { hash.update(bufferPointer: $0) }
        return hash.finalize()
    }

    /// Both parts in one, for the algorithm that hashes twice.
    var joined: [UInt8] { authenticatorData + clientDataHash }
}
