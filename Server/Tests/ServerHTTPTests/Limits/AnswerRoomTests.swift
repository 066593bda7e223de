import ChaveBase
import ChavePixModel
import ChaveWire
import NIOCore
import NIOPosix
import PaymentsModel
import Synchronization
import Testing
import Waiting

@testable import HTTPKernel
@testable import ServerHost

/// How much of answers is in memory until the sockets have them.
@Suite(.timeLimit(.minutes(15)))
struct AnswerRoomTests {
    private static let addresses = (1...9).map { IPAddress("198.51.100.\($0)") }

    private static func client(_ number: Int, _ key: APIKeyID? = nil) -> AnswerRoom.Client {
        AnswerRoom.Client(address: addresses[number], key: key)
    }

    @Test func oneClientHasAQuarterAndAllTogetherNoMoreThanThereIs() {
        let refusals = Mutex(0)
        let room = AnswerRoom(bytes: 1_000) { refusals.withLock { $0 += 1 } }
        #expect(room.take(250, for: Self.client(0)) == nil)
        #expect(room.take(1, for: Self.client(0)) == .client)
        for number in 1...3 { #expect(room.take(250, for: Self.client(number)) == nil) }
        #expect(room.take(1, for: Self.client(4)) == .everybody, "nothing is left for anybody")
        #expect(refusals.withLock { $0 } == 2)
        for number in 0...3 { room.giveBack(250, for: Self.client(number)) }
        #expect(room.taken == (0, 0), "whoever has nothing in it is forgotten")
    }

    /// An anonymous token is shown by many devices, and all of them are one merchant's.
    @Test func theDevicesOfOneKeyHaveItsQuarterWhereverTheyAre() throws {
        let room = AnswerRoom(bytes: 1_000)
        let key = try #require(APIKeyID("0193a2b4-5c6d-7e8f-9a0b-1c2d3e4f5a6b"))
        for number in 0...1 { #expect(room.take(125, for: Self.client(number, key)) == nil) }
        #expect(room.take(1, for: Self.client(2, key)) == .client)
        #expect(room.take(1, for: Self.client(2)) == nil)
    }

    @Test func theAddressesOfOneSubscriberAreOne() {
        let room = AnswerRoom(bytes: 400)
        #expect(room.take(100, for: .init(address: IPAddress("2001:db8:1:2::1"))) == nil)
        #expect(room.take(1, for: .init(address: IPAddress("2001:db8:1:2::2"))) == .client)
    }

    @Test func whatNobodyHoldsAnyMoreIsGivenBack() throws {
        let room = AnswerRoom(bytes: 400)
        do {
            let lease = AnswerLease(in: room, for: Self.client(0))
            try lease.take(60)
            #expect(throws: APIFailure.self) { try lease.take(60) }
            #expect(room.taken.bytes == 60)
            lease.settle(at: 500)
            #expect(room.taken.bytes == 500, "an answer that is there counts, whether there is room or not")
            #expect(throws: APIFailure.self) { try room.requireRoom(for: Self.client(0)) }
        }
        #expect(room.taken == (0, 0))
    }

    private func api(_ server: TestServer, answerBytes: Int) -> APIServer {
        var limits = AdmissionLimits.sandbox
        limits.answerBytes = answerBytes
        return APIServer(
            payments: server.payments,
            operations: Operations { [] },
            admission: Admission(limits),
            world: server.clock.world
        )
    }

    private static let openAPI = "GET /payments/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n"

    /// A client that asks for large answers and reads none: they count until its connection is gone.
    @Test func whoReadsNoAnswerGetsNoFurtherOneAndHealthIsTold() async throws {
        try await withServer { server in
            let api = api(server, answerBytes: 1 << 20)
            try await server.withSocket(api: api) { door, port in
                let idlers = try await Self.idlers(12, asking: Self.openAPI, times: 40, port: port)
                try await until { api.answers.taken.bytes > 1 << 18 }
                let refused = try await door.send(
                    ServerRequest(
                        method: "GET",
                        path: "/payments/br/institutions/",
                        headers: server.shop.basic.headers
                    )
                )
                #expect(refused.status == 429)
                #expect(refused.header("Retry-After") == "1")
                let alive = try await door.send(ServerRequest(method: "GET", path: "/livez"))
                #expect(alive.status == 200)
                for idler in idlers { try await idler.close() }
                try await until { api.answers.taken == (0, 0) }
                let served = try await door.send(ServerRequest(method: "GET", path: "/payments/openapi.json"))
                #expect(served.status == 200)
            }
            try await until { api.answers.taken == (0, 0) }
        }
    }

    @Test func aListWithoutRoomIs429AndLeavesNothingBehind() async throws {
        try await withServer { server in
            let api = api(server, answerBytes: 8_000)
            for number in 0..<30 {
                let customer: JSONValue = [
                    "identifier": .string(TestCPF.number(number)), "name": .string("Pessoa \(number)"),
                ]
                _ = try await server.done(.post("/payments/br/customers/", customer), as: server.shop.basic)
            }
            let small = server.through(MemoryDoor(api: api))
            let refused = try await small.send(.get("/payments/br/customers/?page_size=30"), as: server.shop.basic)
            expectRefusal(refused, 429, "rate_limited")
            #expect(refused.header("Retry-After") == "1")
            let served = try await small.send(.get("/payments/br/customers/?page_size=2"), as: server.shop.basic)
            #expect(served.resultIDs.count == 2)
        }
    }

    @Test func aFewReadPartsOfListsAtATimeAndNobodyIsLeftInLine() async throws {
        let turns = Turns(2)
        let readers = Readers()
        await withTaskGroup { group in
            for _ in 1...50 {
                group.addTask {
                    await turns.take {
                        readers.enter()
                        await Task.yield()
                        readers.leave()
                    }
                }
            }
        }
        #expect(readers.most == 2)
        #expect(turns.waiting == 0)
    }

    /// Connections that send and never read.
    private static func idlers(
        _ count: Int,
        asking text: String,
        times: Int,
        port: Int
    ) async throws -> [any Channel] {
        var idlers: [any Channel] = []
        for _ in 1...count {
            let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                .channelOption(.autoRead, value: false)
                .channelOption(.socketOption(.so_rcvbuf), value: 4_096)
                .connect(host: "127.0.0.1", port: port).get()
            try await channel.writeAndFlush(ByteBuffer(string: String(repeating: text, count: times)))
            idlers.append(channel)
        }
        return idlers
    }

    /// Not the server's time: only lets the threads that do the work have the processor.
    private func until(_ condition: () -> Bool) async throws {
        while !condition() { try await Task.sleep(for: .milliseconds(2)) }
    }
}

/// How many read at the same time.
private final class Readers: Sendable {
    private let state = Mutex((now: 0, most: 0))

    func enter() { state.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) } }

    func leave() { state.withLock { $0.now -= 1 } }

    var most: Int { state.withLock { $0.most } }
}
