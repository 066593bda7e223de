import BiometricPixSDK
import ChaveBase
import ChavePix
import ChaveSoftwareAuthenticator
import Foundation
import SandboxBank
import Testing

/// The guides' class against a server behind a real socket.
struct GuideClassTests {
    /// Hands an assertion from the SDK's queue to the thread that waits for it.
    private final class Signing: FidoAuthenticationCallback, @unchecked Sendable {
        // Unchecked: written before the signal, read after it.
        private var outcome: Result<AssertionResponse, TestProblem> = .failure(TestProblem("no callback"))
        private let isDone = DispatchSemaphore(value: 0)

        func onSuccess(response: AssertionResponse) {
            outcome = .success(response)
            isDone.signal()
        }

        func onError(error: String) {
            outcome = .failure(TestProblem(error))
            isDone.signal()
        }

        func wait() throws -> AssertionResponse {
            isDone.wait()
            return try outcome.get()
        }
    }

    @Test func theGuidesClassPaysInFourStepsOverTheSocket() async throws {
        try await withServer { server in
            try await server.withSocket { _, port in
                try await SDKHarness.beating(server) {
                    let store = MemoryKeyStore()
                    let configuration = try SDKHarness.configuration(server, port: port, store: store)
                    let client = PixClient(configuration: configuration)
                    defer { client.close() }
                    let enrolled = try await DeviceFlowTests.enrolledID(client, server)
                    let deviceID = try await client.deviceID()
                    let account = server.shop.beneficiaryText
                    let sdk = BiometricPixSDK(accessToken: nil, configuration: configuration)
                    let paid = try await GuideClassTests.blocking {
                        defer { sdk.cleanup() }
                        return try GuideClassTests.pay(sdk, with: enrolled, from: deviceID, to: account)
                    }
                    #expect(paid.status == "SUCCEEDED")
                    let verdict = try await server.bank.verdict()
                    #expect(verdict.faults.isEmpty)
                }
            }
        }
    }

    private static func pay(
        _ sdk: BiometricPixSDK,
        with enrollment: String,
        from deviceID: String,
        to account: String
    ) throws -> PaymentIntent {
        guard try sdk.getPaymentInstitutions().count == 5,
            try sdk.listEnrollments(deviceId: deviceID).map(\.id) == [enrollment],
            try sdk.getEnrollment(enrollmentId: enrollment).status == "SUCCEEDED"
        else { throw TestProblem("not enrolled") }
        let intent = try sdk.createPaymentIntent(
            payload: CreatePaymentIntentPayload(
                amount: 12.34,
                customer: Customer(identifier: Bodies.alice.cpf),
                description: "Pedido",
                statementDescription: "Loja",
                allowedPaymentMethodTypes: ["open_finance_biometric_pix"],
                paymentMethodDetails: PaymentMethodDetails(
                    openFinanceBiometricPix: OpenFinanceBiometricPixPaymentMethodDetails(
                        beneficiaryBankAccount: account,
                        enrollment: enrollment
                    )
                ),
                confirm: true
            )
        )
        guard let options = intent.paymentMethodInformation?.openFinanceBiometricPix?.fidoOptions else {
            throw TestProblem("nothing to sign")
        }
        let signing = Signing()
        try sdk.startSigning(fidoResponseString: options.toJsonString(), fallbackCredential: nil, callback: signing)
        let payload = AuthorizePaymentIntentPayload(
            platform: "IOS",
            riskSignals: try sdk.collectRiskSignals(accountTenure: "2024-01-15"),
            assertion: try signing.wait()
        )
        guard sdk.authorizePaymentIntent(paymentIntentId: intent.id, payload: payload) else {
            throw TestProblem("not authorised")
        }
        return try sdk.getPaymentIntent(paymentIntentId: intent.id)
    }

    /// Off the threads that Swift's tasks need: the guides' class blocks.
    private static func blocking<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value
    {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread { continuation.resume(with: Result { try body() }) }
        }
    }
}
