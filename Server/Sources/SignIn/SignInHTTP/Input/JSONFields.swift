import ChaveBase
import ChavePixModel
import ChaveWire
import HTTPKernel
import SignInModel

/// The members of a JSON body that conforms to its table; members that the table does not name are ignored.
struct JSONFields: Sendable {
    private let object: JSONObject

    init(_ request: ServerRequest, _ schema: Schema) throws(OAuthError) {
        guard case .bytes(let bytes) = request.body else {
            throw OAuthError(.invalidRequest, "Send a JSON object.")
        }
        try request.requireMediaType("application/json")
        let json = try JSONFields.parsed(bytes)
        do throws(FieldErrors) {
            try schema.check(json)
        } catch {
            throw OAuthError(error)
        }
        object = json.object ?? JSONObject()
    }

    private static func parsed(_ bytes: [UInt8]) throws(OAuthError) -> JSONValue {
        do throws(JSONError) {
            return try JSONValue(parsing: bytes)
        } catch {
            throw OAuthError(
                .invalidRequest,
                "The body is not JSON: at byte \(error.position), \(error.problem.rawValue)."
            )
        }
    }

    /// The text of a member; `nil` where the member is absent or `null`.
    func find(_ name: String) -> String? { object[name]?.string }

    /// A text that the table requires.
    func text(_ name: String) throws(OAuthError) -> String {
        guard let text = find(name) else { throw missing(name) }
        return text
    }

    /// The object of a member; `nil` where the member is absent.
    func object(_ name: String) -> JSONObject? { object[name]?.object }

    func objects(_ name: String) -> [JSONObject] { object[name]?.array?.compactMap(\.object) ?? [] }

    func texts(_ name: String) -> [String] { object[name]?.array?.compactMap(\.string) ?? [] }

    func flag(_ name: String) -> Bool { findFlag(name) ?? false }

    /// The flag of a member; `nil` where the member is absent or `null`.
    func findFlag(_ name: String) -> Bool? { object[name]?.bool }

    func findTexts(_ name: String) -> [String]? { object[name]?.array?.compactMap(\.string) }

    /// A whole number that the table requires.
    func integer(_ name: String) throws(OAuthError) -> Int64 {
        guard let value = object[name]?.number?.int64 else { throw missing(name) }
        return value
    }

    func findObject(_ name: String) -> JSONValue? { object[name]?.object.map(JSONValue.object) }

    /// Whether the member is `null`, where `null` removes a stored value.
    func isNull(_ name: String) -> Bool { object[name] == .null }

    func choice<Choice: RawRepresentable<String>>(_ name: String) throws(OAuthError) -> Choice {
        guard let choice = Choice(rawValue: try text(name)) else { throw missing(name) }
        return choice
    }

    /// A member's bytes, which are base64 with padding (RFC 4648, section 4).
    func bytes(_ name: String) throws(OAuthError) -> [UInt8] {
        guard let bytes = Base64.decode(try text(name)), !bytes.isEmpty else {
            throw OAuthError(.invalidRequest, "\(name) must be base64 with padding.", field: name)
        }
        return bytes
    }

    private func missing(_ name: String) -> OAuthError {
        OAuthError(.invalidRequest, "\(name) is missing, or is not one of the values that it may have.", field: name)
    }
}

extension OAuthError {
    /// The first error of a body, by its table.
    fileprivate init(_ errors: FieldErrors) {
        let first = errors.items.first
        let field = first.flatMap { $0.field.isEmpty ? nil : $0.field }
        self.init(.invalidRequest, first?.message ?? "The body is not what this address takes.", field: field)
    }
}
