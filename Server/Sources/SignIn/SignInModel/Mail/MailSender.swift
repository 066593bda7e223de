public import ChaveBase

/// Sends mail to people: `sendmail` in production, an outbox that a page shows in the sandbox.
public protocol MailSender: Sendable {
    /// Returns when the mail is handed over, which is before its delivery.
    func send(_ mail: Mail) async throws(MailFault)
}

/// One mail of plain text.
public struct Mail: Hashable, Sendable, Redacted {
    public var recipient: String
    public var subject: String
    public var text: String

    public init(recipient: String, subject: String, text: String) {
        self.recipient = recipient
        self.subject = subject
        self.text = text
    }
}

/// The mail was not accepted; sending it again is harmless.
public struct MailFault: Error, Sendable {
    public let underlying: any Error

    public init(underlying: any Error) { self.underlying = underlying }
}
