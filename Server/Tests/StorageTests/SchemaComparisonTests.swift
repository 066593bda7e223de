import CardsStores
import PaymentsStores
import PostgresClient
import PostgresNodes
import PostgresTestSupport
import SQLPort
import SQLiteWriter
import ServerTestSupport
import SignInStores
import Testing

/// Each store's tables are the same ones in both databases.
@Suite(.timeLimit(.minutes(10))) struct SchemaComparisonTests {
    enum Store: String, CaseIterable, Sendable {
        case payments
        case signIn = "signin"
        case activations = "token_activations"

        /// Tables that PostgreSQL has more: what other nodes are told of, and what its commits hold.
        var ofPostgresAlone: [String] {
            switch self {
            case .payments, .signIn: ["told_change"]
            case .activations: ["held"]
            }
        }

        func writer(in directory: String) throws -> GroupCommitWriter? {
            switch self {
            case .payments: try SQLPaymentsStore(directory: directory, options: .fast).writer
            case .signIn: try SQLRecordStore(directory: directory, options: .fast).writer
            case .activations: try SQLTokenActivationStore(directory: directory, options: .fast).writer
            }
        }

        func open(over pool: PostgresPool) async throws {
            switch self {
            case .payments: _ = try await SQLPaymentsStore(over: pool)
            case .signIn: _ = try await SQLRecordStore(over: pool)
            case .activations: _ = try await SQLTokenActivationStore(over: pool)
            }
        }
    }

    @Test(arguments: Store.allCases, SchemaQuestion.allCases)
    func bothDatabasesAnswerTheSame(_ store: Store, _ question: SchemaQuestion) async throws {
        try await withTemporaryDirectory { directory async throws in
            let files = FileTurns<Int>(try #require(try store.writer(in: directory)))
            let inFiles = try await question.answers(of: files, schema: nil)
            await files.close()
            let pool = PostgresPool(try PostgresSettings(try await SharedServer.database()))
            try await store.open(over: pool)
            let postgres = PostgresTurns<Int>(over: pool, schema: store.rawValue) { _ in [] }
            var inPostgres = try await question.answers(of: postgres, schema: store.rawValue)
            await postgres.close()
            inPostgres = inPostgres.filter { answer in
                !store.ofPostgresAlone.contains { answer.hasPrefix("\($0).") || answer.hasPrefix("\($0):") }
            }
            #expect(!inFiles.isEmpty)
            #expect(inFiles.subtracting(inPostgres) == [])
            #expect(inPostgres.subtracting(inFiles) == [])
        }
    }
}
