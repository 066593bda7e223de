import ChaveBase
import ChaveDeviceKeys
import ChavePixModel
import ChaveTesting
import ChaveTransport
import ChaveWire
import Testing

@testable import ChavePix

@Suite struct ObserverTests {
    @Test func eachStepIsToldAndNothingPersonalIsInIt() async throws {
        let rig = try Rig()
        let signed = try await rig.signed()
        rig.server.fail(.post, "/authorize/", .status(400, code: "invalid"))
        await expectFailure(.invalidParameters) { _ = try await signed.authorize() }
        let events = rig.events.withLock { $0 }
        #expect(events.contains { $0.step == .createEnrollment && $0.kind == .started })
        #expect(
            events.contains {
                guard case .failed(.invalidParameters, 400, _) = $0.kind else { return false }
                return $0.step == .authorizePaymentIntent
            }
        )
        let text = "\(events)"
        let secrets = [
            "52998224725", "token", "c-1", "t.t.t", signed.intent.text, Base64URL.encode(signed.assertion.signature),
        ]
        for secret in secrets { #expect(!text.contains(secret)) }
    }

    @Test func theEndOfAStepIsToldWithItsTime() async throws {
        let rig = try Rig()
        let client = rig.client()
        let created = try await client.createEnrollment(try Rig.newEnrollment())
        _ = try await client.registrationOptions(created.id)
        let told = rig.events.withLock { $0 }.filter { $0.step == .registrationOptions }.map(\.kind)
        #expect(told == [.started, .ended(milliseconds: rig.clock.pauses.reduce(0, +))])
        #expect(rig.clock.pauses == [1_000, 1_000])
    }

    @Test func anErrorShowsNoSecretWhateverTheServerWrites() async throws {
        let rig = try Rig()
        let client = rig.client()
        let planted = "529.982.247-25 52998224725 \(String(repeating: "Ab3_", count: 12)) 12345-678901"
        #expect(Redaction.redacted(planted) == "… … … …")
        #expect(
            Redaction.redacted("Send a date, YYYY-MM-DD, after 2024-11-26.")
                == "Send a date, YYYY-MM-DD, after 2024-11-26."
        )
        let named = "Intent 0190aaaa-0000-7000-8000-00000000000f is open."
        #expect(Redaction.redacted(named) == named)
        rig.server.fail(.get, "/institutions/", .status(400, code: "invalid"))
        let error = try #require(await expectFailure(.invalidParameters) { _ = try await client.institutions() })
        #expect(error.items.first?.code == .invalid)
        #expect("\(error)" == "invalid_parameters: Do it otherwise.")
    }

    @Test func theNextCallAfterClosingFailsAndClosingTwiceIsClosingOnce() async throws {
        let rig = try Rig()
        let client = rig.client()
        _ = try await client.institution(FakeServer.bank)
        client.close()
        client.close()
        let before = rig.server.requests.count
        await expectFailure(.closed) { _ = try await client.institutions() }
        await expectFailure(.closed) { _ = try await client.institution(FakeServer.bank) }
        await expectFailure(.closed) { _ = try await client.pendingRequests() }
        await expectFailure(.closed) { _ = try await client.deviceID() }
        #expect(rig.server.requests.count == before)
    }

    @Test func closingOneClientLeavesTheOtherItsTransportAndItsCall() async throws {
        let rig = try Rig()
        let one = rig.client()
        let other = rig.client()
        rig.server.fail(.get, "/institutions/", .hangs)
        let underWay = Task { try await other.institutions() }
        try await eventually { !rig.server.requests.isEmpty }
        one.close()
        #expect(!rig.server.state.withLock { $0.isInvalidated })
        #expect(try await other.institutions().count == 2)
        other.close()
        await expectFailure(.closed) { _ = try await underWay.value }
    }

    @Test func aClientInvalidatesTheTransportThatItOwns() throws {
        let rig = try Rig()
        let client = PixClient(accessToken: "token", configuration: rig.configuration, ownsTransport: true)
        #expect(!rig.server.state.withLock { $0.isInvalidated })
        client.close()
        #expect(rig.server.state.withLock { $0.isInvalidated })
    }

    @Test func closingEndsAWait() async throws {
        let rig = try Rig()
        rig.server.state.withLock { $0.asksBeforeOptions = 10_000 }
        let client = rig.client()
        let created = try await client.createEnrollment(try Rig.newEnrollment())
        rig.clock.setMovement(.byHand)
        let task = Task { try await client.registrationOptions(created.id) }
        try await eventually { !(rig.server.requests(.get, "/fido-registration-options/").isEmpty) }
        client.close()
        await expectFailure(.closed) { _ = try await task.value }
    }

    @Test func whatIsKeptSurvivesEncodingAndDamageIsNoticed() throws {
        let request = StoredRequest(
            operation: .authorizePaymentIntent,
            path: "/payment-intents/x/authorize/",
            idempotencyKey: "k",
            resource: .paymentIntent(PaymentIntentID(high: 1, low: 2)),
            content: [1, 2],
            createdAt: Timestamp(seconds: 5),
            body: Array(#"{"a":1}"#.utf8)
        )
        let bytes = request.encoded()
        #expect(try StoredRequest(decoding: bytes) == request)
        for end in 0..<bytes.count {
            #expect(throws: WireError.self) { try StoredRequest(decoding: Array(bytes[..<end])) }
        }
    }
}
