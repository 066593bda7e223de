import ChaveBase
import ChavePixModel
import Testing
import Webhooks

/// W-1 to W-3: signatures of Standard Webhooks, in both directions.
@Suite struct SigningTests {
    private let now = Timestamp(seconds: 1_674_087_231)
    private let secret = WebhookSecret(text: "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD")
    private let other = WebhookSecret(bytes: Array(repeating: 9, count: 32))

    private func headers(_ id: String, _ time: Timestamp, _ body: [UInt8], _ secrets: [WebhookSecret]) -> [String:
        String]
    {
        [
            "webhook-id": id, "webhook-timestamp": "\(time.seconds)",
            "webhook-signature": WebhookSignature.header(id: id, timestamp: time, body: body, secrets: secrets),
        ]
    }

    private func refusal(
        _ body: [UInt8],
        _ headers: [String: String],
        _ secrets: [WebhookSecret],
        at time: Timestamp? = nil
    ) -> WebhookRefusal? {
        do throws(WebhookRefusal) {
            try WebhookVerifier(secrets: secrets).verify(body, header: { headers[$0] }, at: time ?? now)
            return nil
        } catch {
            return error
        }
    }

    /// W-1: a signature that others have published (the libraries of the authors of Standard Webhooks test with it).
    @Test func aPublishedSignatureIsReproduced() throws {
        let secret = try #require(WebhookSecret(text: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"))
        let header = WebhookSignature.header(
            id: "msg_p5jXN8AQM9LWM0D4loKWxJek",
            timestamp: Timestamp(seconds: 1_614_265_330),
            body: Array(#"{"test": 2432232314}"#.utf8),
            secrets: [secret]
        )
        #expect(header == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=")
    }

    @Test func aSecretIsReadInEachOfItsForms() throws {
        let secret = try #require(secret)
        #expect(secret.bytes.count == 24)
        #expect(secret.text == "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD")
        #expect(WebhookSecret(text: "C2FVsBQIhrscChlQIMV+b5sSYspob7oD") == secret)
        let made = WebhookSecret.make { Array(repeating: 0xFB, count: $0) }
        #expect(made.bytes.count == 32)
        #expect(made.text.hasSuffix("="))
        #expect(WebhookSecret(text: made.text) == made)
        #expect(WebhookSecret(text: String(made.text.dropLast())) == made)
        for text in ["", "whsec_", "whsec_AAAA", made.text + "=", "whsec_C2FVsBQIhrscChlQIMV-b5sSYspob7oD", "whsec_ä"] {
            #expect(WebhookSecret(text: text) == nil, "\(text)")
        }
    }

    /// W-14: neither a log line nor a dump shows the secret.
    @Test func aSecretDescribesItselfAsNothing() throws {
        let secret = try #require(secret)
        var dumped = ""
        dump(secret, to: &dumped)
        #expect("\(secret)" == "<redacted>")
        #expect("\(String(reflecting: secret))" == "<redacted>")
        #expect(!dumped.contains("11, 97"))
        #expect(!dumped.contains("bytes"))
    }

    @Test func whatWasSignedVerifiesAndASingleFlippedBitDoesNot() throws {
        let secret = try #require(secret)
        let body = Array(#"{"webhook_id":"0190","ação":"☕"}"#.utf8)
        let sent = headers("0190-a", now, body, [secret])
        #expect(refusal(body, sent, [secret]) == nil)
        for bit in 0..<(body.count * 8) {
            var flipped = body
            flipped[bit / 8] ^= 1 << UInt8(bit % 8)
            #expect(refusal(flipped, sent, [secret]) == .signatureInvalid)
        }
        for name in ["webhook-id", "webhook-timestamp"] {
            var changed = sent
            changed[name] = name == "webhook-id" ? "0190-b" : "\(now.seconds + 1)"
            #expect(refusal(body, changed, [secret]) == .signatureInvalid)
        }
    }

    /// W-3: during a rotation whoever has the old or the new secret verifies.
    @Test func twoSignaturesServeBothSidesOfARotation() throws {
        let (old, new) = (try #require(secret), try #require(other))
        let sent = headers("0190", now, [], [new, old])
        #expect(sent["webhook-signature"]?.split(separator: " ").count == 2)
        #expect(refusal([], sent, [old]) == nil)
        #expect(refusal([], sent, [new]) == nil)
        let after = headers("0190", now, [], [new])
        #expect(refusal([], after, [old]) == .signatureInvalid)
        #expect(refusal([], after, [old, new]) == nil)
    }

    @Test func theTimeMayBeOffByTheToleranceAndNoMore() throws {
        let secret = try #require(secret)
        let sent = headers("0190", now, [1], [secret])
        #expect(refusal([1], sent, [secret], at: now.adding(seconds: 300)) == nil)
        #expect(refusal([1], sent, [secret], at: now.adding(seconds: 301)) == .tooOld)
        #expect(refusal([1], sent, [secret], at: now.adding(seconds: -300)) == nil)
        #expect(refusal([1], sent, [secret], at: now.adding(seconds: -301)) == .tooNew)
    }

    /// Whatever comes: one of the refusals, never a crash.
    @Test(arguments: [
        ("webhook-id", "", WebhookRefusal.headerMissing), ("webhook-id", "a.b", .headerMissing),
        ("webhook-id", "a b", .headerMissing), ("webhook-id", String(repeating: "a", count: 256), .headerMissing),
        ("webhook-timestamp", "", .timestampMalformed), ("webhook-timestamp", "+1674087231", .timestampMalformed),
        ("webhook-timestamp", " 1674087231", .timestampMalformed), ("webhook-timestamp", "1e9", .timestampMalformed),
        ("webhook-timestamp", "9223372036854775808", .timestampMalformed),
        ("webhook-timestamp", "٣", .timestampMalformed), ("webhook-timestamp", "0", .tooOld),
        ("webhook-timestamp", "999999999999", .tooNew), ("webhook-signature", "", .signatureInvalid),
        ("webhook-signature", "v1", .signatureInvalid), ("webhook-signature", "v1,", .signatureInvalid),
        ("webhook-signature", "v1,====", .signatureInvalid), ("webhook-signature", "v1a,AAAA", .signatureInvalid),
        ("webhook-signature", ",,, , v1,ä", .signatureInvalid),
        ("webhook-signature", String(repeating: "v1,AAAA ", count: 5_000), .signatureInvalid),
    ])
    func oddInputIsRefusedByName(_ name: String, _ value: String, _ expected: WebhookRefusal) throws {
        let secret = try #require(secret)
        var sent = headers("0190", now, [1], [secret])
        sent[name] = value
        #expect(refusal([1], sent, [secret]) == expected)
        sent[name] = nil
        #expect(refusal([1], sent, [secret]) == .headerMissing)
    }
}
