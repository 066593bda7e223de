import ChaveBase
import ChaveWire
import Foundation
import GRDB
import Logging
import PaymentsCore
import SQLiteWriter
import SandboxBank
import ServerTestSupport
import Testing

@testable import CardsHTTP
@testable import HTTPKernel
@testable import PaymentsStores
@testable import ServerHost

/// What a server needs beside its database, and that it does not start when that is lost.
struct StartTests {
    private static let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

    private static func start(_ directory: String, isSandbox: Bool = true) async throws -> ChaveServer {
        var configuration = ServerConfiguration(
            dataDirectory: directory,
            publicBaseURL: TestServer.baseURL,
            isSandbox: isSandbox
        )
        configuration.isSynced = false
        return try await ChaveServer(configuration, logger: logger, onFatal: { _ in })
    }

    private static func withDirectory(_ body: (String) async throws -> Void) async throws {
        let directory = NSTemporaryDirectory() + "chave-start-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: directory) }
        try await body(directory)
    }

    /// A directory that a sandbox was used in: there is a customer, and an enrollment.
    private static func withUsedDirectory(_ body: (String) async throws -> Void) async throws {
        try await withDirectory { directory in
            try await BankTemplate.shared.copy(to: directory)
            let server = try await start(directory)
            let merchant = try #require(server.merchant)
            let credentials = Credentials.basic(merchant.secretID, merchant.secretPassword)
            let answer = await server.api.respond(
                to: ServerRequest(
                    method: "POST",
                    path: "/payments/br/enrollments/",
                    headers: credentials.headers + [("Content-Type", "application/json")],
                    body: .bytes(Bodies.enrollment().encoded())
                )
            ).answer
            await server.close()
            #expect(answer.status == 201)
            try await body(directory)
        }
    }

    @Test func onlyASandboxKeepsCeremonies() async throws {
        for isSandbox in [true, false] {
            try await StartTests.withDirectory { directory in
                if isSandbox { try await BankTemplate.shared.copy(to: directory) }
                let server = try await StartTests.start(directory, isSandbox: isSandbox)
                #expect((server.listeners.ceremonies != nil) == isSandbox)
                #expect((server.payments.recount != nil) == isSandbox)
                await server.close()
            }
        }
    }

    @Test func aFreshDirectoryStartsAndStartsAgain() async throws {
        try await StartTests.withDirectory { directory in
            for _ in 1...2 {
                #expect(try await DataDirectory.problem(.files(directory)) == nil)
                let server = try await StartTests.start(directory, isSandbox: false)
                await server.close()
            }
        }
    }

    @Test func aDirectoryWithNothingButOrganisationsStarts() async throws {
        try await StartTests.withDirectory { directory in
            try await DataDirectory.administer(.files(directory), mayCreate: true) { administration in
                _ = try await administration.createOrganisation(name: "Loja")
            }
            let server = try await StartTests.start(directory, isSandbox: false)
            await server.close()
            #expect(FileManager.default.fileExists(atPath: "\(directory)/keys/field.json"))
        }
    }

    @Test func withoutTheKeyThatItsDataIsSealedWithAServerDoesNotStart() async throws {
        try await StartTests.withUsedDirectory { directory in
            let path = "\(directory)/keys/field.json"
            let kept = try Data(contentsOf: URL(fileURLWithPath: path))
            try FileManager.default.removeItem(atPath: path)
            let problem = try await expectRefusal(directory)
            guard case .missing(path, _) = problem else {
                Issue.record("\(problem)")
                return
            }
            #expect(problem.description.contains("Restore it from the backup"))
            #expect(!FileManager.default.fileExists(atPath: path))
            try kept.write(to: URL(fileURLWithPath: path))
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
            let server = try await StartTests.start(directory)
            await server.close()
            #expect(try await DataDirectory.problem(.files(directory)) == nil)
        }
    }

    @Test func withAnotherKeyThanItsDataIsSealedWithAServerDoesNotStart() async throws {
        try await StartTests.withUsedDirectory { directory in
            let path = "\(directory)/keys/field.json"
            let stored = try #require(try PrivateFile.read(path))
            for change in ["id", "secret"] {
                let other = change == "id" ? "AAAAAAAA" : Base64URL.encode([UInt8](repeating: 7, count: 32))
                try PrivateFile.write(stored.replacing([change], with: .string(other)).encoded(), to: path)
                #expect(try await expectRefusal(directory) == .foreign(path))
            }
        }
    }

    @Test(arguments: ["bank.sqlite", "sandbox.json"])
    func withoutItsBankOrItsMerchantAUsedSandboxDoesNotStart(_ name: String) async throws {
        try await StartTests.withUsedDirectory { directory in
            let path = "\(directory)/\(name)"
            try FileManager.default.removeItem(atPath: path)
            let problem = try await expectRefusal(directory)
            guard case .missing(path, _) = problem else {
                Issue.record("\(problem)")
                return
            }
            #expect(problem.description.contains("another --data"))
            #expect(!FileManager.default.fileExists(atPath: path))
        }
    }

    @Test(arguments: ["keys/field.json", "keys/token.json", "sandbox.json"])
    func aSecretFileThatIsDamagedOrOpenToOthersIsNotUsed(_ name: String) async throws {
        try await StartTests.withUsedDirectory { directory in
            let path = "\(directory)/\(name)"
            try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
            #expect(try await expectRefusal(directory) == .tooOpen(path))
            try PrivateFile.write(Array("{}".utf8), to: path)
            #expect(try await expectRefusal(directory) == .damaged(path))
        }
    }

    /// Tokens are made anew by whoever has keys, so nothing is lost with it.
    @Test func aMissingTokenKeyIsMadeAnew() async throws {
        try await StartTests.withUsedDirectory { directory in
            let path = "\(directory)/keys/token.json"
            let before = try PrivateFile.read(path)
            try FileManager.default.removeItem(atPath: path)
            let server = try await StartTests.start(directory)
            await server.close()
            #expect(try PrivateFile.read(path) != before)
        }
    }

    /// Starting and `chave doctor` say the same.
    private func expectRefusal(_ directory: String) async throws -> SecretFiles.Problem {
        let problem = await #expect(throws: SecretFiles.Problem.self) { try await StartTests.start(directory).close() }
        #expect(try await DataDirectory.problem(.files(directory)) == problem?.description)
        return try #require(problem)
    }

    // MARK: Schemas

    @Test func onlyServeAndMigrateBringASchemaUpToDate() async throws {
        try await StartTests.withDirectory { directory in
            for name in ["payments", "bank"] {
                let old = try GroupCommitWriter(path: "\(directory)/\(name).sqlite", migrations: [])
                await old.close()
            }
            await #expect(throws: MigrationRefusal.olderSchema(lacking: "0001_payments")) {
                try await DataDirectory.administer(.files(directory), mayCreate: true) { _ in }
            }
            await #expect(throws: MigrationRefusal.olderSchema(lacking: "0001_payments")) {
                try await DataDirectory.check(.files(directory))
            }
            #expect(try await DataDirectory.problem(.files(directory)) == nil)
            try await DataDirectory.migrate(.files(directory))
            #expect(try await DataDirectory.check(.files(directory)) == [])
            try await DataDirectory.administer(.files(directory)) { administration in
                _ = try await administration.createOrganisation(name: "Loja")
            }
        }
    }

    @Test func aCheckDoesNotTouchTheBanksSchemaEither() async throws {
        try await StartTests.withDirectory { directory in
            let store = try SQLPaymentsStore(directory: directory)
            await store.close()
            let old = try GroupCommitWriter(path: "\(directory)/bank.sqlite", migrations: [])
            await old.close()
            await #expect(throws: MigrationRefusal.olderSchema(lacking: "0001_bank_tables")) {
                try await DataDirectory.check(.files(directory))
            }
        }
    }

    @Test func nothingIsMigratedUnderARunningServer() async throws {
        try await StartTests.withDirectory { directory in
            let server = try await StartTests.start(directory, isSandbox: false)
            await #expect(throws: OpeningRefusal.inUse(lockFile: "\(directory)/payments.sqlite.lock")) {
                try await DataDirectory.migrate(.files(directory))
            }
            await #expect(throws: OpeningRefusal.inUse(lockFile: "\(directory)/payments.sqlite.lock")) {
                try await DataDirectory.check(.files(directory))
            }
            try await DataDirectory.administer(.files(directory)) { _ in }
            #expect(try await DataDirectory.problem(.files(directory)) == nil)
            await server.close()
        }
    }
}
