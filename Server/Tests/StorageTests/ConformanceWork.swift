import ChaveBase
import ChavePixModel
import PaymentsModel
import ServerTestSupport
import Testing

extension PaymentsStoreConformance {
    private var now: Timestamp { StorageSample.start }

    private func later(_ seconds: Int) -> Timestamp { now.adding(seconds: seconds) }

    /// Enrollment 2 wakes after 20 s, intent 1 after 10 s, intent 2 never, intent 3 after 5 s but is held until 30 s.
    private func storeWork(_ sample: StorageSample, _ store: any PaymentsStore) async throws {
        var change = sample.foundation
        func schedule(_ wake: Int, held: Int? = nil) -> Change.Schedule {
            Change.Schedule(wakeAt: later(wake), heldUntil: held.map(later))
        }
        change.writes += [
            .enrollment(sample.enrollment(2), expected: 0, schedule: schedule(20)),
            .paymentIntent(sample.intent(1), expected: 0, schedule: schedule(10)),
            .paymentIntent(sample.intent(2), expected: 0, schedule: .never),
            .paymentIntent(sample.intent(3), expected: 0, schedule: schedule(5, held: 30)),
        ]
        try await store.commit(change)
    }

    @Test(arguments: Backend.allCases)
    func workIsClaimedOldestFirstAndForAWhile(_ backend: Backend) async throws {
        try await backend.withStore { store async throws in
            let sample = StorageSample(1)
            try await storeWork(sample, store)
            func claim(at second: Int, until: Int, limit: Int = 10) async throws -> [ObjectReference] {
                try await store.claimDue(at: later(second), heldUntil: later(until), limit: limit)
            }
            let (enrollment, first, third): (ObjectReference, ObjectReference, ObjectReference) = (
                .enrollment(sample.id(2)), .paymentIntent(sample.id(1)), .paymentIntent(sample.id(3))
            )
            #expect(try await claim(at: 9, until: 99) == [])
            #expect(try await claim(at: 25, until: 40, limit: 0) == [])
            #expect(try await claim(at: 25, until: 40, limit: 1) == [first])
            #expect(try await claim(at: 25, until: 41) == [enrollment])
            #expect(try await claim(at: 29, until: 99) == [])
            #expect(try await claim(at: 30, until: 50) == [third])
            #expect(try await claim(at: 39, until: 99) == [])
            // "Expired" is now >= deadline: at 41 both leases are over.
            #expect(try await claim(at: 41, until: 60) == [first, enrollment])
        }
    }

    /// After a clock was put back: a look far ahead finds each object once, and what the old clock held is free.
    @Test(arguments: Backend.allCases)
    func aLookFarAheadPassesOverWhatItHasFound(_ backend: Backend) async throws {
        try await backend.withStore { store async throws in
            let sample = StorageSample(1)
            var change = sample.foundation
            for (number, held) in [(1, nil), (2, nil), (3, 3_630)] as [(UInt64, Int?)] {
                let schedule = Change.Schedule(wakeAt: later(3_600 + Int(number)), heldUntil: held.map(later))
                change.writes.append(.paymentIntent(sample.intent(number), expected: 0, schedule: schedule))
            }
            try await store.commit(change)
            func look(at second: Int) async throws -> [ObjectReference] {
                try await store.claimDue(
                    at: later(second),
                    plannedUntil: later(3_690),
                    heldUntil: later(second + 30),
                    limit: 2
                )
            }
            #expect(try await look(at: 0) == [.paymentIntent(sample.id(1)), .paymentIntent(sample.id(2))])
            #expect(try await look(at: 1) == [.paymentIntent(sample.id(3))])
            #expect(try await look(at: 2) == [])
            #expect(try await look(at: 30) == [.paymentIntent(sample.id(1)), .paymentIntent(sample.id(2))])
        }
    }

    /// After a clock was put back: what is planned farther ahead than anything can be.
    @Test(arguments: Backend.allCases)
    func onlyWhatIsPlannedTooFarAheadIsStranded(_ backend: Backend) async throws {
        try await backend.withStore { store async throws in
            let sample = StorageSample(1)
            try await store.commit(sample.foundation)
            func wake(_ second: Int) -> Change.Schedule { Change.Schedule(wakeAt: later(second), heldUntil: nil) }
            var (usable, checked) = (sample.enrollment(2), sample.enrollment(3))
            for state in SampleStates.enrollment {
                if case .authorised = state { (usable.state, checked.state) = (state, state) }
            }
            #expect(usable.status == .succeeded)
            var customer = sample.customer()
            customer.version = 2
            try await store.store(
                .enrollment(usable, expected: 0, schedule: wake(51)),
                .enrollment(checked, expected: 0, schedule: wake(50)),
                .enrollment(sample.enrollment(4), expected: 0, schedule: wake(21)),
                .enrollment(sample.enrollment(5), expected: 0, schedule: wake(20)),
                .paymentIntent(sample.intent(1), expected: 0, schedule: wake(22)),
                .paymentIntent(sample.intent(2), expected: 0, schedule: wake(20)),
                .updateCustomer(customer, expected: 1, schedule: wake(23))
            )
            let horizon = PlanHorizon(ofWork: later(20), ofChecks: later(50))
            func claim(_ limit: Int) async throws -> [ObjectReference] {
                try await store.claimStranded(beyond: horizon, heldUntil: later(30), limit: limit)
            }
            #expect(try await claim(0) == [])
            #expect(try await claim(1) == [.enrollment(sample.id(4))])
            #expect(
                try await claim(9) == [
                    .paymentIntent(sample.id(1)), .customer(sample.id(1)), .enrollment(sample.id(2)),
                ]
            )
            #expect(try await claim(9) == [], "it is held")
        }
    }

    @Test(arguments: Backend.allCases)
    func aWriteSetsTheScheduleAnew(_ backend: Backend) async throws {
        try await backend.withStore { store async throws in
            let sample = StorageSample(1)
            try await storeWork(sample, store)
            var intent = sample.intent(1)
            intent.version = 2
            try await store.store(.paymentIntent(intent, expected: 1, schedule: .never))
            let due = try await store.claimDue(at: later(25), heldUntil: later(99), limit: 10)
            #expect(due == [.enrollment(sample.id(2))])
            intent.version = 3
            let again = Change.Schedule(wakeAt: later(26), heldUntil: nil)
            try await store.store(.paymentIntent(intent, expected: 2, schedule: again))
            let next = try await store.claimDue(at: later(26), heldUntil: later(99), limit: 10)
            #expect(next == [.paymentIntent(sample.id(1))])
        }
    }

    @Test(arguments: Backend.allCases)
    func atTheStartOfTheOnlyProcessNothingIsHeld(_ backend: Backend) async throws {
        try await backend.withStore { store async throws in
            let sample = StorageSample(1)
            try await storeWork(sample, store)
            let record = sample.idempotency()
            _ = await store.outcome(of: .claim(record))
            _ = try await store.claimDue(at: later(20), heldUntil: later(999), limit: 10)
            try await store.releaseAll()
            #expect(try await store.idempotencyRecord(scope: record.scope)?.heldUntil == nil)
            let due = try await store.claimDue(at: later(20), heldUntil: later(999), limit: 10)
            #expect(due == [.paymentIntent(sample.id(3)), .paymentIntent(sample.id(1)), .enrollment(sample.id(2))])
        }
    }

    @Test(arguments: Backend.allCases)
    func racingWorkersNeverClaimTheSame(_ backend: Backend) async throws {
        try await backend.withStore { store async throws in
            let sample = StorageSample(1)
            try await store.commit(sample.foundation)
            let schedule = Change.Schedule(wakeAt: now, heldUntil: nil)
            try await store.commit(
                Change((1...150).map { .paymentIntent(sample.intent($0), expected: 0, schedule: schedule) })
            )
            let (at, until) = (later(1), later(60))
            let claims = await hundredTimes { _ in
                (try? await store.claimDue(at: at, heldUntil: until, limit: 2)) ?? []
            }
            let all = claims.flatMap { $0 }
            #expect(all.count == 150)
            #expect(Set(all).count == 150)
        }
    }

    @Test(arguments: Backend.allCases)
    func aKeyGoesFromClaimToOutcomeOnce(_ backend: Backend) async throws {
        try await backend.withStore { store async throws in
            let record = StorageSample(1).idempotency()
            let (scope, held) = (record.scope, record.heldUntil)
            func hold(_ second: Int) -> IdempotencyHold { IdempotencyHold(scope: scope, heldUntil: later(second)) }
            let outcome = IdempotencyRecord.Outcome(
                status: 201,
                body: Sealed(box: [1]),
                customer: StorageSample(1).id(1)
            )
            #expect(await store.outcome(of: .take(scope: scope, from: nil, heldUntil: later(1))) == .conflict)
            #expect(await store.outcome(of: .release(hold(1))) == .conflict)
            #expect(await store.outcome(of: .finish(hold(1), outcome: outcome)) == .conflict)

            #expect(await store.outcome(of: .claim(record)) == .stored)
            #expect(try await store.idempotencyRecord(scope: scope) == record)
            #expect(await store.outcome(of: .take(scope: scope, from: nil, heldUntil: later(60))) == .conflict)
            #expect(await store.outcome(of: .take(scope: scope, from: held, heldUntil: later(60))) == .stored)
            #expect(await store.outcome(of: .take(scope: scope, from: held, heldUntil: later(70))) == .conflict)
            // Who held it before the other took over has no say any more.
            #expect(await store.outcome(of: .release(hold(30))) == .conflict)
            #expect(await store.outcome(of: .finish(hold(30), outcome: outcome)) == .conflict)
            #expect(await store.outcome(of: .release(hold(60))) == .stored)
            #expect(await store.outcome(of: .take(scope: scope, from: nil, heldUntil: later(80))) == .stored)
            #expect(try await store.idempotencyRecord(scope: scope)?.heldUntil == later(80))

            #expect(await store.outcome(of: .finish(hold(60), outcome: outcome)) == .conflict)
            #expect(await store.outcome(of: .finish(hold(80), outcome: outcome)) == .stored)
            let finished = try await store.idempotencyRecord(scope: scope)
            #expect(finished?.outcome == outcome)
            #expect(finished?.heldUntil == nil)
            #expect(finished?.fingerprint == record.fingerprint && finished?.object == record.object)
            #expect(await store.outcome(of: .take(scope: scope, from: nil, heldUntil: later(90))) == .conflict)
            #expect(await store.outcome(of: .release(hold(80))) == .conflict)
            #expect(await store.outcome(of: .finish(hold(80), outcome: outcome)) == .conflict)
            #expect(await store.outcome(of: .claim(record)) == .taken(.idempotencyKey))
        }
    }

    @Test(arguments: Backend.allCases)
    func aKeyThatIsClaimedWithItsOutcomeHasIt(_ backend: Backend) async throws {
        try await backend.withStore { store async throws in
            var record = StorageSample(1).idempotency()
            record.heldUntil = nil
            record.outcome = IdempotencyRecord.Outcome(status: 200, body: Sealed(box: []), customer: nil)
            #expect(await store.outcome(of: .claim(record)) == .stored)
            #expect(try await store.idempotencyRecord(scope: record.scope) == record)
        }
    }

    @Test(arguments: Backend.allCases)
    func oldKeysAreForgottenAFewAtATime(_ backend: Backend) async throws {
        try await backend.withStore { store async throws in
            let sample = StorageSample(1)
            for second in 1...5 {
                _ = await store.outcome(of: .claim(sample.idempotency("\(second)", createdAt: later(second))))
            }
            #expect(try await store.pruneIdempotency(before: later(4), limit: 0) == 0)
            #expect(try await store.pruneIdempotency(before: later(4), limit: 2) == 2)
            #expect(try await store.idempotencyRecord(scope: sample.digest("2")) == nil)
            #expect(try await store.idempotencyRecord(scope: sample.digest("3")) != nil)
            #expect(try await store.pruneIdempotency(before: later(4), limit: 2) == 1)
            #expect(try await store.pruneIdempotency(before: later(4), limit: 2) == 0)
            #expect(try await store.idempotencyRecord(scope: sample.digest("4")) != nil)
        }
    }

    @Test(arguments: Backend.allCases)
    func anAuditChainIsReadInTheOrderOfItsVersions(_ backend: Backend) async throws {
        try await backend.withStore { store async throws in
            let sample = StorageSample(1)
            let object = ObjectReference.paymentIntent(sample.id(1))
            let first = sample.entry(object)
            let second = sample.entry(object, version: 2, after: first.hash)
            let elsewhere = sample.entry(.enrollment(sample.id(1)))
            var change = Change([.organisation(sample.organisation)])
            change.audit = [first, elsewhere]
            try await store.commit(change)
            change = Change()
            change.audit = [second]
            try await store.commit(change)
            #expect(await store.outcome(of: change) == .conflict)
            #expect(try await store.auditEntries(of: object) == [first, second])
            #expect(try await store.auditEntries(of: .enrollment(sample.id(1))) == [elsewhere])
        }
    }

    @Test(arguments: Backend.allCases)
    func eventsKeepTheOrderOfTheirCommits(_ backend: Backend) async throws {
        try await backend.withStore { store async throws in
            let sample = StorageSample(1)
            let events = (1...5).map { sample.event("\($0)", of: .enrollment(sample.id(1)), version: $0) }
            var change = Change()
            change.events = Array(events[..<2])
            try await store.commit(change)
            change.events = Array(events[2...])
            try await store.commit(change)
            let all = try await store.events(after: 0, limit: 100)
            #expect(all.map(\.event) == events)
            #expect(all.map(\.position) == all.map(\.position).sorted())
            #expect(Set(all.map(\.position)).count == 5)
            let rest = try await store.events(after: all[1].position, limit: 2)
            #expect(rest.map(\.event) == Array(events[2..<4]))
            #expect(try await store.events(after: all[4].position, limit: 2).isEmpty)
            #expect(try await store.events(after: 0, limit: 0).isEmpty)
        }
    }
}
