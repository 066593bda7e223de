import ChaveBase
import ChavePixModel
import ChaveWire

/// Reads the members of one JSON object; an error names the path of the refused member.
///
/// `null` counts as absent: Open Finance never writes it, but some banks do.
struct MessageReader {
    private let object: JSONObject
    private let path: String

    /// Reads the top of a message.
    init(_ json: JSONValue, path: String = "") throws(InstitutionMessageError) {
        guard let object = json.object else { throw InstitutionMessageError(field: path, problem: .invalid) }
        self.object = object
        self.path = path
    }

    /// Reads the object under `data`, Open Finance's envelope.
    init(data json: JSONValue) throws(InstitutionMessageError) {
        self = try MessageReader(json).object("data")
    }

    /// Reads the only object of the list under `data`.
    init(onlyOf json: JSONValue) throws(InstitutionMessageError) {
        let elements = try MessageReader(json).objects("data", limit: 1)
        guard let only = elements.first else { throw InstitutionMessageError(field: "data", problem: .invalid) }
        self = only
    }

    func has(_ name: String) -> Bool { member(name) != nil }

    func object(_ name: String) throws(InstitutionMessageError) -> MessageReader {
        try MessageReader(required(name), path: field(name))
    }

    func optionalObject(_ name: String) throws(InstitutionMessageError) -> MessageReader? {
        guard let value = member(name) else { return nil }
        return try MessageReader(value, path: field(name))
    }

    func value(_ name: String) throws(InstitutionMessageError) -> JSONValue { try required(name) }

    func objects(_ name: String, limit: Int = 100) throws(InstitutionMessageError) -> [MessageReader] {
        guard let elements = try required(name).array, elements.count <= limit else { throw invalid(name) }
        var readers: [MessageReader] = []
        for (index, element) in elements.enumerated() {
            readers.append(try MessageReader(element, path: "\(field(name)).\(index)"))
        }
        return readers
    }

    func optionalObjects(_ name: String) throws(InstitutionMessageError) -> [MessageReader] {
        try has(name) ? objects(name) : []
    }

    /// Reads a text of at least one and at most `limit` bytes.
    func string(_ name: String, limit: Int = 2_048) throws(InstitutionMessageError) -> String {
        let text = try text(name, limit: limit)
        guard !text.isEmpty else { throw invalid(name) }
        return text
    }

    /// Reads a text that may be empty.
    ///
    /// A NUL is refused: no bank's text has one, and not every database can store one.
    func text(_ name: String, limit: Int = 2_048) throws(InstitutionMessageError) -> String {
        guard let text = try required(name).string, text.utf8.count <= limit, !text.utf8.contains(0) else {
            throw invalid(name)
        }
        return text
    }

    func optionalString(_ name: String, limit: Int = 2_048) throws(InstitutionMessageError) -> String? {
        try has(name) ? string(name, limit: limit) : nil
    }

    func strings(_ name: String, limit: Int = 100) throws(InstitutionMessageError) -> [String] {
        guard let elements = try required(name).array, elements.count <= limit else { throw invalid(name) }
        var texts: [String] = []
        for element in elements {
            guard let text = element.string, !text.utf8.contains(0) else { throw invalid(name) }
            texts.append(text)
        }
        return texts
    }

    func integer(_ name: String) throws(InstitutionMessageError) -> Int {
        guard let value = try required(name).number?.int64, let integer = Int(exactly: value) else {
            throw invalid(name)
        }
        return integer
    }

    func bytes(_ name: String) throws(InstitutionMessageError) -> [UInt8] {
        let text = try text(name, limit: 48 * 1024)
        do {
            return try Base64URL.decode(text, field: name)
        } catch {
            throw invalid(name)
        }
    }

    func money(_ name: String) throws(InstitutionMessageError) -> Money {
        guard let money = OFBAmount.money(try string(name, limit: 19)) else { throw invalid(name) }
        return money
    }

    func optionalMoney(_ name: String) throws(InstitutionMessageError) -> Money? {
        try has(name) ? money(name) : nil
    }

    func time(_ name: String) throws(InstitutionMessageError) -> Timestamp {
        guard let time = OFBDateTime.timestamp(try string(name, limit: 20)) else { throw invalid(name) }
        return time
    }

    func optionalTime(_ name: String) throws(InstitutionMessageError) -> Timestamp? {
        try has(name) ? time(name) : nil
    }

    func choice<Choice: RawRepresentable<String>>(
        _ name: String,
        of type: Choice.Type
    ) throws(InstitutionMessageError) -> Choice {
        guard let choice = Choice(rawValue: try string(name)) else { throw invalid(name) }
        return choice
    }

    func invalid(_ name: String) -> InstitutionMessageError {
        InstitutionMessageError(field: field(name), problem: .invalid)
    }

    func field(_ name: String) -> String { path.isEmpty ? name : "\(path).\(name)" }

    private func member(_ name: String) -> JSONValue? {
        guard let value = object[name], !value.isNull else { return nil }
        return value
    }

    private func required(_ name: String) throws(InstitutionMessageError) -> JSONValue {
        guard let value = member(name) else {
            throw InstitutionMessageError(field: field(name), problem: .missing)
        }
        return value
    }
}

/// The field of a message that was refused, and the reason.
///
/// It never holds the message's content, so a log may have it.
public struct InstitutionMessageError: Error, Hashable, Sendable {
    public enum Problem: String, Hashable, Sendable, CaseIterable {
        case missing
        case invalid
    }

    /// The dotted path from the top of the message.
    public var field: String
    public var problem: Problem

    public init(field: String, problem: Problem) {
        self.field = field
        self.problem = problem
    }
}

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
