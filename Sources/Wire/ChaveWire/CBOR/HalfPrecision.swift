/// IEEE 754 binary16, implemented here: `Float16` does not exist on every platform that this package supports.
///
///     bit 15      sign
///     bits 14–10  exponent, biased by 15
///     bits 9–0    fraction
enum HalfPrecision {
    static func double(_ bits: UInt16) -> Double {
        let exponent = Int(bits >> 10) & 0x1F
        let fraction = Double(bits & 0x3FF)
        let magnitude: Double
        switch exponent {
        case 0: magnitude = fraction * 0x1p-24
        case 0x1F: magnitude = fraction == 0 ? .infinity : .nan
        default: magnitude = (1024 + fraction) * Double(sign: .plus, exponent: exponent - 25, significand: 1)
        }
        return bits & 0x8000 == 0 ? magnitude : -magnitude
    }

    /// The bits for `value`; `nil` when half precision would round it.
    static func bits(_ value: Double) -> UInt16? {
        if value.isNaN { return 0x7E00 }
        let sign: UInt16 = value.sign == .minus ? 0x8000 : 0
        if value.isInfinite { return sign | 0x7C00 }
        if value.isZero { return sign }
        let magnitude = value.magnitude
        guard magnitude <= 65_504 else { return nil }
        // Below 2^-14 all numbers have the exponent of the smallest normal number.
        let exponent = max(Int(magnitude.exponent), -14)
        let scaled = magnitude * Double(sign: .plus, exponent: 10 - exponent, significand: 1)
        guard let units = UInt16(exactly: scaled) else { return nil }
        let biased = units < 1024 ? 0 : UInt16(exponent + 15)
        return sign | biased << 10 | units & 0x3FF
    }
}
