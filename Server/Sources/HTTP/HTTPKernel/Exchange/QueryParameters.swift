package import ChaveBase
package import ChavePixModel
package import ChaveWire
import Pages

/// The decoded query of a request, in which each name occurs once.
package struct QueryParameters: Sendable {
    private var values: [String: String] = [:]
    /// The names in the order of the query.
    package private(set) var names: [String] = []

    /// How the query treats a parameter that the table does not name.
    package enum Unknown: Sendable {
        /// The parameter is an error whose message lists the known ones: an ignored filter would show everybody's rows.
        case refused
        /// The parameter is ignored: OAuth extensions arrive this way (RFC 6749, sections 3.1 and 3.2).
        case ignored
    }

    /// Decodes a query and checks it against the table of an address.
    package init(_ query: String, table: [Field], unknown: Unknown = .refused) throws(APIFailure) {
        try self.init(query)
        let others = names.filter { name in !table.contains { QueryParameters.takes(name, $0) } }
        if case .refused = unknown, !others.isEmpty { throw .unknown(others, known: table) }
        for name in others { values[name] = nil }
        names.removeAll { values[$0] == nil }
        try check(table)
    }

    package init(_ query: String) throws(APIFailure) {
        guard query.utf8.count(where: { $0 == UInt8(ascii: "&") }) < QueryParameters.most else {
            throw APIFailure(parameters: [], message: "Send at most \(QueryParameters.most) parameters.")
        }
        for part in query.split(separator: "&", omittingEmptySubsequences: true) {
            let pieces = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = PercentEncoding.decode(pieces[0], plusIsSpace: true),
                let value = PercentEncoding.decode(pieces.count == 2 ? pieces[1] : "", plusIsSpace: true)
            else {
                throw APIFailure(parameters: [], message: "The query is not percent-encoded UTF-8.")
            }
            guard values.updateValue(value, forKey: name) == nil else {
                throw APIFailure(parameters: [name], message: "A parameter stands twice in the query. Give it once.")
            }
            names.append(name)
        }
    }

    /// The maximum number of parameters, which is more than any address needs: 50 members of metadata and the filters.
    package static let most = 100

    /// The parameter's text; `nil` when it is absent.
    package subscript(name: String) -> String? { values[name] }

    /// The members of a parameter that occurs once for each member, such as `metadata[order]=17`.
    package func members(_ name: String) -> [String: String] {
        var members: [String: String] = [:]
        for (text, value) in values {
            if let member = QueryParameters.member(of: name, in: text) { members[member] = value }
        }
        return members
    }

    /// A parameter as an id.
    package func id<Kind>(_ name: String) throws(APIFailure) -> ResourceID<Kind>? {
        guard let text = values[name] else { return nil }
        guard let id = ResourceID<Kind>(text) else { throw .invalid(name, "\(name) is a UUID.") }
        return id
    }

    package func timestamp(_ name: String) throws(APIFailure) -> Timestamp? {
        guard let text = values[name] else { return nil }
        guard let time = Timestamp(rfc3339: text) else {
            throw .invalid(name, "\(name) is a time such as 2024-11-26T11:20:57Z.")
        }
        return time
    }

    package func amount(_ name: String) throws(APIFailure) -> Money? {
        guard let text = values[name] else { return nil }
        guard let amount = Money(decimal: text) else {
            throw .invalid(name, "\(name) is an amount such as 19.99.")
        }
        return amount
    }

    /// A parameter as ids that commas separate.
    package func ids<Kind>(_ name: String) throws(APIFailure) -> [ResourceID<Kind>]? {
        guard let text = values[name] else { return nil }
        var ids: [ResourceID<Kind>] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            guard let id = ResourceID<Kind>(String(part)) else { throw .invalid(name, "\(name) is a list of UUIDs.") }
            ids.append(id)
        }
        return ids
    }

    /// Checks the parameters against the table, by the rules for the members of a body.
    private func check(_ table: [Field]) throws(APIFailure) {
        var object = JSONObject()
        for field in table { object[field.name] = json(of: field) }
        do throws(FieldErrors) {
            try Schema("Query", "The parameters of the query.", table).check(.object(object))
        } catch {
            var failure = APIFailure(error)
            for index in failure.items.indices {
                // An error in an element of a list names the whole parameter.
                failure.items[index].field = failure.items[index].field?.split(separator: ".").first.map(String.init)
            }
            throw failure
        }
    }

    /// The query's value for a field; `nil` when there is none.
    package func json(of field: Field) -> JSONValue? {
        guard case .map = field.type else {
            return values[field.name].map { QueryParameters.json($0, field.type) }
        }
        let members = members(field.name)
        var object = JSONObject()
        for (name, value) in members.sorted(by: { $0.key < $1.key }) { object[name] = .string(value) }
        return members.isEmpty ? nil : .object(object)
    }

    /// A parameter's text as a JSON value of the field's type.
    private static func json(_ text: String, _ type: FieldType) -> JSONValue {
        switch type {
        case .integer, .decimal: JSONNumber(text).map(JSONValue.number) ?? .string(text)
        case .boolean: text == "true" ? true : text == "false" ? false : .string(text)
        case .array(let element, _, _):
            .array(text.split(separator: ",", omittingEmptySubsequences: false).map { json(String($0), element) })
        default: .string(text)
        }
    }
}

extension APIFailure {
    package static func invalid(_ field: String, _ message: String) -> APIFailure { .field(.invalid, field, message) }
}
