import ChaveBase
import Foundation
import Logging
import ServerHost

/// One JSON object a line on standard error; on a terminal, readable lines.
enum LogOutput {
    static func logger(level: Logger.Level) -> Logger {
        let isTerminal = isatty(STDERR_FILENO) == 1
        var logger = Logger(label: "chave") { label in
            isTerminal
                ? StreamLogHandler.standardError(label: label) as any LogHandler
                : JSONLogHandler(now: { Timestamp.current() }, write: { Terminal.note($0) })
        }
        logger.logLevel = level
        return logger
    }
}
