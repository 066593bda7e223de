import ChaveBase
import ChavePixModel
import PaymentsModel
import ServerTestSupport
import Testing

/// What is noted of an intent, and how it is found.
extension PaymentsStoreConformance {
    /// The sample's intent with another note, as the next version of `intent`.
    private func noted(_ intent: PaymentIntent, _ order: String) -> PaymentIntent {
        var next = StorageSample(1).intent(metadata: #"{"order":"\#(order)"}"#)
        next.retry = intent.retry
        next.version = intent.version + 1
        return next
    }

    private func found(_ order: String, _ store: any PaymentsStore) async throws -> Int {
        var query = PaymentIntentQuery()
        query.metadataEntries = [PaymentIntent.metadataEntry("order", order)]
        return try await store.paymentIntents(query, of: StorageSample(1).organisation.id).count
    }

    @Test(arguments: Backend.allCases)
    func notesAreFoundAsTheyStandNow(_ backend: Backend) async throws {
        try await backend.withStore { store async throws in
            let sample = StorageSample(1)
            try await store.commit(sample.foundation)
            let first = sample.intent(metadata: #"{"order":"17","shop":"3"}"#)
            try await store.store(.paymentIntent(first, expected: 0, schedule: .never))
            #expect(try await found("17", store) == 1)
            let second = noted(first, "18")
            try await store.store(.annotatePaymentIntent(second, from: first))
            #expect(try await store.paymentIntent(first.id) == second)
            #expect(try await found("17", store) == 0)
            #expect(try await found("18", store) == 1)
            #expect(await store.outcome(of: .annotatePaymentIntent(second, from: first)) == .conflict)
            try await store.store(.forgetMetadata(of: second))
            #expect(try await found("18", store) == (backend == .memory ? 1 : 0))
        }
    }

    /// A try that was counted without a new version of the intent is not written over.
    @Test(arguments: Backend.allCases)
    func notesDoNotPutBackATry(_ backend: Backend) async throws {
        try await backend.withStore { store async throws in
            let sample = StorageSample(1)
            try await store.commit(sample.foundation)
            let read = sample.intent()
            try await store.store(.paymentIntent(read, expected: 0, schedule: .never))
            var tried = read
            tried.retry = read.retry.again(after: StorageSample.start)
            try await store.store(.paymentIntent(tried, expected: 1, schedule: .never))
            #expect(await store.outcome(of: .annotatePaymentIntent(noted(read, "1"), from: read)) == .conflict)
            #expect(try await store.paymentIntent(read.id) == tried)
            let next = noted(tried, "1")
            #expect(await store.outcome(of: .annotatePaymentIntent(next, from: tried)) == .stored)
            #expect(try await store.paymentIntent(read.id) == next)
        }
    }

    /// Who works on an intent, and when it is worked on again, is not changed by a note.
    @Test(arguments: Backend.allCases)
    func notesLeaveWorkAsItIsPlanned(_ backend: Backend) async throws {
        try await backend.withStore { store async throws in
            let sample = StorageSample(1)
            try await store.commit(sample.foundation)
            let (intent, start) = (sample.intent(), StorageSample.start)
            let schedule = Change.Schedule(wakeAt: start, heldUntil: start.adding(seconds: 30))
            try await store.store(.paymentIntent(intent, expected: 0, schedule: schedule))
            try await store.store(.annotatePaymentIntent(noted(intent, "1"), from: intent))
            let held = start.adding(seconds: 60)
            #expect(try await store.claimDue(at: start, heldUntil: held, limit: 9) == [])
            let later = start.adding(seconds: 31)
            #expect(try await store.claimDue(at: later, heldUntil: held, limit: 9) == [.paymentIntent(intent.id)])
        }
    }

    @Test(arguments: Backend.allCases)
    func everyEventFilterAgreesWithItsMeaning(_ backend: Backend) async throws {
        try await backend.withStore { store async throws in
            let (sample, start) = (StorageSample(1), StorageSample.start)
            let organisation = sample.organisation.id
            try await store.commit(sample.foundation)
            let types = ["charge.created", "charge.failed", "enrollment.created"]
            var events: [OutboxEvent] = []
            for number: UInt64 in 1...20 {
                let id: EventID = sample.id(number)
                events.insert(
                    OutboxEvent(
                        id: id,
                        organisation: organisation,
                        object: .enrollment(sample.id(1)),
                        version: Int64(number),
                        at: start.adding(seconds: Int64(number) / 3),
                        type: types[Int(number) % 3],
                        objectID: sample.id(number % 2),
                        body: #"{"number":\#(number)}"#
                    ),
                    at: 0
                )
            }
            var change = Change()
            change.events = events.reversed()
            try await store.commit(change)
            func expect(
                _ ask: (inout EventQuery) -> Void,
                _ passes: (OutboxEvent) -> Bool,
                sourceLocation: SourceLocation = #_sourceLocation
            ) async throws {
                var query = EventQuery()
                ask(&query)
                let page = try await store.events(query, of: organisation)
                #expect(page.items == events.filter(passes), sourceLocation: sourceLocation)
                #expect(page.count == events.count(where: passes), sourceLocation: sourceLocation)
                query.page = PageRequest(size: 2, start: .after(events[9].id.ofAnyKind))
                let older = try await store.events(query, of: organisation)
                #expect(older.items == Array(events[10...].filter(passes).prefix(2)), sourceLocation: sourceLocation)
            }
            let (from, to) = (start.adding(seconds: 2), start.adding(seconds: 4))
            try await expect({ _ in }, { _ in true })
            try await expect({ $0.types = ["charge.failed"] }, { $0.type == "charge.failed" })
            try await expect({ $0.types = ["charge.failed", "charge.created"] }, { $0.type.hasPrefix("charge") })
            try await expect({ $0.types = [] }, { _ in false })
            try await expect({ $0.objectID = sample.id(1) }, { $0.objectID == sample.id(1) })
            try await expect({ $0.createdFrom = from }, { $0.at >= from })
            try await expect({ $0.createdTo = to }, { $0.at <= to })
            try await expect({ ($0.createdFrom, $0.types) = (from, ["charge.failed", "enrollment.created"]) }) {
                $0.at >= from && $0.type != "charge.created"
            }
            try await expect({ ($0.objectID, $0.types) = (sample.id(0), ["charge.failed", "charge.created"]) }) {
                $0.objectID == sample.id(0) && $0.type.hasPrefix("charge")
            }
            #expect(try await store.event(events[3].id, of: organisation) == events[3])
            #expect(try await store.event(events[3].id, of: StorageSample(2).organisation.id) == nil)
            #expect(try await store.event(sample.id(99), of: organisation) == nil)
            #expect(try await store.events(EventQuery(), of: StorageSample(2).organisation.id).items == [])
        }
    }
}
