import ChavePixModel
import PaymentsModel
import ServerTestSupport
import Testing

extension PaymentsStoreConformance {
    private func register(_ apps: [RegisteredApp], _ store: any PaymentsStore) async throws {
        var change = Change()
        for app in apps { change.insert(app, actor: "test") }
        try await store.commit(change)
    }

    @Test(arguments: Backend.allCases)
    func anAppIsFoundUntilItIsRemoved(_ backend: Backend) async throws {
        try await backend.withStore { store async throws in
            let sample = StorageSample(1)
            let organisation = sample.organisation.id
            try await store.store(.organisation(sample.organisation))
            try await register([sample.app(1), sample.app(2, callbackURLs: ["https://b.example/?a=1"])], store)
            let found = try #require(try await store.app(sample.id(1), of: organisation))
            #expect(found.appID == sample.app(1).appID && found.callbackURLs == sample.app(1).callbackURLs)
            #expect(try await store.registeredApps().map(\.id) == [sample.id(1), sample.id(2)])
            let listed = try await store.apps(page: PageRequest(size: 1), of: organisation)
            #expect(listed.items.map(\.id) == [sample.id(2)] && listed.count == 2 && listed.hasOlder)
            var removal = Change()
            removal.remove(found, at: StorageSample.start, actor: "test")
            #expect(await store.outcome(of: removal) == .stored)
            // Somebody else removes it at the same time: only one does.
            #expect(await store.outcome(of: removal) == .conflict)
            #expect(try await store.app(sample.id(1), of: organisation) == nil)
            #expect(try await store.apps(page: PageRequest(), of: organisation).items.map(\.id) == [sample.id(2)])
            #expect(try await store.registeredApps().map(\.id) == [sample.id(2)])
            #expect(try await store.auditEntries(of: .app(sample.id(1))).map(\.action) == ["registered", "removed"])
            // Its name is free again.
            try await register([sample.app(3, appID: found.appID)], store)
        }
    }

    @Test(arguments: Backend.allCases)
    func noMoreAppsThanTheLargestCountFit(_ backend: Backend) async throws {
        try await backend.withStore { store async throws in
            let sample = StorageSample(1)
            try await store.store(.organisation(sample.organisation))
            let most = UInt64(RegisteredApp.largestCount)
            try await register((1...most).map { sample.app($0, appID: "ABCDE12345.app\($0)") }, store)
            var further = Change()
            further.insert(sample.app(most + 1, appID: "ABCDE12345.further"), actor: "test")
            #expect(await store.outcome(of: further) == .conflict)
            let first = try #require(try await store.app(sample.id(1), of: sample.organisation.id))
            var removal = Change()
            removal.remove(first, at: StorageSample.start, actor: "test")
            try await store.commit(removal)
            #expect(await store.outcome(of: further) == .stored)
        }
    }

    @Test(arguments: Backend.allCases)
    func aCallbackURLIsKnownByItsBytesAndToItsOrganisationOnly(_ backend: Backend) async throws {
        try await backend.withStore { store async throws in
            let (sample, other) = (StorageSample(1), StorageSample(2))
            let url = "https://loja.example/volta"
            try await store.store(.organisation(sample.organisation), .organisation(other.organisation))
            try await register([sample.app(1), sample.app(2)], store)
            func isKnown(_ url: String, _ sample: StorageSample) async throws -> Bool {
                try await store.hasCallbackURL(url, of: sample.organisation.id)
            }
            #expect(try await isKnown(url, sample))
            #expect(try await !isKnown(url, other))
            for near in ["\(url)/", "HTTPS://loja.example/volta", "https://LOJA.example/volta", "\(url)?", "%", ""] {
                #expect(try await !isKnown(near, sample), "\(near)")
            }
            // Two apps have it: it is known as long as one of them has.
            for index: UInt64 in [1, 2] {
                #expect(try await isKnown(url, sample))
                let app = try #require(try await store.app(sample.id(index), of: sample.organisation.id))
                var removal = Change()
                removal.remove(app, at: StorageSample.start, actor: "test")
                try await store.commit(removal)
            }
            #expect(try await !isKnown(url, sample))
        }
    }

    /// Whoever registers an app first does not keep its owner out.
    @Test(arguments: Backend.allCases)
    func anotherOrganisationMayRegisterTheSameApp(_ backend: Backend) async throws {
        try await backend.withStore { store async throws in
            let (sample, other) = (StorageSample(1), StorageSample(2))
            try await store.store(.organisation(sample.organisation), .organisation(other.organisation))
            try await register([sample.app(), other.app()], store)
            #expect(try await store.app(sample.id(1), of: other.organisation.id) == nil)
            #expect(try await store.registeredApps().count == 2)
            var removal = Change()
            let app = try #require(try await store.app(sample.id(1), of: sample.organisation.id))
            removal.remove(app, at: StorageSample.start, actor: "test")
            try await store.commit(removal)
            #expect(try await store.registeredApps().map(\.organisation) == [other.organisation.id])
        }
    }

    @Test(arguments: Backend.allCases)
    func aChargeIsFoundByItsOwnIDInItsOrganisation(_ backend: Backend) async throws {
        try await backend.withStore { store async throws in
            let sample = StorageSample(1)
            try await store.commit(sample.foundation)
            let intent = sample.intent(7)
            try await store.store(
                .organisation(StorageSample(2).organisation),
                .paymentIntent(intent, expected: 0, schedule: .never)
            )
            #expect(try await store.paymentIntent(charge: intent.charge, of: sample.organisation.id) == intent)
            let elsewhere = StorageSample(2).organisation.id
            #expect(try await store.paymentIntent(charge: intent.charge, of: elsewhere) == nil)
            #expect(try await store.paymentIntent(charge: sample.id(8), of: sample.organisation.id) == nil)
        }
    }
}
