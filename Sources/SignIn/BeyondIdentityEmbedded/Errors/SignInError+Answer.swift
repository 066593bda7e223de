import ChaveBase
import ChaveTransport
import ChaveWire

/// The content of a refusal by the server.
struct Refusal: Sendable {
    /// The member `error`; empty when the answer does not have the documented form.
    let name: String
    let status: Int
    let body: JSONObject
    private let explanation: String?
    private let retryAfterMilliseconds: Int64?

    init(_ response: HTTPResponse, now: Int64) {
        body = (try? JSONValue(parsing: response.body))?.object ?? JSONObject()
        name = body["error"]?.string ?? ""
        status = response.status
        explanation = body["error_description"]?.string.map(Redaction.redacted)
        retryAfterMilliseconds = response.headers["Retry-After"].flatMap {
            RetryAfter($0)?.milliseconds(after: Timestamp(microseconds: now))
        }
    }

    /// The error for the app when the call has no more specific one.
    var error: SignInError {
        let code: SignInError.Code =
            switch status {
            case 429: .rateLimited
            case 500...599: .serverUnavailable
            default: .refused
            }
        let said = [name.isEmpty ? nil : Redaction.redacted(name), explanation].compactMap(\.self)
        let text = said.isEmpty ? "The server answered with status \(status)." : said.joined(separator: ": ")
        return SignInError(code, text, retryAfterMilliseconds: retryAfterMilliseconds)
    }

    /// Whether repeating the same request cannot help.
    var isFinal: Bool { (400...499).contains(status) && ![408, 425, 429].contains(status) }

    /// The new state of the credential, when the refusal names it.
    var credentialState: CredentialState? {
        guard name == "access_denied" else { return nil }
        return body["credential_state"]?.string.flatMap(CredentialState.init(serverName:))
    }

    /// The same refusal under another code, with the SDK's own message.
    func error(_ code: SignInError.Code, _ message: String) -> SignInError {
        SignInError(code, message, retryAfterMilliseconds: retryAfterMilliseconds)
    }
}

extension SignInError {
    init(_ error: TransportError) {
        switch error.kind {
        case .cancelled: self = .cancelledCall
        case .timedOut: self.init(.timedOut, "The server did not answer in time; try again.")
        case .tls: self.init(.notConnected, "The server's certificate was refused.")
        case .responseTooLarge: self.init(.unreadableAnswer, "The server's answer is larger than this SDK takes.")
        case .notConnected, .other: self.init(.notConnected, "The server cannot be reached; check the connection.")
        }
    }

    /// Whether a retry may help.
    var isPassing: Bool { [.notConnected, .timedOut, .serverUnavailable, .rateLimited].contains(code) }
}
