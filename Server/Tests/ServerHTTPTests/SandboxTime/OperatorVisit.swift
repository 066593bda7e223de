import ChaveWire

@testable import HTTPKernel
@testable import ServerHost

/// A browser at the console of a server: it keeps its cookie and sends the forms that its pages carry.
struct OperatorVisit {
    let start: SandboxStart
    private var cookie = ""

    init(start: SandboxStart) { self.start = start }

    mutating func send(_ method: String, _ path: String, _ form: String = "") async -> Reply {
        let answer = await start.server.api.respond(
            to: ServerRequest(
                method: method,
                path: path,
                headers: [
                    ("Host", "localhost:8080"), ("Cookie", cookie),
                    ("Content-Type", "application/x-www-form-urlencoded"),
                ],
                body: .bytes(Array(form.utf8))
            )
        ).answer
        if let given = answer.header("Set-Cookie") { cookie = String(given.prefix { $0 != ";" }) }
        return Reply(answer: answer)
    }

    /// Sends a form with the token of the page that stands before it.
    mutating func submit(_ path: String, _ fields: [String: String]) async -> Reply {
        let page = await send("GET", "/console").text
        let token = page.components(between: "name=\"csrf\" value=\"", and: "\"").first ?? ""
        let form = fields.map { "\($0.key)=\($0.value)" } + ["csrf=\(token)"]
        return await send("POST", path, form.joined(separator: "&"))
    }
}

extension String {
    /// What stands after each `start`, up to the next `end`.
    fileprivate func components(between start: String, and end: Character) -> [String] {
        var parts: [String] = []
        var rest = Substring(self)
        while let range = rest.firstRange(of: start) {
            rest = rest[range.upperBound...]
            parts.append(String(rest.prefix { $0 != end }))
        }
        return parts
    }
}
