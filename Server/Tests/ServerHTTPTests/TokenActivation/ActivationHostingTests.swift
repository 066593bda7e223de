import CardsStores
import ChaveBase
import ChaveWire
import Foundation
import PaymentsStores
import PrometheusMetrics
import SandboxCards
import SignInCore
import SignInModel
import Testing
import TokenActivationCore

@testable import CardsHTTP
@testable import ServerHost

/// What a server has of cards: in a sandbox with sign-in, and nowhere else.
struct ActivationHostingTests {
    private static let files = [SQLTokenActivationStore.fileName, SandboxCards.fileName]

    @Test func onlyASandboxGivesOutCards() async throws {
        for isSandbox in [true, false] {
            try await SignInHost.withDirectory(isSandbox: isSandbox) { directory in
                try await SignInHost.withServer(in: directory, isSandbox: isSandbox) { server, _ in
                    #expect((server.cardParts != nil) == isSandbox)
                    let status = await SignInHost.page("/app2app/v1/cards", of: server).status
                    #expect(status == (isSandbox ? 401 : 404))
                    for name in Self.files {
                        #expect(FileManager.default.fileExists(atPath: "\(directory)/\(name)") == isSandbox)
                    }
                }
            }
        }
    }

    @Test func itIsReadyCheckedAndCounted() async throws {
        try await SignInHost.withDirectory { directory in
            try await SignInHost.withServer(in: directory) { server, _ in
                let checks = await server.operations.checks()
                #expect(checks.contains(Operations.Check("card databases", problem: nil)))
                let findings = try await server.check()
                #expect(findings == [])
                server.metrics.attempted(.activate, "ACTIVE")
                server.metrics.notified(isTaken: false)
                let lines = await server.metrics.registry.text().split(separator: "\n").map(String.init)
                #expect(lines.contains(#"token_activations_total{attempt="activate",result="ACTIVE"} 1"#))
                #expect(lines.contains(#"token_activation_notices_total{result="failed"} 1"#))
                #expect(lines.contains("token_activation_db_writable 1"))
            }
        }
    }

    @Test func aBackupHasTheCardsAndWhatBecameOfThem() async throws {
        try await SignInHost.withDirectory { directory in
            try await SignInHost.withServer(in: directory) { server, parts in
                let parts = try (cards: #require(server.cardParts), tenant: #require(parts.tenant).tenant)
                _ = try await parts.cards.cards.issue(to: CardHolder(tenant: parts.tenant.text, user: "ana"))
            }
            let folder = directory + "-copy"
            defer { try? FileManager.default.removeItem(atPath: folder) }
            let backup = Backup(folder: folder)
            try await backup.make(of: directory, withKeys: true, at: TestClock.beginning)
            let contents = try await backup.verify()
            #expect(contents.findings == [])
            #expect(contents.rows["sandbox_cards_card"] == 2 && contents.rows["token_activation_activation"] == 0)
            for name in Self.files { #expect(FileMode.of("\(folder)/\(name)") == 0o600) }
            try await DataDirectory.migrate(.files(folder))
            #expect(try await DataDirectory.check(.files(folder)) == [])
        }
    }

    /// Whoever runs a program at the port that the sandbox had before is sent nothing.
    @Test func theIssuersClientIsSentBackToWhereTheSandboxIsNow() async throws {
        try await SignInHost.withDirectory { directory in
            var clients: [String] = []
            for base in ["http://localhost:9999", "http://localhost:9999", "http://localhost:7777"] {
                try await SignInHost.withServer(
                    in: directory,
                    configured: { $0.publicBaseURL = base }
                ) { server, parts in
                    let tenant = try #require(parts.tenant)
                    let id = try #require(tenant.issuerClientID)
                    let all = try await parts.signIn.clients(of: tenant.tenant)
                    #expect(all.count == 2)
                    #expect(all.first { $0.id == id }?.redirectURIs == ["\(base)/issuer/signed-in"])
                    #expect(server.cardParts?.face.issuerClientID == id)
                    clients.append(id)
                }
            }
            #expect(clients.count == 3 && clients[0] == clients[1] && clients[1] != clients[2])
        }
    }

    /// A sandbox of before this name has one client after it, and none is left behind.
    @Test func theIssuersClientOfAnEarlierNameIsReplaced() async throws {
        try await SignInHost.withDirectory { directory in
            try await SignInHost.withServer(in: directory) { _, parts in
                let tenant = try #require(parts.tenant)
                try await parts.signIn.removeClient(try #require(tenant.issuerClientID), of: tenant.tenant)
                let draft = ClientDraft(
                    name: "Cartão Aurora no navegador",
                    redirectURIs: ["http://localhost:8080/issuer/signed-in"],
                    tokenAuthentication: .none
                )
                _ = try await parts.signIn.registerClient(draft, of: tenant.tenant)
            }
            try await SignInHost.withServer(in: directory) { _, parts in
                let tenant = try #require(parts.tenant)
                let all = try await parts.signIn.clients(of: tenant.tenant)
                #expect(all.count == 2 && all.first { $0.id == tenant.issuerClientID }?.name == "Cartão Aurora")
            }
        }
    }

    /// A sandbox that is reached over plain http from elsewhere still starts: nobody signs in to its issuer's page.
    @Test func whereNobodyCanBeSentBackThereIsNoClient() async throws {
        try await SignInHost.withDirectory { directory in
            let address = "http://pay.example:8080"
            try await SignInHost.withServer(
                in: directory,
                configured: { $0.publicBaseURL = address }
            ) { server, parts in
                #expect(parts.tenant?.issuerClientID == nil)
                #expect(server.cardParts != nil)
            }
        }
    }
}
