import SQLPort
import SQLiteWriter
import Testing

@testable import PaymentsStores

/// How SQLite finds what waits for work: a start with a million enrollments reads those that are held or under way.
@Suite struct WorkPlanTests {
    @Test func whatAStartAsksReadsNoTableThroughAndNoQueueOfUsableEnrollments() async throws {
        try await withTemporaryDirectory { directory async throws in
            let store = try SQLPaymentsStore(directory: directory, options: .fast)
            let plans = try await #require(store.writer).read { database in
                try ([WorkStatement.due, WorkStatement.stranded] + WorkStatement.releases).compactMap(\.sqlite)
                    .map(database.plan)
            }
            await store.close()
            for plan in plans {
                let scans = plan.filter { $0.hasPrefix("SCAN") && $0 != "SCAN due" && $0 != "SCAN found" }
                #expect(scans.isEmpty, "\(scans)")
            }
            let searches = plans.map { plan in plan.filter { $0.hasPrefix("SEARCH enrollment ") } }
            #expect(searches[0] == ["SEARCH enrollment USING INDEX enrollment_due (wake_at>? AND wake_at<?)"])
            #expect(
                searches[1] == [
                    "SEARCH enrollment USING INDEX enrollment_under_way (wake_at>? AND wake_at<?)",
                    "SEARCH enrollment USING INDEX enrollment_due (wake_at>?)",
                ]
            )
            #expect(searches[2] == ["SEARCH enrollment USING INDEX enrollment_held (held_until>?)"])
        }
    }
}
