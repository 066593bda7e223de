import Foundation

/// One call to the backend, with its path and its content.
struct BackendCall: Sendable {
    let path: String
    let payload: App2AppTokenActivationPayload
    var idempotencyKey: String?
    var need = AccessTokenNeed.any

    /// The timeout in seconds, which is above the backend's own wait for a network, so that an answer is never just
    /// missed.
    ///
    /// For an activation the backend waits at most five times eight seconds.
    private static let timeoutSeconds: TimeInterval = 45

    init(path: String, payload: App2AppTokenActivationPayload) {
        self.path = path
        self.payload = payload
    }

    /// The HTTP request; `nil` when a header cannot carry the token.
    func request(to url: URL, token: String) -> ActivationHTTPRequest? {
        let isPlain = token.utf8.allSatisfy { (0x21...0x7E).contains($0) }
        guard isPlain, (1...8_192).contains(token.utf8.count) else { return nil }
        var headers = [
            "Accept": "application/json, application/problem+json",
            "Authorization": "Bearer \(token)",
            "Content-Type": "application/json",
        ]
        headers["Idempotency-Key"] = idempotencyKey
        return ActivationHTTPRequest(
            method: "POST",
            url: url,
            headers: headers,
            body: body,
            timeoutSeconds: BackendCall.timeoutSeconds
        )
    }

    /// The body with the non-empty ones of the seven fields; the wallet's other fields are not sent.
    private var body: [UInt8] {
        let members = payload.texts.compactMap { name, text in
            text.flatMap { $0.isEmpty ? nil : "\"\(name)\":\(BackendCall.quoted($0))" }
        }
        return Array("{\(members.joined(separator: ","))}".utf8)
    }

    private static func quoted(_ text: String) -> String {
        let inside = text.unicodeScalars.map { scalar in
            switch scalar.value {
            case 0x22, 0x5C: "\\\(scalar)"
            case ..<0x20: "\\u00\(scalar.value < 16 ? "0" : "")\(String(scalar.value, radix: 16))"
            default: String(scalar)
            }
        }
        return "\"\(inside.joined())\""
    }
}
