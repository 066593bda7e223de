public import ChaveBase
public import ChaveWire
public import SignInModel

/// A sandbox's post office: stores the newest mails for a page to show, and sends none.
///
/// The mails are in a file, so that a restart shows them again and several servers may share it. A mail counts as sent
/// once the file contains it.
public final class MailOutbox: MailSender {
    /// The file in which the mails outlive the process.
    public struct File: Sendable {
        /// Reads the content; `nil` where there is no file yet.
        public var read: @Sendable () throws -> JSONValue?
        /// Replaces the whole content.
        public var write: @Sendable ([UInt8]) throws -> Void
        /// Runs `body` while no other caller does, in this process or another.
        public var alone: @Sendable (_ body: @Sendable () throws -> Void) async throws -> Void

        public init(
            read: @escaping @Sendable () throws -> JSONValue?,
            write: @escaping @Sendable ([UInt8]) throws -> Void,
            alone: @escaping @Sendable (_ body: @Sendable () throws -> Void) async throws -> Void
        ) {
            self.read = read
            self.write = write
            self.alone = alone
        }
    }

    /// The limits that a reader of the file must accept: a hundred mails with long names exceed the limits of a
    /// message.
    public static let fileLimits = JSONLimits.list

    /// The file contains something other than mails.
    public struct Damaged: Error, Hashable, Sendable {}

    private let file: File
    private let limit: Int
    private let now: @Sendable () -> Timestamp

    /// - Throws: ``Damaged``, or the error of `file.read`.
    public init(file: File, limit: Int = 100, now: @escaping @Sendable () -> Timestamp) throws {
        self.file = file
        self.limit = limit
        self.now = now
        _ = try stored()
    }

    /// The mails, newest first; empty while the file cannot be read.
    public var newest: [OutboxMail] { ((try? stored()) ?? []).suffix(limit).reversed() }

    public func send(_ mail: Mail) async throws(MailFault) {
        let sent = OutboxMail(mail: mail, sentAt: now())
        do {
            try await file.alone { [self] in
                let next = Array((try stored() + [sent]).suffix(limit))
                let json: JSONValue = ["mails": .array(next.map(\.json))]
                try file.write(json.encoded())
            }
        } catch {
            throw MailFault(underlying: error)
        }
    }

    /// The mails, oldest first.
    private func stored() throws -> [OutboxMail] {
        guard let json = try file.read() else { return [] }
        guard let list = json["mails"]?.array else { throw Damaged() }
        return try list.map { entry in
            guard let mail = OutboxMail(json: entry) else { throw Damaged() }
            return mail
        }
    }
}
