import ChaveBase
import Hashing

extension RecordedCredential {
    /// What counts: its own certificate first, the root last.
    public var chain: [[UInt8]] { [certificate] + issuers }

    /// How the device that sends a chain stands to what is recorded.
    enum Presentation: Hashable {
        case current
        /// One that was overtaken; the device has not heard of it.
        case former
        /// Not one that the server recorded.
        case unrecorded
    }

    func presentation(of sent: [[UInt8]]) -> Presentation {
        if sent == chain { return .current }
        return formerChains.contains(RecordedCredential.digest(of: sent)) ? .former : .unrecorded
    }

    /// Overtakes the chain by one under the root.
    ///
    /// Two former ones are remembered: renewals are months apart, and an older one has expired.
    mutating func take(_ certificate: [UInt8], under root: [UInt8]) {
        formerChains = Array(([RecordedCredential.digest(of: chain)] + formerChains).prefix(2))
        self.certificate = certificate
        issuers = [root]
        depth = 0
    }

    private static func digest(of chain: [[UInt8]]) -> Digest {
        // Digests of equal length, so that no two chains run together.
        Digest(of: chain.flatMap { Digest(of: $0).bytes })
    }
}
