import ChaveBase
import ChavePixModel
import PaymentsCore
import Synchronization
import Testing

@testable import HTTPKernel
@testable import ServerHost

/// How many of the places one API key may have.
struct PlacesTests {
    private static let start = TestClock.beginning
    private static let one = APIKeyID.version7(at: start, random: Array(repeating: 1, count: 10))
    private static let other = APIKeyID.version7(at: start, random: Array(repeating: 2, count: 10))

    /// A place that counts in the share of `key`; `nil` when there is none for it.
    private func place(for kind: Admission.Class, in places: inout Places, of key: APIKeyID) -> Places.Place? {
        guard var place = places.take(for: kind) else { return nil }
        if places.count(&place, for: key, as: kind) { return place }
        places.giveBack(place)
        return nil
    }

    /// How many requests of that kind a key gets places for, one after another, with those given back at the end.
    private func most(_ kind: Admission.Class, in places: inout Places, of key: APIKeyID) -> Int {
        var taken: [Places.Place] = []
        while let place = place(for: kind, in: &places, of: key) { taken.append(place) }
        for place in taken { places.giveBack(place) }
        return taken.count
    }

    /// The defaults of a server: 2,048 places of which 512 are for approvals, and 20,000 that wait.
    @Test(arguments: [
        (Admission.Class.read, 384), (.write, 384), (.polled, 384), (.approval, 512), (.waiting, 10_000),
    ])
    func oneKeyHasItsShare(_ kind: Admission.Class, _ share: Int) {
        var places = Places(AdmissionLimits())
        for _ in 1...2 {
            let most = most(kind, in: &places, of: Self.one)
            #expect(most == share)
        }
        #expect(places.working == 0 && places.waiting == 0)
    }

    @Test(arguments: [(Admission.Class.write, 1_536), (.approval, 2_048), (.waiting, 20_000)])
    func aSandboxsMerchantHasAll(_ kind: Admission.Class, _ all: Int) {
        var places = Places(.sandbox)
        let most = most(kind, in: &places, of: Self.one)
        #expect(most == all)
    }

    @Test func whatOneKeyHasIsMissingToNobodyElse() throws {
        var limits = AdmissionLimits()
        limits.concurrent = 8
        limits.reserved = 0
        limits.waiting = 4
        var places = Places(limits)
        var held: [Places.Place] = []
        for kind in [Admission.Class.write, .write, .waiting, .waiting] {
            let place = place(for: kind, in: &places, of: Self.one)
            held.append(try #require(place))
        }
        for kind in [Admission.Class.write, .waiting] {
            let more = most(kind, in: &places, of: Self.one)
            #expect(more == 0)
            let others = most(kind, in: &places, of: Self.other)
            #expect(others == 2)
        }
        for place in held { places.giveBack(place) }
        let again = most(.write, in: &places, of: Self.one)
        #expect(again == 2)
    }

    /// A key whose ordinary requests stand still has a remainder for the payments that its holders have confirmed.
    @Test func approvalsOfAKeyHaveARemainderOfTheirOwn() throws {
        var limits = AdmissionLimits()
        limits.concurrent = 16
        limits.reserved = 8
        var places = Places(limits)
        for _ in 1...2 {
            let place = place(for: .write, in: &places, of: Self.one)
            try #require(place != nil)
        }
        let writes = most(.write, in: &places, of: Self.one)
        #expect(writes == 0)
        let approvals = most(.approval, in: &places, of: Self.one)
        #expect(approvals == 2)
    }

    @Test(arguments: [(Admission.Class.write, "key_concurrency"), (.waiting, "key_waiting")])
    func overItsShareAKeyIsToldToComeBack(_ kind: Admission.Class, _ policy: String) throws {
        var limits = AdmissionLimits.sandbox
        limits.concurrent = 4
        limits.reserved = 0
        limits.waiting = 4
        limits.shareOfWorking = 0.25
        limits.shareOfWaiting = 0.25
        let refused = Mutex<[String]>([])
        let admission = Admission(limits) { name in refused.withLock { $0.append(name) } }
        var place = try admission.enter(kind, from: nil, at: Self.start)
        try admission.admit(kind, of: Self.one, to: &place, at: Self.start)
        var second = try admission.enter(kind, from: nil, at: Self.start)
        #expect(throws: APIFailure.rateLimited(retryAfter: 1)) {
            try admission.admit(kind, of: Self.one, to: &second, at: Self.start)
        }
        admission.leave(second)
        #expect(refused.withLock { $0 } == [policy])
        admission.leave(place)
        var third = try admission.enter(kind, from: nil, at: Self.start)
        try admission.admit(kind, of: Self.one, to: &third, at: Self.start)
        admission.leave(third)
        #expect(admission.places == (0, 0))
    }

    /// Through the server: a place that was taken is given back in the share that it was counted in.
    @Test func aServerGivesSharesBack() async throws {
        try await withServer { server in
            var limits = AdmissionLimits.sandbox
            limits.concurrent = 4
            limits.reserved = 0
            limits.shareOfWorking = 0.25
            let admission = Admission(limits)
            let api = APIServer(
                payments: server.payments,
                operations: Operations { [] },
                admission: admission,
                world: server.clock.world
            )
            let request = ServerRequest(
                method: "GET",
                path: "/payments/br/institutions/",
                headers: server.shop.basic.headers
            )
            for _ in 1...3 { #expect(await api.respond(to: request).answer.status == 200) }
            #expect(admission.places == (0, 0))
        }
    }
}
