import ChaveBase
package import ChavePixModel
package import ChaveWire

/// The parts of an operation (OpenAPI 3.1, section 4.8.10) that follow from a row alone.
extension Route {
    package var openAPIPathParameters: [JSONValue] {
        parameterNames.map { name in
            ["name": .string(name), "in": "path", "required": true, "schema": ["type": "string", "minLength": 1]]
        }
    }

    package var openAPIQueryParameters: [JSONValue] {
        query.map { field in
            [
                "name": .string(field.name), "in": "query", "description": .string(field.summary),
                "required": .bool(field.presence == .required), "schema": JSONSchema(field.type).json,
            ]
        }
    }

    /// The request body of the operation; `nil` for a row that reads none.
    package var openAPIRequestBody: JSONValue? {
        body.map { body in
            let type = body.kind == .json ? "application/json" : "application/x-www-form-urlencoded"
            let content = JSONValue(
                dictionaryLiteral: (type, ["schema": JSONSchema.reference(to: body.schema).json])
            )
            return [
                "required": .bool(!body.isOptional), "description": .string(body.schema.summary), "content": content,
            ]
        }
    }

    /// The successful answer, without its headers.
    package var openAPISuccess: JSONValue {
        var object = JSONObject()
        object["description"] = .string(answer.content.schema?.summary ?? text.summary)
        switch answer.content {
        case .none: break
        case .json(let schema, _):
            object["content"] = ["application/json": ["schema": JSONSchema.reference(to: schema).json]]
        case .other(let mediaType): object["content"] = JSONValue(dictionaryLiteral: (mediaType, [:]))
        }
        return .object(object)
    }
}

extension Schema {
    /// The given tables and all tables inside them, each once, by name.
    package static func components(of schemas: [Schema]) -> [Schema] {
        var found: [String: Schema] = [:]
        var waiting = schemas
        while let schema = waiting.popLast() {
            // Two tables with one name would become one in the document; a test compares them.
            guard found.updateValue(schema, forKey: schema.name) == nil else { continue }
            waiting += schema.parts
        }
        return found.values.sorted { $0.name < $1.name }
    }

    /// The tables as a document's `components/schemas`.
    package static func json(ofComponents schemas: [Schema]) -> JSONValue {
        var object = JSONObject()
        for schema in schemas { object[schema.name] = schema.component }
        return .object(object)
    }
}
