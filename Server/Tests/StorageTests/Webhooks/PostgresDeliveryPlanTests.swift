import ChavePixModel
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

    /// Every statement with values of the kind it has, and one that finds something where that matters.
    private var questions: [(sql: String, values: [PostgresValue])] {
        let id = PostgresValue.text("00000009-0001")
        let range: [PostgresValue] = [organisation, now, .integer(9_000), .integer(90_000), .text("parked"), .integer(5)]
        return [
            (DeliveryWork.dueEndpoints, [now]), (DeliveryWork.holdEndpoints, [both]), (DeliveryWork.take, claiming),
            (DeliveryWork.release, [organisation, id, .integer(1)]), (DeliveryWork.figures, []),
            (DeliveryStatement.one, [organisation, id]), (DeliveryStatement.attempts, [organisation, id]),
            (DeliveryStatement.resendOne, [organisation, now, id]), (DeliveryStatement.resendRange, range),
            (DeliveryStatement.resendRangeOfEndpoint, range + [endpoint]),
            (
                AttemptStatement.end,
                [organisation, id, .integer(1), .text("delivered"), .integer(2), .integer(0), .null, now, now]
                    + [.integer(5), .integer(204), .null]
            ),
            (DamagedDelivery.park, [organisation, id, .integer(1), now, .text("recordUnreadable")]),
            (
                MissingDeliveries.selection,
                [organisation, endpoint, .integer(9_000), .integer(-1), .integer(90_000), .integer(500)]
            ),
            (Pruning.events, [.integer(90_000), .integer(100)]),
        ] + Pruning.deliveries.map { ($0, [.integer(90_000), .integer(100)]) } + Pruning.endpoints.map { ($0, []) }
            + OutboxEvent.fanOutStatements(of: [sample.event("a", of: .enrollment(sample.id(1)))])
            .map { ($0.sql, $0.values) }
    }

    @Test func noStatementReadsAWholeTable() async throws {
        try await PostgresPlans.with { plans in
            for (sql, values) in questions { try await plans.expectIndexed(sql, values) }
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
            let values: [PostgresValue] = [
                organisation, endpoint, .integer(9_000), .integer(-1), .integer(90_000), .integer(500),
            ]
            let plan = try await plans.expectIndexed(MissingDeliveries.selection, values).joined(separator: "\n")
            #expect(plan.contains("using event_age"), "\(plan)")
            #expect(plan.contains("using webhook_delivery_event"), "\(plan)")
        }
    }
}
