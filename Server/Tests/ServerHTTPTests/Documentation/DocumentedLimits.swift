import ChaveWire

/// Every limit that the document sets for a value, as what is just within it and what is just beyond it.
///
/// Made of the document alone, so that a limit which only the decoder knows, or only the document, shows itself.
struct DocumentedLimits {
    struct Limit: Sendable {
        let keyword: String
        /// The dotted path that a refusal must name.
        let field: String
        /// `nil` takes the member out.
        let beyond: JSONValue?
        /// A value that must not be refused for this field, where one can be made.
        var within: JSONValue?
    }

    let document: JSONValue

    /// The limits below an object's schema; `good` is a value that is taken.
    func limits(of schema: JSONValue, good: JSONValue?, at path: [String] = []) -> [Limit] {
        let schema = document.resolving(schema)
        var limits: [Limit] = []
        for name in schema["required"]?.array?.compactMap(\.string) ?? [] {
            limits.append(Limit(keyword: "required", field: dotted(path + [name]), beyond: nil))
        }
        for (name, property) in schema["properties"]?.object?.members ?? [] {
            limits += value(property, good: good?[name], at: path + [name])
        }
        for rule in schema["allOf"]?.array ?? [] {
            for choice in rule["oneOf"]?.array ?? [] where fits(choice, good) {
                for name in choice["required"]?.array?.compactMap(\.string) ?? [] {
                    limits.append(Limit(keyword: "required of", field: dotted(path + [name]), beyond: nil))
                }
                for (name, property) in choice["properties"]?.object?.members ?? [] where property["$ref"] != nil {
                    limits += self.limits(of: property, good: good?[name], at: path + [name])
                }
            }
        }
        return limits
    }

    /// Whether a choice of `oneOf` is the one that `good` makes.
    private func fits(_ choice: JSONValue, _ good: JSONValue?) -> Bool {
        let required = choice["required"]?.array?.compactMap(\.string) ?? []
        let constants = (choice["properties"]?.object?.members ?? []).filter { $0.value["const"] != nil }
        return required.allSatisfy { good?[$0] != nil }
            && constants.allSatisfy { good?[$0.name] == $0.value["const"] }
    }

    /// The limits of one value.
    func value(_ schema: JSONValue, good: JSONValue?, at path: [String]) -> [Limit] {
        let schema = document.resolving(schema)
        if let choices = (schema["oneOf"] ?? schema["anyOf"])?.array {
            let isNullable = choices.contains { $0["type"] == "null" }
            let others = choices.filter { $0["type"] != "null" }
            // A value of another type may be one of another choice, and what is inside an object needs an object.
            return others.filter { $0["$ref"] == nil || good?.string == nil }
                .flatMap { value($0, good: good, at: path) }
                .filter {
                    $0.field != dotted(path) || $0.keyword != "type" || ($0.beyond != .null && others.count == 1)
                }
                .filter { !isNullable || $0.beyond != .null }
        }
        let types = schema["type"].map { $0.array?.compactMap(\.string) ?? [$0.string ?? ""] } ?? []
        var limits: [Limit] = []
        func add(_ keyword: String, beyond: JSONValue, within: JSONValue? = nil) {
            limits.append(Limit(keyword: keyword, field: dotted(path), beyond: beyond, within: within))
        }
        if !types.isEmpty && !types.contains("null") && !types.contains("array") { add("type", beyond: .null) }
        if types.contains("string") { limits += text(schema, at: path) }
        if types.contains("integer") || types.contains("number") { limits += number(schema, at: path) }
        if types.contains("boolean") {
            add("type", beyond: "true")
            if schema["const"] == true { add("const", beyond: false, within: true) }
        }
        if types.contains("array") { limits += array(schema, good: good, at: path) }
        if types.contains("object") {
            add("type", beyond: 1)
            limits += map(schema, at: path) + self.limits(of: schema, good: good, at: path)
        }
        return limits
    }

    private func text(_ schema: JSONValue, at path: [String]) -> [Limit] {
        var limits: [Limit] = []
        func add(_ keyword: String, beyond: JSONValue, within: JSONValue? = nil) {
            limits.append(Limit(keyword: keyword, field: dotted(path), beyond: beyond, within: within))
        }
        add("type", beyond: 1)
        if let longest = schema["maxLength"]?.number?.int64.map(Int.init) {
            let text = String(repeating: "A", count: longest)
            let isFree =
                schema["format"] == nil
                && (try? Regex(schema["pattern"]?.string ?? "")).map {
                    text.contains($0)
                } == true
            let isTaken = isFree && !dependsOnAnother(schema)
            add("maxLength", beyond: .string(text + "A"), within: isTaken ? .string(text) : nil)
        }
        if schema["minLength"]?.number?.int64 ?? 0 > 0 { add("minLength", beyond: "") }
        if schema["pattern"] != nil { add("pattern", beyond: "\u{7}") }
        if let words = schema["enum"]?.array {
            let word = words.first { !$0.isNull && !dependsOnAnother(schema) }
            add("enum", beyond: "none of them", within: word)
        }
        for word in schema["x-values"]?.array ?? [] {
            add("x-values", beyond: "none of them", within: .string((word.string ?? "").lowercased()))
        }
        return limits
    }

    private func number(_ schema: JSONValue, at path: [String]) -> [Limit] {
        var limits: [Limit] = []
        func add(_ keyword: String, _ step: Int, isIncluded: Bool = true) {
            guard let bound = schema[keyword]?.number?.int64 else { return }
            let (next, isOver) = bound.addingReportingOverflow(Int64(step))
            let beyond = isOver ? Bodies.number("9223372036854775808") : JSONValue(isIncluded ? next : bound)
            limits.append(
                Limit(
                    keyword: keyword,
                    field: dotted(path),
                    beyond: beyond,
                    within: JSONValue(isIncluded ? bound : bound - Int64(step))
                )
            )
        }
        add("minimum", -1)
        add("maximum", 1)
        add("exclusiveMinimum", -1, isIncluded: false)
        add("exclusiveMaximum", 1, isIncluded: false)
        if schema["type"] == "integer" {
            limits.append(Limit(keyword: "integer", field: dotted(path), beyond: Bodies.number("1.5")))
        }
        return limits
    }

    private func array(_ schema: JSONValue, good: JSONValue?, at path: [String]) -> [Limit] {
        var limits: [Limit] = []
        let element = good?.array?.first ?? document.resolving(schema["items"] ?? .null)["enum"]?.array?.first
        if let most = schema["maxItems"]?.number?.int64.map(Int.init), let element {
            limits.append(
                Limit(
                    keyword: "maxItems",
                    field: dotted(path),
                    beyond: .array(Array(repeating: element, count: most + 1)),
                    within: .array(Array(repeating: element, count: most))
                )
            )
        }
        if schema["minItems"]?.number?.int64 ?? 0 > 0 {
            limits.append(Limit(keyword: "minItems", field: dotted(path), beyond: []))
        }
        return limits
    }

    private func map(_ schema: JSONValue, at path: [String]) -> [Limit] {
        guard let most = schema["maxProperties"]?.number?.int64,
            let name = schema.at("propertyNames", "maxLength")?.number?.int64,
            let value = schema.at("additionalProperties", "maxLength")?.number?.int64
        else { return [] }
        func members(_ count: Int64) -> JSONValue {
            var object = JSONObject()
            for number in 0..<count { object["name\(number)"] = "x" }
            return .object(object)
        }
        func text(_ count: Int64) -> String { String(repeating: "a", count: Int(count)) }
        let field = dotted(path)
        return [
            Limit(keyword: "maxProperties", field: field, beyond: members(most + 1), within: members(most)),
            Limit(keyword: "propertyNames", field: field, beyond: [text(name + 1): "x"], within: [text(name): "x"]),
            Limit(
                keyword: "additionalProperties",
                field: field,
                beyond: ["name": .string(text(value + 1))],
                within: ["name": .string(text(value))]
            ),
            Limit(keyword: "additionalProperties", field: field, beyond: ["name": 1]),
        ]
    }

    /// Whether the document says that a value also depends on another member, so that the limit is not all there is.
    private func dependsOnAnother(_ schema: JSONValue) -> Bool {
        ["x-same-as", "x-kind-of", "x-excludes"].contains { schema[$0] != nil }
    }

    private func dotted(_ path: [String]) -> String { path.joined(separator: ".") }
}
