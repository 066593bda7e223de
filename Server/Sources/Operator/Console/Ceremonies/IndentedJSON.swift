import ChaveWire

/// JSON as people read it: a line for each member of an object.
enum IndentedJSON {
    static func text(_ value: JSONValue) -> String { text(value, indent: "") }

    private static func text(_ value: JSONValue, indent: String) -> String {
        guard let object = value.object, !object.isEmpty, indent.utf8.count < 16 else { return value.text }
        let inner = indent + "  "
        let members = object.members.map { name, value in
            "\(inner)\(JSONValue.string(name).text): \(text(value, indent: inner))"
        }
        return "{\n\(members.joined(separator: ",\n"))\n\(indent)}"
    }
}
