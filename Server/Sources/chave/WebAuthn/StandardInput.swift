import ChaveCeremonyDebugger
import Foundation

/// Reads standard input, with no more of it in memory than a command accepts.
enum StandardInput {
    /// Reads all input as one message.
    static func whole() throws -> LineSplitter.Line {
        try open()
        var bytes: [UInt8] = []
        while let more = try next() {
            bytes += more
            if bytes.count > LineSplitter.standardLimit { return .tooLong }
        }
        return .bytes(bytes)
    }

    /// Reads all input as bytes.
    static func bytes() throws -> [UInt8] {
        guard case .bytes(let bytes) = try whole() else {
            throw UnreadableInput("Standard input has more than \(LineSplitter.standardLimit) bytes.")
        }
        return bytes
    }

    /// Reads all input as text; bytes that are not UTF-8 are replaced, so the caller must have no use for such
    /// characters.
    static func text() throws -> String { String(decoding: try bytes(), as: UTF8.self) }

    /// Gives each line to `body` as soon as it is complete, and returns the number of lines.
    static func eachLine(_ body: (LineSplitter.Line) async -> Void) async throws -> Int {
        try open()
        var splitter = LineSplitter()
        var count = 0
        while let bytes = try next() {
            for line in splitter.lines(endingIn: bytes) {
                count += 1
                await body(line)
            }
        }
        guard let rest = splitter.rest() else { return count }
        await body(rest)
        return count + 1
    }

    /// Refuses a closed input before reading, and on a terminal prints how to end the input.
    private static func open() throws {
        guard !isClosed else { throw closed }
        if isatty(STDIN_FILENO) == 1 { Terminal.note("Reading from this terminal; Ctrl-D ends it.") }
    }

    /// Whether standard input is closed.
    ///
    /// The process reuses the number of a closed input for the next file that it opens. On Linux that is an unnamed one
    /// of the runtime's own: reading it would block for ever, or steal a wake-up.
    private static var isClosed: Bool {
        guard fcntl(STDIN_FILENO, F_GETFD) != -1 else { return true }
        let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(STDIN_FILENO)")
        return target?.hasPrefix("anon_inode:") ?? false
    }

    private static var closed: UnreadableInput {
        UnreadableInput("Standard input is closed. Give what to read, as in: < FILE")
    }

    /// The next bytes, as many as are there; `nil` at the end.
    private static func next() throws -> [UInt8]? {
        while true {
            var failure: Int32 = 0
            let bytes = [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, count in
                let read = read(STDIN_FILENO, buffer.baseAddress, buffer.count)
                failure = read < 0 ? errno : 0
                count = max(0, read)
            }
            switch failure {
            case 0: return bytes.isEmpty ? nil : bytes
            case EINTR: continue
            case EAGAIN: waitForMore()
            case EBADF, EINVAL: throw closed
            default: throw UnreadableInput("Standard input cannot be read: \(String(cString: strerror(failure))).")
            }
        }
    }

    /// Waits for more input: another program of the shell may have made the input non-blocking.
    private static func waitForMore() {
        var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        poll(&input, 1, -1)
    }
}

/// The error of an input that a command cannot read: one line, and exit code 65.
struct UnreadableInput: Error {
    let message: String
    init(_ message: String) { self.message = message }
}
