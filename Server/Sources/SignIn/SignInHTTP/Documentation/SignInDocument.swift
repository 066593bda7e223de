import ChaveBase
import ChavePixModel
import ChaveWire
import HTTPKernel

/// The OpenAPI 3.1 document of sign-in's rows: it states what the rows check.
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
            "components": [
                "securitySchemes": SignInDocument.schemes, "responses": responses,
                "schemas": Schema.json(ofComponents: components),
            ],
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
        for row in rows where row.text.isDocumented {
            var path = paths[row.template]?.object ?? JSONObject()
            path["servers"] = row.servers(plain: SignInDocument.plainServer, tenant: SignInDocument.tenantServer)
            path[row.method.lowercased()] = row.operation
            paths[row.template] = .object(path)
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

    var components: [Schema] { Schema.components(of: [.refusal] + rows.flatMap(\.schemas)) }
}

extension SignInRoute {
    /// The one form of address in which the row is answered; `nil` where the row has both.
    fileprivate func servers(plain: JSONValue, tenant: JSONValue) -> JSONValue? {
        switch terms.form {
        case .both: nil
        case .belowTenant: [tenant]
        case .asWritten: [plain]
        }
    }

    fileprivate var operation: JSONValue {
        var object = JSONObject()
        object["operationId"] = .string(text.name)
        object["summary"] = .string(text.summary)
        object["parameters"] = .array(openAPIPathParameters + openAPIQueryParameters + headerParameters)
        object["requestBody"] = openAPIRequestBody
        switch access {
        case .client: object["security"] = [["client": []], [:]]
        case .accessToken, .bearer: object["security"] = [["token": []]]
        case .nothing: object["security"] = []
        }
        object["responses"] = responses
        return .object(object)
    }

    private var responses: JSONValue {
        var responses = JSONObject()
        responses["\(answer.status)"] = openAPISuccess
        if isWaiting { responses["304"] = ["description": "What If-None-Match names is still so."] }
        responses["default"] = ["$ref": "#/components/responses/Refusal"]
        return .object(responses)
    }

    private var headerParameters: [JSONValue] {
        guard isWaiting else { return [] }
        return [
            ["name": "Prefer", "in": "header", "schema": ["type": "string", "examples": ["wait=30"]]],
            ["name": "If-None-Match", "in": "header", "schema": ["type": "string"]],
        ]
    }
}
