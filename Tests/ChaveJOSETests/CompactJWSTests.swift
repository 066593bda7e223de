import ChaveBase
import ChaveWire
import Testing

@Suite struct CompactJWSTests {
    private static func text(_ header: String, _ payload: String = "{}", signature: String = "AA") -> String {
        "\(Base64URL.encode(Array(header.utf8))).\(Base64URL.encode(Array(payload.utf8))).\(signature)"
    }

    @Test func aTokenComesApartIntoItsParts() throws {
        let jws = try CompactJWS(parsing: Self.text(#"{"alg":"ES256","kid":"a","typ":"JWT","x":[1]}"#, "hello"))
        #expect(jws.claimedAlgorithm == "ES256")
        #expect(jws.keyID == "a")
        #expect(jws.type == "JWT")
        #expect(jws.payload == Array("hello".utf8))
        #expect(jws.signature == [0])
        #expect(jws.headerBytes == Array(#"{"alg":"ES256","kid":"a","typ":"JWT","x":[1]}"#.utf8))
    }

    @Test func whatWasTakenApartGoesTogetherAgain() throws {
        let jws = try CompactJWS(parsing: Self.text(#"{"alg":"ES256","kid":"a"}"#, "hello"))
        let input = CompactJWS.signingInput(header: jws.header, payload: jws.payload)
        #expect(input == jws.signingInput)
        #expect(
            CompactJWS.assemble(signingInput: input, signature: jws.signature)
                == Self.text(#"{"alg":"ES256","kid":"a"}"#, "hello")
        )
    }

    @Test func anEmptyPayloadIsAPayload() throws {
        #expect(try CompactJWS(parsing: Self.text(#"{"alg":"ES256"}"#, "")).payload.isEmpty)
    }

    @Test(arguments: ["", ".", "..", "...", "a", "a.b", "e30.e30.AA.AA", "e30.e30.AA.AA.AA", "é.é.é"])
    func textThatIsNotThreePartsIsRefused(_ text: String) {
        #expect(throws: WireError.self) { try CompactJWS(parsing: text) }
    }

    @Test(arguments: [
        "[]", "1", "null", "{", "{}", #"{"alg":1}"#, #"{"alg":null}"#, #"{"alg":"ES256","kid":1}"#,
        #"{"alg":"ES256","typ":null}"#, #"{"alg":"ES256","alg":"none"}"#, "{\"alg\":\"ES256\"} x",
    ])
    func aHeaderThatIsNoHeaderIsRefused(_ header: String) {
        #expect(throws: WireError.self) { try CompactJWS(parsing: Self.text(header)) }
    }

    @Test func aTokenWithoutSignatureIsRefused() {
        let text = Self.text(#"{"alg":"none"}"#, signature: "")
        #expect(throws: WireError.missing(field: "signature")) { try CompactJWS(parsing: text) }
    }

    @Test func paddingAndWhiteSpaceAreRefused() {
        let good = Self.text(#"{"alg":"ES256"}"#)
        for text in [good + "==", good + " ", " " + good, good + "\n", good.replacingFirst(".", by: "=.")] {
            #expect(throws: WireError.self) { try CompactJWS(parsing: text) }
        }
    }

    @Test func aTokenBeyondTheLimitIsRefusedUnread() {
        let text = String(repeating: "A", count: CompactJWS.maximumLength + 1)
        #expect(throws: WireError.limitExceeded(field: "jws")) { try CompactJWS(parsing: text) }
    }
}

extension String {
    fileprivate func replacingFirst(_ character: Character, by text: String) -> String {
        guard let index = firstIndex(of: character) else { return self }
        return prefix(upTo: index) + text + suffix(from: self.index(after: index))
    }
}
