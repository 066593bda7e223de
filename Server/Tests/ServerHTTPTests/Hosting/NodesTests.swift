import ChaveBase
import ChavePixModel
import ChaveWire
import Foundation
import InstitutionPort
import PaymentsCore
import PaymentsModel
import PostgresClient
import PostgresTestSupport
import SandboxBank
import SandboxCards
import SignInMail
import SignInModel
import Testing
import TokenActivationCore

@testable import CardsHTTP
@testable import HTTPKernel
@testable import ServerHost

/// Two servers over one PostgreSQL, as the nodes of one service are.
@Suite(.timeLimit(.minutes(10))) struct NodesTests {
    private static let customers = "/payments/br/customers/"

    private static func withDirectory(_ body: (String) async throws -> Void) async throws {
        let directory = NSTemporaryDirectory() + "chave-nodes-" + UUID().uuidString
        defer { try? FileManager.default.removeItem(atPath: directory) }
        try await body(directory)
    }

    private static func start(
        _ database: PostgresSettings,
        in directory: String,
        isSandbox: Bool = false
    ) async throws -> ChaveServer {
        try await WholeServer.start(
            in: directory,
            isSandbox: isSandbox,
            publicBaseURL: isSandbox ? TestServer.baseURL : TestServer.publicBaseURL
        ) { $0.database = database }
    }

    /// Two nodes that were started at the same time on nothing, with a directory that they share, and a merchant's key.
    private func withNodes(
        isSandbox: Bool = false,
        _ body: (_ nodes: [ChaveServer], _ merchant: Credentials, _ settings: PostgresSettings) async throws -> Void
    ) async throws {
        try await SharedServer.withDatabase("a test of two nodes") { string async throws in
            var settings = try PostgresSettings(string)
            (settings.deadline, settings.longestWait) = (.seconds(30), .seconds(30))
            try await Self.withDirectory { [settings] directory in
                async let one = Self.start(settings, in: directory, isSandbox: isSandbox)
                async let other = Self.start(settings, in: directory, isSandbox: isSandbox)
                let nodes = try await [one, other]
                let administration = Administration(store: nodes[0].store, world: .live)
                let organisation = try await administration.createOrganisation(name: "Loja")
                let key = try await administration.createKey(for: organisation.id, label: "test")
                do {
                    try await body(nodes, .basic(key.key.id.text, key.password), settings)
                } catch {
                    for node in nodes { await node.close() }
                    throw error
                }
                for node in nodes { await node.close() }
            }
        }
    }

    private func send(_ call: Call, to node: ChaveServer, as merchant: Credentials) async -> Reply {
        let request = ServerRequest(
            method: call.method,
            path: call.target,
            query: "",
            headers: merchant.headers + call.headers,
            body: .bytes(call.body)
        )
        return Reply(answer: await node.api.respond(to: request).answer)
    }

    @Test func whatOneNodeStoresAnotherFinds() async throws {
        try await withNodes { nodes, merchant, _ async throws in
            let made = await send(.post(Self.customers, Bodies.customer()), to: nodes[0], as: merchant)
            #expect(made.status == 201, "\(made.text)")
            for node in nodes {
                let read = await send(.get("\(Self.customers)\(made.id)/"), to: node, as: merchant)
                #expect(read.status == 200)
                #expect(read["name"] == made["name"], "opened with the same key")
            }
        }
    }

    /// One bank, one merchant and one tenant, whichever node made them.
    @Test func aSandboxIsPlantedOnce() async throws {
        try await withNodes(isSandbox: true) { nodes, _, _ async throws in
            let merchants = try nodes.map { try #require($0.merchant) }
            #expect(Set(merchants.map(\.secretID)).count == 1)
            #expect(Set(nodes.compactMap { $0.signInParts?.tenant?.apiToken }).count == 1)
            #expect(nodes[0].bank?.directory.map(\.id) == nodes[1].bank?.directory.map(\.id))
            let merchant = Credentials.basic(merchants[0].secretID, merchants[0].secretPassword)
            let path = "/payments/br/enrollments/"
            let made = await send(.post(path, Bodies.enrollment()), to: nodes[0], as: merchant)
            #expect(made.status == 201, "\(made.text)")
            let read = await send(.get("\(path)\(made.id)/"), to: nodes[1], as: merchant)
            #expect(read.status == 200, "\(read.text)")
            #expect(try await nodes[1].check() == [])
        }
    }

    /// The issuer gives a card out at one node, the wallet adds it there, and its holder activates it at the other.
    @Test func aCardThatOneNodeGaveOutIsActivatedThroughTheOther() async throws {
        try await withNodes(isSandbox: true) { nodes, _, _ async throws in
            let parts = try nodes.map { try #require($0.cardParts) }
            let holder = CardHolder(tenant: parts[0].face.tenant.text, user: "ana")
            for number in 1...2 {
                let (here, there) = (parts[number % 2], parts[(number + 1) % 2])
                let card = try #require(try await here.cards.issue(to: holder).first)
                let token = try await here.cards.add(
                    card: card.panReferenceID,
                    deviceName: "Telefone \(number)",
                    temper: .prompt,
                    walletAccountID: "wallet-account-\(number)"
                )
                let session = HolderSession(
                    holder: holder,
                    client: parts[0].face.issuerClientID ?? "",
                    authenticatedAt: nodes[0].world.now()
                )
                let key = try IdempotencyKey(
                    header: "key-\(number)",
                    method: "POST",
                    path: "/token-activations",
                    body: Array(token.id.utf8)
                )
                let view = try await there.activations.activate(token.payload, key: key, by: session)
                #expect(view.state == .active)
                let again = try await here.activations.activate(token.payload, key: key, by: session)
                #expect(again.id == view.id, "the key is known to both")
                let seen = try await here.cards.token(token.id, ofWalletAccount: "wallet-account-\(number)")
                #expect(seen?.state == .active)
            }
            for node in nodes { #expect(try await node.check() == []) }
        }
    }

    /// The same address at both nodes at once: one of them registers it, and the other one says so.
    @Test func anAddressThatIsSentToBothIsRegisteredOnce() async throws {
        try await withNodes { nodes, merchant, _ async throws in
            for round in 0..<10 {
                let address = "https://loja.example/\(round)"
                let call = Call.post("/payments/br/webhooks/", ["url": .string(address)], key: "key-of-round-\(round)")
                async let first = send(call, to: nodes[0], as: merchant)
                async let second = send(call, to: nodes[1], as: merchant)
                let replies = await [first, second]
                #expect(replies.count { $0.status == 201 } == 1)
                for reply in replies where reply.status != 201 {
                    #expect(reply.status == 400 && reply.text.contains("already_registered"), "\(reply.text)")
                }
            }
            let list = await send(.get("/payments/br/webhooks/"), to: nodes[1], as: merchant)
            #expect(Set(list.resultIDs).count == 10)
        }
    }

    @Test func aNodeWithoutTheKeysOfTheDataDoesNotStart() async throws {
        try await withNodes { nodes, merchant, settings async throws in
            let made = await send(.post(Self.customers, Bodies.customer()), to: nodes[0], as: merchant)
            #expect(made.status == 201)
            try await Self.withDirectory { directory in
                let refusal = await #expect(throws: SecretFiles.Problem.self) {
                    try await Self.start(settings, in: directory)
                }
                let path = "\(directory)/keys/field.json"
                guard case .missing(path, _)? = refusal else {
                    Issue.record("\(String(describing: refusal))")
                    return
                }
                #expect(!FileManager.default.fileExists(atPath: path))
                let secrets = SecretFiles(dataDirectory: directory)
                _ = try secrets.fieldKey(orMakeFrom: World.live.randomBytes)
                await #expect(throws: SecretFiles.Problem.foreign(path)) {
                    try await Self.start(settings, in: directory)
                }
            }
        }
    }

    /// Nodes that share a directory keep their mails in one file of it.
    @Test func ofTheMailsOfTwoNodesNoneIsLost() async throws {
        try await withNodes(isSandbox: true) { nodes, _, _ async throws in
            let outboxes = try nodes.map { try #require($0.signInParts?.outbox) }
            try await withThrowingTaskGroup(of: Void.self) { tasks in
                for number in 1...30 {
                    let mail = Mail(recipient: "p\(number)@example.com", subject: "Ação", text: "Olá")
                    tasks.addTask { try await outboxes[number % 2].send(mail) }
                }
                try await tasks.waitForAll()
            }
            #expect(Set(outboxes[0].newest.map(\.mail.recipient)).count == 30)
            #expect(outboxes[0].newest == outboxes[1].newest)
        }
    }

    @Test func aNodeWhoseDatabaseIsAwayIsNotReady() async throws {
        let server = try await PostgresServer.started()
        defer { server.remove() }
        var settings = try PostgresSettings(server.connectionString())
        (settings.deadline, settings.longestWait) = (.seconds(20), .seconds(5))
        try await Self.withDirectory { [settings] directory in
            let node = try await Self.start(settings, in: directory)
            #expect(await Self.problems(of: node) == [])
            server.stop()
            #expect(await Self.problems(of: node).contains("database"))
            try server.start()
            #expect(await Self.problems(of: node) == [])
            await node.close()
        }
    }

    private static func problems(of node: ChaveServer) async -> [String] {
        await ChaveServer.readiness(node.configuration, node.opened).filter { $0.problem != nil }.map(\.name)
    }
}
