import ChaveBase
import ChavePixModel
import ChaveWire
import Foundation
import SignInCore
import Testing

@testable import ServerHost

/// What a backup and a check have of sign-in.
struct SignInBackupTests {
    private static func withUsedDirectory(_ body: (_ directory: String, _ folder: String) async throws -> Void)
        async throws
    {
        try await SignInHost.withDirectory { directory in
            try await SignInHost.withServer(in: directory) { _, parts in
                let tenant = try #require(parts.tenant).tenant
                for number in 1...3 { _ = try await parts.signIn.createUser(SignInHost.maria(number), of: tenant) }
            }
            let folder = directory + "-copy"
            defer { try? FileManager.default.removeItem(atPath: folder) }
            try await body(directory, folder)
        }
    }

    private static func changeSecret(in directory: String) throws {
        let path = "\(directory)/keys/sign-in.json"
        let stored = try #require(try PrivateFile.read(path))
        let other = Base64URL.encode([UInt8](repeating: 7, count: 32))
        try PrivateFile.write(stored.replacing(["secret"], with: .string(other)).encoded(), to: path)
    }

    @Test func aBackupHasTheRecordsAndWithKeysWhatOpensThem() async throws {
        try await Self.withUsedDirectory { directory, folder in
            for withKeys in [false, true] {
                let backup = Backup(folder: "\(folder)/\(withKeys)")
                try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
                try await backup.make(of: directory, withKeys: withKeys, at: TestClock.beginning)
                let contents = try await backup.verify()
                #expect(contents.findings == [])
                #expect(contents.rows["sign_in_user"] == 3)
                let manager = FileManager.default
                #expect(manager.fileExists(atPath: "\(backup.folder)/signin.sqlite"))
                for name in ["keys/sign-in.json", "sandbox-sign-in.json"] {
                    #expect(manager.fileExists(atPath: "\(backup.folder)/\(name)") == withKeys)
                }
                #expect(!manager.fileExists(atPath: "\(backup.folder)/outbox.json"))
            }
        }
    }

    @Test func whatABackupHoldsIsThereAfterARestore() async throws {
        try await Self.withUsedDirectory { directory, folder in
            try await Backup(folder: folder).make(of: directory, withKeys: true, at: TestClock.beginning)
            let before = try SandboxTenant.stored(in: directory)
            try await SignInHost.withServer(in: folder) { _, parts in
                let tenant = try #require(parts.tenant)
                #expect(tenant.apiToken == before?.apiToken)
                #expect(try await parts.signIn.users(of: tenant.tenant).count == 3)
            }
        }
    }

    @Test func aBackupWithAnotherKeyThanItsRecordsIsFound() async throws {
        try await Self.withUsedDirectory { directory, folder in
            try Self.changeSecret(in: directory)
            let backup = Backup(folder: folder)
            try await backup.make(of: directory, withKeys: true, at: TestClock.beginning)
            let findings = try await backup.verify().findings
            #expect(findings.contains { $0.contains("is not the key that this data was sealed with") })
            #expect(
                findings.contains(
                    "sign-in: 3 records of kind user cannot be opened: damaged, or sealed with another key"
                )
            )
        }
    }

    @Test func aCheckOpensEveryRecord() async throws {
        try await Self.withUsedDirectory { directory, _ in
            #expect(try await DataDirectory.check(.files(directory)) == [])
            try Self.changeSecret(in: directory)
            let findings = try await DataDirectory.check(.files(directory))
            #expect(findings.contains { $0.hasPrefix("sign-in: 1 record of kind tenant cannot be opened") })
        }
    }

    @Test func migratingBringsSignInUpToDateToo() async throws {
        try await Self.withUsedDirectory { directory, _ in
            try await DataDirectory.migrate(.files(directory))
            #expect(try await DataDirectory.check(.files(directory)) == [])
        }
    }
}
