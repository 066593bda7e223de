import CryptoExtras

/// An RSA key by its two primes, as the vectors give it; the public exponent is 65,537.
///
/// Numbers are lists of 32-bit digits, the lowest first.
struct RSAPrimes {
    private static let exponent: UInt64 = 65_537

    private let p: [UInt32]
    private let q: [UInt32]

    init(p: [UInt8], q: [UInt8]) {
        self.p = RSAPrimes.number(p)
        self.q = RSAPrimes.number(q)
    }

    /// The key in PKCS#8.
    func privateKey() throws -> [UInt8] {
        let key = try _RSA.Signing.PrivateKey(
            n: RSAPrimes.bytes(RSAPrimes.product(p, q)),
            e: [UInt8]([1, 0, 1]),
            d: RSAPrimes.bytes(privateExponent),
            p: RSAPrimes.bytes(p),
            q: RSAPrimes.bytes(q)
        )
        return Array(key.pkcs8DERRepresentation)
    }

    /// The inverse of the public exponent: of all `k * phi + 1` the one that the exponent divides, divided by it.
    private var privateExponent: [UInt32] {
        // A prime is odd, so that one less only clears the lowest bit.
        let phi = RSAPrimes.product([p[0] & ~1] + p.dropFirst(), [q[0] & ~1] + q.dropFirst())
        let remainder = RSAPrimes.divided(phi).remainder
        let factors: Range<UInt64> = 1..<RSAPrimes.exponent
        let factor = factors.first { factor in (factor * remainder + 1) % RSAPrimes.exponent == 0 } ?? 0
        var multiple = RSAPrimes.product(phi, [UInt32(truncatingIfNeeded: factor)])
        multiple[0] += 1  // Even until here.
        return RSAPrimes.divided(multiple).quotient
    }

    private static func divided(_ number: [UInt32]) -> (quotient: [UInt32], remainder: UInt64) {
        var quotient = number
        var remainder: UInt64 = 0
        for index in number.indices.reversed() {
            let digits = remainder << 32 | UInt64(number[index])
            quotient[index] = UInt32(truncatingIfNeeded: digits / exponent)
            remainder = digits % exponent
        }
        return (quotient, remainder)
    }

    private static func product(_ one: [UInt32], _ other: [UInt32]) -> [UInt32] {
        var digits = [UInt32](repeating: 0, count: one.count + other.count)
        for (low, factor) in one.enumerated() {
            var carry: UInt64 = 0
            for (high, digit) in other.enumerated() {
                let sum = UInt64(factor) * UInt64(digit) + UInt64(digits[low + high]) + carry
                digits[low + high] = UInt32(truncatingIfNeeded: sum)
                carry = sum >> 32
            }
            digits[low + other.count] = UInt32(truncatingIfNeeded: carry)
        }
        return digits
    }

    private static func number(_ bytes: [UInt8]) -> [UInt32] {
        let lowest = Array(bytes.reversed())
        return stride(from: 0, to: lowest.count, by: 4).map { start in
            lowest[start..<min(start + 4, lowest.count)].reversed().reduce(0) { $0 << 8 | UInt32($1) }
        }
    }

    private static func bytes(_ number: [UInt32]) -> [UInt8] {
        Array(number.reversed().flatMap { digit in withUnsafeBytes(of: digit.bigEndian, Array.init) }.drop { $0 == 0 })
    }
}
