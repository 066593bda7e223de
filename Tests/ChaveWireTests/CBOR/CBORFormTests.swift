import ChaveBase
import ChaveWire
import Testing

/// The canonical form of CTAP2 and the bounds of the reader.
@Suite struct CBORFormTests {
    @Test(
        "A longer form than needed is refused by the letter and reported otherwise",
        arguments: [
            "1817", "190018", "1a00000100", "1b0000000000010000", "3800", "3817", "390010", "5800", "7800", "5801ff",
            "9800", "b800", "a1180100", "fa3f800000", "fb3ff0000000000000", "f97e01", "fa7fc00000",
        ]
    )
    func longerFormsAreNotCanonical(_ text: String) throws {
        #expect { try CBORValue(decoding: hex(text)) } throws: { error in
            if case WireError.notCanonical = error { true } else { false }
        }
        let (value, end, isCanonical) = try CBORValue.decodePrefix(hex(text)[...], rules: .tolerant)
        #expect(end == text.count / 2)
        #expect(!isCanonical)
        #expect(value.encoded() != hex(text))
    }

    /// By major type, then the shorter, then by bytes: RFC 7049's length-first order would put -1 before 100.
    @Test func keysAreSortedAsCTAP2Says() throws {
        let keys: [CBORValue] = [.text("aa"), .text("z"), .negative(0), .unsigned(100), .unsigned(10)]
        let map = CBORValue.map(keys.map { CBORMember(key: $0, value: .null) })
        #expect(map.encoded() == hex("a5 0a f6 1864 f6 20 f6 617a f6 626161 f6"))
        #expect(try CBORValue(decoding: map.encoded()).map?.map(\.key) == keys.reversed())
    }

    @Test(arguments: ["a2 20f6 0af6", "a2 626161f6 617af6", "a2 1864f6 0af6", "a2 6162f6 6161f6"])
    func keysOutOfOrderAreNotCanonical(_ text: String) throws {
        #expect(throws: WireError.notCanonical(field: "CBOR map")) { try CBORValue(decoding: hex(text)) }
        let tolerated = try CBORValue.decodePrefix(hex(text)[...], rules: .tolerant)
        #expect(!tolerated.isCanonical)
        #expect(tolerated.value.map?.count == 2)
    }

    @Test(arguments: ["a2 0100 0101", "a3 0100 0200 0100", "a2 616100 616101", "a2 0100 180101", "a2 8000 8000"])
    func aKeyThatStandsTwiceIsRefusedWhateverTheForm(_ text: String) {
        #expect(throws: WireError.duplicate(field: "CBOR map key")) {
            try CBORValue(decoding: hex(text), rules: .tolerant)
        }
        #expect(throws: WireError.self) { try CBORValue(decoding: hex(text)) }
    }

    /// Two texts that Swift's `==` takes for the same are two keys here.
    @Test func keysAreComparedByTheirBytes() throws {
        let kelvin = "\u{212A}"
        let map = CBORValue.map([
            CBORMember(key: .text("K"), value: .unsigned(1)), CBORMember(key: .text(kelvin), value: .unsigned(2)),
        ])
        #expect(try CBORValue(decoding: map.encoded())["K"] == .unsigned(1))
        #expect(try CBORValue(decoding: map.encoded())[kelvin] == .unsigned(2))
    }

    @Test(arguments: ["c000", "d90102f6", "81c100", "a1c00000", "dbffffffffffffffff00", "c1c1c1c1c1c100"])
    func tagsAreRefused(_ text: String) {
        #expect(throws: WireError.invalid(field: "CBOR tag")) { try CBORValue(decoding: hex(text), rules: .tolerant) }
    }

    @Test func fourLevelsAreReadAndTheFifthIsRefused() throws {
        #expect(try CBORValue(decoding: hex("8181818100")).array?.count == 1)
        #expect(try CBORValue(decoding: hex("a100a100a100a10000")).map?.count == 1)
        #expect(throws: WireError.limitExceeded(field: "CBOR depth")) { try CBORValue(decoding: hex("818181818100")) }
        #expect(throws: WireError.limitExceeded(field: "CBOR depth")) {
            try CBORValue(decoding: hex("a100a100a100a100a10000"))
        }
    }

    /// A million levels cost nothing: the reader stops at the fifth.
    @Test func nestingWithoutEndIsRefused() {
        #expect(throws: WireError.limitExceeded(field: "CBOR depth")) {
            try CBORValue(decoding: [UInt8](repeating: 0x81, count: 1_000_000))
        }
    }

    @Test(
        "A count that the input cannot hold is refused before anything is allocated",
        arguments: [
            "9b8000000000000000", "9bffffffffffffffff", "9b7fffffffffffffff00", "bb8000000000000000",
            "bb7fffffffffffffff0000", "5bffffffffffffffff", "7b8000000000000000", "9affffffff00", "8200", "a1",
            "a20000",
        ]
    )
    func claimedSizesAreChecked(_ text: String) {
        #expect { try CBORValue(decoding: hex(text), rules: .tolerant) } throws: { error in
            if case WireError.truncated = error { true } else { false }
        }
    }

    @Test func moreItemsThanTheRulesAllowAreRefused() throws {
        var rules = CBORRules.ctap2
        rules.items = 3
        #expect(try CBORValue(decoding: hex("820000"), rules: rules).array?.count == 2)
        #expect(throws: WireError.limitExceeded(field: "CBOR items")) {
            try CBORValue(decoding: hex("83000000"), rules: rules)
        }
    }

    @Test(arguments: ["61ff", "62c328", "63eda080", "64f4908080", "62c080"])
    func textThatIsNotUTF8IsRefused(_ text: String) {
        #expect(throws: WireError.invalid(field: "CBOR text")) { try CBORValue(decoding: hex(text)) }
    }

    @Test func bytesAfterTheItemAreRefusedUnlessAPrefixWasAskedFor() throws {
        #expect(throws: WireError.trailingBytes) { try CBORValue(decoding: hex("0000")) }
        let bytes = hex("ff 820102 ff")
        let (value, end, _) = try CBORValue.decodePrefix(bytes[1...])
        #expect(value == .array([.unsigned(1), .unsigned(2)]))
        #expect(end == 4)
    }

    @Test func nothingIsTruncated() {
        #expect(throws: WireError.truncated(field: "CBOR item")) { try CBORValue(decoding: []) }
    }

    @Test(arguments: [0, 1, -1, 23, 24, -24, -25, 255, 256, 65_535, 65_536, .max, .min] as [Int64])
    func integersGoBothWays(_ number: Int64) throws {
        let value = CBORValue(number)
        #expect(value.int64 == number)
        #expect(try CBORValue(decoding: value.encoded()) == value)
    }
}
