import ChaveBase
package import ChavePixModel
package import ChaveWire

extension Schema {
    /// The table as a component of the document.
    package var component: JSONValue {
        var properties = JSONObject()
        for field in fields { properties[field.name] = field.property.json }
        var component: JSONObject = JSONObject()
        component["type"] = "object"
        component["description"] = .string(summary)
        component["properties"] = .object(properties)
        let required = fields.filter { $0.presence == .required }.map { JSONValue.string($0.name) }
        if !required.isEmpty { component["required"] = .array(required) }
        let rules = rules
        if !rules.isEmpty { component["allOf"] = .array(rules) }
        if !refused.isEmpty {
            component["not"] = ["anyOf": .array(refused.map { ["required": [.string($0)]] })]
        }
        return .object(component)
    }

    /// The tables that this table's fields name directly.
    package var parts: [Schema] { fields.flatMap(\.type.parts) }

    /// The rules between the fields.
    private var rules: [JSONValue] { alternativeRules + choiceRules + conditionRules + variantRules }

    /// The rules for a field and the fields that are required in its place.
    private var alternativeRules: [JSONValue] {
        fields.compactMap { field in
            let instead = fields.filter { $0.presence == .requiredWhen(.without(field.name)) }
            guard !instead.isEmpty else { return nil }
            var with = JSONObject()
            with[field.name] = field.present
            for name in field.excludes { with[name] = ["type": "null"] }
            var without = JSONObject()
            without[field.name] = ["type": "null"]
            for other in instead { without[other.name] = other.present }
            return [
                "oneOf": [
                    ["required": [.string(field.name)], "properties": .object(with)],
                    ["required": .array(instead.map { .string($0.name) }), "properties": .object(without)],
                ]
            ]
        }
    }

    /// The rules for several fields of which exactly one is present.
    private var choiceRules: [JSONValue] {
        fields.compactMap { field in
            guard case .requiredWhen(.withoutAll(let others)) = field.presence else { return nil }
            let choices = fields.filter { $0 == field || others.contains($0.name) }.map { choice -> JSONValue in
                [
                    "required": [.string(choice.name)],
                    "properties": JSONValue(dictionaryLiteral: (choice.name, choice.present)),
                ]
            }
            return ["oneOf": .array(choices)]
        }
    }

    private var conditionRules: [JSONValue] {
        fields.compactMap { field in
            guard case .requiredWhen(.value(let path, let values)) = field.presence else { return nil }
            let wanted = JSONValue(dictionaryLiteral: ("enum", .array(values.map(JSONValue.string))))
            let condition = path.reversed().reduce(wanted) { inner, name in
                [
                    "type": "object", "required": [.string(name)],
                    "properties": JSONValue(dictionaryLiteral: (name, inner)),
                ]
            }
            return [
                "if": condition,
                "then": [
                    "required": [.string(field.name)],
                    "properties": JSONValue(dictionaryLiteral: (field.name, field.present)),
                ],
            ]
        }
    }

    private var variantRules: [JSONValue] {
        fields.compactMap { field in
            guard case .variant(let by, let variants) = field.type else { return nil }
            let choices = variants.map { variant in
                [
                    "properties": JSONValue(
                        dictionaryLiteral: (by, ["const": .string(variant.value)]),
                        (field.name, JSONSchema.reference(to: variant.schema).json)
                    )
                ] as JSONValue
            }
            return ["oneOf": .array(choices)]
        }
    }
}

extension Field {
    /// A text in an answer that is always present and may be empty.
    package static func said(_ name: String, _ summary: String) -> Field {
        Field(name, .text(.anyText), .required, summary)
    }

    /// A text in an answer that is present only when there is one.
    package static func saidIfAny(_ name: String, _ summary: String) -> Field {
        Field(name, .text(.anyText), .optional, isNullable: false, summary)
    }

    /// The field as a property of its object.
    package var property: JSONSchema {
        var schema = JSONSchema(type)
        if isNullable { schema = schema.orNull }
        schema["description"] = .string(([summary] + notes).joined(separator: " "))
        if let condition = conditionOutside { schema["x-required-when"] = .string(condition.summary) }
        // These members help programs that generate bodies, because JSON Schema cannot compare two members.
        switch agreement {
        case .sameText(let name): schema["x-same-as"] = .string(name)
        case .kind(let name): schema["x-kind-of"] = .string(name)
        case nil: break
        }
        if !excludes.isEmpty { schema["x-excludes"] = .array(excludes.map(JSONValue.string)) }
        return schema
    }

    /// The schema of a field that must be present: any value except `null`.
    fileprivate var present: JSONValue { ["not": ["type": "null"]] }

    /// A condition that depends on more than the object around the field.
    private var conditionOutside: Condition? {
        guard case .requiredWhen(let condition) = presence else { return nil }
        switch condition {
        case .onPlatforms, .onlyPlatformAuthenticator: return condition
        case .without, .withoutAll, .value: return nil
        }
    }

    /// The facts beside the type that a reader needs, as sentences.
    package var notes: [String] {
        var notes: [String] = []
        if case .requiredWhen(let condition) = presence { notes.append("Required \(condition.summary).") }
        if !excludes.isEmpty { notes.append("Not together with \(excludes.joined(separator: ", ")).") }
        switch agreement {
        case .sameText(let name): notes.append("The same text as \(name).")
        case .kind(let name): notes.append("The kind of the number in \(name).")
        case nil: break
        }
        switch type {
        case .text(_, let format) where format.pattern == nil && format != .plain && format != .anyText:
            notes.append("Send \(format.advice).")
        case .text(_, .taxIdentifier): notes.append("Send \(TextFormat.taxIdentifier.advice).")
        case .enumeration(_, .anyCase), .amount: notes.append("Send \(type.advice).")
        case .enumeration(let values, .open): notes.append("Known: \(values.joined(separator: ", ")); more may come.")
        default: break
        }
        return notes
    }
}

extension FieldType {
    /// The tables inside a value of this type.
    fileprivate var parts: [Schema] {
        switch self {
        case .object(let schema), .reference(let schema): [schema]
        case .array(let element, _, _): element.parts
        case .variant(_, let variants): variants.map(\.schema)
        default: []
        }
    }
}
