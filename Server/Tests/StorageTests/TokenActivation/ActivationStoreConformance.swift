import ChaveBase
import ChavePixModel
import Hashing
import Testing
import TokenActivationCore

/// The contract of `TokenActivationStore`, one test body for every back end: what a commit may do.
@Suite struct ActivationStoreConformance {
    typealias Sample = ActivationSample

    /// With every field set, in every state.
    private static var everyState: [ActivationState] {
        let told: [ActivationState] = [.active, .declined(isNetworkTold: true), .declined(isNetworkTold: false)]
        return told + ActivationState.Phase.allCases.map { .activating($0) }
            + ActivationRefusal.Code.allCases.flatMap { [.refused($0), .failed($0)] }
    }

    private static func full(_ id: String, _ state: ActivationState) -> Activation {
        Activation(
            id: id,
            version: 1,
            holder: CardHolder(tenant: "padaria\u{0}é", user: "e\u{301}"),
            client: "app",
            card: "V-3019310727778236299436",
            token: TokenKey(network: .mastercard, id: "T\u{0}1"),
            particulars: Activation.Particulars(
                cardName: "Cartão Aurora",
                lastFour: "1234",
                requestorID: "50123197928",
                walletName: "Carteira",
                deviceID: "device",
                deviceIndex: 0,
                deviceName: "Celular da Maria 📱"
            ),
            state: state,
            tokenState: .suspended,
            stepUpOpenedAt: Timestamp(microseconds: 1),
            createdAt: Timestamp(microseconds: .min),
            updatedAt: Timestamp(microseconds: .max),
            heldUntil: Timestamp(microseconds: -5),
            wakeAt: Timestamp(microseconds: 7)
        )
    }

    @Test(arguments: ActivationBackend.allCases)
    func whatIsReadIsWhatWasWritten(_ backend: ActivationBackend) async throws {
        try await backend.withStore { store, _ async throws in
            for (number, state) in Self.everyState.enumerated() {
                let activation = Self.full("id-\(number)", state)
                #expect(try await store.commit(.insert(activation)) == .committed)
                #expect(try await store.activation("id-\(number)") == activation)
            }
            #expect(try await store.commit(.insert(Sample.activation())) == .committed)
            #expect(try await store.activation("a") == Sample.activation())
            #expect(try await store.activation("b") == nil)
        }
    }

    @Test(arguments: ActivationBackend.allCases)
    func aReplaceNeedsTheVersionThatWasReadAndRaisesIt(_ backend: ActivationBackend) async throws {
        try await backend.withStore { store, _ async throws in
            var activation = Sample.activation(state: .activating(.asking), wakeAt: 130)
            #expect(try await store.commit(.replace(activation, expected: 1)) == .conflict)
            #expect(try await store.commit(.insert(activation)) == .committed)
            #expect(try await store.commit(.insert(activation)) == .conflict)
            activation.state = .active
            activation.tokenState = .active
            activation.updatedAt = Sample.time(120)
            activation.heldUntil = nil
            activation.wakeAt = nil
            #expect(try await store.commit(.replace(activation, expected: 2)) == .conflict)
            #expect(try await store.commit(.replace(activation, expected: 1)) == .committed)
            #expect(try await store.commit(.replace(activation, expected: 1)) == .conflict)
            activation.version = 2
            #expect(try await store.activation("a") == activation)
        }
    }

    /// Of a token's activations the last that is not refused stands.
    @Test(arguments: ActivationBackend.allCases)
    func theStandingActivationIsTheLastThatIsNotRefused(_ backend: ActivationBackend) async throws {
        try await backend.withStore { store, _ async throws in
            #expect(try await store.standing(Sample.token) == nil)
            #expect(try await store.commit(.requireStanding(nil, of: Sample.token)) == .committed)
            _ = try await store.commit(.insert(Sample.activation("z")), .insert(Sample.activation("a", createdAt: 50)))
            _ = try await store.commit(.insert(Sample.activation("r", state: .refused(.deviceMismatch))))
            let elsewhere = TokenKey(network: .mastercard, id: Sample.token.id)
            _ = try await store.commit(.insert(Sample.activation("m", token: elsewhere)))
            #expect(try await store.standing(Sample.token)?.id == "a", "by insertion, whatever ids and clocks say")
            #expect(try await store.standing(elsewhere)?.id == "m")
            let expected = ActivationVersion(id: "a", version: 1)
            #expect(try await store.commit(.requireStanding(expected, of: Sample.token)) == .committed)
            for wrong in [nil, ActivationVersion(id: "a", version: 2), ActivationVersion(id: "z", version: 1)] {
                #expect(try await store.commit(.requireStanding(wrong, of: Sample.token)) == .conflict)
            }
            let refused = Sample.activation("a", state: .refused(.refusedByNetwork), createdAt: 50)
            #expect(try await store.commit(.replace(refused, expected: 1)) == .committed)
            #expect(try await store.standing(Sample.token)?.id == "z")
        }
    }

    @Test(arguments: ActivationBackend.allCases)
    func tokensAreComparedByBytes(_ backend: ActivationBackend) async throws {
        try await backend.withStore { store, _ async throws in
            let ids = ["T", "T\u{0}", "T\u{0}1", "t", "caf\u{E9}", "cafe\u{301}"]
            for (number, id) in ids.enumerated() {
                let token = TokenKey(network: .visa, id: id)
                _ = try await store.commit(.insert(Sample.activation("\(number)", token: token)))
            }
            for (number, id) in ids.enumerated() {
                #expect(try await store.standing(TokenKey(network: .visa, id: id))?.id == "\(number)")
            }
        }
    }

    @Test(arguments: ActivationBackend.allCases)
    func aKeyIsTakenUntilItsTimeIsOver(_ backend: ActivationBackend) async throws {
        try await backend.withStore { store, _ async throws in
            let first = Sample.claim("k", until: 200)
            _ = try await store.commit(.insert(Sample.activation("a")), .insert(Sample.activation("b")))
            #expect(try await store.claim(first.scope) == nil)
            #expect(try await store.commit(.claim(first)) == .committed)
            #expect(try await store.claim(first.scope) == first)
            #expect(try await store.commit(.claim(first)) == .conflict)
            #expect(try await store.commit(.claim(Sample.claim("k", of: "b", at: 199, until: 300))) == .conflict)
            #expect(try await store.claim(first.scope) == first)
            let second = Sample.claim("k", of: "b", at: 200, until: 300)
            #expect(try await store.commit(.claim(second)) == .committed)
            #expect(try await store.claim(first.scope) == second)
        }
    }

    @Test(arguments: ActivationBackend.allCases)
    func refusalsOfACardAreCountedOnceEach(_ backend: ActivationBackend) async throws {
        try await backend.withStore { store, _ async throws in
            for (id, card, at) in [("b", "V-1", Int64(20)), ("a", "V-1", 10), ("a", "V-1", 30), ("c", "V-2", 15)] {
                let refusal = CardRefusal(activation: id, card: card, at: Sample.time(at))
                #expect(try await store.commit(.refuse(refusal)) == .committed)
            }
            let all = try await store.refusals(ofCard: "V-1", since: Sample.time(0))
            #expect(all == [Sample.time(10), Sample.time(20)])
            #expect(try await store.refusals(ofCard: "V-1", since: Sample.time(10)) == [Sample.time(20)])
            #expect(try await store.refusals(ofCard: "V", since: Sample.time(0)).isEmpty)
            for (count, since, outcome) in [
                (2, Int64(0), ActivationCommitOutcome.committed), (1, 0, .conflict), (3, 0, .conflict),
                (1, 10, .committed), (0, 20, .committed),
            ] {
                let step = ActivationChange.Write.requireRefusals(count, ofCard: "V-1", since: Sample.time(since))
                #expect(try await store.commit(step) == outcome, "\(count) since \(since)")
            }
        }
    }

    @Test(arguments: ActivationBackend.allCases)
    func aNoticeIsMovedByTheVersionThatWasRead(_ backend: ActivationBackend) async throws {
        try await backend.withStore { store, _ async throws in
            _ = try await store.commit(.insert(Sample.activation()))
            #expect(try await store.commit(.replaceNotice(Sample.notice(), expected: 1)) == .conflict)
            #expect(try await store.commit(.insertNotice(Sample.notice())) == .committed)
            #expect(try await store.commit(.insertNotice(Sample.notice())) == .conflict)
            #expect(try await store.notice(ofActivation: "a") == Sample.notice())
            #expect(try await store.commit(.replaceNotice(Sample.notice(dueAt: 160), expected: 1)) == .committed)
            #expect(try await store.commit(.replaceNotice(Sample.notice(dueAt: 170), expected: 1)) == .conflict)
            #expect(try await store.notice(ofActivation: "a") == Sample.notice(version: 2, dueAt: 160))
            #expect(try await store.commit(.removeNotice(activation: "a", expected: 1)) == .conflict)
            #expect(try await store.commit(.removeNotice(activation: "a", expected: 2)) == .committed)
            #expect(try await store.notice(ofActivation: "a") == nil)
        }
    }

    @Test(arguments: ActivationBackend.allCases)
    func linksAreFoundByDigestAndUsedUpTogether(_ backend: ActivationBackend) async throws {
        try await backend.withStore { store, _ async throws in
            _ = try await store.commit(.insert(Sample.activation("a")), .insert(Sample.activation("b")))
            let (one, two, other) = (Sample.link("1"), Sample.link("2"), Sample.link("3", of: "b"))
            #expect(try await store.commit(.insertLink(one), .insertLink(two), .insertLink(other)) == .committed)
            #expect(try await store.commit(.insertLink(one)) == .conflict)
            #expect(try await store.link(two.digest) == two)
            #expect(try await store.link(Digest(ofText: "4")) == nil)
            #expect(try await store.commit(.removeLinks(ofActivation: "a")) == .committed)
            #expect(try await store.link(one.digest) == nil)
            #expect(try await store.link(two.digest) == nil)
            #expect(try await store.link(other.digest) == other)
            #expect(try await store.commit(.removeLinks(ofActivation: "a")) == .committed)
        }
    }

    @Test(arguments: ActivationBackend.allCases)
    func aRefusedStepTakesTheOthersWithIt(_ backend: ActivationBackend) async throws {
        try await backend.withStore { store, _ async throws in
            _ = try await store.commit(.insert(Sample.activation()))
            var change = ActivationChange()
            change.writes = [
                .insert(Sample.activation("b")), .claim(Sample.claim("k", of: "b", until: 200)),
                .refuse(CardRefusal(activation: "b", card: "V-1", at: Sample.time(5))),
                .insertNotice(Sample.notice("b")), .insertLink(Sample.link("1", of: "b")),
                .replace(Sample.activation(state: .failed(.outcomeUnknown)), expected: 1),
                .replaceNotice(Sample.notice("none"), expected: 1),
            ]
            change.audit = [Sample.fact("x")]
            #expect(try await store.commit(change) == .conflict)
            #expect(try await store.activation("b") == nil)
            #expect(try await store.activation("a") == Sample.activation())
            #expect(try await store.claim(Digest(ofText: "k")) == nil)
            #expect(try await store.refusals(ofCard: "V-1", since: Sample.time(0)).isEmpty)
            #expect(try await store.notice(ofActivation: "b") == nil)
            #expect(try await store.link(Digest(ofText: "1")) == nil)
            #expect(try await store.audit(Sample.chain, after: 0, limit: 9).isEmpty)
        }
    }

    /// What belongs to an activation names one that there is: anything else is our mistake, and nothing is stored.
    @Test(arguments: ActivationBackend.allCases)
    func whatBelongsToNoActivationIsAFault(_ backend: ActivationBackend) async throws {
        try await backend.withStore { store, _ async throws in
            for write: ActivationChange.Write in [
                .claim(Sample.claim("k", until: 200)), .insertNotice(Sample.notice()), .insertLink(Sample.link("1")),
            ] {
                await #expect(throws: ActivationStoreFault.self) {
                    try await store.commit(.insert(Sample.activation("other")), write)
                }
                #expect(try await store.activation("other") == nil)
            }
        }
    }

    @Test(arguments: ActivationBackend.allCases)
    func anEmptyCommitIsDone(_ backend: ActivationBackend) async throws {
        try await backend.withStore { store, _ async throws in
            #expect(try await store.commit(ActivationChange()) == .committed)
        }
    }

    @Test(arguments: ActivationBackend.allCases)
    func aClosedStoreGivesAFaultForEachCall(_ backend: ActivationBackend) async throws {
        try await backend.withStore { store, close async throws in
            await close()
            let time = Sample.time(1)
            let ends = ActivationRetention(now: time, refusalsBefore: time, activationsBefore: time)
            let calls: [@Sendable () async throws -> Void] = [
                { _ = try await store.activation("a") }, { _ = try await store.standing(Sample.token) },
                { _ = try await store.claim(Digest(ofText: "k")) },
                { _ = try await store.refusals(ofCard: "V-1", since: Sample.time(0)) },
                { _ = try await store.notice(ofActivation: "a") },
                { _ = try await store.link(Digest(ofText: "1")) },
                { _ = try await store.dueActivations(at: Sample.time(1), limit: 1) },
                { _ = try await store.dueNotices(at: Sample.time(1), limit: 1) },
                { _ = try await store.audit(Sample.chain, after: 0, limit: 1) },
                { _ = try await store.removeExpired(ends, limit: 1) },
                { _ = try await store.commit(.insert(Sample.activation())) },
            ]
            for call in calls { await #expect(throws: ActivationStoreFault.self) { try await call() } }
        }
    }
}
