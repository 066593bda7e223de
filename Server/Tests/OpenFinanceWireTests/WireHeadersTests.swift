import ChaveBase
import ChaveWire
import InstitutionPort
import OpenFinanceWire
import Testing

/// Each header in its form, and each fault with the header's name.
struct WireHeadersTests {
    private static let right = [
        "x-fapi-interaction-id": "0C5E0C7E-7d3b-1a52-9b1e-2f6a5d1c9e44", "x-idempotency-key": "key 1",
        "x-fapi-customer-ip-address": "203.0.113.7", "x-customer-user-agent": "app/1.0",
        "x-fapi-auth-date": "Sun, 10 Sep 2017 19:43:31 GMT",
    ]

    private func read(
        _ name: String = "",
        _ value: String? = nil,
        needsKey: Bool = true
    ) throws(WireHeaderRefusal) -> WireHeaders {
        var headers = Self.right
        headers[name] = value
        return try WireHeaders(needsIdempotencyKey: needsKey) { name in headers[name].map { [$0] } ?? [] }
    }

    @Test func rightHeadersAreRead() throws {
        let headers = try read()
        #expect(headers.interactionID == Self.right["x-fapi-interaction-id"] && headers.idempotencyKey == "key 1")
        #expect(headers.customerAddress == "203.0.113.7" && headers.customerUserAgent == "app/1.0")
        #expect(headers.signedInAt == Timestamp(rfc3339: "2017-09-10T19:43:31Z"))
    }

    @Test(arguments: [
        ("x-fapi-interaction-id", ""), ("x-fapi-interaction-id", "0c5e0c7e7d3b1a529b1e2f6a5d1c9e44"),
        ("x-fapi-interaction-id", "0c5e0c7e-7d3b-1a52-9b1e-2f6a5d1c9e4g"), ("x-idempotency-key", ""),
        ("x-idempotency-key", " key"), ("x-idempotency-key", "key "), ("x-idempotency-key", "a\nb"),
        ("x-idempotency-key", String(repeating: "k", count: 41)), ("x-fapi-customer-ip-address", ""),
        ("x-fapi-customer-ip-address", String(repeating: "1", count: 101)), ("x-customer-user-agent", "a\nb"),
        ("x-fapi-auth-date", "2017-09-10T19:43:31Z"), ("x-fapi-auth-date", "Sun, 10 Sep 2017 19:43:31 GMT "),
        ("x-fapi-auth-date", "Sun, 32 Sep 2017 19:43:31 GMT"),
    ])
    func aHeaderOutOfItsFormIsNamed(_ name: String, _ value: String) {
        #expect(throws: WireHeaderRefusal(header: name, problem: .invalid)) { try read(name, value) }
    }

    @Test(arguments: Array(right.keys))
    func onlyInteractionAndKeyMustBeThere(_ name: String) throws {
        let isNeeded = ["x-fapi-interaction-id", "x-idempotency-key"].contains(name)
        if isNeeded {
            let refusal = WireHeaderRefusal(header: name, problem: .missing)
            #expect(throws: refusal) { try read(name, nil) }
            #expect(refusal.sentence.contains(name))
        } else {
            _ = try read(name, nil)
        }
    }

    @Test func aReadNeedsNoKeyAndLooksAtNone() throws {
        #expect(try read("x-idempotency-key", nil, needsKey: false).idempotencyKey == nil)
        #expect(try read("x-idempotency-key", " ", needsKey: false).idempotencyKey == nil)
    }

    /// The pattern of the specification takes any characters inside.
    @Test(arguments: ["k", "chá", "a\tb", String(repeating: "é", count: 40)])
    func aKeyMayHaveAnyCharactersInside(_ key: String) throws {
        #expect(try read("x-idempotency-key", key).idempotencyKey == key)
    }

    @Test(arguments: Array(right.keys))
    func aHeaderThatOccursTwiceIsInvalid(_ name: String) {
        #expect(throws: WireHeaderRefusal(header: name, problem: .invalid)) {
            try WireHeaders(needsIdempotencyKey: true) { each in
                Self.right[each].map { each == name ? [$0, $0] : [$0] } ?? []
            }
        }
    }

    /// A browser's name may be longer than a bank takes.
    @Test func textsOfTheCustomerAreCutWhenTheyAreSent() throws {
        var headers = WireHeaders(interactionID: "0c5e0c7e-7d3b-4a52-9b1e-2f6a5d1c9e44", idempotencyKey: "k")
        headers.customerUserAgent = "a\nb" + String(repeating: "x", count: 200)
        headers.customerAddress = ""
        #expect(headers.fields.map(\.name) == ["x-fapi-interaction-id", "x-idempotency-key", "x-customer-user-agent"])
        let sent = try #require(headers.fields.last?.value)
        #expect(sent.hasPrefix("a bxx") && sent.count == 100)
    }

    @Test func aNewUUIDIsOneOfVersion4() {
        let made = TokenUUID.random { Array(repeating: 0xFF, count: $0) }
        #expect(made == "ffffffff-ffff-4fff-bfff-ffffffffffff" && TokenUUID.isVersion4(made))
        #expect(TokenUUID.random { Array(repeating: 0, count: $0) } == "00000000-0000-4000-8000-000000000000")
        #expect(!TokenUUID.isVersion4("00000000-0000-4000-0000-000000000000"))
    }

    @Test func anErrorBodyKeepsToItsLimits() throws {
        let long = OFBError(
            code: String(repeating: "C", count: 300),
            title: String(repeating: "e\u{301}", count: 300),
            detail: String(repeating: "d", count: 3_000)
        )
        let now = Timestamp(microseconds: 1_800_000_000_999_999)
        let body = ErrorBody.object(long, Array(repeating: long, count: 20), at: now)
        let errors = try #require(body["errors"]?.array)
        #expect(errors.count == 13 && errors[0]["code"]?.string?.count == 255)
        #expect(errors[0]["title"]?.string?.unicodeScalars.count == 255 && errors[0]["detail"]?.string?.count == 2_048)
        #expect(body["meta"]?["requestDateTime"] == "2027-01-15T08:00:00Z")
        #expect(ErrorBody.object(long, [long, long, long], most: 3, at: now)["errors"]?.array?.count == 3)
        #expect(ErrorBody.object(long, at: now)["errors"]?.array?.count == 1)
    }
}
