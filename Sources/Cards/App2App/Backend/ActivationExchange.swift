public import Foundation

/// The port to HTTP: one request, one answer.
///
/// ``URLSessionExchange`` stands behind it by default; an app with a network layer of its own puts that in its place. It
/// follows no redirect, and logs neither headers nor bodies.
public protocol ActivationExchange: Sendable {
    /// - Throws: whatever kept the answer away; nothing of it is told to anybody.
    func send(_ request: ActivationHTTPRequest) async throws -> ActivationHTTPResponse
}

/// A request to the backend.
public struct ActivationHTTPRequest: Sendable {
    /// `GET` or `POST`.
    public var method: String
    /// The whole address, below the backend's base.
    public var url: URL
    /// With the access token: never to be logged.
    public var headers: [String: String]
    /// JSON, or `nil` for a request without one; never to be logged.
    public var body: [UInt8]?
    /// After this an exchange gives up and throws.
    public var timeoutSeconds: TimeInterval

    /// Nothing is checked: the activator makes it, an exchange sends it.
    public init(method: String, url: URL, headers: [String: String], body: [UInt8]?, timeoutSeconds: TimeInterval) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.timeoutSeconds = timeoutSeconds
    }
}

/// What the backend answered.
public struct ActivationHTTPResponse: Sendable {
    /// The HTTP status.
    public var status: Int
    /// By names in lower case.
    public var headers: [String: String]
    /// The body as it came; empty where there was none.
    public var body: [UInt8]

    /// An answer; the names of headers are turned to lower case.
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
