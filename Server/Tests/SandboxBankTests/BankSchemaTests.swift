import ChaveBase
import SQLPort
import SQLiteWriter
import Testing

@testable import SandboxBank

/// How the bank's tables are read.
@Suite struct BankSchemaTests {
    @Test func eachListOfAHoldersPageIsReadInTheOrderOfItsIndex() async throws {
        let test = try await TestBank()
        for (sql, index) in [
            (HolderLists.openDevices, "enrollment_open_of_holder (ispb=? AND cpf=?)"),
            (HolderLists.endedDevices, "enrollment_ended_of_holder (ispb=? AND cpf=?)"),
            (HolderLists.payments, "payment_of_debtor (debtor=?)"),
            (HolderLists.refusals, "consent_refused_of_holder (ispb=? AND cpf=?)"),
        ] {
            let plan = try await test.writer.read { database in
                let nothing = SQLArguments(Array(repeating: "", count: sql.parameterCount))
                return try database.rows("EXPLAIN QUERY PLAN " + sql, nothing).map { row in
                    guard case .text(let detail)? = row.values.last else { return "" }
                    return detail
                }
            }
            #expect(plan.first?.hasSuffix("USING INDEX \(index)") == true, "\(plan)")
            #expect(!plan.contains { $0.contains("SCAN ") || $0.contains("TEMP B-TREE") }, "\(plan)")
        }
    }
}

extension TestBank {
    /// What a bank in a file writes with.
    fileprivate var writer: GroupCommitWriter {
        get throws { try #require((bank.store as? FileTurns<BankTurn>)?.writer) }
    }
}

extension String {
    /// The highest of the numbered parameters.
    fileprivate var parameterCount: Int { (1...9).last { contains("?\($0)") } ?? 0 }
}
