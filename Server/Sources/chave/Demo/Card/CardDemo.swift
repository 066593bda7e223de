import BeyondIdentityEmbedded
import ChaveBase
import ChaveTransport
import ChaveWire
import Foundation
import Logging
import PaymentsCore
import ServerHost

/// One card becomes active in a wallet, another does not, and a third is suspended; over HTTP, on its own server.
struct CardDemo {
    let configuration: ServerConfiguration
    let folder: String
    let world: World
    let logger: Logger
    let report: DemoReport

    /// Runs the demonstration.
    ///
    /// - Returns: whether all its statements are true.
    func run() async throws -> Bool {
        try await DemoServer.running(configuration, world: world, logger: logger) { server in
            report.title("A server with an issuer, two card networks and a wallet, on \(configuration.baseURL)")
            let statements = try await show()
            report.title("Verdict")
            let findings = try await server.check()
            let detail = findings.isEmpty ? "structure and audit chains" : findings.joined(separator: "; ")
            let all = statements + [DemoStatement("the databases are sound", findings.isEmpty, detail)]
            for each in all { report.verdict(each.name, each.holds, each.detail) }
            return all.allSatisfy(\.holds)
        }
    }

    private func show() async throws -> [DemoStatement] {
        let scene = try await prepare()
        var wallet = try await DemoWallet(of: "Ana", at: configuration.baseURL, transport: scene.transport)
        let activation = CardDemoActivation(scene: scene, report: report)
        let (added, statements) = try await activation.show(&wallet)
        let ending = CardDemoEnding(scene: scene, report: report)
        let other = try await ending.showOthers(&wallet)
        return try await statements + other + [ending.suspend(added, &wallet)]
    }

    private func prepare() async throws -> CardDemoScene {
        guard let sandbox = try SandboxTenant.stored(in: configuration.dataDirectory),
            let server = URL(string: configuration.baseURL)
        else { throw CommandFailure("The sandbox has no tenant.") }
        let transport = URLSessionTransport()
        let tenant = DemoTenant(
            server: TenantServer(baseURL: configuration.baseURL, apiToken: sandbox.apiToken, transport: transport),
            dataDirectory: configuration.dataDirectory
        )
        let client = DemoClient(id: sandbox.clientID, redirectURI: SandboxTenant.redirectURI, secret: nil)
        report.title("Two holders, each with a device")
        let ana = try await holder("ana", "Ana Souza", tenant, client, server)
        let bia = try await holder("bia", "Bia Lima", tenant, client, server)
        let cards = try await report.step("3", "the issuer gives Ana her cards") {
            let issuer = CardServer(baseURL: configuration.baseURL, transport: transport)
            let token = try await HolderTokens(device: ana).any()
            let answer = try await issuer.call(.get, CardServer.cardsPath, by: token)
            let cards = answer["cards"]?.array ?? []
            guard cards.count == 2 else { throw CommandFailure("The issuer gave \(cards.count) cards.") }
            return (cards, cards.map(CardText.card).joined(separator: "; "))
        }
        return CardDemoScene(
            server: server,
            transport: transport,
            tenant: tenant,
            ana: ana,
            bia: bia,
            visa: try CardDemo.reference(of: "visa", in: cards),
            mastercard: try CardDemo.reference(of: "mastercard", in: cards)
        )
    }

    private func holder(
        _ name: String,
        _ fullName: String,
        _ tenant: DemoTenant,
        _ client: DemoClient,
        _ server: URL
    ) async throws -> CoreEmbedded {
        let device = DemoDevice(name: "\(name)'s phone", directory: "\(folder)/\(name)", server: server).app(of: client)
        return try await report.step(name == "ana" ? "1" : "2", "\(fullName) registers and signs in") {
            _ = try await tenant.add(name, displayName: fullName)
            let link = try await tenant.newestMailedLink()
            _ = try await device.registerCredentials(try await RegistrationAddress.resolved(link))
            _ = try await device.authenticate()
            return (device, "by the mailed link; the key stays on the device")
        }
    }

    private static func reference(of network: String, in cards: [JSONValue]) throws -> String {
        let card = cards.first { $0["network"]?.string == network }
        guard let reference = card?["panReferenceID"]?.string else {
            throw CommandFailure("The issuer gave no card of \(network).")
        }
        return reference
    }
}

/// The people and the parts of a demonstration of cards.
struct CardDemoScene: Sendable {
    let server: URL
    let transport: any HTTPTransport
    let tenant: DemoTenant
    let ana: CoreEmbedded
    let bia: CoreEmbedded
    /// The network's reference of Ana's Visa card; ``mastercard`` is that of her other card.
    let visa: String
    let mastercard: String
}

/// A statement of a demonstration at its end.
struct DemoStatement {
    let name: String
    let holds: Bool
    let detail: String

    init(_ name: String, _ holds: Bool, _ detail: String) {
        self.name = name
        self.holds = holds
        self.detail = detail
    }
}
