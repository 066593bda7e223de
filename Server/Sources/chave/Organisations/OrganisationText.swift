import ArgumentParser
import ChaveBase
import ChavePixModel
import ChaveWire
import PaymentsModel

/// An organisation as a terminal shows it.
struct OrganisationText {
    let organisation: Organisation

    init(_ organisation: Organisation) { self.organisation = organisation }

    var json: JSONValue {
        [
            "id": .string(organisation.id.text), "name": .string(organisation.name),
            "created_at": .string(organisation.createdAt.rfc3339),
            "unbound_callbacks": .bool(organisation.unboundCallbacks),
        ]
    }

    func say(asJSON isJSON: Bool) {
        if isJSON { return Terminal.say(json.text) }
        let settings = organisation.unboundCallbacks ? "  unbound_callbacks" : ""
        Terminal.say("\(organisation.id.text)  \(organisation.name)\(settings)")
    }

    /// Reads a name, which must have a visible character.
    static func name(_ text: String) throws -> String {
        guard text.contains(where: { !$0.isWhitespace }) else { throw ValidationError("Give a name.") }
        return text
    }
}
