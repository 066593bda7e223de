/// Whether 32 bytes are a point that an Ed25519 key may be (RFC 8032, section 5.1.3).
///
/// The crypto library takes any 32 bytes and fails at the first signature; points of small order it takes altogether,
/// though with those anyone can sign. A public key is public, so nothing here needs to run in constant time.
enum Ed25519Point {
    /// On the curve, in the one encoding, and not of small order.
    static func isSound(_ bytes: [UInt8]) -> Bool {
        guard bytes.count == 32, let y = FieldElement25519(littleEndian: bytes) else { return false }
        // On −x² + y² = 1 + d·x²·y², x² is (y² − 1) / (d·y² + 1). The divisor is never zero, so the quotient is a
        // square exactly when the product of the two is.
        let ySquared = y * y
        let numerator = ySquared - .one
        let divisor = FieldElement25519.d * ySquared + .one
        guard (numerator * divisor).isSquare else { return false }
        // Doubling ends at the neutral point after three times or less exactly when y is 0, ±1 or a root of
        // d·y⁴ + 2·y² − 1.
        let octic = FieldElement25519.d * ySquared * ySquared + ySquared + ySquared - .one
        return y != .zero && numerator != .zero && octic != .zero
    }
}
