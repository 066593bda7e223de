import ChavePixModel
import Foundation
import PaymentsCore
import PostgresClient
import ServerTestSupport
import Testing
import Webhooks

@testable import StoragePostgres

/// How PostgreSQL answers what webhooks ask, over tables that are not small.
@Suite(.timeLimit(.minutes(10))) struct PostgresDeliveryPlanTests {
    private let sample = PostgresPlans.sample
    private let now = PostgresValue.integer(50_000_000)

    private var organisation: PostgresValue { .text(sample.organisation.id.text) }
    private var endpoint: PostgresValue { .text(sample.endpoint(1).id.text) }
    private var both: PostgresValue {
        .text([1, 2].map { sample.endpoint($0).id.text }.joined(separator: ","))
    }

    private var claiming: [PostgresValue] { [both, .text("4,4"), now, .integer(60_000_000), .text("x"), .integer(8)] }

    private typealias Question = (sql: String, values: [PostgresValue])

    private let id = PostgresValue.text("00000009-0001")
    private let few: [PostgresValue] = [.integer(90_000), .integer(100)]

    /// What workers ask, with values of the kind that each has.
    private var workers: [Question] {
        let ended: [PostgresValue] = [
            organisation, id, .integer(1), .text("delivered"), .integer(2), .integer(0), .null, now, now, .integer(5),
            .integer(204), .null,
        ]
        return [
            (DeliveryWork.dueEndpoints, [now]), (DeliveryWork.holdEndpoints, [both]), (DeliveryWork.take, claiming),
            (DeliveryWork.release, [organisation, id, .integer(1)]), (DeliveryWork.figures, []),
            (AttemptStatement.end, ended),
            (DamagedDelivery.park, [organisation, id, .integer(1), now, .text("recordUnreadable")]),
        ]
    }

    private var merchants: [Question] {
        let range: [PostgresValue] = [
            organisation, now, .integer(9_000), .integer(90_000), .text("parked"), .integer(5),
        ]
        return [
            (DeliveryStatement.one, [organisation, id]), (DeliveryStatement.attempts, [organisation, id]),
            (DeliveryStatement.resendOne, [organisation, now, id]), (DeliveryStatement.resendRange, range),
            (DeliveryStatement.resendRangeOfEndpoint, range + [endpoint]), (MissingDeliveries.selection, missing),
        ]
    }

    private var missing: [PostgresValue] {
        [organisation, endpoint, .integer(9_000), .integer(-1), .integer(90_000), .integer(500)]
    }

    private var others: [Question] {
        var questions: [Question] = [(Pruning.events, few), (storing.sql, storing.values)]
        for sql in Pruning.deliveries { questions.append((sql, few)) }
        for sql in Pruning.endpoints { questions.append((sql, [])) }
        return questions
    }

    private var storing: PostgresStatement { sample.event("a", of: .enrollment(sample.id(1))).storing() }

    /// Whatever was known of the table when the plan was made.
    @Test func whoeverStoresAnEventReadsNoEvents() async throws {
        try await PostgresPlans.with { plans in
            let lines = try await plans.expectIndexed(storing.sql, storing.values)
            #expect(lines.contains { $0.contains("Insert on event") }, "\(lines)")
            #expect(!lines.contains { $0.contains("Scan") && $0.contains(" on event") }, "\(lines)")
        }
    }

    @Test(arguments: PostgresPlans.Statistics.allCases)
    func noStatementReadsAWholeTable(_ statistics: PostgresPlans.Statistics) async throws {
        try await PostgresPlans.with(statistics) { plans in
            for (sql, values) in workers + merchants + others { try await plans.expectIndexed(sql, values) }
        }
    }

    /// A claim looks at as many rows as it has places, and at those of their objects: however much waits.
    @Test func whatIsDueIsReadInItsOrder() async throws {
        try await PostgresPlans.with { plans in
            let lines = try await plans.expectIndexed(DeliveryWork.take, claiming)
            let plan = lines.joined(separator: "\n")
            #expect(plan.contains("Index Scan using webhook_delivery_due"), "\(plan)")
            #expect(plan.components(separatedBy: "webhook_delivery_order").count == 4, "\(plan)")
            #expect(lines.count { $0.contains("object_id = ") && $0.contains("Index Cond") } == 3, "\(plan)")
            // What was taken is put in order; what waits is not.
            #expect(lines.count { $0.contains("Sort Key") } == 1, "\(plan)")
        }
    }

    /// A merchant asks for it, so it must not grow with the square of what the endpoint has had.
    @Test func whatIsMissingIsLookedUpEventByEvent() async throws {
        try await PostgresPlans.with { plans in
            let plan = try await plans.expectIndexed(MissingDeliveries.selection, missing).joined(separator: "\n")
            #expect(plan.contains("Index Scan on event_age") || plan.contains("using event_age"), "\(plan)")
            #expect(plan.contains("using webhook_delivery_event"), "\(plan)")
        }
    }
}
