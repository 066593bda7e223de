public import ChaveBase
import ChavePixModel

/// Why a request is not believed to be a webhook of this server; the order is the precedence.
public enum WebhookRefusal: String, Error, Hashable, Sendable, CaseIterable {
    /// One of the three headers is missing, stands there twice, or cannot be one of ours.
    case headerMissing = "header_missing"
    case timestampMalformed = "timestamp_malformed"
    /// Older than the tolerance: an attempt that somebody kept and sends again.
    case tooOld = "too_old"
    /// From the future by more than the tolerance.
    case tooNew = "too_new"
    /// No signature is that of the body under one of the secrets.
    case signatureInvalid = "signature_invalid"
}

/// For who receives webhooks: says whether a request comes from who knows the secret, and lately.
///
/// Give it the body as it came, byte for byte, before anything is parsed. It throws nothing but ``WebhookRefusal``,
/// whatever the input. What it accepts may still be a repetition within the tolerance: keep the ids that you have seen.
public struct WebhookVerifier: Sendable {
    public var secrets: [WebhookSecret]
    /// How far the sender's clock and the way may be off, in seconds.
    public var toleranceSeconds: Int64

    /// Several secrets while one is being rotated.
    public init(secrets: [WebhookSecret], toleranceSeconds: Int64 = 300) {
        self.secrets = secrets
        self.toleranceSeconds = toleranceSeconds
    }

    /// Judges one request; `header` gives the value of a header by its lower-case name, `nil` when it is not there
    /// exactly once.
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
        // Digits only and few: a number with a sign or spaces would be one that others read differently.
        guard (1...12).contains(text.utf8.count),
            text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }), let sent = Int64(text)
        else { throw .timestampMalformed }
        let tolerance = toleranceSeconds
        guard sent >= now.seconds - tolerance else { throw .tooOld }
        guard sent <= now.seconds + tolerance else { throw .tooNew }
    }

    /// Every entry under every secret, so that the time does not tell which one fitted.
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

    /// Nobody rotates that many secrets at once; more would only cost time.
    private static let mostSignatures = 16
}
