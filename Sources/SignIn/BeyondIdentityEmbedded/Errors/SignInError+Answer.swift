import ChaveBase
import ChaveTransport
import ChaveWire

/// What an answer of the server that refuses says.
struct Refusal: Sendable {
    /// `error`; empty when the answer is not of the documented form.
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

    /// What the app is told where the call has nothing better to say.
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

    /// Whether asking again with the same words cannot help.
    var isFinal: Bool { (400...499).contains(status) && ![408, 425, 429].contains(status) }

    /// What became of the credential, where the refusal says it.
    var credentialState: CredentialState? {
        guard name == "access_denied" else { return nil }
        return body["credential_state"]?.string.flatMap(CredentialState.init(serverName:))
    }

    /// The same under another code, with a sentence of our own in front.
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

    /// Whether asking again may help.
    var isPassing: Bool { [.notConnected, .timedOut, .serverUnavailable, .rateLimited].contains(code) }
}
