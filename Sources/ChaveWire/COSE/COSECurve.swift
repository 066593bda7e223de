/// A curve by its number in the IANA registry "COSE Elliptic Curves".
public enum COSECurve: Int64, Hashable, Sendable, CaseIterable {
    case p256 = 1
    case p384 = 2
    case p521 = 3
    case ed25519 = 6

    /// How many bytes one coordinate takes.
    public var coordinateSize: Int {
        switch self {
        case .p256, .ed25519: 32
        case .p384: 48
        case .p521: 66
        }
    }
}
