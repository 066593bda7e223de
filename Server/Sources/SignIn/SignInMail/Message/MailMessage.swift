public import ChaveBase
public import SignInModel

/// A mail in the form that is handed over: headers and plain text in UTF-8 (RFC 5322).
///
/// The subject follows RFC 2047, the body is 8bit. Lines end with a line feed, as programs like sendmail read them. No
/// text of a mail becomes a header of its own: an invalid address is refused. A subject that is more than plain ASCII
/// becomes encoded words.
public struct MailMessage: Sendable {
    /// The reason why a mail is not sent.
    public enum Refusal: Error, Hashable, Sendable {
        /// The recipient is not a single address.
        case noAddress
    }

    public let bytes: [UInt8]

    /// Makes the `Message-ID` of the sender's domain and the letters, digits and hyphens of `id`.
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
            // Vacation programs must not answer this mail (RFC 3834, section 5).
            "Auto-Submitted: auto-generated",
        ]
        bytes = Array((headers.joined(separator: "\n") + "\n\n" + BodyText.lines(mail.text)).utf8)
    }
}

/// A time in the form of a mail header, in UTC (RFC 5322, section 3.3).
enum MailDate {
    private static let days = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    static func text(_ time: Timestamp) -> String {
        // 1970-01-01, a Thursday, is day 0.
        let day = Int((time.microseconds / 1_000_000).quotientAndRemainder(dividingBy: 86_400).quotient)
        let date = time.rfc3339
        let fields = date.prefix(19).split { $0 == "-" || $0 == "T" || $0 == ":" }
        guard fields.count == 6, let month = Int(fields[1]), (1...12).contains(month) else { return date }
        let name = days[((day % 7) + 7) % 7]
        return "\(name), \(fields[2]) \(months[month - 1]) \(fields[0]) \(fields[3]):\(fields[4]):\(fields[5]) +0000"
    }
}
