import Foundation

/// The output of commands: results on standard output, everything else on standard error.
enum Terminal {
    static let isInteractive = isatty(STDOUT_FILENO) == 1

    /// Whether a user can be asked: there is a controlling terminal.
    static var canAsk: Bool {
        let terminal = open("/dev/tty", O_RDWR | O_NOCTTY)
        guard terminal >= 0 else { return false }
        close(terminal)
        return true
    }

    /// Writes a result; ends the command when it cannot be written, without a message when the reader has gone.
    static func say(_ line: String) {
        let failure = Output.put(line + "\n", to: STDOUT_FILENO)
        guard failure != 0 else { return }
        // The exit code is that of the signal if it were not ignored: 128 plus its number.
        guard failure != EPIPE else { exit(128 + SIGPIPE) }
        note("chave: Standard output cannot be written: \(String(cString: strerror(failure))).")
        exit(1)
    }

    /// Writes to standard error; a failure has no other place to be reported.
    static func note(_ line: String) {
        _ = Output.put(line + "\n", to: STDERR_FILENO)
    }

    /// The text in green, on a terminal only.
    static func green(_ text: String) -> String { isInteractive ? "\u{1B}[32m\(text)\u{1B}[0m" : text }
    static func red(_ text: String) -> String { isInteractive ? "\u{1B}[31m\(text)\u{1B}[0m" : text }
    static func dim(_ text: String) -> String { isInteractive ? "\u{1B}[2m\(text)\u{1B}[0m" : text }
}

/// The reason why a command failed, in one line with the next step.
struct CommandFailure: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}
