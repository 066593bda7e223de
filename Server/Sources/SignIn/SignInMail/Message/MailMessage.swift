public import ChaveBase
public import SignInCore

/// A mail as it is handed over: headers and plain text in UTF-8 (RFC 5322), the subject by RFC 2047, the body as 8bit.
///
/// Lines end with a line feed, as programs like sendmail read them. Nothing in a mail becomes a header of its own: an address
/// that is not one is refused, a subject is one line of encoded words wherever it has more than plain ASCII.
public struct MailMessage: Sendable {
    /// Why a mail is not sent.
    public enum Refusal: Error, Hashable, Sendable {
        /// Who it is to or from is no single address.
        case noAddress
    }

    public let bytes: [UInt8]

    /// `id` makes the `Message-ID` together with the sender's domain: letters, digits and hyphens.
    public init(_ mail: Mail, from sender: MailAddress, id: String, at time: Timestamp) throws(Refusal) {
        guard let recipient = MailAddress(mail.recipient) else { throw .noAddress }
        let headers = [
            "From: <\(sender.text)>",
            "To: <\(recipient.text)>",
            "Subject: \(HeaderText.encoded(mail.subject))",
            "Date: \(MailDate.text(time))",
            "Message-ID: <\(id.filter { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") })@\(sender.domain)>",
            "MIME-Version: 1.0",
            "Content-Type: text/plain; charset=utf-8",
            "Content-Transfer-Encoding: 8bit",
            // No vacation notice is to answer it (RFC 3834, section 5).
            "Auto-Submitted: auto-generated",
        ]
        bytes = Array((headers.joined(separator: "\n") + "\n\n" + BodyText.lines(mail.text)).utf8)
    }
}
