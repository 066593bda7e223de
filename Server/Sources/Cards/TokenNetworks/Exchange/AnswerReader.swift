import ChaveBase
import ChaveWire
import TokenActivationCore

/// Reads the members of an object in a network's answer, each by its kind and its bounds.
///
/// The reader ignores other members, which the network may add.
struct AnswerReader {
    private let object: JSONObject

    init(_ value: JSONValue?) throws(TokenServiceFault) {
        guard let object = value?.object else { throw .unreadableAnswer }
        self.object = object
    }

    /// A name in the network's answer.
    func name(_ member: String) throws(TokenServiceFault) -> String {
        guard let text = object[member]?.string, NetworkName.isOne(text) else { throw .unreadableAnswer }
        return text
    }

    func optionalName(_ member: String) throws(TokenServiceFault) -> String? {
        isAbsent(member) ? nil : try name(member)
    }

    /// A text for people: 1 to 128 characters without control characters.
    func optionalText(_ member: String) throws(TokenServiceFault) -> String? {
        guard !isAbsent(member) else { return nil }
        guard let text = object[member]?.string, (1...128).contains(text.count), text.utf8.count <= 1_024,
            !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
        else { throw .unreadableAnswer }
        return text
    }

    func optionalInteger(_ member: String) throws(TokenServiceFault) -> Int64? {
        guard !isAbsent(member) else { return nil }
        guard let integer = object[member]?.number?.int64, integer >= 0 else { throw .unreadableAnswer }
        return integer
    }

    func optionalTime(_ member: String) throws(TokenServiceFault) -> Timestamp? {
        guard !isAbsent(member) else { return nil }
        guard let time = object[member]?.string.flatMap(Timestamp.init(rfc3339:)) else { throw .unreadableAnswer }
        return time
    }

    func state(_ member: String) throws(TokenServiceFault) -> TokenState {
        guard let state = object[member]?.string.flatMap(TokenState.init(rawValue:)) else { throw .unreadableAnswer }
        return state
    }

    func object(_ member: String) throws(TokenServiceFault) -> AnswerReader { try AnswerReader(object[member]) }

    /// The objects of a list, at most 1,000.
    func objects(_ member: String) throws(TokenServiceFault) -> [AnswerReader] {
        guard let values = object[member]?.array, values.count <= 1_000 else { throw .unreadableAnswer }
        var readers: [AnswerReader] = []
        for value in values { readers.append(try AnswerReader(value)) }
        return readers
    }

    private func isAbsent(_ member: String) -> Bool { object[member].map(\.isNull) ?? true }
}
