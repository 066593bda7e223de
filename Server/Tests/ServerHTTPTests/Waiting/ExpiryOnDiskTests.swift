import ChaveBase
import ChavePixModel
import ChaveWire
import PaymentsCore
import PaymentsModel
import PaymentsStores
import SandboxBank
import Testing

/// The race of an approval with its time limit, over SQLite and on real threads.
struct ExpiryOnDiskTests {
    @Test func anApprovalAtItsLimitEitherPaysOrHasNeverBeen() async throws {
        try await withServer { server in
            var device = try await TestDevice(server, of: server.shop)
            let enrollment = try await device.enroll()
            var won = (request: 0, time: 0)
            for run in 0..<60 {
                let intent = try await device.createIntent(enrollment)
                let id = try #require(PaymentIntentID(intent.id))
                let stored = try await server.store.paymentIntent(id)
                guard case .awaitingApproval(_, let deadline)? = stored?.state else {
                    throw TestProblem("no challenge: \(intent.text)")
                }
                let call = Call.post(
                    "/payments/br/payment-intents/\(intent.id)/authorize/",
                    try await device.authorisation(of: intent)
                )
                // From 14 ms before the limit to 6 ms after it, of which 6 ms pass while the request is worked on: some are
                // surely in time, some surely late, and the rest race. A request itself takes 10 ms of the server's time.
                let distance = deadline.microseconds(since: server.clock.now) / 1_000
                server.clock.advance(milliseconds: distance - 24 + Int64(run * 8 % 21))
                let caller = device
                async let reply = caller.send(call)
                async let swept = server.payments.sweep()
                for _ in 0..<6 {
                    await Task.yield()
                    server.clock.advance(milliseconds: 1)
                }
                _ = try await swept
                let isAccepted = try await reply.status == 204
                for _ in 0..<20 {
                    try await server.settle()
                    if try await server.store.paymentIntent(id)?.isAtEnd == true { break }
                    server.clock.advance(seconds: 2)
                }
                let ended = try #require(try await server.store.paymentIntent(id))
                #expect(ended.status == (isAccepted ? .succeeded : .failed), "run \(run)")
                if isAccepted { won.request += 1 } else { won.time += 1 }
                // An access token lives shorter than four intents.
                try await device.renew()
            }
            #expect(won.request > 0 && won.time > 0, "\(won)")
            let verdict = try await server.bank.verdict()
            #expect(verdict.faults.isEmpty)
        }
    }
}
