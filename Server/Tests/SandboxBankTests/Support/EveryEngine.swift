import PostgresTestSupport
import SQLPort
import SQLiteWriter
import Testing

@testable import SandboxBank

/// Where the banks of a test keep their tables.
enum BankEngine: Sendable {
    case files
    case postgres(TestDatabases)

    @TaskLocal static var current = BankEngine.files

    /// Those of this test, where its banks are in PostgreSQL.
    static var databases: TestDatabases? { if case .postgres(let databases) = current { databases } else { nil } }
}

/// Runs each test of a suite twice: with banks in files, then with banks in PostgreSQL.
///
/// Where PostgreSQL cannot be started, the test fails.
struct EveryEngine: SuiteTrait, TestTrait, TestScoping {
    let isRecursive = true
    /// Whether there is a half with files.
    let hasFiles: Bool

    func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @Sendable () async throws -> Void
    ) async throws {
        guard testCase != nil else { return try await function() }
        if hasFiles { try await function() }
        try await TestDatabases.withOne("\(test.name) with a bank in PostgreSQL") { databases async throws in
            try await BankEngine.$current.withValue(.postgres(databases)) { try await function() }
        }
    }
}

extension Trait where Self == EveryEngine {
    static var everyEngine: Self { EveryEngine(hasFiles: true) }

    /// For what only a bank in PostgreSQL can do.
    static var inPostgres: Self { EveryEngine(hasFiles: false) }
}

/// Whether the trait does what it says.
@Suite(.everyEngine) struct EveryEngineTests {
    @Test func theBankIsWhereTheHalfSays() async throws {
        let test = try await TestBank()
        switch BankEngine.current {
        case .files: #expect(test.bank.store is FileTurns<BankTurn>)
        case .postgres: #expect(test.bank.store is PostgresTurns<BankTurn>)
        }
        await test.remove()
    }
}
