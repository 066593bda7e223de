import ChaveBase
public import ChaveWire

extension Schema {
    /// Checks a message against the table, and reports up to 50 errors in the table's order.
    ///
    /// The check ignores members that the table does not know. `prefix` is the dotted path of `json` itself, put before
    /// each field.
    public func check(
        _ json: JSONValue,
        prefix: String = "",
        in context: SchemaContext = SchemaContext()
    ) throws(FieldErrors) {
        var check = SchemaCheck(context: context)
        check.object(json, self, at: prefix)
        if let errors = FieldErrors(check.errors) { throw errors }
    }

    /// The names of the fields that `context` requires, whatever the message holds.
    public func requiredFields(in context: SchemaContext = SchemaContext()) -> [String] {
        fields.filter { field in
            switch field.presence {
            case .required: true
            case .optional: false
            case .requiredWhen(let condition): condition.holds(in: context, for: nil) ?? false
            }
        }.map(\.name)
    }
}

extension Condition {
    /// Whether the condition holds; `nil` when the result depends on a message and `object` is `nil`.
    func holds(in context: SchemaContext, for object: JSONObject?) -> Bool? {
        switch self {
        case .onPlatforms(let platforms): return context.platform.map(platforms.contains) ?? false
        case .onlyPlatformAuthenticator: return !context.allowsCrossPlatform
        case .without(let name):
            guard let object else { return nil }
            return object[name] ?? .null == .null
        case .withoutAll(let names):
            guard let object else { return nil }
            return names.allSatisfy { object[$0] ?? .null == .null }
        case .value(let path, let values):
            guard let object else { return nil }
            let found = path.reduce(JSONValue?.some(.object(object))) { value, name in value?[name] }
            guard let text = found?.string else { return false }
            return values.contains(where: text.hasSameBytes)
        }
    }
}

extension Field {
    /// Whether `null` is allowed: a field that a condition requires must have a value, even when it is nullable
    /// otherwise.
    fileprivate func takesNull(whenRequired isRequired: Bool) -> Bool {
        isNullable && (!isRequired || presence == .required)
    }
}

/// One check of a message.
private struct SchemaCheck {
    let context: SchemaContext
    var errors: [FieldError] = []

    init(context: SchemaContext) { self.context = context }

    mutating func object(_ json: JSONValue, _ schema: Schema, at path: String) {
        guard let object = json.object else { return refuse(json, .object(schema), at: path) }
        for field in schema.fields where errors.count < FieldErrors.limit {
            member(field, of: object, at: path.isEmpty ? field.name : "\(path).\(field.name)")
        }
        for name in schema.refused where object[name] != nil {
            report(.invalid, at: path.isEmpty ? name : "\(path).\(name)", "This cannot be changed: leave it out.")
        }
    }

    private mutating func member(_ field: Field, of object: JSONObject, at path: String) {
        let isRequired: Bool =
            switch field.presence {
            case .required: true
            case .optional: false
            case .requiredWhen(let condition): condition.holds(in: context, for: object) ?? false
            }
        switch object[field.name] {
        case nil where isRequired:
            report(.required, at: path, "This field is required\(reason(field)): send \(field.type.advice).")
        case .null? where !field.takesNull(whenRequired: isRequired):
            report(.null, at: path, "This field must not be null: send \(field.type.advice).")
        case nil, .null?: return
        case .some(let json):
            if let other = field.excludes.first(where: { object[$0] ?? .null != .null }) {
                return report(.invalid, at: path, "Send either this field or \(other), not both.")
            }
            let before = errors.count
            value(json, field.type, beside: object, at: path)
            if errors.count == before { agree(json, field, beside: object, at: path) }
        }
    }

    private func reason(_ field: Field) -> String {
        guard case .requiredWhen(let condition) = field.presence else { return "" }
        return " \(condition.summary)"
    }

    private mutating func value(_ json: JSONValue, _ type: FieldType, beside siblings: JSONObject, at path: String) {
        switch type {
        case .text(let longest, let format): text(json, type, longest: longest, format, at: path)
        case .bytes(let count): bytes(json, type, count, at: path)
        case .object(let schema): object(json, schema, at: path)
        case .array(let element, let count, let takesSingleValue):
            array(json, type, element, count, takesSingleValue, at: path)
        case .map(let count, let name, let value): map(json, type, count: count, name: name, value: value, at: path)
        case .mapChanges(let count, let name, let value):
            map(json, type, count: count, name: name, value: value, takesNull: true, at: path)
        case .reference(let schema):
            if json.object != nil { return object(json, schema, at: path) }
            if !json.isText(of: .uuid, in: context) { refuse(json, type, at: path) }
        case .variant(let name, let variants):
            let chosen = variants.first { siblings[name]?.string.map($0.value.hasSameBytes) ?? false }
            if let chosen { return object(json, chosen.schema, at: path) }
            if json.object == nil { refuse(json, type, at: path) }
        case .matching, .enumeration, .boolean, .onlyTrue, .integer, .decimal, .amount, .money,
            .authenticatorAttachment, .anyObject, .any:
            if !type.acceptsScalar(json, in: context) { refuse(json, type, at: path) }
        }
    }
}

extension SchemaCheck {
    private mutating func text(
        _ json: JSONValue,
        _ type: FieldType,
        longest: Int?,
        _ format: TextFormat,
        at path: String
    ) {
        guard let text = json.string else { return refuse(json, type, at: path) }
        if let longest, text.unicodeScalars.count > longest {
            return report(.tooLong, at: path, "Shorten this to at most \(longest) characters.")
        }
        if !format.accepts(text, in: context) { refuse(json, type, at: path) }
    }

    private mutating func bytes(_ json: JSONValue, _ type: FieldType, _ count: ClosedRange<Int>, at path: String) {
        guard let text = json.string else { return refuse(json, type, at: path) }
        guard text.utf8.count <= (count.upperBound * 4 + 2) / 3 else {
            return report(.tooLong, at: path, "Send at most \(count.upperBound) bytes.")
        }
        guard let bytes = try? Base64URL.decode(text), bytes.count >= count.lowerBound else {
            return refuse(json, type, at: path)
        }
    }

    private mutating func array(
        _ json: JSONValue,
        _ type: FieldType,
        _ element: FieldType,
        _ count: ClosedRange<Int>,
        _ takesSingleValue: Bool,
        at path: String
    ) {
        if takesSingleValue, json.string != nil { return value(json, element, beside: JSONObject(), at: path) }
        guard let elements = json.array else { return refuse(json, type, at: path) }
        guard elements.count <= count.upperBound else {
            return report(.tooLong, at: path, "Send at most \(count.upperBound) elements.")
        }
        guard elements.count >= count.lowerBound else { return refuse(json, type, at: path) }
        for (index, json) in elements.enumerated() {
            value(json, element, beside: JSONObject(), at: "\(path).\(index)")
        }
    }

    /// Checks a map; the caller chose the names inside, so an error gives the path of the map only.
    private mutating func map(
        _ json: JSONValue,
        _ type: FieldType,
        count: Int,
        name: Int,
        value: Int,
        takesNull: Bool = false,
        at path: String
    ) {
        guard let object = json.object else { return refuse(json, type, at: path) }
        guard object.count <= count else { return report(.tooLong, at: path, "Send at most \(count) members.") }
        for member in object.members {
            let removed = takesNull && member.value.isNull ? "" : nil
            guard !member.name.isEmpty, let text = member.value.string ?? removed else {
                return refuse(json, type, at: path)
            }
            guard member.name.unicodeScalars.count <= name, text.unicodeScalars.count <= value else {
                return report(
                    .tooLong,
                    at: path,
                    "Shorten names to at most \(name) characters and values to at most \(value)."
                )
            }
        }
    }

    private mutating func agree(_ json: JSONValue, _ field: Field, beside siblings: JSONObject, at path: String) {
        guard let text = json.string else { return }
        switch field.agreement {
        case nil: return
        case .sameText(let name):
            guard let other = siblings[name]?.string, !other.hasSameBytes(as: text) else { return }
            // A wrong sibling has its own error, and correcting the sibling may be enough.
            let sibling = path.dropLast(field.name.count) + name
            guard !errors.contains(where: { $0.field == sibling }) else { return }
            report(.invalid, at: path, "Send the same text as in \(name).")
        case .kind(let name):
            guard let kind = siblings[name]?.string.flatMap(TaxIdentifier.init(_:))?.kind else { return }
            guard kind.rawValue != text else { return }
            report(.invalid, at: path, "Send the kind of number that stands in \(name).")
        }
    }

    private mutating func refuse(_ json: JSONValue, _ type: FieldType, at path: String) {
        if json.isNull { return report(.null, at: path, "This must not be null: send \(type.advice).") }
        report(.invalid, at: path, "Send \(type.advice).")
    }

    private mutating func report(_ code: ErrorCode, at path: String, _ message: String) {
        guard errors.count < FieldErrors.limit else { return }
        errors.append(FieldError(code: code, field: path, message: message))
    }
}
