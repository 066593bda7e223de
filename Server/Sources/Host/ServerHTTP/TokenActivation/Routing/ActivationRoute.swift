import ChaveBase
import ChavePixModel

/// One row of the table of ``TokenActivationAPI``: what answers an address, and all that a caller may know of it.
struct ActivationRoute: Sendable {
    enum Handler: Sendable {
        /// Nobody has to say who asks.
        case open(@Sendable (ServerRequest, [Substring]) -> ServerAnswer?)
        /// The holder of a card, by their access token.
        case holder(@Sendable (ActivationContext) async throws -> ServerAnswer)
    }

    let method: String
    /// As the log has it; a segment in braces takes any text.
    let template: String
    let kind: Admission.Class
    /// What it takes from its holder's rates; `nil` where it leaves nothing behind.
    let attempt: Admission.CardAttempt?
    /// What the query is checked with; what it does not name is refused.
    let query: [Field]
    let text: ActivationText
    let handler: Handler
    private let segments: [Substring]

    init(
        _ method: String,
        _ template: String,
        as kind: Admission.Class? = nil,
        counting attempt: Admission.CardAttempt? = nil,
        query: [Field] = [],
        _ text: ActivationText,
        _ handler: Handler
    ) {
        self.method = method
        self.template = template
        self.kind = kind ?? (method == "GET" ? .read : .write)
        self.attempt = attempt ?? (method == "GET" ? nil : .activation)
        self.query = query
        self.text = text
        self.handler = handler
        segments = ActivationRoute.segments(template)
    }

    /// The names of the segments in braces.
    var parameterNames: [String] {
        segments.filter { $0.first == "{" }.map { String($0.dropFirst().dropLast()) }
    }

    /// What stands in the template's braces; `nil` where the path is another one.
    func parameters(of path: [Substring]) -> [Substring]? {
        guard path.count == segments.count else { return nil }
        var parameters: [Substring] = []
        for (segment, part) in zip(segments, path) {
            if segment.first == "{" {
                guard !part.isEmpty else { return nil }
                parameters.append(part)
            } else if !segment.utf8.elementsEqual(part.utf8) {
                return nil
            }
        }
        return parameters
    }

    /// Each part between slashes, empty ones too: an address is answered as it is written and in no other form.
    static func segments(_ path: String) -> [Substring] { path.split(separator: "/", omittingEmptySubsequences: false) }
}
