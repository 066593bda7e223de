/// Checks that 32 bytes are a valid point of an Ed25519 key (RFC 8032, section 5.1.3).
///
/// The crypto library accepts any 32 bytes, and fails at the first signature. It also accepts points of small order,
/// with which anybody can sign. A public key is public, so this code need not run in constant time.
enum Ed25519Point {
    /// Whether the point is on the curve, in its only encoding, and not of small order.
    static func isSound(_ bytes: [UInt8]) -> Bool {
        guard bytes.count == 32, let y = FieldElement25519(littleEndian: bytes) else { return false }
        // On the curve −x² + y² = 1 + d·x²·y², x² is (y² − 1) / (d·y² + 1). The divisor is never zero. The quotient is
        // therefore a square exactly when the product of the two is.
        let ySquared = y * y
        let numerator = ySquared - .one
        let divisor = FieldElement25519.d * ySquared + .one
        guard (numerator * divisor).isSquare else { return false }
        // A point of small order reaches the neutral point after at most three doublings. This is the case exactly when
        // y is 0, ±1 or a root of d·y⁴ + 2·y² − 1.
        let octic = FieldElement25519.d * ySquared * ySquared + ySquared + ySquared - .one
        return y != .zero && numerator != .zero && octic != .zero
    }
}
