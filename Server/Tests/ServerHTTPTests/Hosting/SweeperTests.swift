import ChaveBase
import ChavePixModel
import Foundation
import Logging
import PaymentsCore
import Testing

@testable import ServerHost

/// What the sweeper does at a start.
struct SweeperTests {
    /// The server before it died between the end of an erasure and the emptying of its log.
    @Test func aStartEmptiesTheLogThatAnErasureLeftBehind() async throws {
        try await withServer { server in
            _ = try await server.done(.post("/payments/br/customers/", Bodies.customer()), as: server.shop.basic)
            let log = "\(server.directory)/payments.sqlite-wal"
            func size() throws -> Int {
                let attributes = try FileManager.default.attributesOfItem(atPath: log)
                return try #require(attributes[.size] as? NSNumber).intValue
            }
            #expect(try size() > 0)
            let clock = server.clock
            let (pauses, pause) = AsyncStream.makeStream(of: Int.self)
            let world = World(
                now: { clock.now },
                uptimeMilliseconds: { clock.now.microseconds / 1_000 },
                randomBytes: { clock.randomBytes($0) },
                sleep: { milliseconds in
                    pause.yield(milliseconds)
                    try? await Task.sleep(for: .milliseconds(milliseconds))
                }
            )
            let sweeper = Sweeper(
                payments: server.payments,
                store: server.store,
                bank: nil,
                world: world,
                logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
            )
            let running = Task { try await sweeper.run() }
            // Looks go on meanwhile; an hour's pause comes after what is to be forgotten.
            for await milliseconds in pauses where milliseconds == 60 * 60 * 1_000 { break }
            #expect(try size() == 0)
            running.cancel()
            try await running.value
        }
    }
}
