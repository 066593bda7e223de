import ChaveBase
import ChavePixModel
import Foundation
import PaymentsModel
import PostgresClient
import SQLPort
import ServerTestSupport
import Testing
import Webhooks

@testable import PaymentsStores

/// How PostgreSQL answers what webhooks ask, over tables that are not small.
@Suite(.timeLimit(.minutes(10))) struct PostgresDeliveryPlanTests {
    private let sample = PostgresPlans.sample
    private let now: Int64 = 50_000_000

    private var organisation: OrganisationID { sample.organisation.id }
    private var endpoint: WebhookID { sample.endpoint(1).id }
    private var both: String { [1, 2].map { sample.endpoint($0).id.text }.joined(separator: ",") }

    private let id = AnyID(high: 9, low: 1)

    private var claim: SQLStatement {
        SQLStatement(ClaimStatement.take, [both, "4,4", now, 60_000_000, [UInt8](repeating: 1, count: 32).blob, 8])
    }

    /// What workers ask, with values of the kind that each has.
    private var workers: [SQLStatement] {
        [
            SQLStatement(ClaimStatement.dueEndpoints, [now, 5]), SQLStatement(ClaimStatement.anyDue, [now]),
            SQLStatement(ClaimStatement.holdEndpoints, [both]),
            claim,
            SQLStatement(ClaimStatement.release, [organisation, id, 1]), SQLStatement(ClaimStatement.figures),
            SQLStatement(AttemptStatement.end, [organisation, id, 1, "delivered", 2, 0, nil, now, now]),
            SQLStatement(AttemptStatement.keepDamaged, [organisation, id, 1, now, "recordUnreadable"]),
            SQLStatement(AttemptStatement.park, [organisation, id, 1, now]),
            SQLStatement(
                AttemptStatement.endInGoodHealth,
                [organisation, id, 1, "delivered", 2, 0, nil, now, now, endpoint]
            ),
            SQLStatement(AttemptStatement.lookAt, [organisation, endpoint]),
        ]
    }

    private var merchants: [SQLStatement] {
        let range: [SQLValue] = [
            organisation.bound, now.bound, 9_000.bound, 90_000.bound, "parked".bound, 5.bound,
            AnyID(high: 0, low: 0).bound, AnyID(high: .max, low: 0).bound,
        ]
        return [
            SQLStatement(DeliveryStatement.one, [organisation, id]),
            SQLStatement(DeliveryStatement.attempts, [organisation, id]),
            SQLStatement(DeliveryStatement.resendOne, [organisation, now, id]),
            SQLStatement(DeliveryStatement.resendRange, values: range),
            SQLStatement(DeliveryStatement.resendRangeOfEndpoint, values: range + [endpoint.bound]), missing,
        ]
    }

    private var missing: SQLStatement {
        SQLStatement(
            DeliveryStatement.missing,
            [organisation, endpoint, 9_000, 90_000, 500, AnyID(high: 0, low: 0), AnyID(high: .max, low: 0)]
        )
    }

    private var others: [SQLStatement] {
        [storing]
            + Pruning.deliveries.map { SQLStatement($0, [90_000, 100]) }
            + [SQLStatement(Pruning.events, [90_000, 100, AnyID(high: .max, low: 0)])]
            + Pruning.endpoints.map { SQLStatement($0) }
    }

    private var storing: SQLStatement { sample.event("a", of: .enrollment(sample.id(1))).insertionWithDeliveries }

    /// Whatever was known of the table when the plan was made.
    @Test func whoeverStoresAnEventReadsNoEvents() async throws {
        try await PostgresPlans.with { plans in
            let lines = try await plans.expectIndexed(storing)
            #expect(lines.contains { $0.contains("Insert on event") }, "\(lines)")
            #expect(!lines.contains { $0.contains("Scan") && $0.contains(" on event") }, "\(lines)")
        }
    }

    @Test(arguments: PostgresPlans.Statistics.allCases)
    func noStatementReadsAWholeTable(_ statistics: PostgresPlans.Statistics) async throws {
        try await PostgresPlans.with(statistics) { plans in
            for statement in workers + merchants + others { try await plans.expectIndexed(statement) }
        }
    }

    /// A claim looks at as many rows as it has places, and at those of their objects: however much waits.
    @Test func whatIsDueIsReadInItsOrder() async throws {
        try await PostgresPlans.with { plans in
            let lines = try await plans.linesPlannedOnce(claim)
            #expect(!lines.contains { $0.contains("Seq Scan on webhook_delivery") }, "\(lines)")
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
            let plan = try await plans.expectIndexed(missing).joined(separator: "\n")
            #expect(plan.contains("using event_id"), "\(plan)")
            #expect(plan.contains("using webhook_delivery_event"), "\(plan)")
        }
    }
}
