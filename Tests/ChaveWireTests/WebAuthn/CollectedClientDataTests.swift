import ChaveBase
import ChaveWire
import Testing

@Suite struct CollectedClientDataTests {
    static let samples = [
        CollectedClientData(
            type: "webauthn.get",
            challenge: [1, 2, 3],
            origin: "https://example.org",
            crossOrigin: false
        ),
        CollectedClientData(
            type: "webauthn.create",
            challenge: Array(0..<32),
            origin: "https://example.org",
            crossOrigin: true,
            topOrigin: "https://example.com"
        ),
        CollectedClientData(type: "\"\\\u{1}é🔑", challenge: [], origin: "\n", crossOrigin: false),
    ]

    /// WebAuthn Level 3, section 5.8.1.1.
    @Test func theSerialisationIsThatOfTheSpecification() {
        #expect(
            String(decoding: Self.samples[1].encoded(), as: UTF8.self)
                == #"{"type":"webauthn.create","challenge":"AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8","#
                + #""origin":"https://example.org","crossOrigin":true,"topOrigin":"https://example.com"}"#
        )
        #expect(
            String(decoding: Self.samples[2].encoded(), as: UTF8.self)
                == #"{"type":"\"\\\u0001é🔑","challenge":"","origin":"\u000a","crossOrigin":false}"#
        )
        let unsaid = CollectedClientData(type: "", challenge: [], origin: "")
        #expect(String(decoding: unsaid.encoded(), as: UTF8.self).hasSuffix(#""crossOrigin":false}"#))
    }

    @Test(arguments: samples)
    func clientDataGoesBothWays(_ data: CollectedClientData) throws {
        #expect(try CollectedClientData(decoding: data.encoded()) == data)
    }

    @Test(arguments: samples)
    func everyTruncationAndEveryExtraByteIsRefused(_ data: CollectedClientData) {
        for prefix in Mutations.truncations(of: data.encoded()) {
            #expect(throws: WireError.self) { try CollectedClientData(decoding: prefix) }
        }
        #expect(throws: WireError.trailingBytes) { try CollectedClientData(decoding: data.encoded() + [0x7D]) }
    }

    @Test(arguments: samples)
    func noChangedByteTraps(_ data: CollectedClientData) {
        for changed in Mutations.changes(of: data.encoded()) {
            _ = try? CollectedClientData(decoding: changed)
        }
    }

    @Test(arguments: [
        #"{"type":"t","challenge":"AQ","origin":"o"}"#,
        #" { "origin" : "o" , "type" : "t" , "challenge" : "AQ" } "#,
        #"{"type":"t","challenge":"AQ","origin":"o","other_keys_can_be_added_here":"do not compare"}"#,
        #"{"type":"t","challenge":"AQ","origin":"o","tokenBinding":{"status":"supported"},"n":[1,{"a":null}]}"#,
        #"{"\u0074ype":"\u0074","challenge":"\u0041Q","origin":"\u006f"}"#,
        "\u{FEFF}" + #"{"type":"t","challenge":"AQ","origin":"o"}"#,
    ])
    func whatClientsSendIsRead(_ text: String) throws {
        let data = try CollectedClientData(decoding: Array(text.utf8))
        #expect(data == CollectedClientData(type: "t", challenge: [1], origin: "o"))
    }

    @Test(arguments: [
        ("", WireError.truncated(field: "clientDataJSON")),
        ("{", .truncated(field: "clientDataJSON")),
        ("[]", .invalid(field: "clientDataJSON")),
        ("null", .invalid(field: "clientDataJSON")),
        ("{}", .missing(field: "type")),
        (#"{"type":"t"}"#, .missing(field: "challenge")),
        (#"{"type":"t","challenge":"AQ"}"#, .missing(field: "origin")),
        (#"{"type":1,"challenge":"AQ","origin":"o"}"#, .invalid(field: "type")),
        (#"{"type":"t","challenge":1,"origin":"o"}"#, .invalid(field: "challenge")),
        (#"{"type":"t","challenge":"AQ==","origin":"o"}"#, .invalid(field: "challenge")),
        (#"{"type":"t","challenge":"AR","origin":"o"}"#, .invalid(field: "challenge")),
        (#"{"type":"t","challenge":"A+","origin":"o"}"#, .invalid(field: "challenge")),
        (#"{"type":"t","challenge":"AQ","origin":null}"#, .invalid(field: "origin")),
        (#"{"type":"t","challenge":"AQ","origin":"o","crossOrigin":"true"}"#, .invalid(field: "crossOrigin")),
        (#"{"type":"t","challenge":"AQ","origin":"o","crossOrigin":null}"#, .invalid(field: "crossOrigin")),
        (#"{"type":"t","challenge":"AQ","origin":"o","topOrigin":true}"#, .invalid(field: "topOrigin")),
        (#"{"type":"t","challenge":"AQ","origin":"o","origin":"o"}"#, .duplicate(field: "clientDataJSON")),
        (#"{"type":"t","challenge":"AQ","origin":"o","\u006frigin":"o"}"#, .duplicate(field: "clientDataJSON")),
        (#"{"type":"t","challenge":"AQ","origin":"o","x":1,"x":1}"#, .duplicate(field: "clientDataJSON")),
        (#"{"type":"t","challenge":"AQ","origin":"o","x":{"y":1,"y":1}}"#, .duplicate(field: "clientDataJSON")),
        (#"{"type":"t","challenge":"AQ","origin":"o"}x"#, .trailingBytes),
        (#"{"type":"t","challenge":"AQ","origin":"o",}"#, .invalid(field: "clientDataJSON")),
        (#"{"type":"t" "challenge":"AQ"}"#, .invalid(field: "clientDataJSON")),
    ])
    func eachFaultOfClientDataIsNamed(_ text: String, _ error: WireError) {
        #expect(throws: error, "\(text)") { try CollectedClientData(decoding: Array(text.utf8)) }
    }

    @Test func depthAndLengthAreBounded() {
        let deep = #"{"type":"t","challenge":"AQ","origin":"o","x":"# + String(repeating: "[", count: 100_000)
        let long = #"{"type":"t","challenge":"AQ","origin":"o","x":""# + String(repeating: "x", count: 100_000) + "\"}"
        for text in [deep, long] {
            #expect(throws: WireError.limitExceeded(field: "clientDataJSON")) {
                try CollectedClientData(decoding: Array(text.utf8))
            }
        }
    }
}
