import ChaveBase
import ChaveWire
import Testing

@Suite(.enabled(if: Vectors.areThere, "no test vectors: set CHAVE_VECTORS"))
struct CBORVectorTests {
    /// RFC 8949, Appendix A, less `f818`, which only RFC 7049 allowed.
    @Test func everyExampleOfTheSpecificationIsReadOrRefusedByTheRules() throws {
        var read = 0
        var refused = 0
        for example in try #require(Vectors.load("cbor_appendix_a.json").array) {
            let text = try #require(example["hex"]?.string)
            if text == "f818" { continue }
            let bytes = hex(text)
            let roundTrips = try #require(example["roundtrip"]).bool == true
            // What has a longer form than needed and is no float has an indefinite length.
            if isTag(bytes) || !roundTrips && !isFloat(bytes) {
                #expect(throws: WireError.self, "\(text)") { try CBORValue(decoding: bytes, rules: .tolerant) }
                refused += 1
                continue
            }
            let (value, end, isCanonical) = try CBORValue.decodePrefix(bytes[...], rules: .tolerant)
            #expect(end == bytes.count)
            #expect(matches(value, example: example), "\(text)")
            #expect((value.encoded() == bytes) == roundTrips, "\(text)")
            #expect(isCanonical == roundTrips, "\(text)")
            read += 1
        }
        #expect(read == 62)
        #expect(refused == 19)
        ran(read + refused, .vector)
    }

    /// RFC 8949, Appendix F.
    @Test func whatIsNotWellFormedIsRefused() throws {
        let items = try #require(Vectors.load("cbor_not_well_formed.json")["not_well_formed"]?.array)
        #expect(items.count == 94)
        for item in items {
            let bytes = hex(try #require(item["hex"]?.string))
            #expect(throws: WireError.self, "\(hexText(bytes))") { try CBORValue(decoding: bytes) }
            #expect(throws: WireError.self, "\(hexText(bytes))") { try CBORValue(decoding: bytes, rules: .tolerant) }
        }
        ran(items.count, .vector)
    }

    @Test func integersBeyondTheMachinesAreReadWithoutATrap() throws {
        let items = try #require(Vectors.load("cbor_not_well_formed.json")["well_formed_must_not_trap"]?.array)
        for item in items {
            let bytes = hex(try #require(item["hex"]?.string))
            let value = try CBORValue(decoding: bytes)
            #expect(value.int64 == nil)
            #expect(value.encoded() == bytes)
        }
    }

    private func isTag(_ bytes: [UInt8]) -> Bool { bytes[0] >> 5 == 6 }

    private func isFloat(_ bytes: [UInt8]) -> Bool { (0xF9...0xFB).contains(bytes[0]) }

    private func matches(_ value: CBORValue, example: JSONValue) -> Bool {
        if let text = example["diagnostic"]?.string { return matches(value, diagnostic: text) }
        return example["decoded"].map { matches(value, $0) } ?? false
    }

    private func matches(_ value: CBORValue, diagnostic text: String) -> Bool {
        switch text {
        case "Infinity": value == .float(.infinity)
        case "-Infinity": value == .float(-.infinity)
        case "NaN": if case .float(let number) = value { number.isNaN } else { false }
        case "undefined": value == .undefined
        case "simple(16)": value == .simple(16)
        case "simple(255)": value == .simple(255)
        case "h''": value == .bytes([])
        case "h'01020304'": value == .bytes([1, 2, 3, 4])
        case "{1: 2, 3: 4}": value[1] == .unsigned(2) && value[3] == .unsigned(4) && value.map?.count == 2
        default: false
        }
    }

    private func matches(_ value: CBORValue, _ json: JSONValue) -> Bool {
        switch (value, json) {
        case (.unsigned(let number), .number(let text)): return String(number) == text.text
        case (.negative(.max), .number(let text)): return text.text == "-18446744073709551616"
        case (.negative(let number), .number(let text)): return "-" + String(number + 1) == text.text
        case (.float(let number), .number(let text)):
            return Double(text.text).map { $0.bitPattern == number.bitPattern } ?? false
        case (.text(let text), .string(let expected)): return text.utf8.elementsEqual(expected.utf8)
        case (.bool(let value), .bool(let expected)): return value == expected
        case (.null, .null): return true
        case (.array(let elements), .array(let expected)):
            return elements.count == expected.count && zip(elements, expected).allSatisfy { matches($0, $1) }
        case (.map(let members), .object(let expected)):
            return members.count == expected.count
                && members.allSatisfy { member in
                    guard let name = member.key.text, let value = expected[name] else { return false }
                    return matches(member.value, value)
                }
        default: return false
        }
    }
}
