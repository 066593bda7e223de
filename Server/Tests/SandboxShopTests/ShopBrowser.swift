import ChaveBase
import ChavePixModel
import ChaveWire
import Pages
import Synchronization
import Testing

@testable import SandboxShop

/// A browser at the shop: keeps its cookie, finds what a page is and what its forms carry.
struct ShopBrowser {
    let api: ScriptedAPI
    let pages: ShopPages
    var cookies: [String: String] = [:]
    var cookie: String? {
        get { cookies[ShopSession.cookieName] }
        set { cookies[ShopSession.cookieName] = newValue }
    }
    var language = "en"
    /// What is drawn differs between browsers too.
    private static let drawn = Mutex<UInt64>(0)

    init(_ api: ScriptedAPI = ScriptedAPI(), at now: @escaping @Sendable () -> Timestamp = { ShopSample.time }) {
        self.api = api
        let settings = ShopSettings(
            name: "Loja Exemplo",
            secretID: "id",
            secretPassword: "password",
            beneficiary: BankAccountID(high: 9, low: 9),
            baseURL: "http://localhost:8080",
            people: [.init(name: "Alice", identifier: "76109277673")]
        )
        let world = World(
            now: now,
            uptimeMilliseconds: { 0 },
            randomBytes: { count in
                let number = ShopBrowser.drawn.withLock { drawn in
                    drawn += 1
                    return drawn
                }
                return (0..<count).map { UInt8(truncatingIfNeeded: number >> UInt64(8 * ($0 % 8))) }
            },
            sleep: { _ in }
        )
        pages = ShopPages(api: api, settings: settings, world: world)
    }

    mutating func get(_ path: String, _ query: [String: String] = [:]) async -> PageResponse {
        await send(PageRequest(method: "GET", path: path, query: query))
    }

    mutating func post(_ path: String, _ form: [String: String]) async -> PageResponse {
        await send(PageRequest(method: "POST", path: path, form: form))
    }

    /// Posts as a page of this session would.
    mutating func submit(_ path: String, _ form: [String: String] = [:]) async -> PageResponse {
        var form = form
        form["csrf"] = token(in: await get(""))
        form["attempt"] = form["attempt"] ?? Base64URL.encode(Array(repeating: 1, count: 16))
        return await post(path, form)
    }

    /// Chooses the person of the samples.
    mutating func enter() async {
        let answer = await submit("/person", ["identifier": "761.092.776-73", "name": "Alice"])
        #expect(answer.status == 303)
    }

    /// Begins an enrollment as the banks' page does.
    mutating func begin(_ id: EnrollmentID = ShopSample.enrollment) async {
        api.script { call in
            call.path == "/enrollments/" && call.method == "POST"
                ? ScriptedAPI.ok(ShopSample.enrollment(id, status: "PENDING"), status: 201) : nil
        }
        let answer = await submit("/enrollments", ["institution": ShopSample.bank.text, "signals": "{}"])
        #expect(answer.status == 303)
        api.script { _ in nil }
    }

    private mutating func send(_ request: PageRequest) async -> PageResponse {
        var request = request
        request.cookies = cookies
        request.acceptLanguage = language
        let answer = await pages.respond(to: request)
        for header in answer.headers where header.name == "Set-Cookie" {
            let pair = header.value.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1)
            if let name = pair.first { cookies[String(name)] = pair.count == 2 ? String(pair[1]) : nil }
        }
        return answer
    }

    func token(in page: PageResponse) -> String? { value(of: "csrf", in: page) }

    func value(of field: String, in page: PageResponse) -> String? {
        between("name=\"\(field)\" value=\"", "\"", in: text(page))
    }

    func screen(_ page: PageResponse) -> String? { between("data-screen=\"", "\"", in: text(page)) }
    func reason(_ page: PageResponse) -> String? { between("data-reason=\"", "\"", in: text(page)) }
    func text(_ page: PageResponse) -> String { String(decoding: page.body, as: UTF8.self) }

    private func between(_ start: String, _ end: String, in text: String) -> String? {
        guard let first = text.firstRange(of: start) else { return nil }
        let rest = text[first.upperBound...]
        return rest.firstRange(of: end).map { String(rest[..<$0.lowerBound]) }
    }
}
