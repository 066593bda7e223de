import ChavePixModel
import ChaveWire
import Foundation
import Logging
import ServerHTTP

/// One JSON object a line on standard error; on a terminal, readable lines.
enum LogOutput {
    static func logger(level: Logger.Level) -> Logger {
        let isTerminal = isatty(STDERR_FILENO) == 1
        var logger = Logger(label: "chave") { label in
            isTerminal ? StreamLogHandler.standardError(label: label) as any LogHandler : JSONLogHandler()
        }
        logger.logLevel = level
        return logger
    }
}

/// Machine-readable log lines.
///
/// Messages are constants; what varies stands in members of its own.
struct JSONLogHandler: LogHandler {
    var metadata = Logger.Metadata()
    var logLevel = Logger.Level.info

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        var object = JSONObject()
        object["time"] = .string(Timestamp.current().rfc3339)
        object["level"] = .string(event.level.rawValue)
        object["message"] = .string("\(event.message)")
        let all = metadata.merging(event.metadata ?? [:]) { _, new in new }
        for (name, value) in all.sorted(by: { $0.key < $1.key }) where object[name] == nil {
            object[name] = .string("\(value)")
        }
        Terminal.note(JSONValue.object(object).text)
    }
}
