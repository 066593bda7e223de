import ChaveBase
import ChaveCredentialChain
import ChavePixModel
import ChaveWire
import Crypto
import Foundation
import Pages
import PaymentsCore
import SignInCore
import SignInMail
import SignInModel
import Testing

@testable import HTTPKernel
@testable import ServerHost

/// The sandbox's mails, and the page that their links lead to.
struct OutboxPageTests {
    private static func withMails(
        _ count: Int,
        _ body: (ChaveServer, SignInParts) async throws -> Void
    ) async throws {
        try await SignInHost.withDirectory { directory in
            try await SignInHost.withServer(in: directory) { server, parts in
                let tenant = try #require(parts.tenant).tenant
                for number in 0..<count {
                    _ = try await parts.signIn.createUser(SignInHost.maria(number), of: tenant)
                }
                try await body(server, parts)
            }
        }
    }

    @Test func mailsAreShownNewestFirstWithALinkToOpen() async throws {
        try await Self.withMails(2) { server, _ in
            for (language, word) in [("en", "Nothing here was sent"), ("pt-BR", "Nada aqui foi enviado")] {
                let page = await SignInHost.page("/outbox", of: server, language: language)
                #expect(page.status == 200)
                #expect(page.text.contains(word) && page.text.contains("data-screen=\"outbox\""))
                let first = try #require(page.text.range(of: "maria1@example.com")).lowerBound
                let second = try #require(page.text.range(of: "maria0@example.com")).lowerBound
                #expect(first < second)
                let link = "<a href=\"http://localhost:8080/t/padaria-aurora/bind?token="
                #expect(page.text.components(separatedBy: link).count == 3)
                #expect(page.answer.header("Cache-Control") == "no-store")
            }
        }
    }

    @Test func anEmptyOutboxSaysSo() async throws {
        try await Self.withMails(0) { server, _ in
            #expect(await SignInHost.page("/outbox", of: server).text.contains("No mail yet"))
        }
    }

    @Test func aRestartShowsTheSameMails() async throws {
        try await SignInHost.withDirectory { directory in
            try await SignInHost.withServer(in: directory) { _, parts in
                let tenant = try #require(parts.tenant).tenant
                _ = try await parts.signIn.createUser(SignInHost.maria(), of: tenant)
            }
            #expect(FileMode.of("\(directory)/outbox.json") == 0o600)
            try await SignInHost.withServer(in: directory) { server, _ in
                #expect(await SignInHost.page("/outbox", of: server).text.contains("maria1@example.com"))
            }
        }
    }

    /// A link is worth an account: a browser without a pass sees none, wherever it seems to be.
    @Test func withoutAPassNobodySeesTheMailsOrTheAPIToken() async throws {
        try await Self.withMails(1) { server, parts in
            let token = try #require(parts.tenant).apiToken
            let own = await SignInHost.page("/", of: server)
            #expect(own.text.contains(token) && own.text.contains("href=\"/outbox\""))
            for client in ["127.0.0.1", "::1", "192.168.0.7", nil] {
                let outbox = await SignInHost.page("/outbox", of: server, from: client, hasPass: false)
                #expect(outbox.status == 403 && !outbox.text.contains("token="))
                #expect(outbox.text.contains("chave keys link"))
                let start = await SignInHost.page("/", of: server, from: client, hasPass: false)
                #expect(start.status == 200 && !start.text.contains(token))
                #expect(start.text.contains("http://localhost:8080/t/padaria-aurora"))
                let passed = await SignInHost.page("/outbox", of: server, from: client)
                #expect(passed.status == 200 && passed.text.contains("token="))
            }
        }
    }

    @Test(arguments: ["/outbox", "/registered/register"])
    func thesePagesOnlyAnswerToGET(_ path: String) async throws {
        try await Self.withMails(0) { server, _ in
            for method in ["POST", "PUT", "DELETE"] {
                let page = await SignInHost.page(path, of: server, method: method)
                #expect(page.status == 405 && page.answer.header("Allow") == "GET, HEAD")
            }
        }
    }

    @Test func onlyLinksToThisServerAreLinks() {
        let text = "A & <b>\nhttp://localhost:8080/t/x?a=1&b=2 http://localhost:8080.evil.example/ javascript:x\n\nTwo"
        let html = MailText(text: text, base: "http://localhost:8080").html.source
        #expect(html.components(separatedBy: "<a ").count == 2)
        #expect(html.contains("<a href=\"http://localhost:8080/t/x?a=1&amp;b=2\">"))
        #expect(html.contains("A &amp; &lt;b&gt;<br>") && html.contains("<p>Two</p>"))
    }

    /// In the order in which somebody new needs it: a person, then their mail, then a browser; a card after those.
    @Test(arguments: ["en", "pt-BR"])
    func theStartPageLeadsSomebodyNewInOrder(_ language: String) async throws {
        try await Self.withMails(0) { server, _ in
            let text = await SignInHost.page("/", of: server, language: language).text
            let steps = [
                "id=\"keys\"", "id=\"sign-in\"", "/users -d", "href=\"/outbox\"",
                "href=\"http://localhost:8080/t/padaria-aurora/account\"", "id=\"cards\"", "href=\"#sign-in\"",
                "href=\"/issuer\"", "href=\"/wallet\"",
            ].map { step in text.replacing("<wbr>", with: "").firstRange(of: step)?.lowerBound }
            #expect(!steps.contains(nil) && steps.compactMap(\.self) == steps.compactMap(\.self).sorted())
            #expect(text.contains("href=\"#keys\""))
            let elsewhere = await SignInHost.page("/", of: server, language: language, hasPass: false).text
            #expect(!elsewhere.contains("#keys") && elsewhere.contains("SECRET_ID"))
        }
    }

    @Test func aMailedLinkLeadsToAPageThatShowsWhatADeviceNeeds() async throws {
        try await Self.withMails(1) { server, parts in
            let token = try Self.newestToken(parts)
            let address = try await parts.signIn.bindRedirection(token: token, tenant: nil)
            #expect(address == "http://localhost:8080/registered/register?token=\(token)")
            for language in ["en", "pt-BR"] {
                let page = await SignInHost.page(
                    "/registered/register",
                    query: "token=\(token)",
                    of: server,
                    language: language
                )
                #expect(page.status == 200)
                #expect(page.text.contains("<code id=\"registration-link\">\(address)</code>"))
                #expect(page.text.contains("--client-id \(try #require(parts.tenant).clientID)"))
            }
            // Shown is not spent.
            #expect(try await parts.signIn.bindRedirection(token: token, tenant: nil) == address)
        }
    }

    @Test(arguments: ["en", "pt-BR"])
    func aLinkThatWasUsedOrOvertakenIsNotShownAsGood(_ language: String) async throws {
        try await Self.withMails(1) { server, parts in
            let tenant = try #require(parts.tenant).tenant
            let first = try Self.newestToken(parts)
            // Another mail overtakes it, and a device of ours uses that one.
            _ = try await parts.signIn.recoverUser(externalID: "c-0", of: tenant)
            let second = try Self.newestToken(parts)
            let overtaken = await Self.registration(first, server, language)
            #expect(overtaken.text.contains("data-reason=\"over\"") && !overtaken.text.contains(first))
            let good = await Self.registration(second, server, language)
            #expect(good.text.contains("<code id=\"registration-link\">") && !good.text.contains("data-reason"))
            #expect(good.text.contains("/t/padaria-aurora/account\""))
            try await Self.spend(second, parts)
            let spent = await Self.registration(second, server, language)
            #expect(spent.text.contains("data-reason=\"spent\"") && !spent.text.contains(second))
            #expect(spent.text.contains(language == "en" ? "This link was used" : "Este link já foi usado"))
        }
    }

    private static func newestToken(_ parts: SignInParts) throws -> String {
        let mail = try #require(parts.outbox?.newest.first?.mail)
        return String(try #require(mail.text.split(separator: "token=").last?.prefix { !$0.isWhitespace }))
    }

    private static func registration(
        _ token: String,
        _ server: ChaveServer,
        _ language: String
    ) async -> (status: Int, text: String, answer: ServerAnswer) {
        await SignInHost.page("/registered/register", query: "token=\(token)", of: server, language: language)
    }

    /// As a device that registers itself by it.
    private static func spend(_ token: String, _ parts: SignInParts) async throws {
        let key = P256.Signing.PrivateKey()
        let request = try await CertificateRequest.make(key: key.publicKey) { bytes in
            Array(try key.signature(for: bytes).derRepresentation)
        }
        _ = try await parts.signIn.bind(token: token, request: request, deviceName: "Terminal", tenant: nil)
    }

    @Test(arguments: ["", "token=", "token=short", "token=%3Cscript%3E", "other=1"])
    func anAddressWithoutALinkIsSaid(_ query: String) async throws {
        try await Self.withMails(0) { server, _ in
            let page = await SignInHost.page("/registered/register", query: query, of: server)
            #expect(page.status == 400)
            #expect(!page.text.contains("script>") && !page.text.contains("<code id=\"registration-link\">"))
        }
    }
}
