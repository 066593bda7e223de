import ChaveBase
import ChavePixModel
import InstitutionPort
import Pages
import PaymentsModel
import SandboxBank
import SandboxShop
import SignInPages
import Synchronization
import Testing

@testable import HTTPKernel
@testable import ServerHost

/// Pages take their places like everything else.
struct PageAdmissionTests {
    private static let here = IPAddress("198.51.100.1")
    private static let there = IPAddress("198.51.100.2")

    /// A site that notes how many places are taken while it answers.
    private final class Watching: PageSite {
        let admission: Admission
        private let noted = Mutex<[String]>([])

        init(_ admission: Admission) { self.admission = admission }

        var seen: [String] { noted.withLock { $0 } }

        func respond(to request: Pages.PageRequest) async -> PageResponse {
            let (working, waiting) = admission.places
            noted.withLock { $0.append("\(working) \(waiting)") }
            return .json(Array("{}".utf8))
        }
    }

    private static func limits(_ change: (inout AdmissionLimits) -> Void) -> AdmissionLimits {
        var limits = AdmissionLimits.sandbox
        change(&limits)
        return limits
    }

    private static func withSite(
        _ limits: AdmissionLimits,
        _ body: @Sendable (APIServer, Watching) async throws -> Void
    ) async throws {
        try await withServer { server in
            let site = Watching(Admission(limits))
            let api = APIServer(
                payments: server.payments,
                operations: Operations { [] },
                pages: PageMounts([.init("/site", site, held: "wait", approvals: ["authorize"]) { $0 == "/begin" }]),
                admission: site.admission,
                world: server.clock.world
            )
            try await body(api, site)
            #expect(site.admission.places == (0, 0), "a place was kept")
        }
    }

    private static func request(
        _ path: String,
        _ method: String = "GET",
        from client: IPAddress? = here,
        language: String = "en"
    ) -> ServerRequest {
        var request = ServerRequest(method: method, path: path, query: "a=1", headers: [("Accept-Language", language)])
        request.client = client
        return request
    }

    @Test func aPageHasItsPlaceWhileItIsMade() async throws {
        try await Self.withSite(.sandbox) { api, site in
            for path in ["/site", "/site/a/wait", "/site/b"] { _ = await api.respond(to: Self.request(path)) }
            #expect(site.seen == ["1 0", "0 1", "1 0"])
            let (_, record) = await api.respond(to: Self.request("/site/a/wait"))
            #expect(record.isHeld && record.route == "/site/…/wait")
        }
    }

    @Test(arguments: [
        ("GET", "/site", Admission.Class.read), ("GET", "/site/a/wait", .waiting), ("POST", "/site/a", .write),
        // A form is never held.
        ("POST", "/site/a/wait", .write),
        ("POST", "/site/a/authorize", .approval), ("GET", "/site/a/authorize", .read),
        ("GET", "/assets/pages.css", .read),
    ])
    func eachPageHasItsClass(_ method: String, _ path: String, _ kind: Admission.Class) {
        let mounts = PageMounts([
            .init("/site", Watching(Admission(.sandbox)), held: "wait", approvals: ["authorize"])
        ])
        #expect(mounts.claim(of: ServerRequest(method: method, path: path))?.kind == kind)
        #expect(mounts.claim(of: ServerRequest(method: method, path: "/sites")) == nil)
    }

    @Test(arguments: ["en", "pt-BR"])
    func aFullServerSaysSoOnAPage(_ language: String) async throws {
        let limits = Self.limits {
            $0.concurrent = 1
            $0.reserved = 1
            $0.waiting = 0
        }
        try await Self.withSite(limits) { api, site in
            for path in ["/site/a", "/site/a/wait", "/assets/pages.css"] {
                let (answer, record) = await api.respond(to: Self.request(path, language: language))
                #expect(answer.status == 503 && record.errorCode == "rate_limited")
                #expect(answer.header("Retry-After") == "1")
                #expect(answer.header("Content-Type") == "text/html; charset=utf-8")
                #expect(answer.header("Content-Language") == language)
                let text = String(decoding: answer.body, as: UTF8.self)
                #expect(text.contains("data-screen=\"problem\"") && text.contains("href=\"\(path)?a=1\""))
            }
            // A form is not sent by a link; one that carries a passkey's word still finds a place.
            let form = String(
                decoding: await api.respond(to: Self.request("/site/a", "POST")).answer.body,
                as: UTF8.self
            )
            #expect(!form.contains("href=\"/site"))
            #expect(await api.respond(to: Self.request("/site/a/authorize", "POST")).answer.status == 200)
            #expect(site.seen == ["1 0"])
        }
    }

    @Test func pagesAreCountedByAddress() async throws {
        let limits = Self.limits { $0.address = RateLimit(perSecond: 0.1, burst: 2) }
        try await Self.withSite(limits) { api, _ in
            for _ in 1...2 { #expect(await api.respond(to: Self.request("/site")).answer.status == 200) }
            let (refused, _) = await api.respond(to: Self.request("/site"))
            #expect(refused.status == 429 && refused.header("Retry-After") == "10")
            #expect(String(decoding: refused.body, as: UTF8.self).contains("in 10 seconds"))
            #expect(await api.respond(to: Self.request("/site", from: Self.there)).answer.status == 200)
            // Who waits on a page counts too, unlike with the API, where whoever waits has proven who they are.
            #expect(await api.respond(to: Self.request("/site/a/wait")).answer.status == 429)
            #expect(await api.respond(to: Self.request("/site/a/wait", from: Self.there)).answer.status == 200)
            #expect(await api.respond(to: Self.request("/site/a/wait", from: Self.there)).answer.status == 429)
        }
    }

    /// Something is kept for whoever begins, so that it has a rate of its own.
    @Test func whoBeginsSignInsWithoutEndIsStopped() async throws {
        let limits = Self.limits { $0.openings = RateLimit(perSecond: 0.1, burst: 2) }
        try await Self.withSite(limits) { api, site in
            for _ in 1...2 { #expect(await api.respond(to: Self.request("/site/begin")).answer.status == 200) }
            let (refused, _) = await api.respond(to: Self.request("/site/begin"))
            #expect(refused.status == 429 && refused.header("Retry-After") == "10")
            #expect(await api.respond(to: Self.request("/site/begin", from: Self.there)).answer.status == 200)
            #expect(await api.respond(to: Self.request("/site/a")).answer.status == 200)
            #expect(await api.respond(to: Self.request("/site/begin", "POST")).answer.status == 200)
            #expect(site.seen.count == 5)
        }
    }

    @Test func whereSignInsBeginIsKnownByThePath() {
        let site = Watching(Admission(.sandbox))
        let mounts = PageMounts([
            .init(SignInPagesSettings.mountPath, site, opens: SignInPagesSettings.opensRequest),
            .init(SignInPagesSettings.entrancePath, site, opens: { _ in true }),
        ])
        let opening = ["/t/a/v2/authorize", "/t/a/account/sign-in", "/v2/authorize", "/t/a//v2/authorize/"]
        for path in opening { #expect(mounts.claim(of: ServerRequest(method: "GET", path: path))?.opens == true) }
        let others = ["/t/a/v2/authorize/id", "/t/a/account", "/t/a/account/passkeys", "/t/v2/authorize"]
        for path in others { #expect(mounts.claim(of: ServerRequest(method: "GET", path: path))?.opens == false) }
    }

    @Test func aBodyWithoutRoomIsSaidOnAPage() async throws {
        try await Self.withSite(.sandbox) { api, site in
            var request = Self.request("/site/a", "POST")
            request.body = .withoutRoom
            let answer = await api.respond(to: request).answer
            #expect(answer.status == 503 && answer.header("Content-Type") == "text/html; charset=utf-8")
            #expect(site.seen.isEmpty)
        }
    }

    /// The shop's page has the only place, and what it asks of the API stands within it.
    @Test func whatAPageAsksOfTheAPITakesNoSecondPlace() async throws {
        try await withServer { server in
            let institution = try #require(server.bank.directory.first).id
            let merchant = try await SandboxMerchant.plant(
                in: server.payments,
                by: server.administration,
                dataDirectory: server.directory,
                institution: institution
            )
            let admission = Admission(
                Self.limits {
                    $0.concurrent = 1
                    $0.reserved = 0
                    $0.address = RateLimit(perSecond: 0.1, burst: 2)
                }
            )
            let api = APIServer(
                payments: server.payments,
                operations: Operations { [] },
                admission: admission,
                world: server.clock.world
            )
            let inner = InProcessBackend(server: api, root: "/payments/br")
            let site = AskingSite(api: inner, merchant: merchant)
            let served = api.with(pages: PageMounts([.init("/site", site)]))
            for _ in 1...2 {
                let answer = await served.respond(to: Self.request("/site")).answer
                #expect(String(decoding: answer.body, as: UTF8.self) == "[200,200,200]")
            }
            #expect(await served.respond(to: Self.request("/site")).answer.status == 429)
            #expect(admission.places == (0, 0))
        }
    }
}

/// A page that asks the API three times over.
private struct AskingSite: PageSite {
    let api: InProcessBackend
    let merchant: SandboxMerchant

    func respond(to request: Pages.PageRequest) async -> PageResponse {
        let credentials = Credentials.basic(merchant.secretID, merchant.secretPassword).headers
        var statuses: [String] = []
        for _ in 1...3 {
            let call = SiteCall("GET", "/institutions/", headers: credentials.map { ($0.name, $0.value) })
            statuses.append(String(await api.send(call).status))
        }
        return .json(Array("[\(statuses.joined(separator: ","))]".utf8))
    }
}
