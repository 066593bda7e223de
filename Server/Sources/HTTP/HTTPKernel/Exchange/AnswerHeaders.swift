/// What every answer carries, whatever made it.
public struct AnswerHeaders: Hashable, Sendable {
    /// Outside the sandbox, over TLS: browsers never come back without it.
    public var isStrictlySecure: Bool

    public init(isStrictlySecure: Bool = false) { self.isStrictlySecure = isStrictlySecure }

    /// Adds what is not said already: what names its own way of being kept knows better.
    package func complete(_ answer: inout ServerAnswer) {
        AnswerHeaders.allowHead(&answer)
        if answer.header("X-Content-Type-Options") == nil {
            answer.headers.append(("X-Content-Type-Options", "nosniff"))
        }
        // Tokens and personal data are in most answers, and a cache that keeps an error keeps it too long.
        if answer.header("Cache-Control") == nil { answer.headers.append(("Cache-Control", "no-store")) }
        if isStrictlySecure { answer.headers.append(("Strict-Transport-Security", "max-age=63072000")) }
    }

    /// HEAD stands wherever GET does (RFC 9110, section 9.3.2), whoever says which methods there are.
    private static func allowHead(_ answer: inout ServerAnswer) {
        guard answer.status == 405, let place = answer.headers.firstIndex(where: { $0.name == "Allow" }) else { return }
        let methods = answer.headers[place].value.split(separator: ",").map { $0.trimmingSpaces() }
        guard methods.contains("GET"), !methods.contains("HEAD") else { return }
        answer.headers[place].value = (methods + ["HEAD"]).sorted().joined(separator: ", ")
    }
}
