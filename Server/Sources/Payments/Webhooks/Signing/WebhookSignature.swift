public import ChaveBase
import Crypto

/// The signature of one attempt (Standard Webhooks 1.0).
///
/// The signature covers `id.timestamp.body`. An id with a point could be read as another id and timestamp, so such an
/// id is never signed.
public enum WebhookSignature {
    /// The header value: `v1,<base64>` for each secret, separated by spaces; several while a secret is being rotated.
    ///
    /// - Precondition: `id` is not empty and has no point; ids of events are UUIDs.
    public static func header(
        id: String,
        timestamp: Timestamp,
        body: [UInt8],
        secrets: [WebhookSecret]
    ) -> String {
        precondition(isSignable(id: id), "the id of an event is a UUID")
        let message = message(id: id, timestamp: "\(timestamp.seconds)", body: body)
        return secrets.map { secret in
            let code = HMAC<SHA256>.authenticationCode(for: message, using: SymmetricKey(data: secret.bytes))
            return "v1,\(Base64.encode(Array(code)))"
        }.joined(separator: " ")
    }

    /// Whether a message with that id can be signed: visible ASCII without a point, 255 of it at most.
    public static func isSignable(id: String) -> Bool {
        (1...255).contains(id.utf8.count)
            && id.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: ".") }
    }

    static func message(id: String, timestamp: String, body: [UInt8]) -> [UInt8] {
        var message: [UInt8] = []
        message.reserveCapacity(id.utf8.count + timestamp.utf8.count + body.count + 2)
        message += id.utf8
        message.append(UInt8(ascii: "."))
        message += timestamp.utf8
        message.append(UInt8(ascii: "."))
        message += body
        return message
    }

    /// Verifies a code in constant time.
    static func isValid(_ code: [UInt8], of message: [UInt8], secret: WebhookSecret) -> Bool {
        HMAC<SHA256>.isValidAuthenticationCode(
            code,
            authenticating: message,
            using: SymmetricKey(data: secret.bytes)
        )
    }
}
