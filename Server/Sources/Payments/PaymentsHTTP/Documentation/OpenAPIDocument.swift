import ChaveBase
import ChavePixModel
import ChaveWire
import HTTPKernel

/// The OpenAPI 3.1 document, made only from the routes and their tables.
struct OpenAPIDocument {
    let operations: [Route]
    let baseURL: String

    var json: JSONValue {
        [
            "openapi": "3.1.0",
            "jsonSchemaDialect": "https://json-schema.org/draft/2020-12/schema",
            "info": [
                "title": "Chave Payments API", "version": "1", "summary": "Pix payments by biometrics.",
                "description": .string(APIGuide.sentences.joined(separator: "\n\n")),
                "license": ["name": "Apache-2.0", "identifier": "Apache-2.0"],
            ],
            "servers": [["url": .string(baseURL)]],
            "tags": .array(
                sections.map { ["name": .string($0.rawValue), "description": .string($0.summary)] }
            ),
            "paths": paths,
            "components": [
                "securitySchemes": securitySchemes, "parameters": parameters, "headers": headers,
                "responses": responses,
                "schemas": schemas,
            ],
        ]
    }

    /// The chapters that have an operation, in order.
    var sections: [RouteSection] {
        RouteSection.allCases.filter { section in operations.contains { $0.terms.section == section } }
    }

    private var paths: JSONValue {
        var paths = JSONObject()
        for operation in operations {
            var path = paths[operation.path]?.object ?? JSONObject()
            path[operation.method.lowercased()] = operation.openAPI(among: operations)
            paths[operation.path] = .object(path)
        }
        return .object(paths)
    }

    /// Every table that an operation names, and the tables inside them, by name.
    var components: [Schema] { Schema.components(of: [APIErrorItem.schema] + operations.flatMap(\.schemas)) }

    /// The tables, and the errors of each refusal.
    private var schemas: JSONValue {
        var schemas = Schema.json(ofComponents: components).object ?? JSONObject()
        for refusal in operations.flatMap(\.refusals) { schemas[refusal.itemName] = refusal.item }
        return .object(schemas)
    }

    private var responses: JSONValue {
        var responses = JSONObject()
        responses["Overdue"] = [
            "description": "The request did not come in its time: headers in 10 s, the body in 30 s. No body."
        ]
        responses["HeadersTooLarge"] = ["description": "The headers have more than 32 KiB. No body."]
        for refusal in operations.flatMap(\.refusals) { responses[refusal.name] = refusal.openAPI }
        return .object(responses)
    }

    private var securitySchemes: JSONValue {
        [
            "basic": [
                "type": "http", "scheme": "basic",
                "description": "API keys: secret_id and secret_password. Only from a merchant's server.",
            ],
            "token": [
                "type": "http", "scheme": "bearer", "bearerFormat": "JWT",
                "description": "The access token of a device, with Chave-Device beside it.",
            ],
            "device": [
                "type": "apiKey", "in": "header", "name": "Chave-Device",
                "description": "32 random bytes that the device made once, as base64url without padding.",
            ],
        ]
    }

    private var parameters: JSONValue {
        [
            "RequestId": OpenAPIDocument.header(
                "X-Request-Id",
                "32 hex characters to call the request by; another text is replaced by a new one.",
                ["type": "string"]
            ),
            "IdempotencyKey": OpenAPIDocument.header(
                "Idempotency-Key",
                "Made before the request is sent and repeated with it: the same key gets the same answer for 7 days.",
                ["type": "string", "minLength": 1, "maxLength": 255, "pattern": "^[\\x21-\\x7E]+$"]
            ),
            "Prefer": OpenAPIDocument.header(
                "Prefer",
                "wait=N holds the answer until the object changes or N seconds (30 at most) have passed.",
                ["type": "string", "examples": ["wait=5"]]
            ),
            "IfNoneMatch": OpenAPIDocument.header(
                "If-None-Match",
                "The ETag of what the caller has.",
                ["type": "string"]
            ),
            "Device": OpenAPIDocument.header(
                "Chave-Device",
                "The device's 32 bytes, as base64url without padding; needed where the pair belongs to a device.",
                ["type": "string"]
            ),
        ]
    }

    private static func header(_ name: String, _ description: String, _ schema: JSONValue) -> JSONValue {
        [
            "name": .string(name), "in": "header", "required": false, "description": .string(description),
            "schema": schema,
        ]
    }

    private var headers: JSONValue {
        func header(_ description: String, _ schema: JSONValue, isAlways: Bool = false) -> JSONValue {
            ["description": .string(description), "required": .bool(isAlways), "schema": schema]
        }
        return [
            "RequestId": header(
                "What the request is called in the server's log.",
                ["type": "string", "pattern": "^[0-9a-fA-F]{32}$"],
                isAlways: true
            ),
            "RetryAfter": header("Seconds until it is worth asking again.", ["type": "integer", "minimum": 0]),
            "IdempotentReplayed": header(
                "true where this is the kept answer of an earlier request.",
                ["type": "string", "enum": ["true"]]
            ),
            "ETag": header("The version of what is answered.", ["type": "string"]),
            "PreferenceApplied": header("The wait that was kept.", ["type": "string"]),
            "Authenticate": header("What credentials are taken.", ["type": "string"], isAlways: true),
        ]
    }
}
