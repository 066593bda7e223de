import Testing

@testable import ChaveWire

/// The short way of reading client data says what the long way says, or nothing.
@Suite struct SerialisedClientDataTests {
    static let texts =
        CollectedClientDataTests.samples.map { $0.encoded() }
        + [
            #"{"type":"webauthn.get","challenge":"AQ","origin":"https://example.org","crossOrigin":true}"#,
            #"{"type":"","challenge":"","origin":"","crossOrigin":false,"topOrigin":""}"#,
        ].map { Array($0.utf8) }

    @Test func whatClientsSendTakesTheShortWay() {
        for text in Self.texts {
            let isPlain = text.allSatisfy { $0 < 0x80 } && !text.contains(UInt8(ascii: "\\"))
            #expect((CollectedClientData(serialised: text) != nil) == isPlain)
        }
    }

    @Test(arguments: [
        #" {"type":"t","challenge":"AQ","origin":"o","crossOrigin":false}"#,
        #"{"type":"t","challenge":"AQ","origin":"o"}"#,
        #"{"type":"t","challenge":"AQ","origin":"o","crossOrigin":false} "#,
        #"{"type":"t","challenge":"AQ","origin":"o","crossOrigin":false,"x":1}"#,
        #"{"type":"t","challenge":"AQ==","origin":"o","crossOrigin":false}"#,
        #"{"type":"t","challenge":"AQ","origin":"o","crossOrigin":null}"#,
        #"{"challenge":"AQ","type":"t","origin":"o","crossOrigin":false}"#,
        #"{"type":"\u0074","challenge":"AQ","origin":"o","crossOrigin":false}"#,
        #"{"type":"t","challenge":"AQ","origin":"o","crossOrigin":false,"topOrigin":"a","topOrigin":"b"}"#,
        #"{"type":"t","challenge":"AQ","origin":"o","crossOrigin":false,"crossOrigin":true}"#,
        #"{"type":"é","challenge":"AQ","origin":"o","crossOrigin":false}"#,
    ])
    func anythingElseIsLeftToTheLongWay(_ text: String) {
        #expect(CollectedClientData(serialised: Array(text.utf8)) == nil)
    }

    @Test(arguments: texts)
    func bothWaysAgreeOnEveryDamage(_ text: [UInt8]) {
        var damaged = Mutations.changes(of: text) + Mutations.truncations(of: text) + [text, text + [0x7D], []]
        for offset in text.indices {
            damaged.append(Array(text[..<offset] + text[(offset + 1)...]))
            damaged.append(Array(text[..<offset] + [text[offset]] + text[offset...]))
            damaged.append(Array(text[..<offset] + [UInt8(ascii: "\"")] + text[offset...]))
        }
        for other in damaged {
            guard let short = CollectedClientData(serialised: other) else { continue }
            #expect((try? CollectedClientData(parsing: other)) == short)
            #expect(short.encoded() == other)
        }
    }
}
