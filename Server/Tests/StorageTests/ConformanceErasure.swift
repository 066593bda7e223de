import ChaveBase
import ChavePixModel
import PaymentsModel
import ServerTestSupport
import Testing

extension PaymentsStoreConformance {
    @Test(arguments: Backend.allCases)
    func aCustomerIsReplacedOnlyAtTheVersionThatWasRead(_ backend: Backend) async throws {
        try await backend.withStore { store async throws in
            let sample = StorageSample(1)
            try await store.store(
                .organisation(sample.organisation),
                .insertCustomer(sample.customer(words: ["maria"]))
            )
            var customer = try #require(try await store.customer(sample.id(1)))
            #expect(customer.version == 1)
            customer.key = nil
            customer.version = 2
            let wake = StorageSample.start
            let schedule = Change.Schedule(wakeAt: wake, heldUntil: nil)
            let update = Change.Write.updateCustomer(customer, expected: 1, schedule: schedule)
            #expect(await store.outcome(of: update) == .stored)
            #expect(await store.outcome(of: update) == .conflict)
            #expect(try await store.customer(sample.id(1))?.key == nil)
            #expect(try await store.customer(sample.id(1), of: sample.organisation.id)?.version == 2)
            var query = CustomerQuery()
            query.nameIndexes = [sample.digest("maria")]
            #expect(try await store.customers(query, of: sample.organisation.id).items.count == 1)
            // It is worked on like everything else that has work to do.
            let held = wake.adding(seconds: 30)
            #expect(try await store.claimDue(at: wake, heldUntil: held, limit: 9) == [.customer(sample.id(1))])
            #expect(try await store.claimDue(at: wake, heldUntil: held, limit: 9) == [])
            try await store.releaseAll()
            #expect(try await store.claimDue(at: wake, heldUntil: held, limit: 9) == [.customer(sample.id(1))])
        }
    }

    @Test(arguments: Backend.allCases)
    func nothingIsErasedBeforeItsEnd(_ backend: Backend) async throws {
        try await backend.withStore { store async throws in
            let sample = StorageSample(1)
            let organisation = sample.organisation.id
            try await store.commit(sample.foundation)
            var (enrollment, intent) = (sample.enrollment(), sample.intent())
            let open = Change.Schedule(wakeAt: StorageSample.start, heldUntil: nil)
            enrollment.version = 2
            try await store.store(
                .enrollment(enrollment, expected: 1, schedule: open),
                .paymentIntent(intent, expected: 0, schedule: open),
                .insertCredential(sample.credential())
            )
            let customer = sample.customer().id
            let question = Change.Write.requireNothingOpen(of: customer, organisation)
            func isOpen() async throws -> (enrollments: Int, intents: Int) {
                (
                    try await store.openEnrollments(of: customer, organisation).count,
                    try await store.openPaymentIntents(of: customer, organisation).count
                )
            }
            #expect(try await isOpen() == (1, 1))
            #expect(await store.outcome(of: question) == .conflict)
            #expect(await store.outcome(of: .eraseEnrollment(enrollment, expected: 2)) == .conflict)
            #expect(await store.outcome(of: .erasePaymentIntent(intent, expected: 1)) == .conflict)
            enrollment.state = .ended(EnrollmentEnd(.failed, .other), atBank: true)
            enrollment.version = 3
            try await store.store(.enrollment(enrollment, expected: 2, schedule: .never))
            #expect(await store.outcome(of: question) == .conflict)
            intent.state = .succeeded(at: StorageSample.start)
            intent.version = 2
            try await store.store(.paymentIntent(intent, expected: 1, schedule: .never))
            #expect(try await isOpen() == (0, 0))
            #expect(await store.outcome(of: question) == .stored)
            (enrollment.version, intent.version) = (4, 3)
            #expect(await store.outcome(of: .eraseEnrollment(enrollment, expected: 2)) == .conflict)
            #expect(await store.outcome(of: .erasePaymentIntent(intent, expected: 1)) == .conflict)
            #expect(await store.outcome(of: .eraseEnrollment(enrollment, expected: 3)) == .stored)
            #expect(await store.outcome(of: .erasePaymentIntent(intent, expected: 2)) == .stored)
            // The row's version is the record's: the next change is one of the new version.
            #expect(await store.outcome(of: .erasePaymentIntent(intent, expected: 2)) == .conflict)
            #expect(await store.outcome(of: .erasePaymentIntent(intent, expected: 3)) == .stored)
            #expect(try await store.credential(of: enrollment.id) == nil)
            #expect(try await store.enrollment(enrollment.id) == enrollment)
            #expect(try await store.forgetOverwritten())
        }
    }
}
