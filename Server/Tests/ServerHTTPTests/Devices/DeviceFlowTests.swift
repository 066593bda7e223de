import ChaveBase
import ChaveDeviceKeys
import ChavePix
import ChavePixModel
import ChaveSoftwareAuthenticator
import ChaveTransport
import ChaveWire
import Foundation
import PaymentsCore
import SandboxBank
import Testing

/// The client SDK against a server behind a real socket.
struct DeviceFlowTests {
    private static func callbackURL(_ server: TestServer, _ enrollment: EnrollmentResource) async throws -> String {
        let holder = HolderAtBank(server: server, holder: Bodies.alice)
        return try await holder.callback(at: enrollment.details.redirectURL ?? "")
    }

    @Test func pixClientEnrollsInSevenStepsAndPaysInFour() async throws {
        try await withServer { server in
            try await server.withSocket { _, port in
                try await SDKHarness.beating(server) {
                    let store = MemoryKeyStore()
                    let client = PixClient(
                        configuration: try SDKHarness.configuration(server, port: port, store: store)
                    )
                    defer { client.close() }
                    let enrollment = try await DeviceFlowTests.enroll(client, server)
                    #expect(enrollment.status == .succeeded)
                    let listed = try await client.enrollments(deviceID: try await client.deviceID())
                    #expect(listed.map(\.id) == [enrollment.id])
                    let paid = try await DeviceFlowTests.pay(client, with: enrollment, server)
                    #expect(paid.status == .succeeded)
                    #expect(paid.charges.map(\.status) == [.succeeded])
                    let ended = try await client.cancelEnrollment(enrollment.id)
                    #expect(ended.status == .canceled)
                    let verdict = try await server.bank.verdict()
                    #expect(verdict.faults.isEmpty)

                    // A second client with the same keys is the same device; one with others is not.
                    let same = PixClient(
                        configuration: try SDKHarness.configuration(server, port: port, store: store)
                    )
                    defer { same.close() }
                    #expect(try await same.paymentIntent(paid.id).id == paid.id)
                    let other = PixClient(
                        configuration: try SDKHarness.configuration(server, port: port, store: MemoryKeyStore())
                    )
                    defer { other.close() }
                    await #expect(throws: PixError.self) { try await other.paymentIntent(paid.id) }
                    await #expect(throws: PixError.self) { try await other.enrollment(enrollment.id) }
                }
            }
        }
    }

    /// For tests that cannot see the model beside the guides' types of the same names.
    static func enrolledID(_ client: PixClient, _ server: TestServer) async throws -> String {
        try await enroll(client, server).id.text
    }

    static func enroll(_ client: PixClient, _ server: TestServer) async throws -> EnrollmentResource {
        let banks = try await client.institutions()
        #expect(banks.count == 5)
        let created = try await client.createEnrollment(
            NewEnrollment(
                customer: .person(
                    identifier: try #require(TaxIdentifier(Bodies.alice.cpf)),
                    name: Bodies.alice.name,
                    externalID: nil
                ),
                institution: banks[0].id,
                accountTenure: "2024-01-15",
                callbackURL: try #require(CallbackURL(Bodies.callbackURL))
            )
        )
        let returned = try await client.completeRedirection(
            callbackURL: try await callbackURL(server, created)
        )
        let credential = try await client.makeCredential(try await client.registrationOptions(returned.id))
        return try await client.confirmEnrollment(returned.id, credential)
    }

    private static func pay(
        _ client: PixClient,
        with enrollment: EnrollmentResource,
        _ server: TestServer
    ) async throws -> PaymentIntentResource {
        try await authorize(client, try await client.createPaymentIntent(try purchase(with: enrollment, server)))
    }

    static func purchase(
        with enrollment: EnrollmentResource,
        _ server: TestServer,
        externalID: String? = nil
    ) throws -> CreatePaymentIntentRequest {
        CreatePaymentIntentRequest(
            amount: try #require(Money(decimal: "12.34")),
            customer: .existing(enrollment.details.customer),
            description: "Pedido",
            statementDescription: "Loja",
            paymentMethodDetails: PaymentMethodDetails(
                beneficiaryBankAccount: server.shop.beneficiary,
                enrollment: enrollment.id
            ),
            externalID: externalID
        )
    }

    static func authorize(
        _ client: PixClient,
        _ intent: PaymentIntentResource
    ) async throws -> PaymentIntentResource {
        let options = try #require(intent.paymentMethodInformation?.fidoOptions)
        let signals = try await client.collectRiskSignals(accountTenure: "2024-01-15")
        return try await client.authorize(intent.id, assertion: try await client.sign(options), riskSignals: signals)
    }
}
