public import Foundation

/// The port to HTTP: one request, one answer.
///
/// The default is ``URLSessionExchange``. An app with its own network layer passes its own exchange. An exchange
/// follows no redirect, and logs neither headers nor bodies.
public protocol ActivationExchange: Sendable {
    /// Sends a request and returns the answer.
    ///
    /// - Throws: any error that prevented an answer; its content goes to nobody.
    func send(_ request: ActivationHTTPRequest) async throws -> ActivationHTTPResponse
}

/// A request to the backend.
public struct ActivationHTTPRequest: Sendable {
    /// `GET` or `POST`.
    public var method: String
    /// The whole address, which is below the backend's base.
    public var url: URL
    /// The headers, including the access token; do not log them.
    public var headers: [String: String]
    /// The body as JSON; `nil` for a request without a body; do not log it.
    public var body: [UInt8]?
    /// The time in seconds after which an exchange throws.
    public var timeoutSeconds: TimeInterval

    /// Creates a request without checking it: the activator makes the request, and an exchange sends it.
    public init(method: String, url: URL, headers: [String: String], body: [UInt8]?, timeoutSeconds: TimeInterval) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.timeoutSeconds = timeoutSeconds
    }
}

/// The backend's answer.
public struct ActivationHTTPResponse: Sendable {
    /// The HTTP status.
    public var status: Int
    /// The headers by their names in lower case.
    public var headers: [String: String]
    /// The body as received; empty when there was none.
    public var body: [UInt8]

    /// Creates an answer, and turns the names of headers to lower case.
    public init(status: Int, headers: [String: String] = [:], body: [UInt8] = []) {
        self.status = status
        self.headers = Dictionary(headers.map { ($0.key.lowercased(), $0.value) }) { first, _ in first }
        self.body = body
    }
}

extension ActivationHTTPRequest: CustomStringConvertible, CustomReflectable {
    public var description: String { "ActivationHTTPRequest(<redacted>)" }
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension ActivationHTTPResponse: CustomStringConvertible, CustomReflectable {
    public var description: String { "ActivationHTTPResponse(\(status))" }
    public var customMirror: Mirror { Mirror(self, children: ["status": status]) }
}
