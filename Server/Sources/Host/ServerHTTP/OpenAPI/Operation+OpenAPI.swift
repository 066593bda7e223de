import ChaveBase
import ChavePixModel
import ChaveWire

extension Operation {
    /// The operation as OpenAPI 3.1 describes one.
    func openAPI(among operations: [Operation]) -> JSONValue {
        var object = JSONObject()
        object["operationId"] = .string(route.text.name)
        object["tags"] = [.string(route.text.section.rawValue)]
        object["summary"] = .string(route.text.summary)
        if !route.text.details.isEmpty { object["description"] = .string(route.text.details) }
        object["security"] = route.place.access.openAPI
        object["parameters"] = .array(pathParameters + queryParameters + headerParameters)
        object["requestBody"] = route.body?.openAPI
        object["responses"] = responses(among: operations)
        return .object(object)
    }

    private var pathParameters: [JSONValue] {
        route.parameterNames.map { name in
            let isID = name == "id"
            return [
                "name": .string(name), "in": "path", "required": true,
                "description": .string(isID ? "The object's id." : "The file's name."),
                "schema": JSONSchema(isID ? FieldType.uuid : .text(longest: 255)).json,
            ]
        }
    }

    private var queryParameters: [JSONValue] {
        route.query.map { field in
            var parameter: JSONObject = JSONObject()
            parameter["name"] = .string(field.name)
            parameter["in"] = "query"
            parameter["description"] = .string(route.words(on: field).joined(separator: " "))
            parameter["schema"] = JSONSchema(ofParameter: field.type).json
            switch field.type {
            case .array:
                parameter["style"] = "form"
                parameter["explode"] = false
            case .map:
                parameter["style"] = "deepObject"
                parameter["explode"] = true
            default: break
            }
            return .object(parameter)
        }
    }

    private var headerParameters: [JSONValue] {
        var names = ["RequestId"]
        if route.isKept { names.append("IdempotencyKey") }
        if route.isWaiting { names.append("Prefer") }
        if route.place.access == .openToDevice { names.append("Device") }
        if knowsVersions { names.append("IfNoneMatch") }
        return names.map { ["$ref": .string("#/components/parameters/\($0)")] }
    }

    /// Whether the answer has an `ETag` that a caller may name.
    private var knowsVersions: Bool {
        if case .other = route.answer.content { return true }
        return route.isWaiting || route.answer.isVersioned
    }

    private func responses(among operations: [Operation]) -> JSONValue {
        var responses = JSONObject()
        let success = success(among: operations)
        responses["\(route.answer.status)"] = success
        if let existing = route.answer.existing, var object = success.object {
            object["description"] = .string(existing)
            responses["200"] = .object(object)
        }
        if knowsVersions { responses["304"] = ["description": "What If-None-Match names is still so."] }
        for refusal in route.refusals {
            responses["\(refusal.status)"] = ["$ref": .string("#/components/responses/\(refusal.name)")]
        }
        responses["408"] = ["$ref": "#/components/responses/Overdue"]
        responses["431"] = ["$ref": "#/components/responses/HeadersTooLarge"]
        return .object(responses)
    }

    private func success(among operations: [Operation]) -> JSONValue {
        var answer = JSONObject()
        var headers = ["X-Request-Id": "RequestId"]
        if route.isKept { headers["Idempotent-Replayed"] = "IdempotentReplayed" }
        if route.isWaiting { headers["Preference-Applied"] = "PreferenceApplied" }
        switch route.answer.content {
        case .none: answer["description"] = "Done; there is no body."
        case .json(let schema, _):
            answer["description"] = .string(schema.summary)
            answer["content"] = [
                "application/json": [
                    "schema": JSONSchema.reference(to: schema).json, "example": Samples.object(of: schema),
                ]
            ]
        case .other(let mediaType):
            answer["description"] = .string(route.text.summary)
            answer["content"] = JSONValue(dictionaryLiteral: (mediaType, [:]))
            headers["ETag"] = "ETag"
        }
        if route.isWaiting || route.answer.isVersioned { headers["ETag"] = "ETag" }
        answer["headers"] = Operation.headers(headers)
        answer["links"] = links(among: operations)
        return .object(answer)
    }

    fileprivate static func headers(_ names: [String: String]) -> JSONValue {
        var headers = JSONObject()
        for (header, component) in names.sorted(by: { $0.key < $1.key }) {
            headers[header] = ["$ref": .string("#/components/headers/\(component)")]
        }
        return .object(headers)
    }

    private func links(among operations: [Operation]) -> JSONValue? {
        var links = JSONObject()
        for next in successors(among: operations) {
            links[next.route.text.name] = [
                "operationId": .string(next.route.text.name), "parameters": ["id": "$response.body#/id"],
            ]
        }
        return links.isEmpty ? nil : .object(links)
    }
}

extension Route {
    /// What a reader must know of a parameter, as sentences.
    fileprivate func words(on field: Field) -> [String] {
        let isShared = place.access == .merchantOrDevice
        return [field.summary] + field.notes + (isShared && isForMerchants(field) ? ["With API keys only."] : [])
    }
}

extension RouteBody {
    fileprivate var openAPI: JSONValue {
        [
            "required": .bool(!isOptional), "description": .string(schema.summary),
            "content": [
                "application/json": [
                    "schema": JSONSchema.reference(to: schema).json, "example": Samples.object(of: schema),
                ]
            ],
        ]
    }
}

extension Route.Refusal {
    /// What the document calls it: many operations share one.
    var name: String { "\(status)_\(codes.map(\.rawValue).joined(separator: "-"))" }

    var openAPI: JSONValue {
        var headers = ["X-Request-Id": "RequestId"]
        if status == 401 { headers["WWW-Authenticate"] = "Authenticate" }
        if status == 429 || status == 503 || codes.contains(.notReady) || codes.contains(.idempotencyInProgress) {
            headers["Retry-After"] = "RetryAfter"
        }
        var examples = JSONObject()
        for code in codes { examples[code.rawValue] = ["value": [code.example]] }
        let sentences = codes.map { "`\($0.rawValue)`: \($0.meaning)" }
        return [
            "description": .string(sentences.joined(separator: "\n\n")),
            "headers": Operation.headers(headers),
            "content": [
                "application/json": [
                    "schema": [
                        "type": "array", "minItems": 1,
                        "items": [
                            "allOf": [
                                JSONSchema.reference(to: APIErrorItem.schema).json,
                                ["properties": ["code": ["enum": .array(codes.map { .string($0.rawValue) })]]],
                            ]
                        ],
                    ],
                    "examples": .object(examples),
                ]
            ],
        ]
    }
}

extension ErrorCode {
    fileprivate var example: JSONValue {
        APIErrorItem(requestID: "5f3c9d0e7a8b41c2937d6e5f4a3b2c1d", code: self, message: meaning).json
    }
}

extension Route.Access {
    fileprivate var openAPI: JSONValue {
        switch self {
        case .open, .openToDevice: []
        case .merchant: [["basic": []]]
        case .merchantOrDevice: [["basic": []], ["token": [], "device": []]]
        }
    }
}
