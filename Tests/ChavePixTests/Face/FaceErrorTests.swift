import BiometricPixSDK
import ChaveBase
import ChaveTesting
import ChaveTransport
import Foundation
import Testing

@testable import ChavePix

@Suite(.serialized) struct FaceErrorTests {
    private func name(_ error: (any Error)?) -> String {
        switch error as? BiometricPixSDKError {
        case .networkError: "network"
        case .authenticationError: "authentication"
        case .invalidParameters: "invalid"
        case .unknown: "unknown"
        case nil: "none"
        }
    }

    struct Row: Sendable {
        let status: Int
        let name: String
    }

    @Test(
        arguments: [
            Row(status: 400, name: "invalid"), Row(status: 401, name: "authentication"),
            Row(status: 403, name: "unknown"),
            Row(status: 404, name: "unknown"), Row(status: 409, name: "unknown"), Row(status: 413, name: "unknown"),
            Row(status: 422, name: "invalid"), Row(status: 429, name: "network"), Row(status: 500, name: "network"),
            Row(status: 503, name: "network"), Row(status: 302, name: "unknown"),
        ]
    )
    func eachStatusHasItsCase(_ row: Row) async throws {
        let rig = try Rig()
        for _ in 0..<4 { rig.server.fail(.get, "/institutions/", .status(row.status, code: "x")) }
        let sdk = rig.sdk()
        let error = try await thrownOnThread { _ = try sdk.getPaymentInstitutions() }
        #expect(name(error) == row.name)
    }

    @Test func noConnectionIsANetworkError() async throws {
        let rig = try Rig()
        for _ in 0..<4 { rig.server.fail(.get, "/institutions/", .lostRequest) }
        let sdk = rig.sdk()
        let error = try await thrownOnThread { _ = try sdk.getPaymentInstitutions() }
        #expect(name(error) == "network")
    }

    @Test func withoutATokenTheNetworkIsAnAuthenticationErrorAndSignalsWork() async throws {
        let rig = try Rig()
        let sdk = rig.sdk(token: nil)
        let error = try await thrownOnThread { _ = try sdk.getPaymentInstitutions() }
        #expect(name(error) == "authentication")
        let signals = try await onThread { try sdk.collectRiskSignals(accountTenure: "2024-11-26") }
        #expect(signals.deviceId.utf8.count == 64)
        let encoded = try JSONEncoder().encode(signals)
        #expect(try JSONDecoder().decode(RiskSignals.self, from: encoded) == signals)
    }

    @Test(arguments: ["", "529.982.247-26", "11111111111", "52998224725x", "11.222.333/0001-81"])
    func aCPFWithWrongDigitsIsNeverSent(_ cpf: String) async throws {
        let rig = try Rig()
        let sdk = rig.sdk()
        let error = try await thrownOnThread {
            _ = try sdk.createEnrollment(
                cpf: cpf,
                institution: FakeServer.bankText,
                accountTenure: "2024-11-26",
                callbackUrl: "https://shop.example/c"
            )
        }
        #expect(name(error) == "invalid")
        #expect(rig.server.requests.isEmpty)
    }

    @Test(arguments: [0.0, -1, 0.001, 19.999, 1e16, .nan, .infinity])
    func anAmountThatIsNoMoneyIsNeverSent(_ amount: Double) async throws {
        let error = try await createIntent(amount)
        #expect(name(error) == "invalid")
    }

    @Test(arguments: [
        (0.13, "0.13"), (0.1 + 0.2, "0.30"), (3 * 1.1, "3.30"), (19.99, "19.99"), (1_000, "1000.00"),
        (1234567.89, "1234567.89"),
    ])
    func anAmountIsTakenByItsShortestText(_ amount: Double, _ text: String) async throws {
        let rig = try Rig()
        #expect(name(try await createIntent(amount, rig)) == "none")
        #expect(rig.server.firstIntentAmount == text)
    }

    @Test(arguments: [("0.13", "0.13"), ("19.9", "19.90"), ("999999999999.99", "999999999999.99")])
    func anExactAmountIsTakenAsItIs(_ amount: String, _ text: String) async throws {
        let rig = try Rig()
        let sdk = rig.sdk()
        let payload = CreatePaymentIntentPayload(
            exactAmount: try #require(Decimal(string: amount)),
            customer: Customer(identifier: Rig.cpf),
            description: "d",
            statementDescription: "s",
            allowedPaymentMethodTypes: ["open_finance_biometric_pix"],
            paymentMethodDetails: PaymentMethodDetails(
                openFinanceBiometricPix: OpenFinanceBiometricPixPaymentMethodDetails(
                    beneficiaryBankAccount: FakeServer.beneficiaryText,
                    enrollment: FakeServer.strangerText
                )
            ),
            confirm: true
        )
        #expect(try await thrownOnThread { _ = try sdk.createPaymentIntent(payload: payload) } == nil)
        #expect(rig.server.firstIntentAmount == text)
    }

    private func createIntent(_ amount: Double, _ rig: Rig? = nil) async throws -> (any Error)? {
        let sdk = try (rig ?? Rig()).sdk()
        let details = OpenFinanceBiometricPixPaymentMethodDetails(
            beneficiaryBankAccount: FakeServer.beneficiaryText,
            enrollment: FakeServer.strangerText
        )
        let payload = CreatePaymentIntentPayload(
            amount: amount,
            customer: Customer(identifier: Rig.cpf),
            description: "d",
            statementDescription: "s",
            allowedPaymentMethodTypes: ["open_finance_biometric_pix"],
            paymentMethodDetails: PaymentMethodDetails(openFinanceBiometricPix: details),
            confirm: true
        )
        return try await thrownOnThread { _ = try sdk.createPaymentIntent(payload: payload) }
    }

    @Test func cleanupTwiceIsOnceAndEverythingFailsAfterwards() async throws {
        let rig = try Rig()
        let sdk = rig.sdk()
        sdk.cleanup()
        sdk.cleanup()
        let error = try await thrownOnThread { _ = try sdk.getPaymentInstitutions() }
        #expect(name(error) == "unknown")
        let options = FakeServer.creationOptionsText
        let registering = try await thrownOnThread {
            try sdk.startRegistration(fidoResponseString: options, callback: Listener())
        }
        #expect(name(registering) == "unknown")
        let signing = try await thrownOnThread {
            try sdk.startSigning(fidoResponseString: options, fallbackCredential: nil, callback: Listener())
        }
        #expect(name(signing) == "unknown")
        let id = FakeServer.strangerText
        #expect(try await onThread { sdk.getFidoRegistrationOptions(enrollmentId: id) } == nil)
        let permission = await withCheckedContinuation { continuation in
            sdk.requestPermission { continuation.resume(returning: $0) }
        }
        #expect(!permission)
    }

    @Test func cleanupEndsAWaitingCall() async throws {
        let rig = try Rig()
        rig.server.state.withLock { $0.asksBeforeOptions = 10_000 }
        let enrollment = try await rig.createdEnrollment()
        rig.clock.setMovement(.byHand)
        let sdk = rig.sdk()
        async let options = onThread { sdk.getFidoRegistrationOptions(enrollmentId: enrollment) }
        try await eventually { !(rig.server.requests(.get, "/fido-registration-options/").isEmpty) }
        sdk.cleanup()
        #expect(try await options == nil)
    }

    // What the Bool face does when an answer is lost.

    @Test func aStillProcessingPaymentIsTrue() async throws {
        #expect(try await authorize { $0.server.state.withLock { $0.readsBeforeEnd = nil } } == (true, .succeeded))
    }

    @Test func aFailedPaymentIsFalse() async throws {
        #expect(try await authorize { $0.server.endIntentsFailed() } == (false, .failed))
    }

    @Test func aRefusalWithoutEffectIsFalse() async throws {
        #expect(
            try await authorize { $0.server.fail(.post, "/authorize/", .status(400, code: "invalid")) } == (
                false, .failed
            )
        )
    }

    @Test func aLostAnswerIsFoundOutAndPaidOnce() async throws {
        let rig = try Rig()
        let result = try await authorize(rig) { rig in
            for _ in 0..<9 { rig.server.fail(.post, "/authorize/", .lostAnswer) }
            for _ in 0..<4 { rig.server.fail(.get, "-intents/\(rig.server.firstIntentText)/", .lostAnswer) }
        }
        #expect(result == (true, .succeeded))
        #expect(rig.server.state.withLock { $0.authorizations } == 1)
    }

    @Test func aServerThatNeverTakesItIsCancelledInTheEnd() async throws {
        let rig = try Rig()
        let result = try await authorize(rig) { rig in
            for _ in 0..<400 { rig.server.fail(.post, "/authorize/", .status(503, code: "institution_unavailable")) }
        }
        #expect(result == (false, .failed))
        #expect(rig.server.firstIntentStatus == "CANCELED")
        #expect(try await rig.client().pendingRequests().isEmpty)
    }

    @Test func whereNothingCanBeLearnedTheOutcomeIsUnknown() async throws {
        let rig = try Rig()
        let result = try await authorize(rig) { rig in
            for _ in 0..<2_000 {
                rig.server.fail(.post, "/authorize/", .lostAnswer)
                rig.server.fail(.post, "/cancel/", .lostRequest)
                rig.server.fail(.get, "-intents/\(rig.server.firstIntentText)/", .lostRequest)
            }
        }
        #expect(result == (false, .unknown))
        #expect(rig.clock.elapsedMilliseconds < 240_000)
        #expect(try await rig.client().pendingRequests().map(\.operation) == [.authorizePaymentIntent])
    }

    private func authorize(
        _ given: Rig? = nil,
        _ prepare: (Rig) -> Void
    ) async throws -> (Bool, BiometricPixSDK.Outcome?) {
        let rig = try given ?? Rig()
        let signed = try await rig.signed()
        prepare(rig)
        let sdk = rig.sdk()
        let settled = try await onThread {
            let payload = AuthorizePaymentIntentPayload(
                platform: "IOS",
                riskSignals: try sdk.collectRiskSignals(accountTenure: "2024-11-26"),
                assertion: signed.assertionResponse
            )
            return sdk.authorizePaymentIntent(paymentIntentId: signed.intentText, payload: payload)
        }
        return (settled, sdk.lastOutcome)
    }
}
