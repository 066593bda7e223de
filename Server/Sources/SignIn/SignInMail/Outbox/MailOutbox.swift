public import ChaveBase
public import ChaveWire
public import SignInCore

/// A sandbox's post office: keeps the newest mails for a page to show, and sends none.
///
/// What it keeps stands in a file, so that a restart shows it again and several servers may keep theirs there; a mail counts
/// as sent once it is there.
public final class MailOutbox: MailSender {
    /// Where the mails outlive the process.
    public struct File: Sendable {
        /// `nil` where there is none yet.
        public var read: @Sendable () throws -> JSONValue?
        /// Replaces it as a whole.
        public var write: @Sendable ([UInt8]) throws -> Void
        /// Does something while nobody else does, in this process or another.
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

    /// What reads the file must take as much: a hundred mails with long names are more than a message may be.
    public static let fileLimits = JSONLimits.list

    /// The file holds something else than mails.
    public struct Damaged: Error, Hashable, Sendable {}

    private let file: File
    private let limit: Int
    private let now: @Sendable () -> Timestamp

    /// - Throws: ``Damaged``, or what the reading says.
    public init(file: File, limit: Int = 100, now: @escaping @Sendable () -> Timestamp) throws {
        self.file = file
        self.limit = limit
        self.now = now
        _ = try stored()
    }

    /// Newest first; none while the file cannot be read.
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

    /// Oldest first.
    private func stored() throws -> [OutboxMail] {
        guard let json = try file.read() else { return [] }
        guard let list = json["mails"]?.array else { throw Damaged() }
        return try list.map { entry in
            guard let mail = OutboxMail(json: entry) else { throw Damaged() }
            return mail
        }
    }
}
