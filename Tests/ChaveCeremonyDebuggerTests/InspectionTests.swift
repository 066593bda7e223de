import ChaveBase
import ChaveCeremonyDebugger
import ChaveWire
import Crypto
import Testing

@Suite struct InspectionTests {
    private static let data: AuthenticatorData = {
        var sample = Sample.registration()
        sample.data.extensions = .map([CBORMember(key: .text("credProtect"), value: .unsigned(2))])
        return AuthenticatorData(
            relyingPartyIDHash: sample.data.relyingPartyIDHash,
            flags: sample.data.flags,
            signCount: 258,
            attestedCredentialData: sample.data.attestedCredentialData,
            extensions: sample.data.extensions
        )
    }()

    @Test func anAttestationObjectIsTakenApart() throws {
        let object = AttestationObject(format: "none", statement: .map([]), authenticatorData: Self.data.encoded())
        let json = try Inspection.inspect(Base64URL.encode(object.encoded()))
        #expect(json["kind"] == "attestation-object")
        #expect(json["encoding"] == "base64url")
        #expect(json["fmt"] == "none")
        #expect(json["attStmt"] == "{}")
        let data = json["authData"]
        #expect(data?["signCount"] == 258)
        #expect(data?["flags"]?["extensionData"] == true)
        #expect(data?["extensions"] == "{\"credProtect\": 2}")
        #expect(data?["attestedCredentialData"]?["aaguid"] == "00010203-0405-0607-0809-0a0b0c0d0e0f")
        #expect(data?["attestedCredentialData"]?["credentialPublicKey"]?["crv"] == "P-256")
    }

    @Test func eachKindIsKnownByItsLooks() throws {
        let sample = Sample.registration()
        let signature = try Array(sample.key.signature(for: [1, 2, 3]).derRepresentation)
        let samples: [(String, [UInt8])] = [
            ("authenticator-data", Self.data.encoded()), ("client-data", sample.clientData.encoded()),
            ("cose-key", sample.coseKey.encoded()), ("signature", signature), ("cbor", [0x83, 1, 2, 3]),
        ]
        for (kind, bytes) in samples {
            let json = try Inspection.inspect(Self.hex(bytes))
            #expect(json["kind"]?.string == kind)
            #expect(json["encoding"] == "hex")
            #expect(json["size"] == JSONValue(bytes.count))
            #expect(json["findings"] == nil)
        }
    }

    /// Bytes whose base64url is all hexadecimal digits are other bytes as text.
    @Test func bytesAreNotGuessedAtAsTextIs() throws {
        let bytes = try Base64URL.decode("A0A0A0A0")
        #expect(try Inspection.inspect("A0A0A0A0", as: .cbor, isLenient: true)["size"] == 4)
        let json = try Inspection.inspect(bytes, as: .cbor, isLenient: true)
        #expect(json["size"] == 6)
        #expect(json["encoding"] == nil && json["kind"] == "cbor")
        #expect(throws: InspectionRefusal.self) { try Inspection.inspect([0x18, 1], as: .cbor) }
        #expect(try Inspection.inspect([0x18, 1], as: .cbor, isLenient: true)["findings"]?.array?.count == 1)
        let most = [UInt8](repeating: 0x20, count: LineSplitter.standardLimit + 1)
        #expect(throws: InspectionRefusal.self) { try Inspection.inspect(most, as: .clientData, isLenient: true) }
    }

    /// Each cut at its end, where somebody copied too little.
    @Test func whatIsCutIsKnownByItsBeginning() throws {
        let object = AttestationObject(format: "none", statement: .map([]), authenticatorData: Self.data.encoded())
        let cuts: [([UInt8], Int, String)] = [
            (Sample.registration().coseKey.encoded(), 1, "the key"), (object.encoded(), 5, "the attestation object"),
        ]
        for (bytes, count, part) in cuts {
            let refusal = #expect(throws: InspectionRefusal.self) {
                try Inspection.inspect(Self.hex(bytes.dropLast(count)))
            }
            #expect(refusal?.findings.first?.hasPrefix(part) == true, "\(refusal?.findings ?? [])")
        }
    }

    @Test func aHashThatBeginsWithABracketIsNoClientData() throws {
        var bytes = Self.data.encoded()
        bytes[0] = 0x7B
        bytes[1] = 0x00
        #expect(try Inspection.inspect(Self.hex(bytes))["kind"] == "authenticator-data")
        for text in ["{}", "{ \"a\":1}", "{\n}", "\u{FEFF}{}"] {
            let refusal = #expect(throws: InspectionRefusal.self) { try Inspection.inspect(Self.hex(Array(text.utf8))) }
            #expect(refusal?.findings.first?.hasPrefix("the client data") == true, "\(refusal?.findings ?? [])")
        }
    }

    @Test func whatWasOnlyGuessedSaysSo() throws {
        let bytes = [UInt8](repeating: 0xFF, count: 40)
        let guessed = #expect(throws: InspectionRefusal.self) { try Inspection.inspect(Self.hex(bytes)) }
        #expect(
            guessed?.findings.joined().contains("only guessed; say with --as") == true,
            "\(guessed?.findings ?? [])"
        )
        let named = #expect(throws: InspectionRefusal.self) {
            try Inspection.inspect(Self.hex(bytes), as: .authenticatorData)
        }
        #expect(named?.findings.joined().contains("--as") == false)
    }

    @Test func clientDataShowsWhatBrowsersAdd() throws {
        let text = "{\"type\":\"webauthn.get\",\"challenge\":\"AAAA\",\"origin\":\"https://a.example\",\"extra\":1}"
        let json = try Inspection.inspect(Base64URL.encode(Array(text.utf8)))
        #expect(json["origin"] == "https://a.example")
        #expect(json["others"]?["extra"] == 1)
    }

    struct Off: Sendable {
        let hex: String
        let diagnostic: String
        let finding: String
    }

    @Test(arguments: [
        Off(hex: "1817", diagnostic: "23", finding: "byte 0: 23 is written in more bytes"),
        Off(hex: "a2020103ff", diagnostic: "", finding: "byte 4: a head"),
        Off(hex: "a203010201", diagnostic: "{3: 1, 2: 1}", finding: "byte 3: the key 2 is out of CTAP2's order"),
        Off(hex: "a201010102", diagnostic: "{1: 1, 1: 2}", finding: "byte 3: the key 1 stands twice"),
        Off(hex: "c11a514b67b0", diagnostic: "1363896240", finding: "byte 0: the tag 1"),
        Off(hex: "9f0102ff", diagnostic: "[1, 2]", finding: "byte 0: an indefinite length"),
        Off(hex: "5f42010243030405ff", diagnostic: "h'0102030405'", finding: "byte 0: an indefinite length"),
        Off(hex: "8181818181f6", diagnostic: "[[[[[null]]]]]", finding: "byte 4: nested deeper than 4"),
        Off(hex: "61ff", diagnostic: "\"\u{FFFD}\"", finding: "byte 0: a text that is not UTF-8"),
        Off(hex: "fb3ff0000000000000", diagnostic: "1.0", finding: "byte 0: a float in more bytes"),
        Off(hex: "0102", diagnostic: "1", finding: "byte 1: 1 byte is left over"),
    ])
    func cborThatIsOffIsRefusedAndNamed(_ off: Off) throws {
        let strict = #expect(throws: InspectionRefusal.self) { try Inspection.inspect(off.hex, as: .cbor) }
        #expect(strict?.findings.contains { $0.contains(off.finding) } == true, "\(strict?.findings ?? [])")
        guard !off.diagnostic.isEmpty else { return }
        let json = try Inspection.inspect(off.hex, as: .cbor, isLenient: true)
        #expect(json["diagnostic"]?.string == off.diagnostic)
        #expect(json["findings"]?.array?.contains { $0.string?.contains(off.finding) == true } == true)
    }

    @Test(arguments: [
        ("0x00", "0x"), ("00 00", "white space"), ("AAA=\n=", "white space"), ("_-8=", "base64url has no '='"),
        ("+/8", "multiple of 4"),
    ])
    func textThatIsOffIsNamed(_ text: String, _ words: String) throws {
        let refusal = #expect(throws: InspectionRefusal.self) { try Inspection.inspect(text, as: .cbor) }
        #expect(refusal?.findings.contains { $0.contains(words) } == true, "\(refusal?.findings ?? [])")
    }

    @Test(arguments: ["", " \n", "é", "A", "*", "AB"])
    func textThatIsNothingIsRefused(_ text: String) {
        #expect(throws: InspectionRefusal.self) { try Inspection.inspect(text, isLenient: true) }
    }

    /// `0x` is hex only where what follows is.
    @Test func base64URLMayBeginAsHexDoes() throws {
        let json = try Inspection.inspect("0xA", as: .cbor, isLenient: true)
        #expect(json["encoding"] == "base64url")
        #expect(json["diagnostic"] == "16")
        #expect(try Inspection.inspect("0x00", as: .cbor, isLenient: true)["encoding"] == "hex")
    }

    /// Findings are joined to one sentence.
    @Test func findingsHaveNoFullStop() {
        for (hex, kind) in [("a0", InspectedKind.coseKey), ("7b7d", .clientData), ("a0", .attestationObject)] {
            let refusal = #expect(throws: InspectionRefusal.self) { try Inspection.inspect(hex, as: kind) }
            #expect(refusal?.findings.isEmpty == false && refusal?.findings.contains { $0.hasSuffix(".") } == false)
        }
    }

    /// The same bytes in each of the three forms say the same.
    @Test func threeFormsOfTextHoldTheSame() throws {
        for text in ["43fbefbe", "43FBEFBE", "Q/vvvg==", "Q_vvvg"] {
            #expect(try Inspection.inspect(text)["diagnostic"] == "h'fbefbe'")
        }
    }

    @Test func authenticatorDataThatIsOffSaysWhere() throws {
        let bytes = Self.data.encoded()
        let more = try Inspection.inspect(Self.hex(bytes + [1]), as: .authenticatorData, isLenient: true)
        #expect(more["findings"]?.array?.first?.string?.contains("byte \(bytes.count): 1 byte is left over") == true)
        let cut = #expect(throws: InspectionRefusal.self) {
            try Inspection.inspect(Self.hex(Array(bytes[..<60])), as: .authenticatorData, isLenient: true)
        }
        #expect(cut?.findings.first?.contains("credential id of 32 bytes") == true, "\(cut?.findings ?? [])")
    }

    @Test(arguments: [
        ("300602010102017f", ""), ("300702020001020101", "zero byte"), ("30060201ff020101", "negative"),
        ("3081060201010201", "no SEQUENCE"), ("308106020101020101", "more bytes than it needs"),
        ("30060201010201017f", "left over"),
    ])
    func signaturesAreReadAsDER(_ hex: String, _ words: String) throws {
        guard !words.isEmpty else {
            #expect(try Inspection.inspect(hex, as: .signature)["s"] == "7f")
            return
        }
        let refusal = #expect(throws: InspectionRefusal.self) { try Inspection.inspect(hex, as: .signature) }
        #expect(refusal?.findings.contains { $0.contains(words) } == true, "\(refusal?.findings ?? [])")
    }

    /// Seeded, so that a failure can be had again.
    @Test func nothingTraps() throws {
        var state: UInt64 = 42
        func next() -> UInt8 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return UInt8(truncatingIfNeeded: state >> 33)
        }
        for round in 0..<600 {
            var bytes = round % 2 == 0 ? Self.data.encoded() : (0..<Int(next() % 64)).map { _ in next() }
            if round % 2 == 0 { bytes[Int(next()) % bytes.count] = next() }
            for kind in [nil] + InspectedKind.allCases.map(Optional.some) {
                _ = try? Inspection.inspect(Self.hex(bytes), as: kind, isLenient: true)
            }
        }
        _ = try? Inspection.inspect(String(repeating: "81", count: 100_000), as: .cbor, isLenient: true)
        _ = try? Inspection.inspect(String(repeating: "9f", count: 100_000), as: .cbor, isLenient: true)
        _ = try? Inspection.inspect("bbffffffffffffffff", as: .cbor, isLenient: true)
    }

    static func hex(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
