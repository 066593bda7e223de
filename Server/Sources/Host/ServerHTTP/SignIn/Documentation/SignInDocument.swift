import ChaveBase
import ChavePixModel
import ChaveWire

/// The OpenAPI 3.1 document of sign-in's rows: what they check is what it says.
struct SignInDocument {
    let rows: [SignInRoute]

    var json: JSONValue {
        [
            "openapi": "3.1.0",
            "jsonSchemaDialect": "https://json-schema.org/draft/2020-12/schema",
            "info": [
                "title": "Chave sign-in", "version": "1",
                "summary": "Sign-in by credentials on devices, OAuth and OpenID Connect.",
                "description":
                    """
                Each address but those that name their own servers is answered with a tenant and without. \
                A parameter of the query that an operation does not name is refused; OAuth's own operations ignore it \
                (RFC 6749, sections 3.1 and 3.2).
                """,
                "license": ["name": "Apache-2.0", "identifier": "Apache-2.0"],
            ],
            "servers": [SignInDocument.plainServer, SignInDocument.tenantServer],
            "paths": paths,
            "components": ["securitySchemes": SignInDocument.schemes, "responses": responses, "schemas": schemas],
        ]
    }

    private static let plainServer: JSONValue = ["url": "/", "description": "Without a tenant."]
    private static let tenantServer: JSONValue = [
        "url": "/t/{tenant}", "description": "Below a tenant's issuer.",
        "variables": ["tenant": ["default": "padaria-aurora"]],
    ]
    private static let schemes: JSONValue = [
        "client": ["type": "http", "scheme": "basic", "description": "A client's id and secret."],
        "token": ["type": "http", "scheme": "bearer", "description": "The token that the address is about."],
    ]

    private var paths: JSONValue {
        var paths = JSONObject()
        for row in rows {
            guard let text = row.text else { continue }
            var path = paths[row.path]?.object ?? JSONObject()
            path["servers"] = row.servers(plain: SignInDocument.plainServer, tenant: SignInDocument.tenantServer)
            path[row.method.lowercased()] = row.operation(text)
            paths[row.path] = .object(path)
        }
        return .object(paths)
    }

    private var responses: JSONValue {
        [
            "Refusal": [
                "description": .string(Schema.refusal.summary),
                "content": ["application/json": ["schema": JSONSchema.reference(to: .refusal).json]],
            ]
        ]
    }

    /// Every table that a row names, and those inside them, by name.
    var components: [Schema] {
        var found: [String: Schema] = [:]
        var waiting = [Schema.refusal] + rows.flatMap(\.schemas)
        while let schema = waiting.popLast() {
            guard found.updateValue(schema, forKey: schema.name) == nil else { continue }
            waiting += schema.parts
        }
        return found.values.sorted { $0.name < $1.name }
    }

    private var schemas: JSONValue {
        var schemas = JSONObject()
        for schema in components { schemas[schema.name] = schema.component }
        return .object(schemas)
    }
}

extension SignInRoute {
    /// The tables that its body and its answer are read and written by.
    var schemas: [Schema] { [bodySchema, text?.form, text?.answer].compactMap(\.self) }

    /// Without the tenant's prefix, which is a server's.
    fileprivate var path: String {
        let template = templates[0]
        return form == .belowTenant ? String(template.dropFirst("/t/{tenant}".count)) : template
    }

    /// Which of the two forms it is answered in, where it is one alone.
    fileprivate func servers(plain: JSONValue, tenant: JSONValue) -> JSONValue? {
        switch form {
        case .both: nil
        case .belowTenant: [tenant]
        case .asWritten: [plain]
        }
    }

    fileprivate func operation(_ text: SignInText) -> JSONValue {
        var object = JSONObject()
        object["operationId"] = .string(text.name)
        object["summary"] = .string(text.summary)
        object["parameters"] = .array(pathParameters + queryParameters + headerParameters)
        object["requestBody"] = requestBody(text)
        switch proof {
        case .client: object["security"] = [["client": []], [:]]
        case .accessToken, .bearer: object["security"] = [["token": []]]
        case .nothing: object["security"] = []
        }
        object["responses"] = responses(text)
        return .object(object)
    }

    private func responses(_ text: SignInText) -> JSONValue {
        var answer = JSONObject()
        answer["description"] = .string(text.answer?.summary ?? text.summary)
        if let schema = text.answer {
            answer["content"] = ["application/json": ["schema": JSONSchema.reference(to: schema).json]]
        }
        var responses = JSONObject()
        responses["\(text.status)"] = .object(answer)
        if isWaiting { responses["304"] = ["description": "What If-None-Match names is still so."] }
        responses["default"] = ["$ref": "#/components/responses/Refusal"]
        return .object(responses)
    }

    private func requestBody(_ text: SignInText) -> JSONValue? {
        let (type, schema) =
            bodySchema.map { ("application/json", $0) } ?? ("application/x-www-form-urlencoded", text.form)
        guard let schema else { return nil }
        let content = JSONValue(dictionaryLiteral: (type, ["schema": JSONSchema.reference(to: schema).json]))
        return ["required": .bool(body != .formIfAny), "description": .string(schema.summary), "content": content]
    }

    private var pathParameters: [JSONValue] {
        SignInRoute.segments(path).filter { $0.first == "{" }.map { segment in
            [
                "name": .string(String(segment.dropFirst().dropLast())), "in": "path", "required": true,
                "schema": ["type": "string", "minLength": 1],
            ]
        }
    }

    private var queryParameters: [JSONValue] {
        query.map { field in
            [
                "name": .string(field.name), "in": "query", "description": .string(field.summary),
                "required": .bool(field.presence == .required), "schema": JSONSchema(field.type).json,
            ]
        }
    }

    private var headerParameters: [JSONValue] {
        guard isWaiting else { return [] }
        return [
            ["name": "Prefer", "in": "header", "schema": ["type": "string", "examples": ["wait=30"]]],
            ["name": "If-None-Match", "in": "header", "schema": ["type": "string"]],
        ]
    }
}
