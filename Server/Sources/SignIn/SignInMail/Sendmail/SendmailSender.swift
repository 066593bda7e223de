public import ChaveBase
public import SignInModel
import Synchronization

/// Hands mail to a program like sendmail: `<program> -i -t`, with the message on its standard input.
///
/// The program takes the recipient from the header `To`, which has one address. A program that does not end before the
/// timeout is killed, and the mail counts as not accepted. Only exit code 0 means that the program accepted the mail.
public struct SendmailSender: MailSender {

    /// Why the program did not accept the mail.
    public enum Problem: Error, Hashable, Sendable {
        /// The program does not exist or may not be run, or the message's file cannot be made.
        case notStarted
        case exited(code: Int32)
        /// The program was killed, by this sender after the timeout or by another process.
        case killed
        /// Too many programs run: another one would take resources that the server needs.
        case busy
    }

    private let program: String
    private let sender: MailAddress
    private let timeoutMilliseconds: Int
    private let places: SendmailPlaces
    private let world: World

    /// Hands over at most `concurrent` mails at a time; one more mail fails with ``Problem/busy``.
    public init(
        program: String,
        from sender: MailAddress,
        timeoutMilliseconds: Int = 20_000,
        concurrent: Int = 16,
        world: World
    ) {
        self.program = program
        self.sender = sender
        self.timeoutMilliseconds = timeoutMilliseconds
        self.world = world
        places = SendmailPlaces(concurrent)
    }

    public func send(_ mail: Mail) async throws(MailFault) {
        do {
            try await hand(mail)
        } catch {
            throw MailFault(underlying: error)
        }
    }

    private func hand(_ mail: Mail) async throws {
        let id = world.randomBytes(16).map { String($0 >> 4, radix: 16) + String($0 & 0x0F, radix: 16) }.joined()
        let message = try MailMessage(mail, from: sender, id: id, at: world.now())
        guard places.enter() else { throw Problem.busy }
        defer { places.leave() }
        let run = SendmailRun(program: program, message: message, timeoutMilliseconds: timeoutMilliseconds)
        switch try await run.ended(sleep: world.sleep) {
        case .exited(0): return
        case .exited(let code): throw Problem.exited(code: code)
        case .killed: throw Problem.killed
        }
    }
}

/// The free places for programs.
private final class SendmailPlaces: Sendable {
    private let free: Mutex<Int>

    init(_ count: Int) { free = Mutex(count) }

    func enter() -> Bool {
        free.withLock { free in
            guard free > 0 else { return false }
            free -= 1
            return true
        }
    }

    func leave() { free.withLock { $0 += 1 } }
}
