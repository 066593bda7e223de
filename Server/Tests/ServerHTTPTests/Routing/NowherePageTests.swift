import ChaveBase
import ChavePixModel
import Testing

@testable import HTTPKernel

/// An address where nothing is: a page for a person, a refusal for a program.
struct NowherePageTests {
    private static let browser = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"

    private static func server(_ pages: (any PageHandler)?) -> APIServer {
        APIServer(
            principal: Empty(),
            operations: { _ in nil },
            pages: pages,
            admission: Admission(.sandbox),
            headers: AnswerHeaders(),
            names: nil,
            world: TestClock(now: Timestamp(seconds: 1_700_000_000), seed: 1).world
        )
    }

    private static func request(_ headers: [(String, String)], method: String = "GET") -> ServerRequest {
        ServerRequest(method: method, path: "/nope", headers: headers)
    }

    @Test(arguments: [("pt-BR", "Não encontrado", "Ir ao início"), ("en", "Not found", "Go to the start")])
    func aBrowserGetsAPageWithAWayBack(_ language: String, _ title: String, _ wayBack: String) async {
        let request = Self.request([("Accept", Self.browser), ("Accept-Language", language)])
        let (answer, record) = await Self.server(Site(home: "/start")).respond(to: request)
        #expect(answer.status == 404 && record.errorCode == "not_found" && record.route.isEmpty)
        #expect(answer.header("Content-Type") == "text/html; charset=utf-8")
        #expect(answer.header("Content-Language") == language)
        #expect(answer.header("Content-Security-Policy")?.contains("default-src 'none'") == true)
        let html = String(decoding: answer.body, as: UTF8.self)
        #expect(html.contains("<h1>\(title)</h1>") && html.contains("data-screen=\"problem\""))
        #expect(html.contains("<a class=\"button\" href=\"/start\">\(wayBack)</a>"))
    }

    @Test func whereThereIsNoFirstPageNoLinkLeadsToIt() async {
        let request = Self.request([("Accept", Self.browser), ("Accept-Language", "en")])
        let answer = await Self.server(Site(home: nil)).respond(to: request).answer
        let html = String(decoding: answer.body, as: UTF8.self)
        #expect(answer.status == 404 && html.contains("Go back to the page before."))
        #expect(!html.contains("class=\"button\""))
    }

    @Test(
        arguments: [
            ("GET", []), ("GET", [("Accept", "*/*")]), ("GET", [("Accept", "application/json")]),
            ("GET", [("Accept", "text/*")]), ("POST", [("Accept", NowherePageTests.browser)]),
            ("DELETE", [("Accept", browser)]),
            // Some libraries of programs name HTML by themselves.
            ("GET", [("Accept", NowherePageTests.browser), ("Authorization", "Bearer x")]),
            (
                "GET",
                [("Accept", NowherePageTests.browser), ("Authorization", "Basic x"), ("Authorization", "Basic x")]
            ),
        ] as [(String, [(String, String)])]
    )
    func aProgramGetsTheRefusalOfTheInterface(_ method: String, _ headers: [(String, String)]) async {
        let (answer, record) = await Self.server(Site(home: "/")).respond(to: Self.request(headers, method: method))
        #expect(answer.status == 404 && record.errorCode == "not_found")
        #expect(answer.header("Content-Type") == "application/json")
    }

    @Test func aServerWithoutPagesHasNoneHereEither() async {
        let answer = await Self.server(nil).respond(to: Self.request([("Accept", Self.browser)])).answer
        #expect(answer.status == 404 && answer.header("Content-Type") == "application/json")
    }

    @Test func aHeadOfThePageHasItsLengthAndNoBody() async {
        let request = Self.request([("Accept", Self.browser)], method: "HEAD")
        let answer = await Self.server(Site(home: "/")).respond(to: request).answer
        #expect(answer.status == 404 && answer.body.isEmpty)
        #expect(answer.header("Content-Length").flatMap(Int.init) ?? 0 > 100)
    }
}

/// An interface without any address.
private struct Empty: Interface {
    func reply(to asked: Asked) async -> HTTPKernel.Reply? { nil }

    func refusal(_ failure: APIFailure, to asked: Asked) -> Settled {
        Settled(
            ServerAnswer(status: failure.status, headers: [("Content-Type", "application/json")]),
            errorCode: failure.items.first?.code.rawValue
        )
    }
}

/// Pages, none of which is where the tests look.
private struct Site: PageHandler {
    let home: String?

    func claim(of request: ServerRequest) -> PageClaim? { nil }

    func answer(_ request: ServerRequest) async -> ServerAnswer { ServerAnswer(status: 200) }
}
