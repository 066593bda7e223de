/// A number modulo p = 2²⁵⁵ − 19, always below p, as four 64-bit limbs, least significant first.
struct FieldElement25519: Equatable {
    private var limbs: (UInt64, UInt64, UInt64, UInt64)

    static let zero = FieldElement25519(0, 0, 0, 0)
    static let one = FieldElement25519(1, 0, 0, 0)
    /// −121665 / 121666, the curve's constant.
    static let d = FieldElement25519(
        0x75EB_4DCA_1359_78A3,
        0x0070_0A4D_4141_D8AB,
        0x8CC7_4079_7779_E898,
        0x5203_6CEE_2B6F_FE73
    )

    private static let p: (UInt64, UInt64, UInt64, UInt64) = (
        0xFFFF_FFFF_FFFF_FFED, .max, .max, 0x7FFF_FFFF_FFFF_FFFF
    )

    private init(_ a: UInt64, _ b: UInt64, _ c: UInt64, _ d: UInt64) { limbs = (a, b, c, d) }

    /// Reads the y coordinate of an encoded point, whose topmost bit is the sign of x; `nil` unless y is below p.
    init?(littleEndian bytes: [UInt8]) {
        func limb(_ index: Int) -> UInt64 {
            bytes[8 * index..<8 * index + 8].reversed().reduce(0) { $0 << 8 | UInt64($1) }
        }
        limbs = (limb(0), limb(1), limb(2), limb(3) & 0x7FFF_FFFF_FFFF_FFFF)
        guard FieldElement25519.minusP(limbs) == nil else { return nil }
    }

    static func == (lhs: FieldElement25519, rhs: FieldElement25519) -> Bool { lhs.limbs == rhs.limbs }

    static func + (lhs: FieldElement25519, rhs: FieldElement25519) -> FieldElement25519 {
        // Both numbers are below 2²⁵⁵, so the sum fits in the four limbs.
        let (a, carry0) = lhs.limbs.0.addingReportingOverflow(rhs.limbs.0)
        let (b, carry1) = add(lhs.limbs.1, rhs.limbs.1, carry0)
        let (c, carry2) = add(lhs.limbs.2, rhs.limbs.2, carry1)
        let (d, _) = add(lhs.limbs.3, rhs.limbs.3, carry2)
        return reduced((a, b, c, d))
    }

    static func - (lhs: FieldElement25519, rhs: FieldElement25519) -> FieldElement25519 {
        let (a, borrow0) = p.0.subtractingReportingOverflow(rhs.limbs.0)
        let (b, borrow1) = subtract(p.1, rhs.limbs.1, borrow0)
        let (c, borrow2) = subtract(p.2, rhs.limbs.2, borrow1)
        let (d, _) = subtract(p.3, rhs.limbs.3, borrow2)
        return lhs + reduced((a, b, c, d))
    }

    static func * (lhs: FieldElement25519, rhs: FieldElement25519) -> FieldElement25519 {
        let x = [lhs.limbs.0, lhs.limbs.1, lhs.limbs.2, lhs.limbs.3]
        let y = [rhs.limbs.0, rhs.limbs.1, rhs.limbs.2, rhs.limbs.3]
        var product = [UInt64](repeating: 0, count: 8)
        for i in 0..<4 {
            var carry: UInt64 = 0
            for j in 0..<4 {
                (carry, product[i + j]) = multiplyAdd(x[i], y[j], product[i + j], carry)
            }
            product[i + 4] = carry
        }
        return reduced(product)
    }

    /// Whether a square root exists (Euler's criterion); zero has one.
    var isSquare: Bool {
        // (p − 1) / 2 is 2²⁵⁴ − 10: bits 4 to 253 are ones, and the bits below are 0110.
        var power = FieldElement25519.one
        for bit in (0..<254).reversed() {
            power = power * power
            if bit > 3 || bit == 2 || bit == 1 { power = power * self }
        }
        return power == .one || self == .zero
    }
}

extension FieldElement25519 {
    /// `a + b + carry` of 64 bits, and the carry out.
    private static func add(_ a: UInt64, _ b: UInt64, _ carry: Bool) -> (UInt64, Bool) {
        let (sum, first) = a.addingReportingOverflow(b)
        let (total, second) = sum.addingReportingOverflow(carry ? 1 : 0)
        return (total, first || second)
    }

    private static func subtract(_ a: UInt64, _ b: UInt64, _ borrow: Bool) -> (UInt64, Bool) {
        let (difference, first) = a.subtractingReportingOverflow(b)
        let (total, second) = difference.subtractingReportingOverflow(borrow ? 1 : 0)
        return (total, first || second)
    }

    /// `x · y + sum + carry`, which always fits in 128 bits, as its high and low half.
    private static func multiplyAdd(
        _ x: UInt64,
        _ y: UInt64,
        _ sum: UInt64,
        _ carry: UInt64
    ) -> (high: UInt64, low: UInt64) {
        var (high, low) = x.multipliedFullWidth(by: y)
        var overflow: Bool
        (low, overflow) = low.addingReportingOverflow(sum)
        if overflow { high &+= 1 }
        (low, overflow) = low.addingReportingOverflow(carry)
        if overflow { high &+= 1 }
        return (high, low)
    }

    /// The limbs minus p; `nil` when they are below p.
    private static func minusP(
        _ limbs: (UInt64, UInt64, UInt64, UInt64)
    ) -> (UInt64, UInt64, UInt64, UInt64)? {
        let (a, borrow0) = limbs.0.subtractingReportingOverflow(p.0)
        let (b, borrow1) = subtract(limbs.1, p.1, borrow0)
        let (c, borrow2) = subtract(limbs.2, p.2, borrow1)
        let (d, borrow3) = subtract(limbs.3, p.3, borrow2)
        return borrow3 ? nil : (a, b, c, d)
    }

    private static func reduced(_ limbs: (UInt64, UInt64, UInt64, UInt64)) -> FieldElement25519 {
        var limbs = limbs
        // A number of 256 bits contains p at most twice.
        while let less = minusP(limbs) { limbs = less }
        return FieldElement25519(limbs.0, limbs.1, limbs.2, limbs.3)
    }

    /// Folds the upper half of a product into the lower half: 2²⁵⁶ is 38 modulo p.
    private static func reduced(_ product: [UInt64]) -> FieldElement25519 {
        var low = Array(product[0..<4])
        var carry: UInt64 = 0
        for index in 0..<4 { (carry, low[index]) = multiplyAdd(product[index + 4], 38, low[index], carry) }
        while carry != 0 {
            var next = carry
            carry = 0
            (next, low[0]) = multiplyAdd(next, 38, low[0], 0)
            for index in 1..<4 { (next, low[index]) = multiplyAdd(next, 1, low[index], 0) }
            carry = next
        }
        return reduced((low[0], low[1], low[2], low[3]))
    }
}
