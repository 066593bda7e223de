import ChaveBase
import ChavePixModel
import PaymentsCore
import PaymentsModel
import ServerTestSupport
import Testing

/// The association files are made anew when an app changes, and at no other request.
@Suite(.timeLimit(.minutes(15)))
struct AssociationShelfTests {
    private static let request = CreateAppRequest(
        platform: .ios,
        appID: "ABCDE12345.br.com.loja",
        callbackURLs: [],
        certificateFingerprints: []
    )

    @Test func betweenTwoChangesNothingIsReadAndTheFirstRequestAfterOneSeesIt() async throws {
        let simulation = try await Simulation()
        let (payments, life) = (try simulation.payments, try simulation.life)
        func reads(_ body: () async throws -> Void) async throws -> Int {
            let before = life.reads
            try await body()
            return life.reads - before
        }
        let empty = try await payments.associationFiles()
        let unchanged = try await reads { for _ in 0..<9 { _ = try await payments.associationFiles() } }
        #expect(unchanged == 0)
        let made = try await payments.createApp(Self.request, by: simulation.merchant, idempotency: nil)
        #expect(made.status == 201)
        let one = try await payments.associationFiles()
        #expect(String(decoding: one.apple, as: UTF8.self).contains("ABCDE12345.br.com.loja"))
        let again = try await reads { _ = try await payments.associationFiles() }
        #expect(again == 0)
        let apps = try await payments.apps(page: PageRequest(), for: simulation.merchant)
        _ = try await payments.deleteApp(try #require(apps.items.first).id, by: simulation.merchant)
        #expect(try await payments.associationFiles() == empty)
    }

    /// `chave apps` writes beside the server.
    @Test func whatAnotherProcessRegistersIsSeenTenSecondsLater() async throws {
        let simulation = try await Simulation()
        let payments = try simulation.payments
        let empty = try await payments.associationFiles()
        let beside = Administration(store: simulation.store, world: simulation.worldOfAnother())
        _ = try await beside.addApp(Self.request, for: simulation.organisation, baseURL: nil)
        simulation.clock.advance(seconds: 9)
        #expect(try await payments.associationFiles() == empty)
        simulation.clock.advance(seconds: 1)
        #expect(try await payments.associationFiles() != empty)
    }

    /// What was read before the change is not kept as from after it.
    @Test func aChangeDuringTheReadIsNotLost() async throws {
        let simulation = try await Simulation()
        let payments = try simulation.payments
        let merchant = simulation.merchant
        try simulation.life.afterNextRead {
            _ = try await payments.createApp(Self.request, by: merchant, idempotency: nil)
        }
        let during = try await payments.associationFiles()
        let after = try await payments.associationFiles()
        #expect(during != after)
        #expect(String(decoding: after.apple, as: UTF8.self).contains("ABCDE12345.br.com.loja"))
    }
}

extension Simulation {
    /// The world of a process beside the server, over the same clock.
    fileprivate func worldOfAnother() -> World {
        let (clock, source) = (clock, SeededSource(seed: 77))
        return World(
            now: { clock.now },
            uptimeMilliseconds: { clock.now.microseconds / 1_000 },
            randomBytes: Simulation.randomBytes(source),
            sleep: { _ in }
        )
    }
}
