public import ChaveBase
import ChavePixModel

/// Why a request is not accepted as a webhook of this server; the order is the precedence.
public enum WebhookRefusal: String, Error, Hashable, Sendable, CaseIterable {
    /// One of the three headers is missing, occurs twice, or cannot be ours.
    case headerMissing = "header_missing"
    case timestampMalformed = "timestamp_malformed"
    /// Older than the tolerance: possibly a replay of a recorded attempt.
    case tooOld = "too_old"
    /// In the future by more than the tolerance.
    case tooNew = "too_new"
    /// No signature matches the body under one of the secrets.
    case signatureInvalid = "signature_invalid"
}

/// The check for receivers of webhooks: whether a recent request comes from a holder of the secret.
///
/// Pass the body as received, byte for byte, before any parsing. The verifier throws only ``WebhookRefusal``, whatever
/// the input. An accepted request may still be a replay within the tolerance: store the ids that you have seen.
public struct WebhookVerifier: Sendable {
    public var secrets: [WebhookSecret]
    /// The tolerance for the sender's clock and the transport, in seconds.
    public var toleranceSeconds: Int64

    /// Creates a verifier; it has several secrets while one is being rotated.
    public init(secrets: [WebhookSecret], toleranceSeconds: Int64 = 300) {
        self.secrets = secrets
        self.toleranceSeconds = toleranceSeconds
    }

    /// Verifies one request.
    ///
    /// `header` gives the value of a header by its lower-case name, `nil` unless the header is there exactly once.
    public func verify(
        _ body: [UInt8],
        header: (_ name: String) -> String?,
        at now: Timestamp
    ) throws(WebhookRefusal) {
        guard let id = header("webhook-id"), WebhookSignature.isSignable(id: id),
            let timestamp = header("webhook-timestamp"), let signatures = header("webhook-signature")
        else { throw .headerMissing }
        try requireRecent(timestamp, at: now)
        try requireSignature(signatures, of: WebhookSignature.message(id: id, timestamp: timestamp, body: body))
    }

    private func requireRecent(_ text: String, at now: Timestamp) throws(WebhookRefusal) {
        // Only a few digits are accepted: programs read a number with a sign or spaces in different ways.
        guard (1...12).contains(text.utf8.count),
            text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }), let sent = Int64(text)
        else { throw .timestampMalformed }
        let tolerance = toleranceSeconds
        guard sent >= now.seconds - tolerance else { throw .tooOld }
        guard sent <= now.seconds + tolerance else { throw .tooNew }
    }

    /// Compares every entry under every secret, so that the time does not reveal the matching one.
    private func requireSignature(_ signatures: String, of message: [UInt8]) throws(WebhookRefusal) {
        var isAuthentic = false
        for entry in signatures.split(separator: " ").prefix(WebhookVerifier.mostSignatures) {
            guard entry.hasPrefix("v1,"), let code = Base64.decode(entry.dropFirst(3), padding: .optional) else {
                continue
            }
            for secret in secrets where WebhookSignature.isValid(code, of: message, secret: secret) {
                isAuthentic = true
            }
        }
        guard isAuthentic else { throw .signatureInvalid }
    }

    /// The largest number of checked signatures: no rotation has that many secrets, and more would only cost time.
    private static let mostSignatures = 16
}
