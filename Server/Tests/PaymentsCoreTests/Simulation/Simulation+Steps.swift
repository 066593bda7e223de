import ChaveBase
import ChavePixModel
import ChaveWire
import InstitutionPort
import PaymentsCore
import PaymentsModel
import ServerTestSupport
import Testing

/// An intent that is at its end, or gone on.
struct NothingToSign: Error {}

/// An enrollment that the bank does not wait for.
struct NothingToApprove: Error {}

/// The steps of the guides, each as one request.
extension Simulation {
    func enrollmentRequest(_ device: SimulatedDevice) throws -> CreateEnrollmentRequest {
        CreateEnrollmentRequest(
            customer: .person(
                identifier: try #require(TaxIdentifier(device.cpf)),
                name: "Ana Souza",
                externalID: nil
            ),
            institution: ScriptedBank.institution,
            platform: .ios,
            callbackURL: try #require(CallbackURL("https://loja.example/volta")),
            riskSignals: try device.signals()
        )
    }

    func createEnrollment(_ device: SimulatedDevice, key: String? = nil) async throws -> EnrollmentID {
        let answer = try await payments.createEnrollment(
            try enrollmentRequest(device),
            by: device.caller,
            idempotency: device.key(key, "/enrollments/", body: "")
        )
        return try id(answer.body)
    }

    /// What the bank sends the person back with.
    func approval(
        of enrollment: EnrollmentID,
        as cpf: String? = nil,
        tokenAheadSeconds: Int64 = 0
    ) async throws -> RedirectionParameters {
        guard let bankID = try await store.enrollment(enrollment)?.bank?.enrollmentID else { throw NothingToApprove() }
        let pushed = bank.calls.filter { $0.operation == .pushAuthorization }
            .compactMap { try? PushedAuthorization(bytes: $0.body) }
            .last { $0.enrollmentID == bankID }
        guard let pushed else { throw NothingToApprove() }
        return try bank.approve(state: pushed.state, as: cpf, tokenAheadSeconds: tokenAheadSeconds)
    }

    func complete(_ parameters: RedirectionParameters, _ device: SimulatedDevice) async throws {
        _ = try await payments.completeRedirection(
            CompleteRedirectionRequest(parameters: parameters),
            by: device.caller,
            idempotency: nil
        )
        try await work()
    }

    func registrationCredential(
        _ enrollment: EnrollmentID,
        _ device: SimulatedDevice
    ) async throws -> RegistrationCredential {
        let options = try await payments.registrationOptions(of: enrollment, for: device.caller)
        return try await device.credential(for: options.json)
    }

    func confirm(
        _ enrollment: EnrollmentID,
        _ credential: RegistrationCredential,
        _ device: SimulatedDevice
    ) async throws {
        _ = try await payments.confirmEnrollment(
            enrollment,
            ConfirmEnrollmentRequest(confirmationData: credential),
            by: device.caller,
            idempotency: nil
        )
        try await work()
    }

    /// All seven steps.
    func enroll(_ device: SimulatedDevice) async throws -> EnrollmentID {
        let enrollment = try await createEnrollment(device)
        try await complete(approval(of: enrollment), device)
        try await confirm(enrollment, registrationCredential(enrollment, device), device)
        let stored = try #require(try await store.enrollment(enrollment))
        #expect(stored.status == .succeeded)
        return enrollment
    }

    func intentRequest(
        _ enrollment: EnrollmentID,
        amount: Int64 = 1_234,
        schedule: PaymentSchedule? = nil,
        externalID: String? = nil
    ) async throws -> CreatePaymentIntentRequest {
        let stored = try #require(try await store.enrollment(enrollment))
        return CreatePaymentIntentRequest(
            amount: try #require(Money(centavos: amount)),
            customer: .existing(stored.customer),
            description: "Pedido",
            statementDescription: "Loja",
            paymentMethodDetails: PaymentMethodDetails(
                beneficiaryBankAccount: beneficiary,
                enrollment: enrollment
            ),
            schedule: schedule,
            externalID: externalID
        )
    }

    func createIntent(
        _ enrollment: EnrollmentID,
        _ device: SimulatedDevice,
        amount: Int64 = 1_234,
        schedule: PaymentSchedule? = nil,
        externalID: String? = nil,
        key: String? = nil
    ) async throws -> PaymentIntentID {
        let request = try await intentRequest(enrollment, amount: amount, schedule: schedule, externalID: externalID)
        let answer = try await payments.createPaymentIntent(
            request,
            by: device.caller,
            idempotency: device.key(key, "/payment-intents/", body: request.json.text)
        )
        return try id(answer.body)
    }

    func assertion(for intent: PaymentIntentID, _ device: SimulatedDevice) async throws -> AssertionCredential {
        let resource = try await payments.paymentIntent(intent, for: device.caller)
        guard let options = resource.paymentMethodInformation?.fidoOptions else { throw NothingToSign() }
        return try await device.assertion(for: options.json)
    }

    @discardableResult
    func authorize(
        _ intent: PaymentIntentID,
        _ assertion: AssertionCredential,
        _ device: SimulatedDevice,
        key: String? = nil
    ) async throws -> APIAnswer {
        let request = AuthorizePaymentIntentRequest(
            platform: .ios,
            riskSignals: try device.signals(),
            assertion: assertion
        )
        let route = "/payment-intents/\(intent.text)/authorize/"
        return try await payments.authorizePaymentIntent(
            intent,
            request,
            by: device.caller,
            idempotency: device.key(key, route, body: request.json.text)
        )
    }

    func intent(_ id: PaymentIntentID) async throws -> PaymentIntent {
        try #require(try await store.paymentIntent(id))
    }

    func enrollment(_ id: EnrollmentID) async throws -> Enrollment {
        try #require(try await store.enrollment(id))
    }

    func movements(of intent: PaymentIntent) -> Int {
        bank.movements.count { $0.endToEndID == intent.endToEndID.text }
    }

    private func id<Kind>(_ body: [UInt8]) throws -> ResourceID<Kind> {
        try #require(try JSONValue(parsing: body)["id"]?.string.flatMap(ResourceID<Kind>.init))
    }
}
