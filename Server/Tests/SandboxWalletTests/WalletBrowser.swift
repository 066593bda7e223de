import Pages
import SandboxCards
import TokenActivationCore

@testable import SandboxWallet

/// A browser at the wallet: keeps its cookie, and finds what a page is and what its forms carry.
struct WalletBrowser {
    let stage: WalletStage
    var cookies: [String: String] = [:]
    var language = "en"

    init(_ stage: WalletStage) { self.stage = stage }

    mutating func get(_ path: String, _ query: [String: String] = [:]) async -> PageResponse {
        await send(PageRequest(method: "GET", path: path, query: query))
    }

    mutating func post(_ path: String, _ form: [String: String]) async -> PageResponse {
        await send(PageRequest(method: "POST", path: path, form: form))
    }

    /// Posts as the page at `place` would.
    mutating func submit(_ path: String, from place: String, _ form: [String: String] = [:]) async -> PageResponse {
        var form = form
        let page = await get(place)
        form["csrf"] = value(of: "csrf", in: page)
        form["attempt"] = form["attempt"] ?? value(of: "attempt", in: page)
        return await post(path, form)
    }

    mutating func enters(as name: String = "Maria") async {
        _ = await submit("/owner", from: "", ["name": name])
    }

    /// Adds the first card of the stage's holder; where its token's page is.
    mutating func adds(_ network: CardNetwork = .visa, temper: String = "prompt") async throws -> String {
        await enters()
        let cards = try await stage.cards.issue(to: WalletStage.holder, displayName: "Maria")
        let card = cards.first { $0.network == network }?.panReferenceID ?? ""
        return path(await submit("/tokens", from: "/add", ["card": card, "device": "Phone <b>", "temper": temper]))
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

    func screen(_ page: PageResponse) -> String? { between("data-screen=\"", "\"", in: text(page)) }
    func text(_ page: PageResponse) -> String { String(decoding: page.body, as: UTF8.self) }
    func value(of field: String, in page: PageResponse) -> String? {
        between("name=\"\(field)\" value=\"", "\"", in: text(page))
    }

    /// The issuer's link of a token's page.
    func link(_ page: PageResponse) -> String {
        (between("id=\"step-up\" href=\"", "\"", in: text(page)) ?? "").split(separator: "&amp;").joined(separator: "&")
    }

    /// Where an answer leads to, below the mount.
    func path(_ page: PageResponse) -> String {
        String((page.header("Location") ?? "").dropFirst(WalletSettings.mountPath.count))
    }

    private func between(_ start: String, _ end: String, in text: String) -> String? {
        guard let first = text.firstRange(of: start) else { return nil }
        let rest = text[first.upperBound...]
        return rest.firstRange(of: end).map { String(rest[..<$0.lowerBound]) }
    }
}
