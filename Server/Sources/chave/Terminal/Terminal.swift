import Foundation

/// What commands write: results on standard output, everything else on standard error.
enum Terminal {
    static let isInteractive = isatty(STDOUT_FILENO) == 1

    /// Whether a person can be asked: there is a controlling terminal.
    static var canAsk: Bool {
        let terminal = open("/dev/tty", O_RDWR | O_NOCTTY)
        guard terminal >= 0 else { return false }
        close(terminal)
        return true
    }

    /// Writes a result; a command whose results cannot be written ends, quietly where nobody reads them any more.
    static func say(_ line: String) {
        let failure = Output.put(line + "\n", to: STDOUT_FILENO)
        guard failure != 0 else { return }
        // As the signal would end it where it is not ignored: 128 and its number.
        guard failure != EPIPE else { exit(128 + SIGPIPE) }
        note("chave: Standard output cannot be written: \(String(cString: strerror(failure))).")
        exit(1)
    }

    /// Writes to standard error; where that fails there is nobody left to tell.
    static func note(_ line: String) {
        _ = Output.put(line + "\n", to: STDERR_FILENO)
    }

    /// Colour only on a terminal.
    static func green(_ text: String) -> String { isInteractive ? "\u{1B}[32m\(text)\u{1B}[0m" : text }
    static func red(_ text: String) -> String { isInteractive ? "\u{1B}[31m\(text)\u{1B}[0m" : text }
    static func dim(_ text: String) -> String { isInteractive ? "\u{1B}[2m\(text)\u{1B}[0m" : text }
}

/// Why a command did not do what it was asked for, in one line with the way out.
struct CommandFailure: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}
