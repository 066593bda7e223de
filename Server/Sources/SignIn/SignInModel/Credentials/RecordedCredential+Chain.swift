import ChaveBase
import Hashing

extension RecordedCredential {
    /// The chain that counts: the credential's own certificate first, the root last.
    public var chain: [[UInt8]] { [certificate] + issuers }

    /// The relation of a presented chain to the recorded chain.
    package enum Presentation: Hashable {
        case current
        /// The chain was replaced, and the device does not know it yet.
        case former
        /// The server did not record this chain.
        case unrecorded
    }

    package func presentation(of sent: [[UInt8]]) -> Presentation {
        if sent == chain { return .current }
        return formerChains.contains(RecordedCredential.digest(of: sent)) ? .former : .unrecorded
    }

    /// Replaces the chain by a certificate directly under the root.
    ///
    /// The credential remembers two former chains: renewals are months apart, and an older chain has expired.
    package mutating func take(_ certificate: [UInt8], under root: [UInt8]) {
        formerChains = Array(([RecordedCredential.digest(of: chain)] + formerChains).prefix(2))
        self.certificate = certificate
        issuers = [root]
        depth = 0
    }

    private static func digest(of chain: [[UInt8]]) -> Digest {
        // The digests have equal length, so that no two chains give the same bytes.
        Digest(of: chain.flatMap { Digest(of: $0).bytes })
    }
}
