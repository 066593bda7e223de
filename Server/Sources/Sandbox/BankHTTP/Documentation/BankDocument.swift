import ChavePixModel
import ChaveWire
import HTTPKernel
import InstitutionPort

/// The OpenAPI document of one interface of the bank, made from its rows and the tables of its messages.
enum BankDocument {
    /// The address of each document below the issuer.
    static let places: [(path: String, version: WireVersion)] = [
        ("/open-banking/openapi/enrollments-v2.json", .enrollments),
        ("/open-banking/openapi/payments-v5.json", .payments5),
        ("/open-banking/openapi/payments-v4.json", .payments4),
    ]

    static func json(_ version: WireVersion, at institution: WireInstitution) -> JSONValue {
        let rows = ResourceServerAPI.rows.filter { $0.terms.version == version }
        var paths = JSONObject()
        for row in rows {
            let path = String(row.template.dropFirst(version.base.count))
            var item = paths[path]?.object ?? JSONObject()
            item[row.method.lowercased()] = operation(row)
            paths[path] = .object(item)
        }
        let tables = rows.flatMap { row in
            let operation = row.terms.operation.operation
            return [OperationMessages.request(operation, version), OperationMessages.answer(operation, version)]
                .compactMap(\.self)
        }
        return [
            "openapi": "3.1.0",
            "info": [
                "title": .string(version.title), "version": .string(version.number),
                "description": "A sandbox bank as one of Open Finance Brasil. Bodies are signed (PS256).",
            ],
            "servers": [["url": .string("\(institution.mutualBase)\(version.base)")]],
            "paths": .object(paths),
            "components": ["schemas": Schema.json(ofComponents: Schema.components(of: tables))],
        ]
    }

    private static func operation(_ row: Route<ResourceServerAPI>) -> JSONValue {
        let (operation, version) = (row.terms.operation.operation, row.terms.version)
        var object = JSONObject()
        object["operationId"] = .string(row.text.name)
        object["summary"] = .string(row.text.summary)
        object["parameters"] = .array(
            row.openAPIPathParameters + row.openAPIQueryParameters + headers(row.terms.operation)
        )
        if let request = OperationMessages.request(operation, version) {
            object["requestBody"] = ["required": true, "content": content(request)]
        }
        var responses = JSONObject()
        responses["\(row.answer.status)"] = response(OperationMessages.answer(operation, version))
        let codes = OperationMessages.codes(operation, version)
        if !codes.isEmpty {
            responses["422"] = [
                "description": "A refusal, signed like an answer.", "x-codes": .array(codes.map(JSONValue.string)),
            ]
        }
        responses["default"] = ["description": "A refusal as plain JSON."]
        object["responses"] = .object(responses)
        return .object(object)
    }

    private static func response(_ schema: Schema?) -> JSONValue {
        guard let schema else { return ["description": "Done; there is no body."] }
        return ["description": .string(schema.summary), "content": content(schema)]
    }

    private static func content(_ schema: Schema) -> JSONValue {
        ["application/jwt": ["schema": JSONSchema.reference(to: schema).json]]
    }

    private static func headers(_ operation: WireOperation) -> [JSONValue] {
        let interaction = header("x-fapi-interaction-id", "A UUID, which the answer repeats.", isRequired: true)
        let key = header("x-idempotency-key", "1 to 40 characters, the same for each repetition.", isRequired: true)
        let optional = [
            header("x-fapi-auth-date", "When the customer last signed in at the initiator.", isRequired: false),
            header("x-fapi-customer-ip-address", "The customer's address.", isRequired: false),
            header("x-customer-user-agent", "The customer's program.", isRequired: false),
        ]
        let nearby = header("x-bcb-nfc", "Whether the payment began at a terminal nearby.", isRequired: false)
        return [interaction] + (operation.hasBody ? [key] : []) + optional
            + (operation.operation == .authoriseConsent ? [nearby] : [])
    }

    private static func header(_ name: String, _ description: String, isRequired: Bool) -> JSONValue {
        [
            "name": .string(name), "in": "header", "required": .bool(isRequired),
            "description": .string(description), "schema": ["type": "string"],
        ]
    }
}

extension WireVersion {
    fileprivate var title: String { self == .enrollments ? "Enrollments" : "Payments" }

    fileprivate var number: String {
        switch self {
        case .enrollments: "2.2.0"
        case .payments4: "4.1.0"
        case .payments5: "5.0.0"
        }
    }
}
