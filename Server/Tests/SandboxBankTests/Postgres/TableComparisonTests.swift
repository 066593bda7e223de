import ChaveBase
import PostgresTestSupport
import SQLPort
import Testing

@testable import SandboxBank

/// The bank's tables are the same ones in both databases.
@Suite(.inPostgres) struct TableComparisonTests {
    @Test(arguments: SchemaQuestion.allCases)
    func bothDatabasesAnswerTheSame(_ question: SchemaQuestion) async throws {
        let ofPostgres = try await TestBank()
        let ofFiles = try await BankEngine.$current.withValue(.files) { try await TestBank() }
        let expected = try await question.answers(of: ofFiles.bank.store, schema: nil)
        #expect(expected.count >= (question == .steps ? 1 : 4))
        #expect(try await question.answers(of: ofPostgres.bank.store, schema: BankSchema.all.name) == expected)
        await ofFiles.remove()
        await ofPostgres.remove()
    }

    /// Even where tables are so small that the server would read them whole.
    @Test func eachListOfAHoldersPageIsReadInTheOrderOfItsIndex() async throws {
        let test = try await TestBank()
        let lists: [(sql: String, arguments: SQLArguments, index: String)] = [
            (HolderLists.openDevices, ["1", "2", nil, 9], "enrollment_open_of_holder"),
            (HolderLists.openDevices, ["1", "2", "3", 9], "enrollment_open_of_holder"),
            (HolderLists.endedDevices, ["1", "2", 9], "enrollment_ended_of_holder"),
            (HolderLists.payments, [1, 9], "payment_of_debtor"),
            (HolderLists.refusals, ["1", "2", 9], "consent_refused_of_holder"),
        ]
        for list in lists {
            let plan = try await test.bank.store.snapshot { database in
                for setting in ["enable_seqscan", "enable_bitmapscan", "enable_sort"] {
                    _ = try database.row("SELECT set_config(?1, 'off', true)", [setting])
                }
                return try database.rows("EXPLAIN (COSTS OFF) \(list.sql)", list.arguments).map { row in
                    var columns = ColumnReader(row, table: "plan")
                    return try columns.text()
                }
            }
            #expect(plan.contains { $0.contains("using \(list.index) on") }, "\(plan)")
            #expect(!plan.contains { $0.contains("Sort") || $0.contains("Seq Scan") }, "\(plan)")
        }
        await test.remove()
    }
}
