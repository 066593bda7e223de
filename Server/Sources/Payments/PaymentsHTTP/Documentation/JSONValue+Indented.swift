import ChaveBase
import ChaveWire

extension JSONValue {
    /// The value as JSON for people: one member on each line, two spaces for each level.
    var indented: String { indented(by: "") }

    private func indented(by margin: String) -> String {
        let inner = margin + "  "
        switch self {
        case .object(let object) where !object.isEmpty:
            let lines = object.members.map {
                "\(inner)\(JSONValue.string($0.name).text): \($0.value.indented(by: inner))"
            }
            return "{\n\(lines.joined(separator: ",\n"))\n\(margin)}"
        case .array(let elements) where !elements.isEmpty:
            let lines = elements.map { "\(inner)\($0.indented(by: inner))" }
            return "[\n\(lines.joined(separator: ",\n"))\n\(margin)]"
        default: return text
        }
    }
}
