import Pages

@testable import IssuerPages

/// A browser at the issuer: keeps its cookie, and finds what a page is and what its forms carry.
struct IssuerBrowser {
    let stage: IssuerStage
    var cookies: [String: String] = [:]
    var language = "en"

    init(_ stage: IssuerStage) { self.stage = stage }

    mutating func get(_ path: String, _ query: [(String, String)] = []) async -> PageResponse {
        let text = query.map { "\($0.0)=\($0.1)" }.joined(separator: "&")
        let fields = Dictionary(query, uniquingKeysWith: { first, _ in first })
        return await send(PageRequest(method: "GET", path: path, rawQuery: text, query: fields))
    }

    mutating func post(_ path: String, _ form: [String: String] = [:]) async -> PageResponse {
        await send(PageRequest(method: "POST", path: path, form: form))
    }

    /// Posts as the page at `place` would.
    mutating func submit(_ path: String, from place: String, _ form: [String: String] = [:]) async -> PageResponse {
        var form = form
        form["csrf"] = value(of: "csrf", in: await get(place))
        return await post(path, form)
    }

    /// Follows the tenant's address as somebody who signs in there, and comes back.
    mutating func signsIn(by answer: PageResponse, as subject: String = "maria") async -> PageResponse {
        guard let query = returned(by: answer, as: subject) else { return answer }
        return await get("/signed-in", query)
    }

    /// What the tenant sends the browser back with; `nil` where the answer leads elsewhere.
    func returned(by answer: PageResponse, as subject: String = "maria") -> [(String, String)]? {
        guard let address = answer.header("Location"), let query = address.split(separator: "?").last else {
            return nil
        }
        let asked = IssuerBrowser.fields(String(query))
        stage.backend.hears(asked, subject)
        return [("code", "code-of-\(subject)"), ("state", asked["state"] ?? ""), ("iss", IssuerStage.issuer)]
    }

    /// Goes where the answers lead, as long as that is a page of the issuer.
    mutating func follows(_ answer: PageResponse) async -> PageResponse {
        var answer = answer
        for _ in 0..<5 {
            guard let location = answer.header("Location"), location.hasPrefix(IssuerSettings.mountPath) else { break }
            answer = await get(path(answer))
        }
        return answer
    }

    /// Opens the wallet's link and signs in; where the request's page is.
    mutating func comesFromTheWallet(as subject: String = "maria") async -> String {
        let place = path(await get("/a2a", [("launch", "good")]))
        _ = await signsIn(by: await get("\(place)/sign-in"), as: subject)
        return place
    }

    private mutating func send(_ request: PageRequest) async -> PageResponse {
        var request = request
        request.cookies = cookies
        request.acceptLanguage = language
        let answer = await stage.pages.respond(to: request)
        for header in answer.headers where header.name == "Set-Cookie" {
            let pair = header.value.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1)
            if let name = pair.first { cookies[String(name)] = pair.count == 2 ? String(pair[1]) : nil }
        }
        return answer
    }

    // MARK: What a page is

    func screen(_ page: PageResponse) -> String? { between("data-screen=\"", "\"", in: text(page)) }
    func reason(_ page: PageResponse) -> String? { between("data-reason=\"", "\"", in: text(page)) }
    func answer(_ page: PageResponse) -> String? { between("id=\"answer\" href=\"", "\"", in: text(page)) }
    func text(_ page: PageResponse) -> String { String(decoding: page.body, as: UTF8.self) }
    func value(of field: String, in page: PageResponse) -> String? {
        between("name=\"\(field)\" value=\"", "\"", in: text(page))
    }

    /// Where an answer leads to, below the mount.
    func path(_ page: PageResponse) -> String {
        let location = page.header("Location") ?? ""
        return location.hasPrefix(IssuerSettings.mountPath)
            ? String(location.dropFirst(IssuerSettings.mountPath.count)) : location
    }

    private func between(_ start: String, _ end: String, in text: String) -> String? {
        guard let first = text.firstRange(of: start) else { return nil }
        let rest = text[first.upperBound...]
        return rest.firstRange(of: end).map { String(rest[..<$0.lowerBound]) }
    }

    static func fields(_ query: String) -> [String: String] {
        let pairs = query.split(separator: "&").map { item -> (String, String) in
            let sides = item.split(separator: "=", maxSplits: 1).map(String.init)
            return (sides.first ?? "", sides.count == 2 ? sides[1] : "")
        }
        return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
    }
}
