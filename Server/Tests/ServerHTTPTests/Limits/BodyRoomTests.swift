import ChaveBase
import Synchronization
import Testing

@testable import HTTPKernel
@testable import ServerHost

/// How much of bodies is in memory before anybody knows whose they are.
struct BodyRoomTests {
    private static let addresses = (1...9).map { IPAddress("198.51.100.\($0)") }

    @Test func oneAddressHasAQuarterAndAllTogetherNoMoreThanThereIs() {
        let refusals = Mutex(0)
        let room = BodyRoom(bytes: 1_000) { refusals.withLock { $0 += 1 } }
        #expect(room.take(250, from: Self.addresses[0]))
        #expect(!room.take(1, from: Self.addresses[0]))
        for address in Self.addresses[1...3] { #expect(room.take(250, from: address)) }
        #expect(!room.take(1, from: Self.addresses[4]), "nothing is left for anybody")
        #expect(refusals.withLock { $0 } == 2)
        room.giveBack(250, from: Self.addresses[0])
        #expect(room.take(1, from: Self.addresses[4]))
        #expect(room.taken == (751, 4))
        room.giveBack(1, from: Self.addresses[4])
        for address in Self.addresses[1...3] { room.giveBack(250, from: address) }
        #expect(room.taken == (0, 0), "whoever has nothing in it is forgotten")
    }

    @Test func theAddressesOfOneSubscriberAreOne() {
        let room = BodyRoom(bytes: 400)
        #expect(room.take(100, from: IPAddress("2001:db8:1:2::1")))
        #expect(!room.take(1, from: IPAddress("2001:db8:1:2::2")))
    }

    private static let path = "/payments/br/customers/"

    private func api(_ server: TestServer, bodyBytes: Int) -> APIServer {
        var limits = AdmissionLimits.sandbox
        limits.bodyBytes = bodyBytes
        return APIServer(
            payments: server.payments,
            operations: Operations { [] },
            admission: Admission(limits),
            world: server.clock.world
        )
    }

    @Test func aBodyWithoutRoomIs503WithRetryAfterAndTheNextIsServed() async throws {
        try await withServer { server in
            let api = api(server, bodyBytes: 4_000)
            try await server.withSocket(api: api) { door, _ in
                var request = ServerRequest(method: "POST", path: Self.path, headers: server.shop.basic.headers)
                request.body = .bytes(Array(repeating: 32, count: 1_001))
                let refused = try await door.send(request)
                #expect(refused.status == 503)
                #expect(refused.header("Retry-After") == "1")
                // Ten times its room, one after another: what was answered is given back.
                request.body = .bytes(Array(repeating: 32, count: 1_000))
                for _ in 1...10 {
                    let served = try await door.send(request)
                    #expect(served.status == 415)
                }
            }
            #expect(api.bodies.taken == (0, 0))
        }
    }

    /// Whoever sends a body and waits holds its bytes, so they count until the answer.
    @Test func aBodyCountsUntilItsRequestIsAnswered() async throws {
        try await withServer { server in
            let scene = try await HeldScene(server)
            let api = api(server, bodyBytes: 4_000)
            try await server.withSocket(api: api) { door, _ in
                var request = ServerRequest(
                    method: "GET",
                    path: scene.path,
                    headers: server.shop.basic.headers + [("Prefer", "wait=30")]
                )
                request.body = .bytes(Array(repeating: 32, count: 700))
                let held = request
                async let answer = door.send(held)
                try await server.untilHeld()
                #expect(api.bodies.taken == (700, 1))
                try await scene.cancel()
                let status = try await answer.status
                #expect(status == 200)
            }
            #expect(api.bodies.taken == (0, 0))
        }
    }
}
