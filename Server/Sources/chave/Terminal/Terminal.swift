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

    static func say(_ line: String) {
        FileHandle.standardOutput.write(Data((line + "\n").utf8))
    }

    static func note(_ line: String) {
        FileHandle.standardError.write(Data((line + "\n").utf8))
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
