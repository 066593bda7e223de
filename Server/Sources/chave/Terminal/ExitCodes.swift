import ArgumentParser

/// The exit codes that the help of `chave` lists, beside 0, 1 and the parser's 64.
extension ExitCode {
    /// The user was asked, here or at the bank, and said no or left.
    static let declined = ExitCode(2)
    /// The input cannot be read: EX_DATAERR of sysexits.
    static let unreadable = ExitCode(65)
    /// Ended by Ctrl-C or SIGTERM: 128 plus the number of SIGINT, as in a shell.
    static let interrupted = ExitCode(130)
}

/// A user's no, which ends the command with exit code 2; `description` says what was not done.
struct Declined: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}
