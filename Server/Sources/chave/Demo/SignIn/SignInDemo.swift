import BeyondIdentityEmbedded
import ChaveBase
import ChavePixModel
import ChaveTransport
import ChaveWire
import Foundation
import Logging
import PaymentsCore
import ServerHost

/// A person signs in with a first device, adds a second one, loses both and recovers; over HTTP, on its own server.
struct SignInDemo {
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
            report.title("A server with a tenant, on \(configuration.baseURL)")
            let isShown = try await show()
            let findings = try await server.check()
            report.verdict(
                "the databases are sound",
                findings.isEmpty,
                findings.isEmpty ? "structure and audit chains" : findings.joined(separator: "; ")
            )
            return isShown && findings.isEmpty
        }
    }

    private struct Scene {
        let tenant: DemoTenant
        let user: String
        let app: DemoClient
        let shop: DemoClient
    }

    private func show() async throws -> Bool {
        let scene = try await prepare()
        let first = try device("phone").app(of: scene.app)
        let second = try device("tablet").app(of: scene.app)
        let credential = try await register(first, scene)
        let subjects = try await signIn(first, try device("phone").app(of: scene.shop), scene)
        let chain = try await extend(first, second, credential, scene)
        let isForgotten = try await delete(from: second)
        let ending = SignInDemoEnding(tenant: scene.tenant, user: scene.user, report: report)
        let third = try device("new phone").app(of: scene.app)
        let isOldDead = try await ending.recover(third, old: first)
        let isSuspended = try await ending.suspend(third)
        report.title("Verdict")
        let statements = [
            ("both kinds of client know the same person", subjects == [scene.user, scene.user], scene.user),
            ("the second device hangs below the first", chain == 3, "\(chain) certificates with the root"),
            ("what was deleted signs in no more", isForgotten, "on the second device"),
            ("what was recovered ended the old credentials", isOldDead, "state deviceDeleted"),
            ("a suspended user is told", isSuspended, "state userSuspended, then active again"),
        ]
        for (name, isTrue, detail) in statements { report.verdict(name, isTrue, detail) }
        return statements.allSatisfy(\.1)
    }

    private func device(_ name: String) throws -> DemoDevice {
        guard let server = URL(string: configuration.baseURL) else { throw CommandFailure("The address is none.") }
        let directory = "\(folder)/\(name.replacing(" ", with: "-"))"
        return DemoDevice(name: name, directory: directory, server: server)
    }

    private func prepare() async throws -> Scene {
        guard let sandbox = try SandboxTenant.stored(in: configuration.dataDirectory) else {
            throw CommandFailure("The sandbox has no tenant.")
        }
        let server = TenantServer(
            baseURL: configuration.baseURL,
            apiToken: sandbox.apiToken,
            transport: URLSessionTransport()
        )
        let tenant = DemoTenant(server: server, dataDirectory: configuration.dataDirectory)
        report.title("The tenant prepares, by its API token")
        try await report.step("1", "the tenant's profile") {
            let profile = try await server.call(.get, ProfileCommand.path)
            return ((), profile["profile_display_name"]?.string ?? "")
        }
        let app = try await report.step("2", "register a public client") {
            (try await tenant.register("App", redirectURI: "http://127.0.0.1/app", isPublic: true), "PKCE, no secret")
        }
        let shop = try await report.step("3", "register a confidential client") {
            let address = "https://loja.example/callback"
            return (try await tenant.register("Loja", redirectURI: address, isPublic: false), "client_secret_basic")
        }
        let user = try await report.step("4", "add a person") {
            let id = try await tenant.add("ana", displayName: "Ana Souza")
            return (id, id)
        }
        return Scene(tenant: tenant, user: user, app: app, shop: shop)
    }

    private func register(_ device: CoreEmbedded, _ scene: Scene) async throws -> Credential {
        report.title("A first device, by the mailed link")
        let link = try await report.step("1", "the mail is in the outbox") {
            (try await scene.tenant.newestMailedLink(), "with a link that is good once, for 24 hours")
        }
        let address = try await report.step("2", "opened twice, as a mail scanner would") {
            _ = try await RegistrationAddress.resolved(link)
            return (try await RegistrationAddress.resolved(link), "leads on, and changes nothing")
        }
        return try await report.step("3", "make a key and get its certificate") {
            let credential = try await device.registerCredentials(address)
            return (credential, "\(credential.state.rawValue), the key stays on the device")
        }
    }

    /// Signs in with each kind of client, and returns the person's id from each.
    private func signIn(_ app: CoreEmbedded, _ shop: CoreEmbedded, _ scene: Scene) async throws -> [String] {
        report.title("Signing in")
        let person = try await report.step("1", "public client: authenticate()") {
            let person = try SignedInPerson(try await app.authenticate(), at: world.now())
            return (person.subject, "ID token verified: signature, issuer, audience, times, nonce")
        }
        let pkce = try await app.createPKCE()
        let code = try await report.step("2", "confidential client: authorize()") {
            let code = try await shop.authorize(pkceChallenge: pkce.codeChallenge, scope: "openid profile")
            return (code.value, "a code for its server, good for a minute")
        }
        let other = try await report.step("3", "its server exchanges the code") {
            let subject = try await scene.tenant.exchange(code, verifier: pkce.codeVerifier, of: scene.shop)
            return (subject, "by secret and verifier; /v2/userinfo names the person")
        }
        return [person, other]
    }

    /// Adds the second device, and returns the number of certificates in its chain.
    private func extend(
        _ first: CoreEmbedded,
        _ second: CoreEmbedded,
        _ credential: Credential,
        _ scene: Scene
    ) async throws -> Int {
        guard let handle = credential.handle else { throw CommandFailure("The credential has no handle.") }
        report.title("A second device, by nine digits")
        let made = try await DemoPairing(first: first, second: second, report: report).run(handle)
        try await report.step("4", "the second device signs in") {
            let person = try SignedInPerson(try await second.authenticate(), at: world.now())
            guard person.subject == scene.user else { throw CommandFailure("It signed in somebody else.") }
            return ((), "by its own key")
        }
        try await report.step("5", "the tenant lists the devices") {
            let devices = try await scene.tenant.devices(of: scene.user)
            let hasParent = devices.contains { $0["parent_id"]?.string != nil }
            guard devices.count == 2, hasParent else { throw CommandFailure("The list is not the two devices.") }
            return ((), devices.compactMap { $0["device_name"]?.string }.joined(separator: ", "))
        }
        return made.chain.count
    }

    /// Deletes the device's credential, and returns whether the device can no longer sign in.
    private func delete(from device: CoreEmbedded) async throws -> Bool {
        report.title("The second device forgets")
        return try await report.step("1", "deleteCredential") {
            let handle = try await device.getCredentials().first?.handle
            try await device.deleteCredential(for: handle)
            let isEmpty = try await device.getCredentials().isEmpty
            let refusal = await SignInDemoEnding.refusal(device)
            let isForgotten = isEmpty && refusal == .credentialNotFound
            return (isForgotten, "then authenticate(): \(refusal?.description ?? "signed in")")
        }
    }
}
