import BiometricPixSDK
import ChaveBase
import ChaveTesting
import ChaveTransport
import Testing

@testable import ChavePix

/// The guides' programs know of no pending requests: the class goes on with them by itself.
///
/// Serialised: each test blocks threads, as apps do.
@Suite(.serialized, .timeLimit(.minutes(15))) struct GuideClassResumingTests {
    private var rig: Rig
    private let signed: Rig.Signed

    init() async throws {
        rig = try Rig()
        signed = try await rig.signed()
        for _ in 0..<4 { rig.server.fail(.post, "/authorize/", .status(503, code: "institution_unavailable")) }
        let signed = signed
        await expectFailure(.outcomeUnknown) { _ = try await signed.authorize() }
    }

    private func status(_ sdk: BiometricPixSDK) async throws -> String {
        let id = signed.intentText
        return try await onThread { try sdk.getPaymentIntent(paymentIntentId: id).status }
    }

    private var authorizeTries: Int { rig.server.requests(.post, "/authorize/").count }

    @Test func theFirstCallAfterARestartGoesOnWithWhatWasLeft() async throws {
        let sdk = rig.sdk()
        #expect(authorizeTries == 4, "making it sends nothing")
        #expect(try await status(sdk) == "SUCCEEDED", "the payment is shown as it is after going on")
        let tries = rig.server.requests(.post, "/authorize/")
        #expect(tries.count == 5)
        #expect(Set(tries.map(\.body)).count == 1)
        #expect(Set(tries.map { $0.headers["Idempotency-Key"] ?? "" }).count == 1)
        #expect(try await rig.client().pendingRequests().isEmpty)
    }

    @Test func itGoesOnOnceHoweverManyCallsComeFirst() async throws {
        let sdk = rig.sdk()
        let id = signed.intentText
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<20 {
                group.addTask { _ = try await onThread { try sdk.getPaymentIntent(paymentIntentId: id) } }
            }
            try await group.waitForAll()
        }
        #expect(authorizeTries == 5)
        #expect(rig.server.state.withLock { $0.authorizations } == 1)
    }

    @Test func whatCannotBeFinishedDoesNotStandInTheWayOfTheCall() async throws {
        for _ in 0..<100 { rig.server.fail(.post, "/authorize/", .timesOut) }
        let began = rig.clock.elapsedMilliseconds
        #expect(try await status(rig.sdk()) == "PENDING")
        #expect(rig.clock.elapsedMilliseconds - began <= 60_000)
        #expect(try await rig.client().pendingRequests().count == 1)
    }

    @Test func theBanksAreToldWhileItGoesOn() async throws {
        rig.server.fail(.post, "/authorize/", .hangs)
        let sdk = rig.sdk()
        #expect(try await onThread { try sdk.getPaymentInstitutions().count } == 2)
        sdk.cleanup()
    }

    @Test func aPaymentIsToldWhenItGoesOnForTooLong() async throws {
        rig.server.fail(.post, "/authorize/", .hangs)
        rig.clock.setMovement(.byPausesAndLimits)
        let sdk = rig.sdk()
        #expect(try await status(sdk) == "PENDING")
        try await eventually { authorizeTries == 5 }
        #expect(try await status(sdk) == "PENDING", "later calls do not wait anew")
        #expect(authorizeTries == 5)
        sdk.cleanup()
    }

    @Test func whatHadNoNetworkIsTriedAgainAtALaterCall() async throws {
        for _ in 0..<4 { rig.server.fail(.post, "/authorize/", .lostRequest) }
        let sdk = rig.sdk()
        #expect(try await status(sdk) == "PENDING")
        #expect(try await status(sdk) == "PENDING", "not at once")
        #expect(authorizeTries == 8)
        rig.clock.advance(milliseconds: 30_000)
        #expect(try await status(sdk) == "SUCCEEDED")
        #expect(try await rig.client().pendingRequests().isEmpty)
    }

    @Test mutating func aStoreThatCouldNotBeReadIsReadAtALaterCall() async throws {
        let store = rig.secrets
        let sdk = rig.sdk()
        store.fail(Rig.diskFailure)
        #expect(try await thrownOnThread { _ = try sdk.getPaymentInstitutions() } != nil)
        store.fail(nil)
        rig.clock.advance(milliseconds: 30_000)
        #expect(try await status(sdk) == "SUCCEEDED")
    }

    @Test mutating func anObserverThatIsToldOfItMayCallTheClass() async throws {
        let seen = Locked<String?>(nil)
        let known = Locked<BiometricPixSDK?>(nil)
        let id = signed.intentText
        rig.configuration.observer = { event in
            guard event.step == .resumePending, event.kind == .started, let sdk = known.withLock({ $0 }) else { return }
            let status = try? sdk.getPaymentIntent(paymentIntentId: id).status
            seen.withLock { $0 = status }
        }
        let sdk = rig.sdk()
        known.withLock { $0 = sdk }
        #expect(try await status(sdk) == "SUCCEEDED")
        #expect(seen.withLock { $0 } == "PENDING", "as it is before going on")
        known.withLock { $0 = nil }
    }

    @Test func withoutATokenNothingIsTried() async throws {
        let sdk = rig.sdk(token: nil)
        _ = try await thrownOnThread { _ = try sdk.getPaymentInstitutions() }
        #expect(authorizeTries == 4)
        #expect(try await rig.client().pendingRequests().count == 1)
    }

    // What makes an object, and the app's own retry after a restart.

    private func pay(_ sdk: BiometricPixSDK) async throws -> (any Error)? {
        let details = OpenFinanceBiometricPixPaymentMethodDetails(
            beneficiaryBankAccount: FakeServer.beneficiaryText,
            enrollment: rig.server.firstEnrollmentText
        )
        let payload = CreatePaymentIntentPayload(
            amount: 77,
            customer: Customer(identifier: Rig.cpf),
            description: "A lamp",
            statementDescription: "LAMPS",
            allowedPaymentMethodTypes: ["open_finance_biometric_pix"],
            paymentMethodDetails: PaymentMethodDetails(openFinanceBiometricPix: details),
            confirm: true
        )
        return try await thrownOnThread { _ = try sdk.createPaymentIntent(payload: payload) }
    }

    private func enroll(_ sdk: BiometricPixSDK) async throws -> (any Error)? {
        try await thrownOnThread {
            _ = try sdk.createEnrollment(
                cpf: Rig.cpf,
                institution: FakeServer.bankText,
                accountTenure: "2024-11-26",
                callbackUrl: "https://shop.example/callback"
            )
        }
    }

    /// Of the last tries.
    private func keys(_ suffix: String, last count: Int) -> Int {
        Set(rig.server.requests(.post, suffix).suffix(count).map { $0.headers["Idempotency-Key"] ?? "" }).count
    }

    @Test func anIntentThatWasLeftOpenIsMadeOnceByTheAppsRetry() async throws {
        for _ in 0..<4 { rig.server.fail(.post, "/payment-intents/", .lostAnswer) }
        #expect(try await pay(rig.sdk()) != nil)
        let restarted = rig.sdk()
        #expect(try await onThread { try restarted.getPaymentInstitutions().count } == 2)
        #expect(try await pay(restarted) == nil)
        #expect(keys("/payment-intents/", last: 5) == 1)
        #expect(rig.server.state.withLock { $0.intents.count } == 2)
        #expect(try await rig.client().pendingRequests().isEmpty)
    }

    @Test func anEnrollmentThatWasLeftOpenIsMadeOnceByTheAppsRetry() async throws {
        for _ in 0..<4 { rig.server.fail(.post, "/enrollments/", .lostAnswer) }
        #expect(try await enroll(rig.sdk()) != nil)
        #expect(try await enroll(rig.sdk()) == nil)
        #expect(keys("/enrollments/", last: 5) == 1)
        #expect(rig.server.state.withLock { $0.enrollments.count } == 2)
    }

    @Test(arguments: [(minutes: Int64(4), tries: 4), (5, 5)])
    func anIntentIsLeftToTheAppForAsLongAsTheBankKeepsIt(_ minutes: Int64, _ tries: Int) async throws {
        let before = rig.server.requests(.post, "/payment-intents/").count
        for _ in 0..<4 { rig.server.fail(.post, "/payment-intents/", .lostAnswer) }
        #expect(try await pay(rig.sdk()) != nil)
        rig.clock.advance(milliseconds: minutes * 60_000)
        _ = try await status(rig.sdk())
        #expect(rig.server.requests(.post, "/payment-intents/").count - before == tries)
    }

    @Test(arguments: [(minutes: Int64(14), tries: 4), (15, 5)])
    func anEnrollmentIsLeftToTheAppForAsLongAsTheBankKeepsIt(_ minutes: Int64, _ tries: Int) async throws {
        let before = rig.server.requests(.post, "/enrollments/").count
        for _ in 0..<4 { rig.server.fail(.post, "/enrollments/", .lostAnswer) }
        #expect(try await enroll(rig.sdk()) != nil)
        rig.clock.advance(milliseconds: minutes * 60_000)
        _ = try await status(rig.sdk())
        #expect(rig.server.requests(.post, "/enrollments/").count - before == tries)
    }
}
