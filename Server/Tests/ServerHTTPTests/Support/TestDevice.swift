import ChaveBase
import ChaveDeviceKeys
import ChavePixModel
import ChaveSoftwareAuthenticator
import ChaveWire
import SandboxBank

/// A phone with the merchant's app: a token of the merchant, a secret of its own, keys.
struct TestDevice: Sendable {
    let server: TestServer
    let merchant: TestServer.Merchant
    let secret: String
    let deviceID: String
    let authenticator: SoftwareAuthenticator
    var access: String
    var refresh: String

    var credentials: Credentials { .bearer(access, device: secret) }

    /// A device with a fresh token, perhaps bound to one customer.
    init(
        _ server: TestServer,
        of merchant: TestServer.Merchant,
        deviceID: String = "device-1",
        boundTo customer: String? = nil
    ) async throws {
        self.server = server
        self.merchant = merchant
        self.deviceID = deviceID
        let clock = server.clock
        secret = Base64URL.encode(clock.randomBytes(32))
        authenticator = SoftwareAuthenticator(
            store: MemoryKeyStore(),
            gesture: .always(.verified),
            configuration: .init(
                randomBytes: { clock.randomBytes($0) },
                now: { clock.now.microseconds / 1_000_000 }
            )
        )
        let pair = try await server.done(
            .post("/payments/api/widget-token/", customer.map { ["customer": .string($0)] }),
            as: merchant.basic
        )
        access = pair["access"]?.string ?? ""
        refresh = pair["refresh"]?.string ?? ""
    }

    /// Another pair from the merchant's server.
    mutating func renew() async throws {
        let pair = try await server.done(.post("/payments/api/widget-token/"), as: merchant.basic)
        access = pair["access"]?.string ?? ""
        refresh = pair["refresh"]?.string ?? ""
    }

    func send(_ call: Call) async throws -> Reply { try await server.send(call, as: credentials) }

    func done(_ call: Call) async throws -> Reply { try await server.done(call, as: credentials) }

    // MARK: Steps

    /// Step 3.
    func create(
        for customer: JSONValue? = nil,
        at institution: SandboxInstitution = Bodies.ipe
    ) async throws -> Reply {
        try await done(
            .post(
                "/payments/br/enrollments/",
                Bodies.enrollment(customer: customer, institution: institution, deviceID: deviceID)
            )
        )
    }

    func confirmation(of enrollment: String) async throws -> JSONValue {
        let options = try await done(.get("/payments/br/enrollments/\(enrollment)/fido-registration-options/"))
        let created = try await authenticator.makeCredential(CredentialCreationOptions(json: options.json))
        return ["confirmation_data": created.json]
    }

    /// The seven steps.
    func enroll(
        as holder: SandboxHolder = Bodies.alice,
        at institution: SandboxInstitution = Bodies.ipe
    ) async throws -> String {
        let created = try await create(for: Bodies.person(holder), at: institution)
        let callback = try await HolderAtBank(server: server, holder: holder).approve(created)
        _ = try await done(.post("/payments/br/enrollments/complete-redirection/", callback))
        try await server.settle()
        let confirmation = try await confirmation(of: created.id)
        _ = try await done(.post("/payments/br/enrollments/\(created.id)/confirm/", confirmation))
        try await server.settle()
        let enrolled = try await done(.get("/payments/br/enrollments/\(created.id)/"))
        guard enrolled["status"]?.string == "SUCCEEDED" else { throw TestProblem("not enrolled: \(enrolled.text)") }
        return created.id
    }

    func customer(of enrollment: String) async throws -> JSONValue {
        let found = try await done(.get("/payments/br/enrollments/\(enrollment)/"))
        return found.json.at("details", "customer") ?? .null
    }

    func intentBody(
        _ enrollment: String,
        amount: JSONValue = "12.34",
        externalID: String? = nil
    ) async throws -> JSONValue {
        Bodies.intent(
            customer: try await customer(of: enrollment),
            enrollment: enrollment,
            beneficiary: merchant.beneficiary,
            amount: amount,
            externalID: externalID
        )
    }

    /// An intent that waits for its assertion.
    func createIntent(_ enrollment: String, amount: JSONValue = "12.34", externalID: String? = nil) async throws
        -> Reply
    {
        try await done(
            .post(
                "/payments/br/payment-intents/",
                try await intentBody(enrollment, amount: amount, externalID: externalID)
            )
        )
    }

    func authorisation(of intent: Reply) async throws -> JSONValue {
        let method = intent.json.at("payment_method_information", "open_finance_biometric_pix")
        guard let options = method?["fido_options"] else { throw TestProblem("nothing to sign: \(intent.text)") }
        let assertion = try await authenticator.getAssertion(CredentialRequestOptions(json: options))
        return ["platform": "IOS", "risk_signals": Bodies.signals(deviceID: deviceID), "assertion": assertion.json]
    }

    /// The four steps.
    func pay(_ enrollment: String, amount: JSONValue = "12.34") async throws -> Reply {
        let intent = try await createIntent(enrollment, amount: amount)
        _ = try await done(
            .post("/payments/br/payment-intents/\(intent.id)/authorize/", try await authorisation(of: intent))
        )
        for _ in 0..<5 {
            try await server.settle()
            let now = try await done(.get("/payments/br/payment-intents/\(intent.id)/"))
            if now["status"]?.string != "PROCESSING" { return now }
            server.clock.advance(seconds: 2)
        }
        throw TestProblem("the payment does not end")
    }
}
