import ChaveBase
import ChavePixModel
import Hashing
import Testing
import TokenActivationCore

/// The contract of `TokenActivationStore`: races, chains, what is due, and what goes.
@Suite struct ActivationWorkConformance {
    typealias Sample = ActivationSample

    private static func outcomes(
        _ commit: @escaping @Sendable (Int) async throws -> ActivationCommitOutcome
    ) async throws -> [ActivationCommitOutcome] {
        try await withThrowingTaskGroup(of: ActivationCommitOutcome.self) { group in
            for number in 1...100 { group.addTask { try await commit(number) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }

    @Test(.timeLimit(.minutes(15)), arguments: ActivationBackend.allCases)
    func ofAHundredReplacesOfOneVersionOneIsCommitted(_ backend: ActivationBackend) async throws {
        try await backend.withStore { store, _ async throws in
            _ = try await store.commit(.insert(Sample.activation()))
            let outcomes = try await Self.outcomes { _ in
                try await store.commit(.replace(Sample.activation(), expected: 1))
            }
            #expect(outcomes.count { $0 == .committed } == 1)
            #expect(try await store.activation("a")?.version == 2)
        }
    }

    /// A hundred who found no activation of the token: one begins it, each with a key of its own.
    @Test(.timeLimit(.minutes(15)), arguments: ActivationBackend.allCases)
    func ofAHundredWhoBeginOneDoes(_ backend: ActivationBackend) async throws {
        try await backend.withStore { store, _ async throws in
            let outcomes = try await Self.outcomes { number in
                let activation = Sample.activation("\(number)", state: .activating(.asking), wakeAt: 130)
                return try await store.commit(
                    .requireStanding(nil, of: Sample.token),
                    .requireRefusals(0, ofCard: "V-1", since: Sample.time(0)),
                    .insert(activation),
                    .claim(Sample.claim("key-\(number)", of: activation.id, until: 200))
                )
            }
            #expect(outcomes.count { $0 == .committed } == 1)
            #expect(outcomes.count { $0 == .conflict } == 99)
        }
    }

    @Test(.timeLimit(.minutes(15)), arguments: ActivationBackend.allCases)
    func ofAHundredClaimsOfOneKeyOneIsCommitted(_ backend: ActivationBackend) async throws {
        try await backend.withStore { store, _ async throws in
            let outcomes = try await Self.outcomes { number in
                let activation = Sample.activation("\(number)", state: .refused(.deviceMismatch))
                return try await store.commit(
                    .insert(activation),
                    .claim(Sample.claim("k", of: activation.id, until: 200))
                )
            }
            #expect(outcomes.count { $0 == .committed } == 1)
        }
    }

    @Test(.timeLimit(.minutes(15)), arguments: ActivationBackend.allCases)
    func ofAHundredWhoTakeANoticeOneDoes(_ backend: ActivationBackend) async throws {
        try await backend.withStore { store, _ async throws in
            _ = try await store.commit(.insert(Sample.activation()), .insertNotice(Sample.notice()))
            let outcomes = try await Self.outcomes { number in
                try await store.commit(
                    .replaceNotice(Sample.notice(dueAt: 160), expected: 1),
                    .insertLink(Sample.link("\(number)"))
                )
            }
            #expect(outcomes.count { $0 == .committed } == 1)
        }
    }

    /// Who appends at once makes one chain all the same, and no append is a conflict.
    @Test(.timeLimit(.minutes(15)), arguments: ActivationBackend.allCases)
    func aHundredEntriesMakeOneChain(_ backend: ActivationBackend) async throws {
        try await backend.withStore { store, _ async throws in
            let outcomes = try await Self.outcomes { number in
                var change = ActivationChange()
                change.audit = [Sample.fact("\(number)"), Sample.fact("other", .card("V-2"))]
                return try await store.commit(change)
            }
            #expect(outcomes.allSatisfy { $0 == .committed })
            var entries: [ActivationAuditEntry] = []
            for _ in 1...12 {
                entries += try await store.audit(Sample.chain, after: entries.last?.sequence ?? 0, limit: 10)
            }
            #expect(entries.count == 100)
            var last: (sequence: Int64, hash: Digest)?
            for entry in entries {
                #expect(entry == ActivationAuditEntry(entry.fact, after: last))
                last = (entry.sequence, entry.hash)
            }
            #expect(Set(entries.map(\.fact.outcome)).count == 100)
            #expect(try await store.audit(.card("V-3"), after: 0, limit: 9).isEmpty)
        }
    }

    @Test(arguments: ActivationBackend.allCases)
    func anEntryIsReadAsItWasWritten(_ backend: ActivationBackend) async throws {
        try await backend.withStore { store, _ async throws in
            var bare = Sample.fact("card_not_found", .holder(CardHolder(tenant: "t\u{0}", user: "joão")))
            bare.activation = nil
            bare.content = nil
            bare.actor = "holder/joão client/app"
            var change = ActivationChange()
            change.audit = ActivationAuditFact.Action.allCases.map { action in
                var fact = bare
                fact.action = action
                return fact
            }
            change.audit.append(Sample.fact("ok"))
            _ = try await store.commit(change)
            let read = try await store.audit(bare.chain, after: 0, limit: 99).map(\.fact)
            #expect(read == Array(change.audit.dropLast()))
            #expect(try await store.audit(Sample.chain, after: 0, limit: 9).map(\.fact) == [Sample.fact("ok")])
        }
    }

    @Test(arguments: ActivationBackend.allCases)
    func whatIsDueComesEarliestFirst(_ backend: ActivationBackend) async throws {
        try await backend.withStore { store, _ async throws in
            for (id, at) in [("c", Int64(30)), ("a", 10), ("b", 20), ("d", 31)] {
                let activation = Sample.activation(id, state: .activating(.unsure), wakeAt: at)
                _ = try await store.commit(.insert(activation), .insertNotice(Sample.notice(id, dueAt: at)))
            }
            _ = try await store.commit(.insert(Sample.activation("never")))
            let now = Sample.time(30)
            #expect(try await store.dueActivations(at: now, limit: 9).map(\.id) == ["a", "b", "c"])
            #expect(try await store.dueActivations(at: now, limit: 2).map(\.id) == ["a", "b"])
            #expect(try await store.dueNotices(at: now, limit: 9).map(\.activation) == ["a", "b", "c"])
            #expect(try await store.dueNotices(at: now, limit: 1).map(\.activation) == ["a"])
            for limit in [0, -1] {
                #expect(try await store.dueActivations(at: now, limit: limit).isEmpty)
                #expect(try await store.dueNotices(at: now, limit: limit).isEmpty)
                #expect(try await store.audit(Sample.chain, after: 0, limit: limit).isEmpty)
            }
        }
    }

    private static func ends(_ now: Int64, refusals: Int64 = 0, activations: Int64 = 0) -> ActivationRetention {
        ActivationRetention(
            now: Sample.time(now),
            refusalsBefore: Sample.time(refusals),
            activationsBefore: Sample.time(activations)
        )
    }

    @Test(arguments: ActivationBackend.allCases)
    func keysLinksAndRefusalsGoWhenTheirTimeIsOver(_ backend: ActivationBackend) async throws {
        try await backend.withStore { store, _ async throws in
            _ = try await store.commit(
                .insert(Sample.activation()),
                .claim(Sample.claim("early", until: 10)),
                .claim(Sample.claim("late", until: 11)),
                .insertLink(Sample.link("early", until: 10)),
                .insertLink(Sample.link("late", until: 11)),
                .refuse(CardRefusal(activation: "x", card: "V-1", at: Sample.time(4))),
                .refuse(CardRefusal(activation: "y", card: "V-1", at: Sample.time(5)))
            )
            #expect(try await store.removeExpired(Self.ends(9, refusals: 4), limit: 9) == 0)
            #expect(try await store.removeExpired(Self.ends(11, refusals: 6), limit: 0) == 0)
            #expect(try await store.removeExpired(Self.ends(10, refusals: 5), limit: 9) == 3)
            #expect(try await store.claim(Digest(ofText: "early")) == nil)
            #expect(try await store.claim(Digest(ofText: "late")) != nil)
            #expect(try await store.link(Digest(ofText: "early")) == nil)
            #expect(try await store.link(Digest(ofText: "late")) != nil)
            #expect(try await store.refusals(ofCard: "V-1", since: Sample.time(0)) == [Sample.time(5)])
        }
    }

    /// What has work left stays, however old; what goes takes what belongs to it, and its audit stays.
    @Test(arguments: ActivationBackend.allCases)
    func oldActivationsGoWithAllThatBelongsToThem(_ backend: ActivationBackend) async throws {
        try await backend.withStore { store, _ async throws in
            var change = ActivationChange()
            change.writes = [
                .insert(Sample.activation("old", createdAt: 5)), .insert(Sample.activation("older", createdAt: 4)),
                .insert(Sample.activation("new", createdAt: 6)),
                .insert(Sample.activation("busy", state: .activating(.unsure), createdAt: 1, wakeAt: 50)),
                .claim(Sample.claim("k", of: "older", until: 1_000)), .insertNotice(Sample.notice("older")),
                .insertLink(Sample.link("1", of: "older", until: 1_000)),
            ]
            change.audit = [Sample.fact("ok")]
            _ = try await store.commit(change)
            #expect(try await store.removeExpired(Self.ends(7, activations: 6), limit: 1) == 1)
            #expect(try await store.activation("older") == nil)
            #expect(try await store.activation("old") != nil)
            #expect(try await store.claim(Digest(ofText: "k")) == nil)
            #expect(try await store.notice(ofActivation: "older") == nil)
            #expect(try await store.link(Digest(ofText: "1")) == nil)
            #expect(try await store.removeExpired(Self.ends(7, activations: 6), limit: 9) == 1)
            #expect(try await store.activation("new") != nil)
            #expect(try await store.activation("busy") != nil)
            #expect(try await store.audit(Sample.chain, after: 0, limit: 9).count == 1)
        }
    }
}
