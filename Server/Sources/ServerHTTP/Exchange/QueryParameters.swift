import ChavePixModel
import ChaveWire
import Pages
import PaymentsCore

/// The query of a request, decoded; each name once.
struct QueryParameters: Sendable {
    private var values: [String: String] = [:]

    /// Checked with a route's table; what that does not name is left out.
    init(_ query: String, table: [Field]) throws(APIFailure) {
        try self.init(query)
        values = values.filter { name, _ in table.contains { $0.name == name } }
        try check(table)
    }

    init(_ query: String) throws(APIFailure) {
        for part in query.split(separator: "&", omittingEmptySubsequences: true) {
            let pieces = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = PercentText.decode(pieces[0].utf8),
                let value = PercentText.decode((pieces.count == 2 ? pieces[1] : "").utf8)
            else {
                throw APIFailure(
                    status: 400,
                    items: [.init(code: .invalid, message: "The query is not percent-encoded UTF-8.")]
                )
            }
            guard values.updateValue(value, forKey: name) == nil else {
                // Only a name that could be one of ours is told again: any other may be somebody's number or name.
                let message = "A parameter stands twice in the query. Give it once."
                guard QueryParameters.isName(name) else {
                    throw APIFailure(status: 400, items: [.init(code: .invalid, message: message)])
                }
                throw APIFailure.invalid(name, message)
            }
        }
    }

    /// The parameter's text; `nil` when it is absent.
    subscript(name: String) -> String? { values[name] }

    var names: [String] { Array(values.keys) }

    /// A parameter as an id.
    func id<Kind>(_ name: String) throws(APIFailure) -> ResourceID<Kind>? {
        guard let text = values[name] else { return nil }
        guard let id = ResourceID<Kind>(text) else { throw .invalid(name, "\(name) is a UUID.") }
        return id
    }

    func timestamp(_ name: String) throws(APIFailure) -> Timestamp? {
        guard let text = values[name] else { return nil }
        guard let time = Timestamp(rfc3339: text) else {
            throw .invalid(name, "\(name) is a time such as 2024-11-26T11:20:57Z.")
        }
        return time
    }

    /// A parameter as the ids between its commas.
    func ids<Kind>(_ name: String) throws(APIFailure) -> [ResourceID<Kind>]? {
        guard let text = values[name] else { return nil }
        var ids: [ResourceID<Kind>] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            guard let id = ResourceID<Kind>(String(part)) else { throw .invalid(name, "\(name) is a list of UUIDs.") }
            ids.append(id)
        }
        return ids
    }

    /// Compares with the table by the same rules as a body's members.
    private func check(_ table: [Field]) throws(APIFailure) {
        var object = JSONObject()
        for field in table { object[field.name] = values[field.name].map { QueryParameters.json($0, field.type) } }
        do throws(FieldErrors) {
            try Schema("Query", "The parameters of the query.", table).check(.object(object))
        } catch {
            var failure = APIFailure(error)
            for index in failure.items.indices {
                // An element of a list is told by the parameter that it stands in.
                failure.items[index].field = failure.items[index].field?.split(separator: ".").first.map(String.init)
            }
            throw failure
        }
    }

    /// A parameter's text as the JSON value that its type speaks of.
    private static func json(_ text: String, _ type: FieldType) -> JSONValue {
        switch type {
        case .integer, .decimal: JSONNumber(text).map(JSONValue.number) ?? .string(text)
        case .boolean: text == "true" ? true : text == "false" ? false : .string(text)
        case .array(let element, _, _):
            .array(text.split(separator: ",", omittingEmptySubsequences: false).map { json(String($0), element) })
        default: .string(text)
        }
    }

    /// Names are lower-case letters and underscores.
    private static func isName(_ text: String) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) || $0 == UInt8(ascii: "_") }
    }
}

extension APIFailure {
    static func invalid(_ field: String, _ message: String) -> APIFailure { .field(.invalid, field, message) }
}
