import ChaveBase
import PaymentsCore
import PostgresClient
import PostgresNodes
import PostgresTestSupport
import SQLPort
import SignInModel
import Testing
import Waiting

@testable import SignInStores

/// What one node commits another is told: each change once it holds, and none that does not.
@Suite(.timeLimit(.minutes(5))) struct ChangeFeedTests {
    private struct Nodes {
        let pool: PostgresPool
        let one: SQLRecordStore
        let other: SQLRecordStore
    }

    private func withNodes(_ name: String, _ body: (Nodes) async throws -> Void) async throws {
        try await SharedServer.withPool(name) { pool async throws in
            let one = try await SQLRecordStore(over: pool)
            try await body(Nodes(pool: pool, one: one, other: try await SQLRecordStore(over: pool)))
        }
    }

    private static func key(_ id: String, kind: String = "user") -> RecordKey {
        RecordKey(tenant: "one", kind: kind, id: id)
    }

    private static let body = RecordBody(bytes: [1], indexes: [], expiresAt: nil)
    private static let all = SequenceCursor.Question(after: 0, missing: [])

    @Test func aNodeIsToldWhatAnotherChangesAndNotWhatItChangedItself() async throws {
        try await withNodes("changes of another node") { nodes async throws in
            #expect(try await #require(nodes.other.changes).reached() == 0)
            let (key, removed) = (Self.key("a"), Self.key("b", kind: "extension"))
            #expect(try await nodes.one.commit([.insert(key, Self.body), .insert(removed, Self.body)]) == .committed)
            #expect(try await nodes.one.commit([.remove(removed, version: 1)]) == .committed)
            let told = try await #require(nodes.other.changes).changes(Self.all, limit: 10)
            #expect(told.map(\.number) == [1, 2, 3])
            #expect(told.map(\.object) == [key, removed, removed])
            let own = try await #require(nodes.one.changes).changes(Self.all, limit: 10)
            #expect(own.map(\.number) == [1, 2, 3])
            #expect(own.allSatisfy { $0.object == nil })
            #expect(try await #require(nodes.other.changes).reached() == 3)
        }
    }

    @Test func whatNobodyWaitsForAndWhatIsRefusedIsNotTold() async throws {
        try await withNodes("what is not told") { nodes async throws in
            let (token, user) = (Self.key("t", kind: "access_token"), Self.key("u"))
            #expect(try await nodes.one.commit([.insert(token, Self.body)]) == .committed)
            #expect(try await nodes.one.commit([.replace(user, version: 1, Self.body)]) == .conflict)
            #expect(try await nodes.one.commit([.require(token, version: 1)]) == .committed)
            #expect(try await #require(nodes.other.changes).changes(Self.all, limit: 10).isEmpty)
        }
    }

    /// A commit that takes its number first and shows last.
    @Test func whatShowsLateIsFoundByItsNumber() async throws {
        try await withNodes("a late commit") { nodes async throws in
            var cursor = SequenceCursor(reached: 0, patienceMilliseconds: 5_000)
            let late = Self.key("late")
            try await nodes.pool.transaction { transaction in
                let line = try #require(RecordChangeFeed.table.statement(by: 1, late.values).ofPostgres)
                _ = try await transaction.run([line])
                #expect(try await nodes.one.commit([.insert(Self.key("soon"), Self.body)]) == .committed)
                let question = cursor.question(at: 0)
                let told = try await #require(nodes.other.changes).changes(question, limit: 10)
                #expect(told.map(\.object) == [Self.key("soon")])
                let hasPlace = cursor.saw(told.map(\.number), of: question, at: 0)
                #expect(hasPlace)
            }
            let question = cursor.question(at: 20)
            #expect(question == SequenceCursor.Question(after: 2, missing: [1]))
            #expect(try await #require(nodes.other.changes).changes(question, limit: 10).map(\.object) == [late])
        }
    }

    @Test func aLongTaleIsReadInPages() async throws {
        try await withNodes("pages of changes") { nodes async throws in
            for number in 0..<7 {
                #expect(try await nodes.one.commit([.insert(Self.key("\(number)"), Self.body)]) == .committed)
            }
            let question = SequenceCursor.Question(after: 3, missing: [1, 2])
            let page = try await #require(nodes.other.changes).changes(question, limit: 4)
            #expect(page.map(\.number) == [1, 2, 4, 5])
        }
    }

    @Test func whatIsForgottenIsTheOldPart() async throws {
        try await withNodes("forgotten changes") { nodes async throws in
            for number in 0..<5 {
                #expect(try await nodes.one.commit([.insert(Self.key("\(number)"), Self.body)]) == .committed)
            }
            try await #require(nodes.other.changes).forget(through: 3)
            #expect(try await #require(nodes.other.changes).changes(Self.all, limit: 10).map(\.number) == [4, 5])
            #expect(try await #require(nodes.other.changes).reached() == 5)
        }
    }
}
