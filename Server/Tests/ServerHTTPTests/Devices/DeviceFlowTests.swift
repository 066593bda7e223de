import BiometricPixSDK
import ChaveDeviceKeys
import ChavePix
import ChavePixModel
import ChaveSoftwareAuthenticator
import ChaveTransport
import ChaveWire
import Foundation
import SandboxBank
import Testing

/// The client SDK against a server behind a real socket.
struct DeviceFlowTests {
    private struct FixedSignals: SignalCollector {
        var platform: DevicePlatform { .ios }

        func collect(deviceID: String, accountTenure: CalendarDate) async throws(PixError) -> ChavePixModel.RiskSignals
        {
            do {
                return try ChavePixModel.RiskSignals(
                    json: Bodies.signals(deviceID: deviceID)
                        .replacing(["accountTenure"], with: .string(accountTenure.iso))
                )
            } catch {
                throw PixError(.invalidParameters, "The fixed signals are wrong.", cause: error)
            }
        }

        func requestPermission() async -> Bool { true }
    }

    /// Passes the server's time and does what is due, so that the client only ever waits for the network.
    private static func beating(_ server: TestServer, _ body: () async throws -> Void) async throws {
        let heart = Task {
            while !Task.isCancelled {
                server.clock.advance(milliseconds: 20)
                try? await server.bank.tick()
                _ = try? await server.payments.sweep()
                try? await Task.sleep(for: .milliseconds(5))
            }
        }
        defer { heart.cancel() }
        try await body()
    }

    private static func configuration(_ server: TestServer, port: Int, store: MemoryKeyStore) throws -> PixConfiguration
    {
        let shop = server.shop
        let memory = server
        var configuration = PixConfiguration(
            baseURL: try BaseURL("http://localhost:\(port)"),
            transport: URLSessionTransport(),
            authenticator: SoftwareAuthenticator(store: store, gesture: .always(.verified)),
            secretStore: store,
            signalCollector: FixedSignals()
        )
        configuration.tokenProvider = {
            try await memory.done(.post("/payments/api/widget-token/"), as: shop.basic)["access"]?.string ?? ""
        }
        let quick = PollPolicy.Wait(intervalMilliseconds: 20, limitMilliseconds: 20_000)
        configuration.polling = PollPolicy(
            registrationOptions: quick,
            enrollment: quick,
            payment: quick,
            unknownOutcome: quick,
            preferredWaitSeconds: 0
        )
        return configuration
    }

    private static func callbackURL(_ server: TestServer, _ enrollment: EnrollmentResource) async throws -> String {
        let holder = HolderBrowser(server: server, holder: Bodies.alice)
        return try await holder.callback(at: enrollment.details.redirectURL ?? "")
    }

    @Test func pixClientEnrollsInSevenStepsAndPaysInFour() async throws {
        try await withServer { server in
            try await server.withSocket { _, port in
                try await DeviceFlowTests.beating(server) {
                    let store = MemoryKeyStore()
                    let client = PixClient(
                        configuration: try DeviceFlowTests.configuration(server, port: port, store: store)
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
                        configuration: try DeviceFlowTests.configuration(server, port: port, store: store)
                    )
                    defer { same.close() }
                    #expect(try await same.paymentIntent(paid.id).id == paid.id)
                    let other = PixClient(
                        configuration: try DeviceFlowTests.configuration(server, port: port, store: MemoryKeyStore())
                    )
                    defer { other.close() }
                    await #expect(throws: PixError.self) { try await other.paymentIntent(paid.id) }
                    await #expect(throws: PixError.self) { try await other.enrollment(enrollment.id) }
                }
            }
        }
    }

    private static func enroll(_ client: PixClient, _ server: TestServer) async throws -> EnrollmentResource {
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
        let intent = try await client.createPaymentIntent(
            CreatePaymentIntentRequest(
                amount: try #require(Money(decimal: "12.34")),
                customer: .existing(enrollment.details.customer),
                description: "Pedido",
                statementDescription: "Loja",
                paymentMethodDetails: PaymentMethodDetails(
                    beneficiaryBankAccount: server.shop.beneficiary,
                    enrollment: enrollment.id
                )
            )
        )
        let options = try #require(intent.paymentMethodInformation?.fidoOptions)
        let signals = try await client.collectRiskSignals(accountTenure: "2024-01-15")
        return try await client.authorize(intent.id, assertion: try await client.sign(options), riskSignals: signals)
    }

    @Test func theGuidesClassDoesItsStepsOverTheSameSocket() async throws {
        try await withServer { server in
            try await server.withSocket { _, port in
                try await DeviceFlowTests.beating(server) {
                    let store = MemoryKeyStore()
                    let configuration = try DeviceFlowTests.configuration(server, port: port, store: store)
                    let client = PixClient(configuration: configuration)
                    defer { client.close() }
                    let enrolled = try await DeviceFlowTests.enroll(client, server)
                    let sdk = BiometricPixSDK(accessToken: nil, configuration: configuration)
                    let account = server.shop.beneficiary.text
                    let enrollmentID = enrolled.id.text
                    let deviceID = try await client.deviceID()
                    let status = try await DeviceFlowTests.blocking {
                        defer { sdk.cleanup() }
                        guard try sdk.getPaymentInstitutions().count == 5,
                            try sdk.listEnrollments(deviceId: deviceID).map(\.id) == [enrollmentID]
                        else { return "nothing listed" }
                        return try sdk.getEnrollment(enrollmentId: enrollmentID).status
                    }
                    #expect(status == "SUCCEEDED")
                    #expect(!account.isEmpty)
                }
            }
        }
    }

    /// Off the threads that Swift's tasks need: the guides' class blocks.
    private static func blocking<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value
    {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread { continuation.resume(with: Result { try body() }) }
        }
    }
}
