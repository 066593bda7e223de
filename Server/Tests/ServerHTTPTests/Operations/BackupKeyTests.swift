import ChaveBase
import ChavePixModel
import Foundation
import PaymentsCore
import PaymentsModel
import Testing

@testable import ServerHost

/// A backup with its keys opens, whatever rotates meanwhile; one that does not is called so.
struct BackupKeyTests {
    /// A server whose key is in a file, with two customers.
    private static func withKeyedServer(
        _ body: @Sendable (TestServer, SecretFiles, _ folder: String) async throws -> Void
    ) async throws {
        try await withServer { server in
            let secrets = SecretFiles(dataDirectory: server.directory)
            try FileManager.default.createDirectory(atPath: secrets.folder, withIntermediateDirectories: true)
            let first = FieldKey.Secret(id: "field", bytes: server.fieldSecret)
            try secrets.storeFieldKeys(FieldKeys(current: first, next: nil, older: [], root: server.fieldSecret))
            for holder in [Bodies.alice, Bodies.bruno] {
                _ = try await server.done(
                    .post("/payments/br/customers/", Bodies.customer(holder)),
                    as: server.shop.basic
                )
            }
            let folder = NSTemporaryDirectory() + "chave-copy-" + UUID().uuidString
            defer { try? FileManager.default.removeItem(atPath: folder) }
            try await body(server, secrets, folder)
        }
    }

    private static func rotate(_ server: TestServer) async throws {
        let clock = server.clock
        let world = World(
            now: { clock.now },
            uptimeMilliseconds: { clock.now.microseconds / 1_000 },
            randomBytes: { clock.randomBytes($0) },
            sleep: { clock.advance(milliseconds: Int64($0)) }
        )
        _ = try await DataDirectory.rotateFieldKey(.files(server.directory), world: world)
    }

    @Test func keysThatAreExchangedDuringTheCopyMakeItBeginAgain() async throws {
        try await Self.withKeyedServer { server, _, folder in
            var copies = 0
            let backup = Backup(folder: folder)
            try await backup.make(of: server.directory, withKeys: true, at: server.clock.now) { from, to in
                copies += 1
                let names = try await Backup.copyDatabases(of: from, to: to)
                // What is copied is wrapped with a key that the file then has no more.
                if copies == 1 { try await Self.rotate(server) }
                return names
            }
            #expect(copies == 2)
            let contents = try await backup.verify()
            #expect(contents.hasKeys && contents.findings == [])
        }
    }

    @Test func keysThatNeverRestAreSaidInsteadOfABackupThatDoesNotOpen() async throws {
        try await Self.withKeyedServer { server, secrets, folder in
            let directory = server.directory
            await #expect(throws: BackupProblem.keysChanging("\(directory)/keys")) {
                try await Backup(folder: folder).make(of: directory, withKeys: true, at: server.clock.now) { from, to in
                    let names = try await Backup.copyDatabases(of: from, to: to)
                    var keys = try #require(try secrets.storedFieldKeys())
                    keys.next = FieldKey.Secret(id: "next", bytes: server.clock.randomBytes(32))
                    try secrets.storeFieldKeys(keys)
                    return names
                }
            }
            for path in [folder, folder + ".partial"] { #expect(!FileManager.default.fileExists(atPath: path)) }
        }
    }

    @Test func aPlaceWhereNoFolderCanBeMadeIsNamedAndNotTheData() async throws {
        try await Self.withKeyedServer { server, _, folder in
            #expect(FileManager.default.createFile(atPath: folder, contents: nil))
            let place = "\(folder)/copy"
            let problem = await #expect(throws: BackupProblem.noPlace(place)) {
                try await Backup(folder: place).make(of: server.directory, withKeys: false, at: server.clock.now)
            }
            #expect(problem?.description.contains(place) == true)
        }
    }

    @Test func aSlashAtTheEndIsNoPartOfAFoldersName() async throws {
        try await Self.withKeyedServer { server, _, folder in
            let backup = Backup(folder: "\(folder)//")
            try await backup.make(of: server.directory, withKeys: true, at: server.clock.now)
            #expect(backup.folder == folder)
            #expect(try await Backup(folder: folder).verify().hasKeys)
        }
    }

    /// One of many keys is enough to lose what it wraps.
    @Test func aKeyThatOneRowNeedsAndTheFileHasNotIsFound() async throws {
        try await Self.withKeyedServer { server, secrets, folder in
            let keys = try #require(try secrets.storedFieldKeys())
            let lost = FieldKey.Secret(id: "zzz", bytes: server.clock.randomBytes(32))
            let world = server.clock.world
            _ = try await Administration(store: server.store, world: world).rewrapCustomers(
                with: FieldKey(current: lost, others: [keys.current], root: keys.root),
                limit: 1
            )
            let backup = Backup(folder: folder)
            try await backup.make(of: server.directory, withKeys: true, at: server.clock.now)
            let findings = try await backup.verify().findings
            #expect(findings.count == 1 && findings[0].contains("is not the key that this data was sealed with"))
        }
    }

    /// What is of no person is sealed with the first key, which no row names.
    @Test func aFirstKeyThatIsAnotherIsFound() async throws {
        try await Self.withKeyedServer { server, secrets, folder in
            var keys = try #require(try secrets.storedFieldKeys())
            keys.root = server.clock.randomBytes(32)
            try secrets.storeFieldKeys(keys)
            let backup = Backup(folder: folder)
            try await backup.make(of: server.directory, withKeys: true, at: server.clock.now)
            #expect(try await backup.verify().findings.count == 1)
        }
    }
}
