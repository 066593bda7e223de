import ChaveBase
import ChavePixModel
import ChaveWire
import Foundation
import HolderBrowser
import InstitutionPort
import PaymentsCore
import SandboxBank
import Testing

@testable import HTTPKernel
@testable import ServerHost

/// The address to which a bank sends the holder of a terminal back.
@Suite struct CallbackPageTests {
    private static let here = "127.0.0.1"

    private struct Scene: Sendable {
        let server: TestServer
        let api: APIServer

        func ask(
            _ method: String = "GET",
            _ target: String,
            as credentials: [(String, String)] = [],
            from client: String? = here,
            body: String = "",
            language: String = "en"
        ) async -> ServerAnswer {
            let parts = target.split(separator: "?", maxSplits: 1)
            var request = ServerRequest(
                method: method,
                path: String(parts[0]),
                query: parts.count > 1 ? String(parts[1]) : "",
                headers: [("Host", "localhost:8080"), ("Accept-Language", language)] + credentials,
                body: .bytes(Array(body.utf8))
            )
            request.client = client.flatMap(IPAddress.init)
            return await api.respond(to: request).answer
        }

        func waiting(
            _ enrollment: String,
            as credentials: [(String, String)],
            from client: String? = here
        ) async -> ServerAnswer {
            await ask("GET", "/callback/waiting?enrollment=\(enrollment)", as: credentials, from: client)
        }

        /// The bank's answer to a new enrollment of the device, as the query of its callback.
        func returned(
            _ decision: HolderBrowser.Decision = .approve
        ) async throws -> (enrollment: String, query: String) {
            let created = try await TestDevice(server, of: server.shop).create(for: Bodies.person(Bodies.alice))
            let url = try #require(created.json.at("details", "redirect_url")?.string)
            let holder = HolderAtBank(server: server, holder: Bodies.alice)
            let callback = try await holder.decide(decision, at: url)
            return (created.id, String(callback.split(separator: "?", maxSplits: 1).last ?? ""))
        }
    }

    private static func with(_ body: @Sendable (Scene) async throws -> Void) async throws {
        try await withSandboxSite { server, api, _ in try await body(Scene(server: server, api: api)) }
    }

    private static func basic(_ merchant: TestServer.Merchant) -> [(String, String)] {
        let pair = Data("\(merchant.keyID.text):\(merchant.password)".utf8).base64EncodedString()
        return [("Authorization", "Basic \(pair)")]
    }

    private static func text(_ answer: ServerAnswer) -> String { String(decoding: answer.body, as: UTF8.self) }

    @Test(arguments: [("en", "Copy the address"), ("pt-BR", "Copiar o endereço")])
    func thePageShowsItsAddressAndHandsItToOneTerminal(_ language: String, _ label: String) async throws {
        try await Self.with { scene in
            let (enrollment, query) = try await scene.returned()
            let keys = Self.basic(scene.server.shop)
            #expect(await scene.waiting(enrollment, as: keys).status == 204)
            let page = await scene.ask("GET", "/callback?\(query)", language: language)
            #expect(page.status == 200 && page.header("Cache-Control") == "no-store")
            #expect(page.header("Referrer-Policy") == "no-referrer")
            let address = "\(scene.server.payments.policy.baseURL)/callback?\(query)"
            let html = Self.text(page)
            #expect(html.contains(address.replacingOccurrences(of: "&", with: "&amp;")) && html.contains(label))
            #expect(html.contains("id=\"handed\" role=\"status\">"))
            let handed = await scene.waiting(enrollment, as: keys)
            #expect(handed.status == 200)
            #expect(try JSONValue(parsing: handed.body)["callback_url"]?.string == address)
            #expect(await scene.waiting(enrollment, as: keys).status == 204)
        }
    }

    /// Neither without keys nor with another merchant's, nor from another machine.
    @Test func nobodyElseGetsTheAnswer() async throws {
        try await Self.with { scene in
            let (enrollment, query) = try await scene.returned()
            _ = await scene.ask("GET", "/callback?\(query)")
            #expect(await scene.waiting(enrollment, as: []).status == 401)
            #expect(await scene.waiting(enrollment, as: [("Authorization", "Basic eDp5")]).status == 401)
            #expect(await scene.waiting(enrollment, as: Self.basic(scene.server.rival)).status == 404)
            let keys = Self.basic(scene.server.shop)
            #expect(await scene.waiting(enrollment, as: keys, from: "192.0.2.9").status == 204)
            #expect(await scene.waiting("x", as: keys).status == 404)
            #expect(await scene.ask("POST", "/callback/waiting?enrollment=\(enrollment)", as: keys).status == 405)
            #expect(await scene.waiting(enrollment, as: keys).status == 200)
        }
    }

    /// Banks on the wire answer in the fragment, which the page's script posts.
    @Test func anAnswerFromTheFragmentIsHandedToo() async throws {
        try await Self.with { scene in
            let (enrollment, query) = try await scene.returned()
            let posted = await scene.ask("POST", "/callback", body: query)
            #expect(Self.text(posted) == "{\"handed\":true}")
            let handed = await scene.waiting(enrollment, as: Self.basic(scene.server.shop))
            let address = "\(scene.server.payments.policy.baseURL)/callback#\(query)"
            #expect(try JSONValue(parsing: handed.body)["callback_url"]?.string == address)
        }
    }

    @Test(arguments: ["state=unknown&code=c&id_token=t", "state=&code=c", "code=c&id_token=t", "x=1", ""])
    func anAnswerThatNobodyWaitsForIsNotKept(_ query: String) async throws {
        try await Self.with { scene in
            let posted = await scene.ask("POST", "/callback", body: query)
            #expect(Self.text(posted) == "{\"handed\":false}")
            let page = Self.text(await scene.ask("GET", "/callback?\(query)"))
            #expect(page.contains("id=\"handed\" role=\"status\" hidden>"))
            let isShown = query.hasPrefix("state=unknown")
            #expect(page.contains("id=\"nothing\"\(isShown ? " hidden" : "")>"))
            #expect(page.contains("state=unknown&amp;code=c") == isShown)
        }
    }

    /// A refusal is an answer as well, also when the bank's own notification was faster than the person.
    @Test(arguments: [true, false])
    func aRefusalIsHandedToo(_ isKnown: Bool) async throws {
        try await Self.with { scene in
            let (enrollment, query) = try await scene.returned(.refuse)
            #expect(query.contains("error=access_denied"))
            if isKnown { try await scene.server.settle() }
            #expect(Self.text(await scene.ask("POST", "/callback", body: query)) == "{\"handed\":true}")
            #expect(await scene.waiting(enrollment, as: Self.basic(scene.server.shop)).status == 200)
        }
    }

    /// Once the enrollment has it, nothing is kept any more.
    @Test func anAnswerIsKeptOnlyWhileTheEnrollmentWaits() async throws {
        try await Self.with { scene in
            let (enrollment, query) = try await scene.returned()
            let parameters = try RedirectionParameters(callback: "https://loja.example/callback?\(query)")
            let body = CompleteRedirectionRequest(parameters: parameters, enrollment: EnrollmentID(enrollment)).json
            _ = try await scene.server.done(
                .post("/payments/br/enrollments/complete-redirection/", body),
                as: scene.server.shop.basic
            )
            #expect(Self.text(await scene.ask("POST", "/callback", body: query)) == "{\"handed\":false}")
            #expect(await scene.waiting(enrollment, as: Self.basic(scene.server.shop)).status == 204)
        }
    }

    @Test func markupInTheAddressIsText() async throws {
        try await Self.with { scene in
            let page = Self.text(await scene.ask("GET", "/callback?state=s&code=\"><script>x()</script>"))
            #expect(!page.contains("<script>x()") && page.contains("&lt;script&gt;"))
        }
    }

    @Test func outsideOfASandboxThereIsNoSuchPage() async throws {
        let directory = try await WholeServer.newDirectory()
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let server = try await WholeServer.start(in: directory, isSandbox: false) { $0.hasConsole = true }
        for path in ["/callback", "/callback/waiting"] {
            let request = ServerRequest(
                method: "GET",
                path: path,
                query: "state=s&code=c&enrollment=x",
                headers: [("Host", "localhost:8080")]
            )
            #expect(await server.api.respond(to: request).answer.status == 404, "\(path)")
        }
        await server.close()
    }
}
