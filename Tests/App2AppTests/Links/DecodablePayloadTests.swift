import App2App
import Foundation
import Testing

/// The payload by `JSONDecoder`, as the public guide reads it.
@Suite
struct DecodablePayloadTests {
    private func decoded(_ json: String) throws -> App2AppTokenActivationPayload {
        try JSONDecoder().decode(App2AppTokenActivationPayload.self, from: Data(json.utf8))
    }

    private func base64(_ json: String) -> String { Data(json.utf8).base64EncodedString() }

    @Test(arguments: [
        #"{"panReferenceID":"V-1","tokenReferenceID":"DNITHE1","deviceIndex":2,"reasonCode":null}"#,
        #"{"panReferenceID":"V-1","tokenRequestorID":40010075001,"x":"y","n":18446744073709551615,"f":true}"#,
        #"{"deviceID":"\u00e9\"\\","list":[1,"a\u0001\"",null,false],"empty":{}}"#, "{}",
        #"{"object":{"a":{"b":["c"]}}}"#,
    ])
    func theDecoderReadsWhatTheReaderReads(_ json: String) throws {
        #expect(try decoded(json) == App2AppTokenActivationPayload(base64: base64(json)))
    }

    @Test(
        arguments: [
            ("[]", .payloadNotAnObject), ("\"a\"", .payloadNotAnObject), ("1", .payloadNotAnObject),
            ("null", .payloadNotAnObject), (#"{"deviceID":{}}"#, .payloadWrongType),
            (#"{"deviceID":[]}"#, .payloadWrongType),
            (#"{"deviceID":true}"#, .payloadWrongType), (#"{"x":1.5}"#, .payloadWrongType),
            (#"{"deviceIndex":1.5}"#, .payloadWrongType), (#"{"deviceIndex":1e400}"#, nil),
            (#"{"deviceID":"\#(String(repeating: "x", count: 5_000))"}"#, .payloadTooLong),
            (#"{"x":\#(String(repeating: "[", count: 40))\#(String(repeating: "]", count: 40))}"#, .payloadTooDeep),
        ] as [(String, TokenActivationLinkRefusal?)]
    )
    func badInputIsAnError(_ json: String, _ refusal: TokenActivationLinkRefusal?) {
        let error = #expect(throws: (any Error).self) { try decoded(json) }
        if let refusal { #expect(error as? TokenActivationLinkRefusal == refusal) }
    }

    /// Whatever is cut off: an error, never half a payload.
    @Test
    func everyTruncationIsAnError() {
        let whole = #"{"panReferenceID":"V-1","tokenReferenceID":"DNITHE1","deviceIndex":2}"#
        for length in 0..<whole.count {
            #expect(throws: (any Error).self) { try decoded(String(whole.prefix(length))) }
        }
    }
}
