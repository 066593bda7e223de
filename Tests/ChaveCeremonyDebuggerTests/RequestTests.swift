import ChaveCeremonyDebugger
import ChaveWire
import Foundation
import Testing

/// Lines that are no request, and what is said of them.
@Suite struct RequestTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let words: [String]
        let fault: @Sendable (inout Sample) -> Void

        var testDescription: String { words[0] }

        init(_ words: String..., fault: @escaping @Sendable (inout Sample) -> Void) {
            self.words = words
            self.fault = fault
        }
    }

    static let cases = [
        Case("origin is no member", "origins") { $0.request["origin"] = "https://example.org" },
        Case("stored is missing", "publicKey") { $0.request["stored"] = nil as JSONValue? },
        Case("stored is missing") { $0.request["stored"] = JSONValue.null },
        Case("stored.counter is no member", "signCount") { $0.stored["counter"] = 1 },
        Case("stored.signCount must be an integer") { $0.stored["signCount"] = 4_294_967_296 },
        Case("stored.signCount must be an integer") { $0.stored["signCount"] = -1 },
        Case("stored.backupState must be true or false") { $0.stored["backupState"] = "false" },
        Case("stored.publicKey is not base64url", "'='") { $0.stored["publicKey"] = "pQECAw==" },
        Case("rpId is missing") { $0.request["rpId"] = nil as JSONValue? },
        Case("origins must be a list") { $0.request["origins"] = "https://example.org" },
        Case("origins[1] must be a text") { $0.request["origins"] = ["https://example.org", 1] },
        Case("ceremony is 'login'", "registration, authentication") { $0.request["ceremony"] = "login" },
        Case("userVerification is 'always'", "required, preferred") { $0.request["userVerification"] = "always" },
        Case("challenge has 3 bytes", "13.4.3") { $0.request["challenge"] = "AAAA" },
        Case("challenge is not base64url", "'+' or '/'") { $0.request["challenge"] = "++++" },
        Case("algorithms goes with ceremony 'registration'") { $0.request["algorithms"] = [-7] },
        Case("attestation goes with ceremony 'registration'") {
            $0.request["attestation"] = JSONValue.object(JSONObject())
        },
        Case("allowedCredentials is empty") { $0.request["allowedCredentials"] = [] },
        Case("allowedCredentials[1] is not base64url", "'='") { $0.request["allowedCredentials"] = ["AQID", "AQ=="] },
        Case("credential must be an object") { $0.request["credential"] = "AAAA" },
        Case("credential.response is missing") { $0.credential["response"] = nil as JSONValue? },
        Case("credential.rawId is not base64url", "'='") { $0.credential["rawId"] = "AAA=" },
        Case("credential.id must be a text") { $0.credential["id"] = 1 },
        Case("credential.response.signature is missing") { $0.response["signature"] = nil as JSONValue? },
        Case("credential.response.clientDataJSON is not base64url") { $0.response["clientDataJSON"] = "{}" },
        Case("credential.response.attestationObject is missing", "set ceremony to 'authentication'") {
            $0.request["ceremony"] = "registration"
        },
    ]

    private static func anchor(_ pem: String) -> JSONValue { ["trustAnchors": [.string(pem)]] }

    /// A certificate in PEM as far as its outside goes.
    private static let outside = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----"

    static let registrationCases = [
        Case("stored goes with ceremony 'authentication'") { $0.request["stored"] = [] },
        Case("allowedCredentials goes with ceremony 'authentication'") {
            $0.request["allowedCredentials"] = ["AQID"]
        },
        Case("algorithms[0] must be an integer") { $0.request["algorithms"] = ["ES256"] },
        Case("algorithms is empty") { $0.request["algorithms"] = [] },
        Case("attestation.formats[0] is 'best'", "packed") { $0.request["attestation"] = ["formats": ["best"]] },
        Case("attestation.formats is empty") { $0.request["attestation"] = ["formats": []] },
        Case("attestation.types is empty") { $0.request["attestation"] = ["types": []] },
        Case("attestation.types[0] is 'unanchored'", "there are: none, self, anchored.") {
            $0.request["attestation"] = ["types": ["unanchored"]]
        },
        Case("attestation.anchors is no member") { $0.request["attestation"] = ["anchors": []] },
        Case("attestation.trustAnchors[0] is no PEM") { $0.request["attestation"] = anchor("MIIB") },
        Case("attestation.trustAnchors[0] holds 'PRIVATE KEY'") {
            $0.request["attestation"] = anchor("-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----")
        },
        Case("attestation.trustAnchors[0] is PEM, but") { $0.request["attestation"] = anchor(outside) },
        Case("attestation.trustAnchors[0] is PEM, but") {
            $0.request["attestation"] = anchor(outside.replacingOccurrences(of: "\n", with: "\r\n"))
        },
        Case("attestation.trustAnchors[0] holds more than one block") {
            $0.request["attestation"] = anchor(outside + "\n" + outside)
        },
        Case("attestation.trustAnchors[0] has text before its block") {
            $0.request["attestation"] = anchor("subject=CN\n" + outside)
        },
        Case("attestation.trustAnchors[0] has text after its block") {
            $0.request["attestation"] = anchor(outside + "\nsubject=CN")
        },
        Case("attestation.trustAnchors[0] has an empty block") {
            $0.request["attestation"] = anchor(outside.replacingOccurrences(of: "AAAA", with: ""))
        },
        Case("attestation.trustAnchors[0] has no base64") {
            $0.request["attestation"] = anchor(outside.replacingOccurrences(of: "AAAA", with: "AAA*"))
        },
        Case("attestation.trustAnchors[0] is cut") {
            $0.request["attestation"] = anchor(String(outside.prefix(40)))
        },
    ]

    @Test(arguments: registrationCases)
    func whatIsNoRegistrationIsNamed(_ expected: Case) async throws {
        try await Self.expect(expected, Sample.registration())
    }

    @Test(arguments: cases)
    func whatIsNoRequestIsNamed(_ expected: Case) async throws {
        try await Self.expect(expected, Sample.authentication())
    }

    private static func expect(_ expected: Case, _ valid: Sample) async throws {
        var sample = valid
        expected.fault(&sample)
        let verdict = try await sample.verdict()
        #expect(verdict.outcome == .unreadable)
        #expect(verdict.refusal == "unreadable")
        #expect(verdict.json["step"] == .null)
        for word in expected.words { #expect(verdict.message.contains(word), "\(verdict.message)") }
    }

    @Test(arguments: [
        ("", 0, "no value"), ("{\"ceremony\":\"x\",\"ceremony\":\"y\"}", 16, "twice"),
        ("{\"a\":1} {}", 8, "after the value"),
        ("{'a':1}", 1, "cannot stand"), ("{\"a\":\"\u{1}\"}", 6, "control character"), ("[[", 2, "ends inside"),
    ])
    func whatIsNoJSONIsNamedWithItsPlace(_ text: String, _ position: Int, _ words: String) async {
        let verdict = await Sample.debugger.verify(.bytes(Array(text.utf8)))
        #expect(verdict.outcome == .unreadable)
        #expect(verdict.json["position"] == JSONValue(position))
        #expect(verdict.message.contains("byte \(position)") && verdict.message.contains(words), "\(verdict.message)")
    }

    @Test func aLineThatIsTooLongIsUnreadable() async {
        #expect(await Sample.debugger.verify(.tooLong).message.contains("1048576 bytes"))
        let long = [UInt8](repeating: 0x20, count: LineSplitter.standardLimit + 1)
        #expect(await Sample.debugger.verify(.bytes(long)).message.contains("1048576 bytes"))
    }

    /// Every answer is one line, whatever was quoted in it.
    @Test func anAnswerIsOneLine() async throws {
        var sample = Sample.registration()
        sample.clientData.origin = "https://a\nb\u{1B}[2J"
        let text = try await sample.verdict().json.text
        #expect(!text.contains("\n") && !text.contains("\u{1B}"))
        // One character may be as long as one likes.
        for long in [String(repeating: "a", count: 100_000), "e" + String(repeating: "\u{301}", count: 100_000)] {
            sample.clientData.origin = long
            #expect(try await sample.verdict().json.text.utf8.count < 2_000)
        }
    }

    /// Whatever comes has an answer, and nothing that was changed is verified.
    @Test func noChangedByteTraps() async throws {
        let line = try Sample.registration().json().encoded()
        for index in stride(from: 0, to: line.count, by: 7) {
            var changed = line
            changed[index] ^= UInt8(1 + index % 255)
            _ = await Sample.debugger.verify(.bytes(changed))
            let cut = await Sample.debugger.verify(.bytes(Array(line[..<index])))
            #expect(cut.outcome == .unreadable)
        }
    }

    /// A change inside what the authenticator made is explained, not only refused.
    @Test func noChangedByteOfTheAnswerTraps() async throws {
        for index in 0..<200 {
            var sample = Sample.authentication()
            sample.damageData = { if index < $0.count { $0[index] ^= 0x41 } }
            sample.damageClientData = { if index < $0.count { $0[index] ^= 0x15 } }
            let verdict = try await sample.verdict()
            // The client data is the longer one; what its strings hold is free, up to the members that are compared.
            #expect(verdict.outcome == .verified || !verdict.message.isEmpty)
            #expect(verdict.outcome == .refused || index > 36)
            var registration = Sample.registration()
            registration.damageObject = { if index < $0.count { $0[index] ^= 0x21 } }
            _ = try await registration.verdict()
        }
    }
}
