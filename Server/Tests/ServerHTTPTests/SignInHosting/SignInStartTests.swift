import ChaveBase
import ChavePixModel
import ChaveWire
import Foundation
import PaymentsCore
import SignInCore
import SignInMail
import SignInModel
import Testing

@testable import CardsHTTP
@testable import ServerHost

/// What a server with sign-in needs beside its database, and that it does not start when that is lost.
struct SignInStartTests {
    private static let key = "keys/sign-in.json"

    /// A directory that a sandbox with sign-in has run in.
    private static func withUsedDirectory(_ body: (String) async throws -> Void) async throws {
        try await SignInHost.withDirectory { directory in
            try await SignInHost.withServer(in: directory) { _, _ in }
            try await body(directory)
        }
    }

    /// Starting and `chave doctor` say the same.
    private func expectRefusal(_ directory: String) async throws -> SecretFiles.Problem {
        let problem = await #expect(throws: SecretFiles.Problem.self) {
            try await WholeServer.start(in: directory).close()
        }
        #expect(try await DataDirectory.problem(.files(directory)) == problem?.description)
        return try #require(problem)
    }

    @Test func onlyASandboxHasSignInUnlessItIsAskedFor() async throws {
        for isSandbox in [true, false] {
            try await SignInHost.withDirectory(isSandbox: isSandbox) { directory in
                let server = try await WholeServer.start(in: directory, isSandbox: isSandbox)
                #expect((server.signInParts != nil) == isSandbox)
                #expect(FileManager.default.fileExists(atPath: "\(directory)/signin.sqlite") == isSandbox)
                await server.close()
            }
        }
    }

    @Test func outsideTheSandboxThereIsNeitherTenantNorOutbox() async throws {
        try await SignInHost.withDirectory(isSandbox: false) { directory in
            try await SignInHost.withServer(in: directory, isSandbox: false) { server, parts in
                #expect(parts.tenant == nil && parts.outbox == nil)
                let tenants = try await parts.signIn.tenants()
                #expect(tenants == [])
                #expect(!FileManager.default.fileExists(atPath: "\(directory)/sandbox-sign-in.json"))
                #expect(await SignInHost.page("/outbox", of: server).status == 404)
                #expect(await SignInHost.page("/registered/register", of: server).status == 404)
            }
        }
    }

    @Test(arguments: ["keys/sign-in.json", "sandbox-sign-in.json", "signin.sqlite"])
    func whatItWritesIsForItsOwnerAlone(_ name: String) async throws {
        try await Self.withUsedDirectory { directory in
            #expect(FileMode.of("\(directory)/\(name)") == 0o600)
        }
    }

    @Test func theSandboxsTenantIsMadeOnceAndItsTokenIsGood() async throws {
        try await SignInHost.withDirectory { directory in
            var first: SandboxTenant?
            for _ in 1...2 {
                try await SignInHost.withServer(in: directory) { _, parts in
                    let tenant = try #require(parts.tenant)
                    #expect(try await parts.signIn.tenant(ofAPIToken: tenant.apiToken).text == "padaria-aurora")
                    #expect(try await parts.signIn.tenants().map(\.displayName) == ["Padaria Aurora"])
                    #expect(try await parts.signIn.roots(of: tenant.tenant).count == 1)
                    #expect(try await parts.signIn.apiTokens(of: tenant.tenant).count == 1)
                    let clients = try await parts.signIn.clients(of: tenant.tenant).map(\.id)
                    #expect(Set(clients) == Set([tenant.clientID, try #require(tenant.issuerClientID)]))
                    #expect(clients.count == 2)
                    #expect(try SandboxTenant.stored(in: directory)?.apiToken == tenant.apiToken)
                    #expect(first == nil || first?.apiToken == tenant.apiToken)
                    first = tenant
                }
            }
        }
    }

    @Test(arguments: ["sandbox-sign-in.json", "signin.sqlite"])
    func whatASandboxLostOfItIsMadeAnew(_ name: String) async throws {
        try await Self.withUsedDirectory { directory in
            let before = try SandboxTenant.stored(in: directory)
            try FileManager.default.removeItem(atPath: "\(directory)/\(name)")
            for suffix in ["-wal", "-shm"] {
                try? FileManager.default.removeItem(atPath: "\(directory)/\(name)\(suffix)")
            }
            try await SignInHost.withServer(in: directory) { _, parts in
                let tenant = try #require(parts.tenant)
                #expect(tenant.apiToken != before?.apiToken)
                #expect(try await parts.signIn.tenant(ofAPIToken: tenant.apiToken) == tenant.tenant)
                #expect(try await parts.signIn.apiTokens(of: tenant.tenant).count == 1)
            }
        }
    }

    /// A sandbox on another port, or with another name; an address that somebody chose stays.
    @Test func mailedLinksLeadToWhereTheSandboxIsNow() async throws {
        try await Self.withUsedDirectory { directory in
            func address(_ configured: @escaping (inout ServerConfiguration) -> Void) async throws -> String? {
                var found: String?
                try await SignInHost.withServer(in: directory, configured: configured) { _, parts in
                    let tenant = try #require(parts.tenant).tenant
                    found = try await parts.signIn.tenant(tenant)?.registrationRedirectURI
                }
                return found
            }
            #expect(
                try await address { $0.publicBaseURL = "http://localhost:9999" } == "http://localhost:9999/registered"
            )
            try await SignInHost.withServer(in: directory) { _, parts in
                let tenant = try #require(parts.tenant).tenant
                let draft = ProfileDraft(displayName: "P", registrationRedirectURI: "https://app.padaria.example")
                _ = try await parts.signIn.configureProfile(draft, of: tenant)
            }
            let chosen = try await address { $0.publicBaseURL = "http://localhost:7777" }
            #expect(chosen == "https://app.padaria.example")
        }
    }

    @Test func withoutTheKeyOfItsRecordsAServerDoesNotStart() async throws {
        try await Self.withUsedDirectory { directory in
            let path = "\(directory)/\(Self.key)"
            let kept = try #require(try PrivateFile.read(path))
            try FileManager.default.removeItem(atPath: path)
            let problem = try await expectRefusal(directory)
            guard case .missing(path, _) = problem else {
                Issue.record("\(problem)")
                return
            }
            #expect(problem.description.contains("Restore it from the backup"))
            #expect(!FileManager.default.fileExists(atPath: path))
            try PrivateFile.write(kept.encoded(), to: path)
            try await SignInHost.withServer(in: directory) { _, _ in }
            #expect(try await DataDirectory.problem(.files(directory)) == nil)
        }
    }

    @Test func withAnotherKeyThanItsRecordsAreSealedWithAServerDoesNotStart() async throws {
        try await Self.withUsedDirectory { directory in
            let path = "\(directory)/\(Self.key)"
            let other = Base64URL.encode([UInt8](repeating: 7, count: 32))
            let stored = try #require(try PrivateFile.read(path))
            try PrivateFile.write(stored.replacing(["secret"], with: .string(other)).encoded(), to: path)
            #expect(try await expectRefusal(directory) == .foreign(path))
        }
    }

    @Test(arguments: ["keys/sign-in.json", "sandbox-sign-in.json"])
    func aFileOfSignInThatIsDamagedOrOpenToOthersIsNotUsed(_ name: String) async throws {
        try await Self.withUsedDirectory { directory in
            let path = "\(directory)/\(name)"
            try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
            #expect(try await expectRefusal(directory) == .tooOpen(path))
            try PrivateFile.write(Array("{}".utf8), to: path)
            #expect(try await expectRefusal(directory) == .damaged(path))
        }
    }

    @Test func aDamagedOutboxIsSaidByItsName() async throws {
        try await Self.withUsedDirectory { directory in
            let path = "\(directory)/outbox.json"
            try PrivateFile.write(Array("[]".utf8), to: path)
            await #expect(throws: SecretFiles.Problem.damaged(path)) {
                try await WholeServer.start(in: directory).close()
            }
        }
    }

    /// What is opened before something is refused is closed again: another start gets the lock.
    @Test func aMailProgramThatIsNotThereIsSaidAndNothingStaysOpen() async throws {
        try await SignInHost.withDirectory { directory in
            let sender = try #require(MailAddress("sign-in@example.com"))
            let refusal = await #expect(throws: SignInParts.NoMailProgram.self) {
                try await SignInHost.withServer(
                    in: directory,
                    configured: { $0.mailProgram = .init(path: "\(directory)/nothing", sender: sender) }
                ) { _, _ in }
            }
            #expect(refusal?.description.contains("--sendmail") == true)
            try await SignInHost.withServer(in: directory) { _, _ in }
        }
    }

    @Test func itIsReadyOnlyWhileItsDatabaseCanBeWritten() async throws {
        try await SignInHost.withDirectory { directory in
            try await SignInHost.withServer(in: directory) { server, _ in
                let checks = await server.operations.checks()
                #expect(checks.contains(Operations.Check("sign-in database", problem: nil)))
                let findings = try await server.check()
                #expect(findings == [])
            }
        }
    }

    /// Its deadlines go by the sandbox's clock, what it says by the real one.
    @Test func theSandboxsClockMovesItsDeadlines() async throws {
        try await SignInHost.withDirectory { directory in
            let clock = TestClock(now: TestClock.beginning, seed: 3)
            try await SignInHost.withServer(in: directory, world: clock.world) { server, parts in
                let tenant = try #require(parts.tenant).tenant
                let user = try await parts.signIn.createUser(SignInHost.maria(), of: tenant)
                #expect(user.createdAt == TestClock.beginning)
                let mail = try #require(parts.outbox?.newest.first?.mail)
                let token = try #require(mail.text.split(separator: "token=").last?.prefix { !$0.isWhitespace })
                #expect(
                    try await parts.signIn.bindRedirection(token: String(token), tenant: nil).hasSuffix(
                        "token=\(token)"
                    )
                )
                try await server.clock?.jump(seconds: 25 * 3_600)
                await #expect(throws: OAuthError.self) {
                    try await parts.signIn.bindRedirection(token: String(token), tenant: nil)
                }
            }
        }
    }
}
