public import ChaveBase
import ChavePixModel
import ChaveWire
public import Logging

/// A log handler that writes one JSON object a line: `ts`, `level`, `msg`, and the metadata as further members.
///
/// Messages are constants. A value from outside is a JSON string, so it can neither end its line nor add a member. A
/// metadata member with one of our names is left out.
public struct JSONLogHandler: LogHandler {
    public var metadata = Logger.Metadata()
    public var logLevel = Logger.Level.info
    private let now: @Sendable () -> Timestamp
    private let write: @Sendable (String) -> Void

    /// `write` gets a line without its end.
    public init(now: @escaping @Sendable () -> Timestamp, write: @escaping @Sendable (String) -> Void) {
        self.now = now
        self.write = write
    }

    public subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    public func log(event: LogEvent) {
        var object = JSONObject()
        object["ts"] = .string(now().rfc3339Milliseconds)
        object["level"] = .string(event.level.rawValue)
        object["msg"] = .string("\(event.message)")
        let all = metadata.merging(event.metadata ?? [:]) { _, new in new }
        for (name, value) in all.sorted(by: { $0.key < $1.key }) where object[name] == nil {
            object[name] = JSONLogHandler.json(value)
        }
        write(JSONValue.object(object).text)
    }

    /// Writes a value as JSON; numbers stay numbers, so that logs can be searched by duration.
    private static func json(_ value: Logger.Metadata.Value) -> JSONValue {
        guard case .stringConvertible(let convertible) = value else { return .string("\(value)") }
        switch convertible {
        case let number as Int: return .number(JSONNumber(Int64(number)))
        case let number as Double: return JSONNumber("\(number)").map(JSONValue.number) ?? .string("\(number)")
        default: return .string("\(convertible)")
        }
    }
}

extension Timestamp {
    /// The time in RFC 3339 with three fraction digits, which suits reading and sorting.
    fileprivate var rfc3339Milliseconds: String {
        let text = rfc3339
        guard text.last == "Z", let dot = text.lastIndex(of: ".") else { return text }
        return text[...dot] + text[dot...].dropFirst().prefix(3) + "Z"
    }
}
