/// The headers that every answer of the server carries.
public struct AnswerHeaders: Hashable, Sendable {
    /// Whether answers carry `Strict-Transport-Security`: outside the sandbox, over TLS.
    ///
    /// A browser that has seen the header never again comes without TLS.
    public var isStrictlySecure: Bool

    public init(isStrictlySecure: Bool = false) { self.isStrictlySecure = isStrictlySecure }

    /// Adds the missing headers; an answer that sets its own caching keeps it.
    package func complete(_ answer: inout ServerAnswer) {
        AnswerHeaders.allowHead(&answer)
        if answer.header("X-Content-Type-Options") == nil {
            answer.headers.append(("X-Content-Type-Options", "nosniff"))
        }
        // Most answers contain tokens or personal data. A cached error would also live too long.
        if answer.header("Cache-Control") == nil { answer.headers.append(("Cache-Control", "no-store")) }
        if isStrictlySecure { answer.headers.append(("Strict-Transport-Security", "max-age=63072000")) }
    }

    /// Adds HEAD to every `Allow` header that lists GET (RFC 9110, section 9.3.2).
    private static func allowHead(_ answer: inout ServerAnswer) {
        guard answer.status == 405, let place = answer.headers.firstIndex(where: { $0.name == "Allow" }) else { return }
        let methods = answer.headers[place].value.split(separator: ",").map { $0.trimmingSpaces() }
        guard methods.contains("GET"), !methods.contains("HEAD") else { return }
        answer.headers[place].value = (methods + ["HEAD"]).sorted().joined(separator: ", ")
    }
}
