import ChaveDeviceKeys
import ChavePix
import ChavePixModel
import ChaveTesting
import Testing

/// A shop's app as its own tests would have it: one device over a test server.
struct Shop: Sendable {
    let server: PixTestServer
    let authenticator: TestAuthenticator
    let store = MemorySecretStore()
    var configuration: PixConfiguration

    init(_ movement: TestClock.Movement = .byPauses) {
        server = PixTestServer(clock: TestClock(movement))
        authenticator = TestAuthenticator(clock: server.clock)
        configuration = .testing(server, authenticator: authenticator, secretStore: store)
    }

    func client(token: String? = nil) -> PixClient {
        PixClient(accessToken: token ?? server.makeAccessToken(), configuration: configuration)
    }

    static let cpf = "529.982.247-25"
    static let tenure = "2024-11-26"
    static let callback = "https://shop.example/callback"

    static func payer() throws -> CustomerReference {
        .person(identifier: try #require(TaxIdentifier(punctuated: cpf)), name: nil, externalID: nil)
    }

    func newEnrollment() throws -> NewEnrollment { try Shop.newEnrollment(at: server) }

    private static func newEnrollment(at server: PixTestServer) throws -> NewEnrollment {
        NewEnrollment(
            customer: try Shop.payer(),
            institution: try #require(server.institutions.first).id,
            accountTenure: Shop.tenure,
            callbackURL: try #require(CallbackURL(Shop.callback))
        )
    }

    func order(_ enrollment: EnrollmentID, _ amount: String = "12.34") throws -> CreatePaymentIntentRequest {
        CreatePaymentIntentRequest(
            amount: try #require(Money(decimal: amount)),
            customer: try Shop.payer(),
            description: "A book",
            statementDescription: "BOOKS",
            paymentMethodDetails: PaymentMethodDetails(
                beneficiaryBankAccount: PixTestServer.beneficiary,
                enrollment: enrollment
            )
        )
    }

    /// Created, and approved at the bank.
    func approved(_ client: PixClient) async throws -> EnrollmentID {
        try await Shop.approved(client, at: server)
    }

    private static func approved(_ client: PixClient, at server: PixTestServer) async throws -> EnrollmentID {
        let created = try await client.createEnrollment(try newEnrollment(at: server))
        let callback = try server.approve(try #require(created.details.redirectURL))
        return try await client.completeRedirection(callbackURL: callback).id
    }

    /// An enrollment that can pay.
    func enrolled(_ client: PixClient) async throws -> EnrollmentID { try await Shop.enroll(client, at: server) }

    /// The same at any server.
    static func enroll(_ client: PixClient, at server: PixTestServer) async throws -> EnrollmentID {
        let id = try await approved(client, at: server)
        let credential = try await client.makeCredential(try await client.registrationOptions(id))
        let end = try await client.confirmEnrollment(id, credential)
        #expect(end.status == .succeeded)
        return id
    }

    /// The four steps; what the intent says at the end.
    func pay(_ client: PixClient, from enrollment: EnrollmentID) async throws -> PaymentIntentResource {
        let intent = try await client.createPaymentIntent(try order(enrollment))
        let options = try #require(intent.paymentMethodInformation?.fidoOptions)
        let assertion = try await client.sign(options)
        let signals = try await client.collectRiskSignals(accountTenure: Shop.tenure)
        return try await client.authorize(intent.id, assertion: assertion, riskSignals: signals)
    }
}

extension PixTestServer {
    /// For files that import the guides' class: the model's types have the names of the guides' too.
    func leavePayersWithoutMoney() { setBank { $0.settlement = .fails(.insufficientFunds) } }
}

/// What a call failed with; `nil`, and a recorded issue, where it did not.
func pixError(
    sourceLocation: SourceLocation = #_sourceLocation,
    _ body: () async throws -> Void
) async -> PixError? {
    do {
        try await body()
        Issue.record("nothing was thrown", sourceLocation: sourceLocation)
    } catch let error as PixError {
        return error
    } catch {
        Issue.record("\(error)", sourceLocation: sourceLocation)
    }
    return nil
}
