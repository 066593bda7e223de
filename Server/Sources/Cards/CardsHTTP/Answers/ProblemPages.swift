import HTTPKernel

/// What stands at the address that a problem's `type` is: a few sentences for developers (RFC 9457, section 3.1.1).
enum ProblemPages {
    static let template = "/problems/{code}"

    static func path(of code: ProblemCode) -> String { "/problems/\(code.rawValue)" }

    /// `nil` where there is no such code.
    static func answer(_ code: String) -> ServerAnswer? {
        guard let code = ProblemCode(rawValue: code) else { return nil }
        let text = "\(code.rawValue) (\(code.status))\n\n\(code.title).\n\n\(code.wayOut)\n"
        return ServerAnswer(
            status: 200,
            headers: [("Content-Type", "text/plain; charset=utf-8"), ("Cache-Control", "public, max-age=3600")],
            body: Array(text.utf8)
        )
    }
}
