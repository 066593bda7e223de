import BiometricPixSDK
import ChaveBase
import ChaveTransport
import Testing

@testable import ChavePix

/// The blocking calls of a payment end, whatever thread they come from.
///
/// Serialised: each test blocks threads, as apps do.
@Suite(.serialized, .timeLimit(.minutes(15))) struct PaymentThreadTests {
    private let rig: Rig

    init() throws { rig = try Rig() }

    @Sendable private static func authorize(_ sdk: BiometricPixSDK, _ signed: Rig.Signed) throws -> Bool {
        sdk.authorizePaymentIntent(
            paymentIntentId: signed.intentText,
            payload: AuthorizePaymentIntentPayload(
                platform: "IOS",
                riskSignals: try sdk.collectRiskSignals(accountTenure: "2024-11-26"),
                assertion: signed.assertionResponse
            )
        )
    }

    private func onFiftyThreads(_ call: @escaping @Sendable (Int) throws -> Bool) async throws -> [Bool] {
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for index in 0..<50 { group.addTask { try await onThread { try call(index) } } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }

    @Test func fiftyPaymentsAtOnceAreAuthorisedOnceEach() async throws {
        let (client, enrollment) = try await rig.enrolled()
        rig.server.state.withLock { $0.readsBeforeEnd = 0 }
        var all: [Rig.Signed] = []
        for _ in 0..<50 { all.append(try await Rig.signed(client, enrollment)) }
        let signed = all
        let sdk = rig.sdk()
        let results = try await onFiftyThreads { try Self.authorize(sdk, signed[$0]) }
        #expect(results == Array(repeating: true, count: 50))
        #expect(rig.server.state.withLock { $0.authorizations } == 50)
    }

    @Test func fiftyTapsOnOnePaymentAuthoriseItOnce() async throws {
        let signed = try await rig.signed()
        let sdk = rig.sdk()
        let results = try await onFiftyThreads { _ in try Self.authorize(sdk, signed) }
        #expect(results == Array(repeating: true, count: 50))
        #expect(rig.server.state.withLock { $0.authorizations } == 1)
        #expect(try await rig.client().pendingRequests().isEmpty)
    }

    @Test func fiftyConfirmationsAtOnceEnd() async throws {
        rig.server.state.withLock { $0.readsBeforeEnd = 0 }
        var all: [Rig.Confirmable] = []
        for _ in 0..<50 {
            rig.server.state.withLock { $0.asksBeforeOptions = 0 }
            all.append(try await rig.confirmable())
        }
        let made = all
        let sdk = rig.sdk()
        let results = try await onFiftyThreads {
            sdk.confirmEnrollment(enrollmentId: made[$0].idText, response: made[$0].credential.response)
        }
        #expect(results == Array(repeating: true, count: 50))
        #expect(rig.server.requests(.post, "/confirm/").count == 50)
    }

    @Test func aCallbackMayConfirm() async throws {
        let enrollment = try await rig.createdEnrollment()
        let sdk = rig.sdk()
        let isConfirmed = Locked<Bool?>(nil)
        let listener = Listener { call in
            guard case .registered(let credential, let response) = call else { return }
            let result = sdk.confirmEnrollment(enrollmentId: enrollment, credential: credential, response: response)
            isConfirmed.withLock { $0 = result }
        }
        try sdk.startRegistration(fidoResponseString: FakeServer.creationOptionsText, callback: listener)
        _ = try await onThread { listener.wait() }
        #expect(isConfirmed.withLock { $0 } == true)
    }

    @Test func aCallbackMayAuthorise() async throws {
        let signed = try await rig.signed()
        let intent = signed.intentText
        let options = try await signed.signOptionsText()
        let sdk = rig.sdk()
        let isAuthorised = Locked<Bool?>(nil)
        let listener = Listener { call in
            guard case .signed(let assertion) = call,
                let signals = try? sdk.collectRiskSignals(accountTenure: "2024-11-26")
            else { return }
            let result = sdk.authorizePaymentIntent(
                paymentIntentId: intent,
                payload: AuthorizePaymentIntentPayload(platform: "IOS", riskSignals: signals, assertion: assertion)
            )
            isAuthorised.withLock { $0 = result }
        }
        try sdk.startSigning(fidoResponseString: options, fallbackCredential: nil, callback: listener)
        _ = try await onThread { listener.wait() }
        #expect(isAuthorised.withLock { $0 } == true)
        #expect(rig.server.state.withLock { $0.authorizations } == 1)
    }

    @Test @MainActor func theMainActorMayConfirmAndAuthorise() async throws {
        let signed = try await rig.signed()
        #expect(try Self.authorize(rig.sdk(), signed))
        let made = try await rig.confirmable()
        #expect(rig.sdk().confirmEnrollment(enrollmentId: made.idText, response: made.credential.response))
    }
}
