import ChaveBase
import ChavePixModel
import ChaveWire
import InstitutionPort
import PaymentsCore
import PaymentsModel
import ServerTestSupport
import Testing

/// Every member of the bodies that merchants get, as the contract names them (Payments API, section 7).
struct WebhookBodyTests {
    private static let members = [
        "webhook_id", "webhook_type", "webhook_code", "object_id", "external_id", "data", "type", "timestamp",
        "version",
    ]

    private static func events(_ simulation: Simulation, _ objectID: AnyID) async throws -> [OutboxEvent] {
        try await simulation.store.events(after: 0, limit: 1_000).map(\.event).filter { $0.objectID == objectID }
    }

    private static func expect(
        _ event: OutboxEvent?,
        _ type: String,
        of kind: String,
        externalID: String? = nil,
        version: Int64?,
        data: JSONValue
    ) throws {
        let event = try #require(event)
        let body = try JSONValue(parsing: Array(event.body.utf8))
        #expect(body.object?.names == members)
        #expect(body["webhook_id"] == .string(event.id.text))
        #expect(body["webhook_type"] == .string(kind))
        #expect(body["webhook_code"] == (type.hasSuffix(".created") ? "OBJECT_CREATED" : "STATUS_UPDATE"))
        #expect(body["object_id"] == .string(event.objectID.text))
        #expect(body["external_id"] == JSONValue(externalID))
        #expect(body["type"] == .string(type) && event.type == type)
        #expect(body["timestamp"] == .string(event.at.rfc3339))
        #expect(body["version"] == JSONValue(version ?? event.version))
        #expect(body["data"] == data)
    }

    /// What an intent says of itself at one moment.
    private static func data(_ intent: PaymentIntent, _ status: String, _ code: String? = nil) -> JSONValue {
        [
            "status": .string(status), "amount": "12.34", "customer": .string(intent.customer.text),
            "failure_code": JSONValue(code), "end_to_end_id": .string(intent.endToEndID.text),
            "created_by_type": intent.createdBy.device == nil ? "api_key" : "sdk",
        ]
    }

    private static func chargeData(_ intent: PaymentIntent, _ status: String, _ code: String? = nil) -> JSONValue {
        [
            "status": .string(status), "payment_intent": .string(intent.id.text), "amount": "12.34",
            "customer": .string(intent.customer.text), "failure_code": JSONValue(code),
            "end_to_end_id": .string(intent.endToEndID.text),
        ]
    }

    private static func enrollmentData(_ status: String, _ details: String, _ reason: String? = nil) -> JSONValue {
        [
            "status": .string(status), "details_status": .string(details), "status_reason_code": JSONValue(reason),
            "created_by_type": "sdk",
        ]
    }

    @Test func anEnrollmentTellsThatItWasMadeAndWhereItStops() async throws {
        let scene = try await PaymentScene()
        let (simulation, id) = (scene.simulation, scene.enrollment)
        _ = try await simulation.payments.cancelEnrollment(id, by: scene.device.caller)
        let told = try await Self.events(simulation, id.ofAnyKind)
        let waiting = "AWAITING_ACCOUNT_HOLDER_VALIDATION"
        let expected: [(String, JSONValue)] = [
            ("enrollment.created", Self.enrollmentData("PENDING", waiting)),
            ("enrollment.pending", Self.enrollmentData("PENDING", waiting)),
            ("enrollment.pending", Self.enrollmentData("PENDING", "AWAITING_ENROLLMENT")),
            ("enrollment.succeeded", Self.enrollmentData("SUCCEEDED", "AUTHORISED")),
            ("enrollment.canceled", Self.enrollmentData("CANCELED", "REVOKED", "revoked_by_user")),
        ]
        #expect(told.map(\.type) == expected.map(\.0))
        for (event, (type, data)) in zip(told, expected) {
            try Self.expect(event, type, of: "ENROLLMENTS", version: nil, data: data)
        }
        #expect(told.map(\.version) == told.map(\.version).sorted() && Set(told.map(\.version)).count == told.count)
    }

    @Test(arguments: [true, false])
    func aPaymentThatSucceedsTellsSoOfIntentAndCharge(_ isByDevice: Bool) async throws {
        let scene = try await PaymentScene()
        let simulation = scene.simulation
        var id = try await simulation.createIntent(scene.enrollment, scene.device, externalID: "pedido-1")
        if !isByDevice {
            let request = try await simulation.intentRequest(scene.enrollment, externalID: "pedido-2")
            let answer = try await simulation.payments.createPaymentIntent(
                request,
                by: simulation.merchant,
                idempotency: nil
            )
            let text = try JSONValue(parsing: answer.body)["id"]?.string
            id = try #require(text.flatMap(PaymentIntentID.init))
            try await approveAsMerchant(id, scene)
        } else {
            try await simulation.authorize(id, simulation.assertion(for: id, scene.device), scene.device)
        }
        try await simulation.pass(seconds: 60)
        let intent = try await simulation.intent(id)
        let (told, charges) = (
            try await Self.events(simulation, id.ofAnyKind), try await Self.events(simulation, intent.charge.ofAnyKind)
        )
        let externalID = isByDevice ? "pedido-1" : "pedido-2"
        let expected = [("created", "PENDING"), ("processing", "PROCESSING"), ("succeeded", "SUCCEEDED")]
        #expect(told.map(\.type) == expected.map { "payment_intent.\($0.0)" })
        for (event, (type, status)) in zip(told, expected) {
            let data = Self.data(intent, status)
            try Self.expect(
                event,
                "payment_intent.\(type)",
                of: "PAYMENT_INTENTS",
                externalID: externalID,
                version: nil,
                data: data
            )
        }
        #expect(charges.count == 2)
        let (made, ended) = (Self.chargeData(intent, "PENDING"), Self.chargeData(intent, "SUCCEEDED"))
        try Self.expect(charges.first, "charge.created", of: "CHARGES", version: 1, data: made)
        try Self.expect(charges.last, "charge.succeeded", of: "CHARGES", version: 2, data: ended)
    }

    private func approveAsMerchant(_ id: PaymentIntentID, _ scene: PaymentScene) async throws {
        let simulation = scene.simulation
        let resource = try await simulation.payments.paymentIntent(id, for: simulation.merchant)
        let options = try #require(resource.paymentMethodInformation?.fidoOptions)
        let request = AuthorizePaymentIntentRequest(
            platform: .ios,
            riskSignals: try scene.device.signals(),
            assertion: try await scene.device.assertion(for: options.json)
        )
        _ = try await simulation.payments.authorizePaymentIntent(
            id,
            request,
            by: simulation.merchant,
            idempotency: nil
        )
    }

    @Test func aPaymentThatFailsTellsWhy() async throws {
        let scene = try await PaymentScene()
        scene.bank.setSettlement(.rejected(code: "SALDO_INSUFICIENTE"))
        try await scene.pay()
        try await scene.simulation.pass(seconds: 60)
        try await expectEnd(scene, "failed", "FAILED", "insufficient_funds")
    }

    @Test func aPaymentThatIsCanceledTellsSo() async throws {
        let scene = try await PaymentScene()
        _ = try await scene.simulation.payments.cancelPaymentIntent(scene.id, by: scene.device.caller)
        try await expectEnd(scene, "canceled", "CANCELED", "canceled")
    }

    private func expectEnd(_ scene: PaymentScene, _ type: String, _ status: String, _ code: String) async throws {
        let intent = try await scene.intent
        let told = try await Self.events(scene.simulation, scene.id.ofAnyKind)
        try Self.expect(
            told.last,
            "payment_intent.\(type)",
            of: "PAYMENT_INTENTS",
            version: nil,
            data: Self.data(intent, status, code)
        )
        let charges = try await Self.events(scene.simulation, intent.charge.ofAnyKind)
        #expect(charges.count == 2)
        let data = Self.chargeData(intent, "FAILED", code)
        try Self.expect(charges.last, "charge.failed", of: "CHARGES", version: 2, data: data)
    }
}
