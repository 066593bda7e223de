public import ChaveBase
import ChaveWire
public import SignInModel

/// A mail that was not sent to anyone, and its time.
///
/// The mail's text holds a link that gives access to an account, so the description shows none of its content.
public struct OutboxMail: Hashable, Sendable {
    public let mail: Mail
    public let sentAt: Timestamp

    public init(mail: Mail, sentAt: Timestamp) {
        self.mail = mail
        self.sentAt = sentAt
    }

    var json: JSONValue {
        [
            "to": .string(mail.recipient), "subject": .string(mail.subject), "text": .string(mail.text),
            "sent_at": .string(sentAt.rfc3339),
        ]
    }

    init?(json: JSONValue) {
        guard let recipient = json["to"]?.string, let subject = json["subject"]?.string,
            let text = json["text"]?.string, let time = json["sent_at"]?.string.flatMap(Timestamp.init(rfc3339:))
        else { return nil }
        self.init(mail: Mail(recipient: recipient, subject: subject, text: text), sentAt: time)
    }
}

extension OutboxMail: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "OutboxMail(<redacted>)" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: []) }
}
