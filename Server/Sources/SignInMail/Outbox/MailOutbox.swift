public import ChavePixModel
public import ChaveWire
public import SignInCore
import Synchronization

/// A sandbox's post office: keeps the newest mails for a page to show, and sends none.
///
/// What it keeps stands in a file as well, so that a restart shows it again; a mail counts as sent once it is there.
public final class MailOutbox: MailSender {
    /// Where the mails outlive the process.
    public struct File: Sendable {
        /// `nil` where there is none yet.
        public var read: @Sendable () throws -> JSONValue?
        /// Replaces it as a whole.
        public var write: @Sendable ([UInt8]) throws -> Void

        public init(
            read: @escaping @Sendable () throws -> JSONValue?,
            write: @escaping @Sendable ([UInt8]) throws -> Void
        ) {
            self.read = read
            self.write = write
        }
    }

    /// What reads the file must take as much: a hundred mails with long names are more than a message may be.
    public static let fileLimits = JSONLimits.list

    /// The file holds something else than mails.
    public struct Damaged: Error, Hashable, Sendable {}

    private let file: File
    private let limit: Int
    private let now: @Sendable () -> Timestamp
    /// Oldest first.
    private let mails: Mutex<[OutboxMail]>

    /// - Throws: ``Damaged``, or what the reading says.
    public init(file: File, limit: Int = 100, now: @escaping @Sendable () -> Timestamp) throws {
        self.file = file
        self.limit = limit
        self.now = now
        var stored: [OutboxMail] = []
        if let json = try file.read() {
            guard let list = json["mails"]?.array else { throw Damaged() }
            for entry in list {
                guard let mail = OutboxMail(json: entry) else { throw Damaged() }
                stored.append(mail)
            }
        }
        mails = Mutex(stored.suffix(limit))
    }

    /// Newest first.
    public var newest: [OutboxMail] { mails.withLock { $0.reversed() } }

    public func send(_ mail: Mail) async throws(MailFault) {
        let sent = OutboxMail(mail: mail, sentAt: now())
        do {
            try mails.withLock { mails in
                let next = Array((mails + [sent]).suffix(limit))
                let json: JSONValue = ["mails": .array(next.map(\.json))]
                try file.write(json.encoded())
                mails = next
            }
        } catch {
            throw MailFault(underlying: error)
        }
    }
}
