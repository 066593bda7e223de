import ChavePixModel
import PaymentsCore
import PostgresClient
import ServerTestSupport
import Testing

@testable import StoragePostgres

/// How PostgreSQL answers what the operator's pages and gauges ask, over tables that are not small.
@Suite(.timeLimit(.minutes(10))) struct PostgresOperatorPlanTests {
    private let organisation = PostgresValue.text(PostgresPlans.sample.organisation.id.text)

    private var questions: [(sql: String, values: [PostgresValue])] {
        let few = PostgresValue.integer(50)
        let (id, kind) = (PostgresValue.text("p9"), PostgresValue.text("payment_intent"))
        return [
            (OperatorReading.enrollments, [few]), (OperatorReading.enrollmentsOfStatus, [few, .text("PENDING")]),
            (OperatorReading.enrollment, [id]), (OperatorReading.paymentIntents, [few]),
            (OperatorReading.paymentIntentsOfStatus, [few, .text("PENDING")]), (OperatorReading.paymentIntent, [id]),
            (OperatorReading.paymentIntentsOfEnrollment, [few, organisation, id]),
            (OperatorReading.deliveries, [few]),
            (OperatorReading.deliveriesOfStatus, [few, .text("parked")]), (OperatorReading.delivery, [id]),
            (OperatorReading.deliveries(of: 1), [few, organisation, id]),
            (OperatorReading.deliveries(of: 2), [few, organisation, id, id]),
            (OperatorReading.attempts, [organisation, id, few]),
            (OperatorReading.steps, [organisation, kind, id, few]),
            (OperatorReading.told, [organisation, kind, id, few]),
            (OperatorReading.outcomes, [.integer(9_000), .integer(60_000), .integer(3)]),
            (OperatorReading.settlements, [.integer(9_990_000), .integer(10)]),
        ]
    }

    @Test func nothingIsReadThrough() async throws {
        #expect(Set(questions.map(\.sql)) == Set(OperatorReading.statements), "each statement has its line here")
        try await PostgresPlans.with { plans in
            for (sql, values) in questions { try await plans.expectIndexed(sql, values) }
            try await plans.expectIndexed(MeasureStatement.openIntents, [.integer(90_000)])
        }
    }

    @Test func aSearchLooksIntoIndexesAlone() async throws {
        try await PostgresPlans.with { plans in
            let lines = try await plans.expectIndexed(OperatorSearch.statement, [.text("x"), .text("order7")])
            let plan = lines.joined(separator: "\n")
            for column in ["charge", "external_id", "consent_id", "bank_payment_id", "end_to_end_id"] {
                let isServed = lines.contains { $0.contains("Index Cond") && $0.contains("\(column) = ") }
                #expect(isServed, "\(column): \(plan)")
            }
        }
    }
}
