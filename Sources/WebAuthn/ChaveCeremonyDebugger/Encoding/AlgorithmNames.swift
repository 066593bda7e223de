public import ChaveWire

/// Signature algorithms by the names of the IANA registry.
public enum AlgorithmNames {
    private static let names: [COSEAlgorithm: String] = [
        .es256: "ES256", .edDSA: "EdDSA", .esp256: "ESP256", .ed25519: "Ed25519", .es384: "ES384", .es512: "ES512",
        .esp384: "ESP384", .esp512: "ESP512", .rs256: "RS256",
    ]

    static func name(_ algorithm: COSEAlgorithm) -> String? { names[algorithm] }

    /// The number with its name, such as `-7 (ES256)`; an unnamed algorithm is only its number.
    public static func text(_ algorithm: COSEAlgorithm) -> String {
        names[algorithm].map { "\(algorithm.rawValue) (\($0))" } ?? "\(algorithm.rawValue)"
    }
}
