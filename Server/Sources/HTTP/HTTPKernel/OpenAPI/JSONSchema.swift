import ChaveBase
package import ChavePixModel
package import ChaveWire

/// A piece of a JSON Schema (2020-12) for OpenAPI 3.1.
package struct JSONSchema {
    package var members: JSONObject

    package var json: JSONValue { .object(members) }

    package init(_ members: JSONValue) { self.members = members.object ?? JSONObject() }

    package subscript(name: String) -> JSONValue? {
        get { members[name] }
        set { members[name] = newValue }
    }

    package static func reference(to schema: Schema) -> JSONSchema {
        JSONSchema(["$ref": .string("#/components/schemas/\(schema.name)")])
    }

    /// This schema, with `null` allowed.
    ///
    /// Programs that make clients of the document give a list of values one type, unless `null` stands in the list.
    package var orNull: JSONSchema {
        guard let type = self["type"], self["enum"] == nil, self["const"] == nil else {
            return JSONSchema(["anyOf": [json, ["type": "null"]]])
        }
        var schema = self
        schema["type"] = .array((type.array ?? [type]) + ["null"])
        return schema
    }
}

extension JSONSchema {
    package init(_ type: FieldType) {
        switch type {
        case .text(let longest, let format): self.init(longest: longest, format)
        case .matching(let pattern, let count):
            self.init(["type": "string", "pattern": .string(pattern), "maxLength": JSONValue(count.upperBound)])
            if count.lowerBound > 0 { self["minLength"] = JSONValue(count.lowerBound) }
        case .enumeration(let values, let matching): self.init(values, matching)
        case .boolean: self.init(["type": "boolean"])
        case .onlyTrue: self.init(["type": "boolean", "const": true])
        case .integer(let range):
            self.init([
                "type": "integer", "format": "int64", "minimum": JSONValue(range.lowerBound),
                "maximum": JSONValue(range.upperBound),
            ])
        case .decimal(let minimum, let maximum):
            self.init(["type": "number"])
            self["minimum"] = minimum.map { JSONValue($0) }
            self["maximum"] = maximum.map { JSONValue($0) }
        case .amount: self = .amount
        case .money: self.init(["type": "string", "pattern": "^[0-9]{1,12}\\.[0-9]{2}$"])
        case .bytes(let count): self.init(bytes: count)
        case .authenticatorAttachment: self.init(["type": "string", "enum": ["platform", "cross-platform"]])
        case .object(let schema): self = .reference(to: schema)
        case .array(let element, let count, let takesSingleValue):
            self.init(arrayOf: JSONSchema(element), count, takesSingleValue)
        case .map(let count, let name, let value): self.init(mapOf: "string", count, name, value)
        case .mapChanges(let count, let name, let value): self.init(mapOf: ["string", "null"], count, name, value)
        case .reference(let schema):
            self.init(["oneOf": [JSONSchema(FieldType.uuid).json, JSONSchema.reference(to: schema).json]])
        // The object that contains both fields says which variant applies (`Schema.rules`).
        case .variant, .anyObject: self.init(["type": "object"])
        case .any: self.init([:])
        }
    }

    private init(mapOf type: JSONValue, _ count: Int, _ name: Int, _ value: Int) {
        self.init([
            "type": "object", "maxProperties": JSONValue(count),
            "propertyNames": ["minLength": 1, "maxLength": JSONValue(name)],
            "additionalProperties": ["type": type, "maxLength": JSONValue(value)],
        ])
    }

    /// The schema of a query parameter, where every value is text.
    package init(ofParameter type: FieldType) {
        if case .amount = type {
            self.init(["type": "string", "pattern": .string(JSONSchema.patternOfAmount)])
        } else {
            self.init(type)
        }
    }

    private init(longest: Int?, _ format: TextFormat) {
        self.init(["type": "string"])
        switch format {
        case .plain: self["minLength"] = 1
        case .partOfName: self["minLength"] = 3
        default: break
        }
        self["maxLength"] = longest.map { JSONValue($0) }
        self["pattern"] = (format.pattern ?? JSONSchema.pattern(of: format)).map(JSONValue.string)
        self["format"] = (format.openAPIFormat ?? JSONSchema.ownFormat(format)).map(JSONValue.string)
    }

    /// The patterns of formats that the table of formats describes in words only.
    private static func pattern(of format: TextFormat) -> String? {
        switch format {
        case .plain, .partOfName: "^[^\\u0000-\\u001F\\u007F-\\u009F\\u2028-\\u202E\\u2066-\\u2069]+$"
        case .uuid: "^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$"
        default: nil
        }
    }

    /// This server's own names for formats that no pattern describes completely; other readers ignore unknown names.
    private static func ownFormat(_ format: TextFormat) -> String? {
        switch format {
        case .taxIdentifier: "cpf-cnpj"
        case .pixKey: "pix-key"
        case .endToEndID: "pix-end-to-end-id"
        default: nil
        }
    }

    private init(_ values: [String], _ matching: FieldType.EnumerationMatching) {
        let list = JSONValue.array(values.map(JSONValue.string))
        switch matching {
        case .exact: self.init(["type": "string", "enum": list])
        case .anyCase:
            let words = values.map { word in
                word.map { letter in letter.isLetter ? "[\(letter.uppercased())\(letter.lowercased())]" : "\(letter)" }
                    .joined()
            }
            self.init([
                "type": "string", "pattern": .string("^(?:\(words.joined(separator: "|")))$"), "x-values": list,
            ])
        // A client accepts unknown values, so that a newer server does not break it.
        case .open: self.init(["type": "string", "minLength": 1, "x-known-values": list])
        }
    }

    /// JSON Schema cannot count a number's decimals: the binary 19.99 is no multiple of 0.01.
    private static let amount = JSONSchema([
        "oneOf": [
            ["type": "string", "pattern": .string(patternOfAmount)],
            [
                "type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": 1_000_000_000_000,
                "description": "With two decimals at most, written without an exponent.", "x-decimals": 2,
            ],
        ]
    ])

    private static let patternOfAmount = "^(?!0+(?:\\.0+)?$)[0-9]{1,12}(?:\\.[0-9]{1,2})?$"

    /// Base64url without padding, in the one valid spelling for each number of bytes.
    private init(bytes count: ClosedRange<Int>) {
        let ends = ["", "[A-Za-z0-9_-][AQgw]", "[A-Za-z0-9_-]{2}[AEIMQUYcgkosw048]"]
        let alternatives = ends.enumerated().compactMap { rest, end -> String? in
            let fewest = max(0, (count.lowerBound - rest + 2) / 3)
            guard count.upperBound >= rest, (count.upperBound - rest) / 3 >= fewest else { return nil }
            return "(?:[A-Za-z0-9_-]{4}){\(fewest),\((count.upperBound - rest) / 3)}\(end)"
        }
        self.init([
            "type": "string", "contentEncoding": "base64url",
            "maxLength": JSONValue((count.upperBound * 4 + 2) / 3),
            "pattern": .string("^(?:\(alternatives.joined(separator: "|")))$"),
        ])
        if count.lowerBound > 0 { self["minLength"] = JSONValue((count.lowerBound * 4 + 2) / 3) }
    }

    private init(arrayOf element: JSONSchema, _ count: ClosedRange<Int>, _ takesSingleValue: Bool) {
        let array: JSONValue = [
            "type": "array", "items": element.json, "minItems": JSONValue(count.lowerBound),
            "maxItems": JSONValue(count.upperBound),
        ]
        self.init(takesSingleValue ? ["oneOf": [array, element.json]] : array)
    }
}
