import ChaveBase
import ChavePixModel
import ChaveWire
import HTTPKernel

/// The OpenAPI 3.1 document, made from the same rows of ``TokenActivationAPI`` that check the requests.
struct ActivationDocument {
    let rows: [ActivationRoute]

    var json: JSONValue {
        [
            "openapi": "3.1.0",
            "jsonSchemaDialect": "https://json-schema.org/draft/2020-12/schema",
            "info": [
                "title": "Chave App2App", "version": "1",
                "summary": "A card becomes active in a wallet, from the issuer's app.",
                "description":
                    "The holder of the card is whoever the access token was given for. Refusals are problem documents (RFC 9457).",
                "license": ["name": "Apache-2.0", "identifier": "Apache-2.0"],
            ],
            "servers": [["url": "/"]],
            "paths": paths,
            "components": [
                "securitySchemes": ActivationDocument.schemes, "schemas": Schema.json(ofComponents: components),
            ],
        ]
    }

    private static let schemes: JSONValue = [
        "token": [
            "type": "http", "scheme": "bearer",
            "description": "The holder's access token of sign-in; one that is bound to a key comes as DPoP (RFC 9449).",
        ]
    ]

    private var paths: JSONValue {
        var paths = JSONObject()
        for row in rows {
            var path = paths[row.template]?.object ?? JSONObject()
            path[row.method.lowercased()] = row.operation
            paths[row.template] = .object(path)
        }
        return .object(paths)
    }

    /// All schemas that the rows name, including nested ones, by name.
    private var components: [Schema] {
        Schema.components(of: [.problem, .tokenActivationPayload] + rows.flatMap(\.schemas))
    }
}

extension ActivationRoute {
    fileprivate var operation: JSONValue {
        var object = JSONObject()
        object["operationId"] = .string(text.name)
        object["summary"] = .string(text.summary)
        object["parameters"] = .array(openAPIPathParameters + openAPIQueryParameters + headerParameters)
        object["requestBody"] = openAPIRequestBody
        object["security"] = access == .holder ? [["token": []]] : []
        object["responses"] = responses
        return .object(object)
    }

    private var headerParameters: [JSONValue] {
        guard terms.takesKey else { return [] }
        return [
            [
                "name": "Idempotency-Key", "in": "header", "required": true,
                "description": "Made by the caller and kept before sending; the same again is the same act.",
                "schema": ["type": "string", "minLength": 1, "maxLength": 255, "pattern": "^[\\u0021-\\u007E]+$"],
            ]
        ]
    }

    private var responses: JSONValue {
        var responses = JSONObject()
        responses["200"] = openAPISuccess
        if access == .open, method == "GET", parameterNames.isEmpty {
            responses["304"] = ["description": "What If-None-Match names is still so."]
        }
        let byStatus = Dictionary(grouping: refusals, by: \.status)
        for (status, codes) in byStatus.sorted(by: { $0.key < $1.key }) {
            responses["\(status)"] = ActivationRoute.refusal(status, codes)
        }
        return .object(responses)
    }

    private static func refusal(_ status: Int, _ codes: [ProblemCode]) -> JSONValue {
        var headers = JSONObject()
        if status == 401 { headers["WWW-Authenticate"] = ["schema": ["type": "string"]] }
        if codes.contains(where: \.tellsWhenAgain) {
            headers["Retry-After"] = ["schema": ["type": "integer", "minimum": 1]]
        }
        let sentences = codes.map { "`\($0.rawValue)`: \($0.title)." }
        let narrowed: JSONValue = ["properties": ["code": ["enum": .array(codes.map { .string($0.rawValue) })]]]
        let schema: JSONValue = ["allOf": [JSONSchema.reference(to: .problem).json, narrowed]]
        return [
            "description": .string(sentences.joined(separator: "\n\n")), "headers": .object(headers),
            "content": JSONValue(dictionaryLiteral: (Problem.mediaType, ["schema": schema])),
        ]
    }
}
