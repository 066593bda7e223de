package import ChavePixModel
import ChaveWire

/// Compares the names of a query with a table, and refuses unknown ones.
extension QueryParameters {
    /// Whether a parameter with that name belongs to the field.
    package static func takes(_ name: String, _ field: Field) -> Bool {
        if case .map = field.type { return member(of: field.name, in: name) != nil }
        return field.name == name
    }

    /// The text between the brackets of `field[…]`; `nil` when the name belongs to another field.
    package static func member(of field: String, in name: String) -> String? {
        guard name.utf8.starts(with: field.utf8) else { return nil }
        let rest = name.dropFirst(field.count)
        guard rest.utf8.count > 2, rest.first == "[", rest.last == "]" else { return nil }
        return String(rest.dropFirst().dropLast())
    }

    /// The names of a table, as a caller writes them.
    package static func list(_ table: [Field]) -> String {
        let names = table.map { field in
            if case .map = field.type { "\(field.name)[…]" } else { field.name }
        }
        return names.joined(separator: ", ")
    }
}

extension APIFailure {
    /// 400 for parameters that an address does not know; the message lists the known ones.
    package static func unknown(_ names: [String], known table: [Field]) -> APIFailure {
        APIFailure(
            parameters: names,
            message: table.isEmpty
                ? "There is no such parameter: this address takes none. Leave it out."
                : "There is no such parameter. This address knows \(QueryParameters.list(table))."
        )
    }

    /// 400 for parameters of the query; the answer repeats only names that are safe to repeat.
    package init(parameters names: [String], message: String) {
        let told = names.filter(APIFailure.isNameOfParameter).prefix(FieldErrors.limit)
        var items = told.map { Item(code: .invalid, field: $0, message: message) }
        if items.isEmpty { items = [Item(code: .invalid, message: message)] }
        self.init(status: 400, items: items)
    }

    /// Whether a name looks like a parameter name of this server.
    ///
    /// Another name may be a personal number or address, so the answer does not repeat it.
    private static func isNameOfParameter(_ name: String) -> Bool {
        guard (1...64).contains(name.utf8.count) else { return false }
        return name.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"),
                UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "["), UInt8(ascii: "]"):
                true
            default: false
            }
        }
    }
}
