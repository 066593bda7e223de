import ChaveBase
import ChavePixModel
import ChaveWire
import SandboxBank

/// Every way to get one field of a message wrong, made from the message's own table.
struct FaultyBodies {
    struct Fault: Sendable {
        let what: String
        let body: JSONValue
        /// The dotted path that the refusal must name.
        let field: String
    }

    let schema: Schema
    /// A body that is taken.
    let good: JSONValue

    var all: [Fault] { faults(of: schema, in: good, at: []) }

    private func faults(of schema: Schema, in object: JSONValue?, at path: [String]) -> [Fault] {
        schema.fields.flatMap { field in
            faults(of: field, value: object?[field.name], siblings: object, at: path + [field.name])
        }
    }

    private func faults(of field: Field, value: JSONValue?, siblings: JSONValue?, at path: [String]) -> [Fault] {
        var faults: [Fault] = []
        func add(_ what: String, _ wrong: JSONValue?) {
            faults.append(
                Fault(
                    what: "\(path.joined(separator: ".")) \(what)",
                    body: good.replacing(path, with: wrong),
                    field: path.joined(separator: ".")
                )
            )
        }
        if field.presence != .optional, value != nil { add("missing", nil) }
        if !field.isNullable { add("null", .null) }
        for (index, wrong) in FaultyBodies.otherTypes(field.type).enumerated() {
            add("of another type \(index)", wrong)
        }
        for (index, wrong) in FaultyBodies.tooLong(field.type).enumerated() { add("too long \(index)", wrong) }
        switch field.type {
        case .object(let schema): faults += self.faults(of: schema, in: value, at: path)
        case .reference(let schema):
            if value?.object != nil { faults += self.faults(of: schema, in: value, at: path) }
        case .variant(let name, let variants):
            let chosen = variants.first { $0.value == siblings?[name]?.string }
            if let chosen { faults += self.faults(of: chosen.schema, in: value, at: path) }
        default: break
        }
        return faults
    }

    private static func otherTypes(_ type: FieldType) -> [JSONValue] {
        switch type {
        case .text(_, .anyText): [1, true, [], [:]]
        case .text: [1, true, [], [:], ""]
        case .matching: [1, true, [], [:]]
        case .enumeration: [1, true, [], [:], "", "none of them"]
        case .boolean: [0, 1, "true", [], [:]]
        case .onlyTrue: [false, 1, "true", [], [:]]
        case .integer:
            ["1", true, [], [:], Bodies.number("1.5"), Bodies.number("1e2"), Bodies.number("99999999999999999999")]
        case .decimal: ["0.5", true, [], [:], Bodies.number("1e999")]
        case .amount, .money: [true, [], [:], "", "x"]
        case .bytes: [1, true, [], [:], "!!!", "AA==", "A"]
        case .authenticatorAttachment: [1, true, [], [:], "", "usb"]
        case .object, .variant: [1, true, [], "", "x"]
        case .array(_, let count, let takesSingleValue):
            [1, true, [:], [1]] + (count.lowerBound > 0 ? [[]] : []) + (takesSingleValue ? [] : ["x"])
        case .map: [1, true, [], "x", ["name": 1], ["": "x"], ["name": nil]]
        case .mapChanges: [1, true, [], "x", ["name": 1], ["": "x"], ["name": ["x"]]]
        case .reference: [1, true, [], "", "x", [:]]
        case .anyObject: [1, true, [], "x"]
        case .any: []
        }
    }

    private static func tooLong(_ type: FieldType) -> [JSONValue] {
        func text(_ count: Int) -> JSONValue { .string(String(repeating: "a", count: count)) }
        switch type {
        case .text(.some(let longest), _): return [text(longest + 1)]
        case .text(nil, _), .enumeration: return [text(5_000)]
        case .bytes(let count): return [text((count.upperBound + 3) / 3 * 4)]
        case .map(let count, let name, let value), .mapChanges(let count, let name, let value):
            var members = JSONObject()
            for number in 0...count { members["name\(number)"] = "x" }
            return [
                .object(members), [String(repeating: "a", count: name + 1): "x"], ["name": text(value + 1)],
            ]
        default: return []
        }
    }
}

/// The good body of each message, where it goes, and who sends it.
struct Inlet: Sendable {
    let schema: Schema
    let method: String
    let path: String
    let good: JSONValue
    let caller: Credentials

    /// All of them, before a device that has an enrollment waiting for its credential and an intent for its assertion.
    static func all(_ server: TestServer) async throws -> [Inlet] {
        let device = try await TestDevice(server, of: server.shop)
        let enrolled = try await device.enroll()
        let waiting = try await Victim.reaching(.awaitingHolder, device)
        let returned = try await Victim.reaching(.awaitingCredential, device)
        let intent = try await device.createIntent(enrolled)
        let prefix = "/payments/br"
        let customer = try await server.done(
            .post("\(prefix)/customers/", Bodies.customer(SandboxHolder.all[4])),
            as: server.shop.basic
        )
        let hook = try await server.send(
            .post("\(prefix)/webhooks/", ["url": "https://loja.example/known"]),
            as: server.shop.basic
        )
        return webhooks(server, prefix, "\(prefix)/webhooks/\(hook.id)/") + [
            // With API keys, for which the document's limits are all that there are.
            Inlet(CreateEnrollmentRequest.schema, "\(prefix)/enrollments/", Bodies.enrollment(), server.shop.basic),
            Inlet(
                CompleteRedirectionRequest.schema,
                "\(prefix)/enrollments/complete-redirection/",
                waiting.callback,
                device.credentials
            ),
            Inlet(
                ConfirmEnrollmentRequest.schema,
                "\(prefix)/enrollments/\(returned.enrollment.id)/confirm/",
                returned.confirmation,
                device.credentials
            ),
            Inlet(
                CreatePaymentIntentRequest.schema,
                "\(prefix)/payment-intents/",
                try await device.intentBody(enrolled),
                server.shop.basic
            ),
            Inlet(
                AuthorizePaymentIntentRequest.schema,
                "\(prefix)/payment-intents/\(intent.id)/authorize/",
                try await device.authorisation(of: intent),
                device.credentials
            ),
            Inlet(
                UpdatePaymentIntentRequest.schema,
                "\(prefix)/payment-intents/\(intent.id)/",
                ["metadata": ["order": "17"]],
                server.shop.basic,
                method: "PATCH"
            ),
            Inlet(
                CreateAPIKeyRequest.schema,
                "\(prefix)/api-keys/",
                ["label": "caixa", "role": "STANDARD"],
                server.shop.basic
            ),
            Inlet(
                CreateCustomerRequest.schema,
                "\(prefix)/customers/",
                Bodies.customer(Bodies.bruno),
                server.shop.basic
            ),
            Inlet(
                UpdateCustomerRequest.schema,
                "\(prefix)/customers/\(customer.id)/",
                ["name": "Bruno", "email": "bruno@exemplo.com.br", "phone": "+5511987654321", "address": "Rua A, 1"],
                server.shop.basic,
                method: "PATCH"
            ),
            Inlet(CreateBankAccountRequest.schema, "\(prefix)/bank-accounts/", Bodies.bankAccount(), server.shop.basic),
            Inlet(
                UpdateBankAccountRequest.schema,
                "\(prefix)/bank-accounts/\(server.shop.beneficiary.text)/",
                ["active": true],
                server.shop.basic,
                method: "PATCH"
            ),
            Inlet(WidgetTokenRequest.schema, "/payments/api/widget-token/", [:], server.shop.basic),
            Inlet(
                RefreshTokenRequest.schema,
                "/payments/api/widget-token/refresh/",
                ["refresh": .string(device.refresh)],
                device.credentials
            ),
        ]
    }

    private static func webhooks(_ server: TestServer, _ prefix: String, _ known: String) -> [Inlet] {
        [
            Inlet(
                CreateWebhookRequest.schema,
                "\(prefix)/webhooks/",
                [
                    "url": "https://loja.example/hooks", "events": ["charge.failed"], "description": "caixa",
                    "bearer_token": "abc",
                ],
                server.shop.basic
            ),
            Inlet(
                UpdateWebhookRequest.schema,
                known,
                [
                    "enabled": true, "url": "https://loja.example/moved", "events": ["charge.failed"],
                    "description": "x", "bearer_token": "abc",
                ],
                server.shop.basic,
                method: "PATCH"
            ),
            Inlet(RotateWebhookSecretRequest.schema, "\(known)rotate-secret/", [:], server.shop.basic),
            Inlet(
                ResendWebhookDeliveriesRequest.schema,
                "\(prefix)/webhook-deliveries/resend/",
                ["from": "2026-01-01T00:00:00Z", "to": "2026-02-01T00:00:00Z", "status": "parked"],
                server.shop.basic
            ),
        ]
    }

    private init(_ schema: Schema, _ path: String, _ good: JSONValue, _ caller: Credentials, method: String = "POST") {
        self.schema = schema
        self.method = method
        self.path = path
        self.good = good
        self.caller = caller
    }

    func call(_ json: JSONValue) -> Call { call(text: json.text) }

    func call(text: String, type: String? = "application/json") -> Call {
        var call = Call.post(path, text: text, type: type)
        call.method = method
        return call
    }
}
