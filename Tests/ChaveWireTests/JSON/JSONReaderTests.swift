import ChaveWire
import Testing

/// RFC 8259, and what this reader refuses beyond it.
@Suite struct JSONReaderTests {
    @Test(
        arguments: [
            ("null", JSONValue.null), ("true", true), (" false ", false), ("\t\r\n[]\n", []), ("{}", [:]), ("\"\"", ""),
            ("0", 0), ("-1", -1), ("[1,[2,{\"a\":[]}]]", [1, [2, ["a": []]]]),
            (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"), (#""\u00e9\u6C34""#, "é水"), (#""\uD83D\uDD11""#, "🔑"),
            ("\"é水🔑\"", "é水🔑"), (#""\u0000""#, "\u{0}"), ("\"\u{7F}\"", "\u{7F}"), (#"{"":1}"#, ["": 1]),
            (#"{"a":1,"A":2}"#, ["a": 1, "A": 2]), (#"{ "a" : { "a" : 1 } }"#, ["a": ["a": 1]]),
            ("\"\u{FFFD}\"", "\u{FFFD}"), ("\"\u{10FFFF}\"", "\u{10FFFF}"),
        ] as [(String, JSONValue)]
    )
    func whatTheGrammarAllowsIsRead(_ text: String, _ value: JSONValue) throws {
        #expect(try JSONValue(parsing: text) == value)
    }

    @Test(arguments: [
        ("", 0, JSONError.Problem.empty), ("  ", 2, .empty), ("nul", 3, .unexpectedEnd), ("nulL", 3, .unexpectedByte),
        ("True", 0, .unexpectedByte), ("[", 1, .unexpectedEnd), ("[1", 2, .unexpectedEnd), ("[1,", 3, .unexpectedEnd),
        ("[1,]", 3, .unexpectedByte), ("[,1]", 1, .unexpectedByte), ("[1 2]", 3, .unexpectedByte),
        ("{", 1, .unexpectedEnd), ("{\"a\"", 4, .unexpectedEnd), ("{\"a\":", 5, .unexpectedEnd),
        ("{\"a\":1,}", 7, .unexpectedByte), ("{a:1}", 1, .unexpectedByte), ("{'a':1}", 1, .unexpectedByte),
        ("{\"a\" 1}", 5, .unexpectedByte), ("{1:1}", 1, .unexpectedByte), ("]", 0, .unexpectedByte),
        ("1 2", 2, .trailingBytes), ("{}{}", 2, .trailingBytes), ("null,", 4, .trailingBytes),
        ("\"", 1, .unexpectedEnd), ("\"\\\"", 3, .unexpectedEnd), ("\"\\", 2, .unexpectedEnd),
        ("\"\\x\"", 1, .invalidEscape), ("\"\\u00g0\"", 1, .invalidEscape), ("\"\\u12", 5, .unexpectedEnd),
        ("\"\n\"", 1, .controlCharacter), ("\"a\\n\u{1F}\"", 4, .controlCharacter), ("// a\n1", 0, .unexpectedByte),
        ("\u{FEFF}1", 0, .unexpectedByte), ("NaN", 0, .unexpectedByte), ("Infinity", 0, .unexpectedByte),
        ("\u{A0}1", 0, .unexpectedByte), ("\u{C}1", 0, .unexpectedByte), ("1\u{0}", 1, .trailingBytes),
    ])
    func whatTheGrammarForbidsIsRefusedAtItsPlace(_ text: String, _ position: Int, _ problem: JSONError.Problem) {
        #expect(throws: JSONError(position: position, problem: problem), "\(text)") { try JSONValue(parsing: text) }
    }

    @Test(arguments: [
        "0", "-0", "10", "0.0", "0.100000000000000000001", "1e3", "1E+3", "1e-3", "19.990", "999999999999.99",
        "-1.5e300",
        "123456789012345678901234567890", "1e400",
    ])
    func aNumberKeepsItsText(_ text: String) throws {
        let number = try #require(JSONValue(parsing: "[\(text)]").array?.first?.number)
        #expect(number.text == text)
        #expect(JSONValue.number(number).text == text)
        #expect(JSONNumber(text) == number)
    }

    @Test(arguments: [
        "-", "01", "-01", "1.", ".5", "1e", "1e+", "+1", "1.5.2", "--1", "1-", "0x10", "1_000", "1,5", "٣", "",
    ])
    func whatIsNoNumberIsRefused(_ text: String) {
        #expect(JSONNumber(text) == nil)
        #expect(throws: JSONError.self) { try JSONValue(parsing: text) }
    }

    @Test func numbersThatLookDifferentAreDifferent() throws {
        #expect(try JSONValue(parsing: "19.99") != JSONValue(parsing: "19.990"))
        #expect(try JSONValue(parsing: "100") != JSONValue(parsing: "1e2"))
    }

    @Test func integersAreOnlyReadExactly() throws {
        #expect(JSONNumber("9223372036854775807")?.int64 == .max)
        #expect(JSONNumber("-9223372036854775808")?.int64 == .min)
        #expect(JSONNumber("9223372036854775808")?.int64 == nil)
        #expect(JSONNumber("1.0")?.int64 == nil)
        #expect(JSONNumber("1e0")?.int64 == nil)
        #expect(JSONNumber("-0")?.int64 == nil)
        #expect(JSONNumber("1e400")?.double == nil)
        #expect(JSONNumber("0.5")?.double == 0.5)
    }

    @Test(arguments: [
        (#"{"a":1,"a":1}"#, 7), (#"{"a":1,"b":{"c":1,"c":2}}"#, 18), (#"{"a":1,"\u0061":2}"#, 7),
        // The two spellings of é are one name to whoever looks the member up.
        ("{\"\u{E9}\":1,\"e\u{301}\":2}", 8),
    ])
    func aNameThatStandsTwiceIsRefused(_ text: String, _ position: Int) {
        #expect(throws: JSONError(position: position, problem: .duplicateName)) { try JSONValue(parsing: text) }
    }

    @Test(arguments: [
        #""\uD83D""#, #""\uDD11""#, #""\uD83Dx""#, #""\uD83D\n""#, #""\uD83D\uD83D""#, #""\uDD11\uD83D""#,
        #""\uD83D\u0041""#,
    ])
    func halfASurrogatePairIsRefused(_ text: String) {
        #expect { try JSONValue(parsing: text) } throws: { ($0 as? JSONError)?.problem == .loneSurrogate }
    }

    @Test(arguments: [
        "ff", "c3", "c328", "c080", "eda080", "f4908080", "e28228", "80", "fe", "f8888080", "c3a9ff",
    ])
    func bytesThatAreNotUTF8AreRefused(_ bytes: String) {
        let plain = hex("22") + hex(bytes) + hex("22")
        let escaped = hex("22 5c6e") + hex(bytes) + hex("22")
        for text in [plain, escaped, hex("7b") + plain + hex("3a317d")] {
            #expect { try JSONValue(parsing: text) } throws: { ($0 as? JSONError)?.problem == .invalidUTF8 }
        }
    }

    @Test func depthIsBounded() throws {
        let limits = JSONLimits(bytes: 1_000_000, depth: 3, values: 100)
        #expect(try JSONValue(parsing: "[[[]]]", limits: limits) == [[[]]])
        #expect(throws: JSONError(position: 3, problem: .tooDeep)) { try JSONValue(parsing: "[[[1]]]", limits: limits) }
        #expect(throws: JSONError(position: 32, problem: .tooDeep)) {
            try JSONValue(parsing: String(repeating: "[", count: 60_000))
        }
        #expect { try JSONValue(parsing: String(repeating: #"{"a":"#, count: 10_000)) } throws: {
            ($0 as? JSONError)?.problem == .tooDeep
        }
    }

    @Test func lengthAndNumberOfValuesAreBounded() throws {
        let limits = JSONLimits(bytes: 7, depth: 3, values: 3)
        #expect(try JSONValue(parsing: "[1, 2] ", limits: limits) == [1, 2])
        #expect(throws: JSONError(position: 7, problem: .tooLong)) {
            try JSONValue(parsing: "[1, 2]  ", limits: limits)
        }
        #expect(throws: JSONError(position: 5, problem: .tooManyValues)) {
            try JSONValue(parsing: "[1,2,3]", limits: limits)
        }
    }

    static let document = #"""
        {"id":"0190-é🔑","amount":12.34,"list":[true,false,null,-1e-5,"\u00e9\n"],"nested":{"a":{"b":[]}},"empty":{}}
        """#

    @Test func everyTruncationOfADocumentIsRefused() throws {
        let bytes = Array(Self.document.utf8)
        #expect(try JSONValue(parsing: bytes)["amount"]?.number?.text == "12.34")
        for prefix in Mutations.truncations(of: bytes) {
            #expect(throws: JSONError.self) { try JSONValue(parsing: prefix) }
        }
        #expect(throws: JSONError(position: bytes.count, problem: .trailingBytes)) {
            try JSONValue(parsing: bytes + [0x7D])
        }
    }

    @Test func noChangedByteOfADocumentTraps() {
        for changed in Mutations.changes(of: Array(Self.document.utf8)) {
            do {
                let value = try JSONValue(parsing: changed)
                #expect((try? JSONValue(parsing: value.encoded())) == value)
            } catch {
                #expect((0...changed.count).contains(error.position))
            }
        }
    }

    @Test func randomBytesNeverTrap() {
        var generator = SeededGenerator(seed: 6)
        let alphabet = Array("{}[]\",:\\u0123eE+-.tfn \u{80}\u{FF}DdB8".utf8) + [0x00, 0xC3, 0xED, 0xFF]
        for _ in 0..<50_000 {
            let count = Int.random(in: 0...16, using: &generator)
            let bytes = (0..<count).map { _ in alphabet[Int.random(in: 0..<alphabet.count, using: &generator)] }
            guard let value = try? JSONValue(parsing: bytes) else { continue }
            #expect((try? JSONValue(parsing: value.encoded())) == value)
        }
    }
}
