import ChaveBase
import ChavePixModel
import Foundation
import PaymentsCore
import PaymentsModel
import PostgresClient
import PostgresNodes
import PostgresTestSupport
import SignInCore
import SignInModel
import StoreTestSupport
import Testing

@testable import CardsHTTP
@testable import ServerHost

/// What is done to a server's data where that is in PostgreSQL.
@Suite(.timeLimit(.minutes(10))) struct DatabaseCommandTests {
    @Test func whereNothingIsNothingIsMadeByLooking() async throws {
        try await DatabaseScene.with("nothing there") { scene in
            let place = scene.place(0)
            await #expect(throws: DataDirectory.Missing.self) { try await DataDirectory.administer(place) { _ in } }
            await #expect(throws: DataDirectory.Missing.self) { try await DataDirectory.check(place) }
            await #expect(throws: DataDirectory.Missing.self) {
                try await DataDirectory.operatorKey(place, isNew: false)
            }
            await #expect(throws: DataDirectory.NoSignIn.self) {
                try await DataDirectory.administerSignIn(place) { _ in }
            }
            let window = (from: Timestamp(seconds: 0), to: Timestamp(seconds: 1))
            await #expect(throws: DataDirectory.Missing.self) {
                try await DataDirectory.paymentsReport(place, from: window.from, to: window.to)
            }
            await #expect(throws: DataDirectory.NoBank.self) {
                try await DataDirectory.reconcile(place, from: window.from, to: window.to) { _, _ in }
            }
            let problem = try await DataDirectory.problem(place)
            #expect(problem == nil)
        }
    }

    @Test func ofManyThatMigrateEachStepIsTakenByOne() async throws {
        try await DatabaseScene.with("migrations at once") { scene in
            async let first = DataDirectory.migrate(scene.place(0))
            async let second = DataDirectory.migrate(scene.place(1))
            let steps = try await first + second
            #expect(steps.contains("payments 0001_payments") && steps.contains("nodes 0001_nodes"))
            #expect(Set(steps).count == steps.count)
            #expect(try await DataDirectory.migrate(scene.place(0)) == [])
        }
    }

    @Test func whatIsMadeBesideANodeIsThere() async throws {
        try await DatabaseScene.with("made beside") { scene in
            let place = scene.place(0)
            var organisation: OrganisationID?
            try await DataDirectory.administer(place, mayCreate: true) { administration in
                organisation = try await administration.createOrganisation(name: "Loja").id
            }
            let node = try await scene.start(0)
            try await DataDirectory.administer(place) { administration in
                let key = try await administration.createKey(for: try #require(organisation), label: "test")
                #expect(try await administration.keys(of: nil).map(\.id) == [key.key.id])
            }
            try await DataDirectory.administerSignIn(place, mayBeMade: true) { signIn in
                _ = try await signIn.createTenant(try #require(.init("padaria")), displayName: "Padaria")
            }
            #expect(try await node.signInParts?.signIn.tenant(try #require(.init("padaria"))) != nil)
            #expect(try await DataDirectory.rotateIDTokenKeys(place, of: nil).count == 1)
            #expect(try await DataDirectory.check(place) == [])
            #expect(try await node.check() == [])
            await node.close()
        }
    }

    /// As with files: a server without what its data needs does not start, and makes nothing in its place.
    @Test func aServerWhoseKeysAreLostDoesNotStart() async throws {
        try await DatabaseScene.with("lost keys") { scene in
            await (try await scene.start(0)).close()
            try await DataDirectory.administerSignIn(scene.place(0)) { signIn in
                _ = try await signIn.createTenant(try #require(.init("padaria")), displayName: "Padaria")
            }
            let keys = "\(scene.directories[0])/keys"
            try FileManager.default.removeItem(atPath: keys)
            await #expect(throws: SecretFiles.Problem.self) { try await scene.start(0) }
            #expect(!FileManager.default.fileExists(atPath: keys))
            #expect(try await DataDirectory.problem(scene.place(0))?.contains("field.json is missing") == true)
        }
    }

    @Test func aBackupNamesThePlaceAndNoPassword() throws {
        let settings = try PostgresSettings("postgres://chave:a-word-of-this-test@one,two:5433/pay?sslmode=require")
        let place = DataPlace(directory: "/data", database: settings)
        let problem = #expect(throws: BackupProblem.self) { try Backup.directory(of: place, for: "/copy") }
        let said = try #require(problem).description
        #expect(said.contains("pg_dump --format=custom --file='/copy.dump'"))
        #expect(said.contains("host=one,two") && said.contains("dbname=pay user=chave sslmode=require"))
        #expect(said.contains("/data/keys") && !said.contains("a-word-of-this-test"))
        #expect(try Backup.directory(of: .files("/data"), for: "/copy") == "/data")
    }

    /// One fault at a time in what a database says of itself.
    @Test(arguments: ["", "version", "writes", "commits", "clock"])
    func eachFaultOfADatabaseIsNamed(_ fault: String) async throws {
        try await SharedServer.withPool("facts") { pool in
            var facts = try await PostgresFacts(over: pool)
            (facts.keepsCommits, facts.clock) = (true, 1_000_000)
            switch fault {
            case "version": facts.version = 140_012
            case "writes": facts.isStandby = true
            case "commits": facts.keepsCommits = false
            case "clock": facts.clock += 3_000_000
            default: break
            }
            var settings = pool.settings
            settings.statements = .unnamed
            let place = DataPlace(directory: "/data", database: settings)
            let made = DatabaseExamination(place, for: nil, now: { Timestamp(microseconds: 1_000_000) })
            let examination = try #require(made)
            let found = examination.of(facts).filter { $0.problem != nil }.map(\.name)
            #expect(found.count == (fault.isEmpty ? 0 : 1))
            #expect(found.allSatisfy { $0.contains(fault) })
        }
    }

    @Test func aDatabaseThatAnswersIsExaminedWhole() async throws {
        try await DatabaseScene.with("an examination") { scene in
            let examination = try #require(DatabaseExamination(scene.place(0), for: nil))
            // The tests' server keeps nothing from a loss of power.
            func problems() async -> [String] {
                await examination.checks().compactMap(\.problem).filter { !$0.contains("fsync") }
            }
            #expect(await problems() == [])
            await (try await scene.start(0)).close()
            #expect(await problems() == [])
            let pool = PostgresPool(scene.settings)
            let losing = PostgresStatement(StoredSteps.losing(1, of: "payments"))
            _ = try await pool.run(PostgresBatch(.writes, [losing]))
            await pool.close()
            #expect(await problems().count == 1)
            #expect(await problems().first?.contains("lacks 0001_payments") == true)
        }
    }
}
