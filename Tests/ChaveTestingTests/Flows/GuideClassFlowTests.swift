import BiometricPixSDK
import ChavePix
import ChaveTesting
import Dispatch
import Foundation
import Testing

/// Waits for the one callback of a ceremony.
private final class Waiting: FidoRegistrationCallback, FidoAuthenticationCallback, @unchecked Sendable {
    // Unchecked: written before the semaphore is signalled, read after it was waited for.
    private(set) var registered: (PublicKeyCredential, AuthenticatorAttestationResponse)?
    private(set) var signed: AssertionResponse?
    private(set) var error: String?
    private let arrived = DispatchSemaphore(value: 0)

    func onSuccess(credential: PublicKeyCredential, response: AuthenticatorAttestationResponse) {
        registered = (credential, response)
        arrived.signal()
    }

    func onSuccess(response: AssertionResponse) {
        signed = response
        arrived.signal()
    }

    func onError(error: String) {
        self.error = error
        arrived.signal()
    }

    func wait() -> Waiting {
        arrived.wait()
        return self
    }
}

/// The guides' class over the same doubles.
///
/// Serialised: each test blocks a thread, as apps do.
@Suite(.serialized) struct GuideClassFlowTests {
    private static func enrolled(_ sdk: BiometricPixSDK, _ server: PixTestServer) throws -> Enrollment {
        let institution = try #require(try sdk.getPaymentInstitutions().first)
        let created = try sdk.createEnrollment(
            cpf: "529.982.247-25",
            institution: institution.id,
            accountTenure: "2024-11-26",
            callbackUrl: "shop-app://callback"
        )
        let callback = try server.approve(try #require(created.redirectUrl))
        _ = try sdk.completeEnrollmentAfterRedirection(callbackUrl: callback)
        let options = try #require(sdk.getFidoRegistrationOptions(enrollmentId: created.id))
        let ceremony = Waiting()
        try sdk.startRegistration(fidoResponseString: options.toJsonString(), callback: ceremony)
        let (credential, response) = try #require(ceremony.wait().registered)
        #expect(sdk.confirmEnrollment(enrollmentId: created.id, credential: credential, response: response))
        return try sdk.getEnrollment(enrollmentId: created.id)
    }

    private static func paid(_ sdk: BiometricPixSDK, _ enrollment: Enrollment) throws -> (PaymentIntent, Bool) {
        let intent = try sdk.createPaymentIntent(
            payload: CreatePaymentIntentPayload(
                amount: 12.34,
                customer: Customer(identifier: "529.982.247-25"),
                description: "A book",
                statementDescription: "BOOKS",
                allowedPaymentMethodTypes: ["open_finance_biometric_pix"],
                paymentMethodDetails: PaymentMethodDetails(
                    openFinanceBiometricPix: OpenFinanceBiometricPixPaymentMethodDetails(
                        beneficiaryBankAccount: "\(PixTestServer.beneficiary)",
                        enrollment: enrollment.id
                    )
                ),
                confirm: true
            )
        )
        let options = try #require(intent.paymentMethodInformation?.openFinanceBiometricPix?.fidoOptions)
        let ceremony = Waiting()
        try sdk.startSigning(fidoResponseString: options.toJsonString(), fallbackCredential: nil, callback: ceremony)
        let assertion = try #require(ceremony.wait().signed)
        let signals = try sdk.collectRiskSignals(accountTenure: "2024-11-26")
        let payload = AuthorizePaymentIntentPayload(platform: "IOS", riskSignals: signals, assertion: assertion)
        return (intent, sdk.authorizePaymentIntent(paymentIntentId: intent.id, payload: payload))
    }

    @Test @MainActor func theSevenAndTheFourStepsEndWell() throws {
        let server = PixTestServer()
        let sdk = BiometricPixSDK(accessToken: server.makeAccessToken(), configuration: .testing(server))
        defer { sdk.cleanup() }
        let enrollment = try Self.enrolled(sdk, server)
        #expect(enrollment.status == "SUCCEEDED")
        #expect(enrollment.institution?.displayName == "Jequitibá")
        #expect(try sdk.listEnrollments(deviceId: enrollment.details.riskSignals.deviceId).count == 1)
        let (intent, isPaid) = try Self.paid(sdk, enrollment)
        #expect(isPaid && sdk.lastOutcome == .succeeded)
        #expect(try sdk.getPaymentIntent(paymentIntentId: intent.id).status == "SUCCEEDED")
    }

    @Test @MainActor func aPayerWithoutMoneySeesFalse() throws {
        let server = PixTestServer()
        server.leavePayersWithoutMoney()
        let sdk = BiometricPixSDK(accessToken: server.makeAccessToken(), configuration: .testing(server))
        let (_, isPaid) = try Self.paid(sdk, try Self.enrolled(sdk, server))
        #expect(!isPaid && sdk.lastOutcome == .failed)
    }

    @Test @MainActor func whoSaysNoIsTold() throws {
        let server = PixTestServer()
        let authenticator = TestAuthenticator(clock: server.clock)
        let configuration = PixConfiguration.testing(server, authenticator: authenticator)
        let sdk = BiometricPixSDK(accessToken: server.makeAccessToken(), configuration: configuration)
        _ = try Self.enrolled(sdk, server)
        authenticator.answerNext(.cancels)
        let ceremony = Waiting()
        let options = #"{"challenge":"AAAAAAAAAAAAAAAAAAAAAA","rpId":"bank.chave.test"}"#
        try sdk.startSigning(fidoResponseString: options, fallbackCredential: nil, callback: ceremony)
        #expect(ceremony.wait().error != nil)
        #expect(authenticator.questions.count == 2)
    }
}
