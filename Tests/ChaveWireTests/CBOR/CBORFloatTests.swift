import ChaveWire
import Testing

@Suite struct CBORFloatTests {
    /// All 65,536 of them, against the arithmetic definition.
    @Test func everyHalfPrecisionNumberGoesBothWays() throws {
        for bits in UInt16.min...UInt16.max {
            let bytes: [UInt8] = [0xF9, UInt8(bits >> 8), UInt8(bits & 0xFF)]
            let (value, _, isCanonical) = try CBORValue.decodePrefix(bytes[...], rules: .tolerant)
            guard case .float(let number) = value else {
                Issue.record("\(bits) is no float")
                continue
            }
            let fraction = Double(bits & 0x3FF)
            switch bits >> 10 & 0x1F {
            case 0x1F where fraction > 0: #expect(number.isNaN)
            case 0x1F: #expect(number.magnitude == .infinity)
            case 0: #expect(number.magnitude == fraction / 16_777_216)
            case let exponent: #expect(number.magnitude.isEqual(to: (1 + fraction / 1_024) * power(exponent)))
            }
            if !number.isNaN { #expect((number.sign == .minus) == (bits & 0x8000 != 0)) }
            #expect(isCanonical == (!number.isNaN || bits == 0x7E00))
            if isCanonical { #expect(value.encoded() == bytes) }
        }
    }

    @Test(arguments: [
        (65_504.0, 3), (65_505.0, 5), (65_536.0, 5), (1.0 / 16_777_216, 3), (1.0 / 33_554_432, 5), (0.1, 9), (1.5, 3),
        (Double(Float.greatestFiniteMagnitude), 5), (Double.greatestFiniteMagnitude, 9),
        (Double.leastNonzeroMagnitude, 9),
        (1.0009765625, 3), (1.00048828125, 5),
    ])
    func theShortestWidthThatKeepsTheValueIsWritten(_ number: Double, _ size: Int) throws {
        for signed in [number, -number] {
            let bytes = CBORValue.float(signed).encoded()
            #expect(bytes.count == size)
            #expect(try CBORValue(decoding: bytes) == .float(signed))
        }
    }

    private func power(_ exponent: UInt16) -> Double {
        Double(sign: .plus, exponent: Int(exponent) - 15, significand: 1)
    }
}
