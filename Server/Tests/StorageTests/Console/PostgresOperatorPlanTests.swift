import ChaveBase
import ChavePixModel
import PaymentsModel
import SQLPort
import ServerTestSupport
import Testing

@testable import PaymentsStores

/// How PostgreSQL answers what the operator's pages and gauges ask, over tables that are not small.
@Suite(.timeLimit(.minutes(10))) struct PostgresOperatorPlanTests {
    private let organisation = PostgresPlans.sample.organisation.id

    private var questions: [(text: SQLText, arguments: SQLArguments)] {
        let (id, kind, few) = (AnyID(high: 0, low: 9), "payment_intent", 50)
        return [
            (OperatorReading.enrollments, [few]), (OperatorReading.enrollmentsOfStatus, [few, "PENDING"]),
            (OperatorReading.enrollment, [id]), (OperatorReading.paymentIntent, [id]),
            (OperatorPaymentReading.end, [AnyID(high: .max, low: .max), id, few]),
            (OperatorPaymentReading.totalsOfSpan, [9_000, 60_000]), (OperatorPaymentReading.parked, [few]),
            (OperatorPaymentReading.overdue, [9_000, few]),
            (OperatorReading.paymentIntentsOfEnrollment, [few, organisation, id]),
            (OperatorReading.deliveries, [few]), (OperatorReading.deliveriesOfStatus, [few, "parked"]),
            (OperatorReading.delivery, [id]), (OperatorReading.deliveriesOfObject, [few, organisation, id]),
            (OperatorReading.deliveriesOfTwoObjects, [few, organisation, id, id]),
            (OperatorReading.attempts, [organisation, id, few]),
            (OperatorReading.steps, [organisation, kind, id, few]),
            (OperatorReading.told, [organisation, kind, id, few]),
            (OperatorReading.outcomes, [9_000, 60_000, 3]), (OperatorReading.settlements, [9_990_000, 10]),
        ]
    }

    @Test func nothingIsReadThrough() async throws {
        let asked = Set(questions.map { ObjectIdentifier($0.text) })
        #expect(asked == Set(OperatorReading.ofServer.map(ObjectIdentifier.init)), "each statement has its line here")
        try await PostgresPlans.with { plans in
            for (text, arguments) in questions { try await plans.expectIndexed(SQLStatement(text, arguments)) }
            try await plans.expectIndexed(SQLStatement(TendingStatement.openIntents, [90_000]))
        }
    }

    @Test func aSearchLooksIntoIndexesAlone() async throws {
        try await PostgresPlans.with { plans in
            let lines = try await plans.expectIndexed(
                SQLStatement(OperatorSearch.statement, [AnyID(high: 0, low: 7), "order7"])
            )
            let plan = lines.joined(separator: "\n")
            for column in ["charge", "external_id", "consent_id", "bank_payment_id", "end_to_end_id"] {
                let isServed = lines.contains { $0.contains("Index Cond") && $0.contains("\(column) = ") }
                #expect(isServed, "\(column): \(plan)")
            }
        }
    }
}
