/// A curve by its number in the IANA registry "COSE Elliptic Curves".
public enum COSECurve: Int64, Hashable, Sendable, CaseIterable {
    /// NIST P-256.
    case p256 = 1
    /// NIST P-384.
    case p384 = 2
    /// NIST P-521.
    case p521 = 3
    /// Edwards 25519.
    case ed25519 = 6

    /// The size of one coordinate in bytes.
    public var coordinateSize: Int {
        switch self {
        case .p256, .ed25519: 32
        case .p384: 48
        case .p521: 66
        }
    }
}
