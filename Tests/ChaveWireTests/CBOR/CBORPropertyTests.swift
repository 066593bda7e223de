import ChaveBase
import ChaveWire
import Testing

@Suite struct CBORPropertyTests {
    /// Whatever the strict reader takes is the one form that the writer makes.
    @Test func whatIsReadStrictlyIsWrittenBackByteForByte() {
        var generator = SeededGenerator(seed: 1)
        var taken = 0
        for _ in 0..<60_000 {
            let count = Int.random(in: 1...12, using: &generator)
            let bytes = (0..<count).map { _ in CBORPropertyTests.likelyByte(using: &generator) }
            guard let item = try? CBORValue.decodePrefix(bytes[...]) else { continue }
            #expect(item.value.encoded() == Array(bytes[0..<item.end]), "\(hexText(bytes))")
            taken += 1
        }
        #expect(taken > 10_000)
    }

    @Test func whatIsWrittenIsReadBack() throws {
        var generator = SeededGenerator(seed: 2)
        for _ in 0..<2_000 {
            let value = CBORPropertyTests.value(depth: 4, using: &generator)
            let bytes = value.encoded()
            let (read, end, isCanonical) = try CBORValue.decodePrefix(bytes[...])
            #expect(end == bytes.count)
            #expect(isCanonical)
            #expect(read.encoded() == bytes)
        }
    }

    /// The form that the tolerant reader calls canonical is the one that the writer makes, and no other.
    @Test func theReportedFormIsTheWrittenForm() {
        var generator = SeededGenerator(seed: 3)
        for _ in 0..<60_000 {
            let count = Int.random(in: 1...12, using: &generator)
            let bytes = (0..<count).map { _ in CBORPropertyTests.likelyByte(using: &generator) }
            guard let item = try? CBORValue.decodePrefix(bytes[...], rules: .tolerant) else { continue }
            #expect((item.value.encoded() == Array(bytes[0..<item.end])) == item.isCanonical, "\(hexText(bytes))")
        }
    }

    /// Every length of every kind of truncation ends in an error.
    @Test func everyTruncationIsRefused() {
        var generator = SeededGenerator(seed: 4)
        for _ in 0..<200 {
            for prefix in Mutations.truncations(of: CBORPropertyTests.value(depth: 3, using: &generator).encoded()) {
                #expect(throws: WireError.self, "\(hexText(prefix))") { try CBORValue(decoding: prefix) }
            }
        }
    }

    /// Short heads often, so that random bytes form whole items.
    private static func likelyByte(using generator: inout SeededGenerator) -> UInt8 {
        let any = UInt8.random(in: 0...255, using: &generator)
        return Bool.random(using: &generator) ? any & 0xE3 : any
    }

    private static func anyNumber(using generator: inout SeededGenerator) -> UInt64 {
        generator.next() >> UInt64.random(in: 0..<64, using: &generator)
    }

    private static func value(depth: Int, using generator: inout SeededGenerator) -> CBORValue {
        switch Int.random(in: 0..<(depth > 0 ? 11 : 9), using: &generator) {
        case 0: return .unsigned(anyNumber(using: &generator))
        case 1: return .negative(anyNumber(using: &generator))
        case 2:
            return .bytes(
                (0..<Int.random(in: 0..<40, using: &generator)).map { _ in .random(in: 0...255, using: &generator) }
            )
        case 3: return .text(String(repeating: "ação", count: .random(in: 0..<8, using: &generator)))
        case 4: return .bool(.random(using: &generator))
        case 5: return .null
        case 6: return .undefined
        case 7: return .simple([0, 19, 32, 255].randomElement(using: &generator) ?? 0)
        case 8: return .float(Double(bitPattern: .random(in: 0...UInt64.max, using: &generator)))
        case 9:
            return .array(
                (0..<Int.random(in: 0..<4, using: &generator)).map { _ in value(depth: depth - 1, using: &generator) }
            )
        default:
            let count = Int64.random(in: 0..<4, using: &generator)
            return .map(
                (0..<count).map {
                    CBORMember(key: CBORValue(50 * $0 - 60), value: value(depth: depth - 1, using: &generator))
                }
            )
        }
    }
}
