import ChaveBase
import ChavePixModel
import ChaveWire
import HTTPKernel

extension Route {
    /// The operation in the form of OpenAPI 3.1.
    func openAPI(among operations: [Route]) -> JSONValue {
        var object = JSONObject()
        object["operationId"] = .string(text.name)
        object["tags"] = [.string(terms.section.rawValue)]
        object["summary"] = .string(text.summary)
        if !text.details.isEmpty { object["description"] = .string(text.details) }
        object["security"] = access.openAPI
        object["parameters"] = .array(pathParameters + queryParameters + headerParameters)
        object["requestBody"] = body?.openAPI
        object["responses"] = responses(among: operations)
        return .object(object)
    }

    private var pathParameters: [JSONValue] {
        parameterNames.map { name in
            let isID = name == "id"
            return [
                "name": .string(name), "in": "path", "required": true,
                "description": .string(isID ? "The object's id." : "The file's name."),
                "schema": JSONSchema(isID ? FieldType.uuid : .text(longest: 255)).json,
            ]
        }
    }

    private var queryParameters: [JSONValue] {
        query.map { field in
            var parameter: JSONObject = JSONObject()
            parameter["name"] = .string(field.name)
            parameter["in"] = "query"
            parameter["description"] = .string(words(on: field).joined(separator: " "))
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
        if terms.isKept { names.append("IdempotencyKey") }
        if isWaiting { names.append("Prefer") }
        if access == .openToDevice { names.append("Device") }
        if knowsVersions { names.append("IfNoneMatch") }
        return names.map { ["$ref": .string("#/components/parameters/\($0)")] }
    }

    /// Whether the response has an `ETag` that a caller may send back.
    private var knowsVersions: Bool {
        if case .other = answer.content { return true }
        return isWaiting || answer.isVersioned
    }

    private func responses(among operations: [Route]) -> JSONValue {
        var responses = JSONObject()
        let success = success(among: operations)
        responses["\(answer.status)"] = success
        if let existing = answer.existing, var object = success.object {
            object["description"] = .string(existing)
            responses["200"] = .object(object)
        }
        if knowsVersions { responses["304"] = ["description": "What If-None-Match names is still so."] }
        for refusal in refusals {
            responses["\(refusal.status)"] = ["$ref": .string("#/components/responses/\(refusal.name)")]
        }
        responses["408"] = ["$ref": "#/components/responses/Overdue"]
        responses["431"] = ["$ref": "#/components/responses/HeadersTooLarge"]
        return .object(responses)
    }

    private func success(among operations: [Route]) -> JSONValue {
        var object = JSONObject()
        var headers = ["X-Request-Id": "RequestId"]
        if terms.isKept { headers["Idempotent-Replayed"] = "IdempotentReplayed" }
        if isWaiting { headers["Preference-Applied"] = "PreferenceApplied" }
        switch answer.content {
        case .none: object["description"] = "Done; there is no body."
        case .json(let schema, _):
            object["description"] = .string(schema.summary)
            object["content"] = [
                "application/json": [
                    "schema": JSONSchema.reference(to: schema).json, "example": Samples.object(of: schema),
                ]
            ]
        case .other(let mediaType):
            object["description"] = .string(text.summary)
            object["content"] = JSONValue(dictionaryLiteral: (mediaType, [:]))
            headers["ETag"] = "ETag"
        }
        if isWaiting || answer.isVersioned { headers["ETag"] = "ETag" }
        object["headers"] = Route.headers(headers)
        object["links"] = links(among: operations)
        return .object(object)
    }

    fileprivate static func headers(_ names: [String: String]) -> JSONValue {
        var headers = JSONObject()
        for (header, component) in names.sorted(by: { $0.key < $1.key }) {
            headers[header] = ["$ref": .string("#/components/headers/\(component)")]
        }
        return .object(headers)
    }

    private func links(among operations: [Route]) -> JSONValue? {
        var links = JSONObject()
        for next in successors(among: operations) {
            links[next.text.name] = [
                "operationId": .string(next.text.name), "parameters": ["id": "$response.body#/id"],
            ]
        }
        return links.isEmpty ? nil : .object(links)
    }
}

extension Route {
    /// The next operations on the object that this one creates, with the response's `id` in their paths.
    func successors(among operations: [Route]) -> [Route] {
        guard answer.status == 201 else { return [] }
        return operations.filter { $0.path.hasPrefix(path) && $0.parameterNames == ["id"] }
    }

    /// The sentences that a reader needs about a parameter.
    fileprivate func words(on field: Field) -> [String] {
        let isShared = access == .merchantOrDevice
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

extension RouteRefusal {
    /// The name in the document, which many operations share.
    var name: String { "\(status)_\(codes.map(\.rawValue).joined(separator: "-"))" }

    /// The name of ``item`` among the document's schemas, of letters and digits as names of types are.
    var itemName: String {
        let words = codes.flatMap { $0.rawValue.split(separator: "_") }
        return "Error\(status)" + words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }

    /// The schema of one of the refusal's errors.
    ///
    /// The table has a name, so generated clients have one type of it, and not one for each operation.
    var item: JSONValue {
        [
            "description": .string("An error of status \(status)."),
            "allOf": [
                JSONSchema.reference(to: APIErrorItem.schema).json,
                ["properties": ["code": ["enum": .array(codes.map { .string($0.rawValue) })]]],
            ],
        ]
    }

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
            "headers": Route.headers(headers),
            "content": [
                "application/json": [
                    "schema": [
                        "type": "array", "minItems": 1,
                        "items": ["$ref": .string("#/components/schemas/\(itemName)")],
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

extension RouteAccess {
    fileprivate var openAPI: JSONValue {
        switch self {
        case .open, .openToDevice: []
        case .merchant: [["basic": []]]
        case .merchantOrDevice: [["basic": []], ["token": [], "device": []]]
        }
    }
}
