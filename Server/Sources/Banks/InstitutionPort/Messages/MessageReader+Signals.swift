import ChavePixModel
import ChaveWire

extension MessageReader {
    /// Reads risk signals and names the first field that is wrong with them.
    static func signals(_ json: JSONValue, path: String) throws(InstitutionMessageError) -> RiskSignals {
        do {
            return try RiskSignals(json: json)
        } catch {
            guard let first = error.items.first else { throw InstitutionMessageError(field: path, problem: .invalid) }
            throw InstitutionMessageError(
                field: first.field.isEmpty ? path : "\(path).\(first.field)",
                problem: first.code == .required ? .missing : .invalid
            )
        }
    }
}
