import ChaveBase
import ChavePixModel
import ChaveWire
import Console
import Foundation
import Logging
import PaymentsCore
import Testing

@testable import HTTPKernel
@testable import ServerHost

/// What the charts are made of.
struct ConsoleFiguresTests {
    @Test func paymentsAreCountedByTheTimeTheyWereMade() async throws {
        try await withServer { server in
            let rig = ConsoleRig(server)
            let device = try await TestDevice(server, of: server.shop)
            let enrollment = try await device.enroll()
            let start = server.clock.now
            _ = try await device.pay(enrollment)
            server.clock.advance(seconds: 60)
            _ = try await device.pay(enrollment, amount: "150.00")
            _ = try await device.createIntent(enrollment)
            let steps = try await rig.records.outcomes(from: start, stepSeconds: 30, count: 4)
            #expect(steps.map(\.start) == (0..<4).map { start.adding(seconds: $0 * 30) })
            #expect(steps.map(\.succeeded) == [1, 0, 0, 0])
            #expect(steps.map { $0.failed + $0.open } == [0, 0, 2, 0])
            #expect(try await rig.records.outcomes(from: start, stepSeconds: .max, count: 4).isEmpty)
            #expect(try await rig.records.outcomes(from: start, stepSeconds: 1, count: .max).count == 500)
        }
    }

    @Test func settlementIsMeasuredFromTheApproval() async throws {
        try await withServer(settlementDelaySeconds: 3) { server in
            let rig = ConsoleRig(server)
            let device = try await TestDevice(server, of: server.shop)
            let enrollment = try await device.enroll()
            let start = server.clock.now
            #expect(try await rig.records.settlement(since: start) == nil)
            let intent = try await device.createIntent(enrollment)
            // A payer who thinks is no slow bank.
            server.clock.advance(seconds: 100)
            _ = try await device.done(
                .post(
                    "/payments/br/payment-intents/\(intent.id)/authorize/",
                    try await device.authorisation(of: intent)
                )
            )
            for _ in 0..<5 {
                try await server.settle()
                server.clock.advance(seconds: 2)
            }
            let id = try #require(PaymentIntentID(intent.id))
            let view = try #require(try await rig.records.payment(id))
            #expect(view.row.status == "SUCCEEDED")
            let approved = try #require(view.timeline.first { $0.action == "approval" })
            let ended = try #require(view.timeline.last)
            let milliseconds = Double(ended.at.microseconds(since: approved.at)) / 1_000
            let figure = try #require(try await rig.records.settlement(since: start))
            #expect(figure.count == 1 && figure.p50 == milliseconds && figure.p99 == milliseconds)
            #expect(milliseconds >= 3_000 && milliseconds < 100_000)
            #expect(try await rig.records.settlement(since: server.clock.now) == nil)
        }
    }

    /// The nearest rank: the smallest value that at least so many percent do not exceed.
    @Test(
        arguments: [
            ([7], 7, 7, 7), ([1, 2], 1, 2, 2), (Array(1...100), 50, 95, 99), (Array((1...10).reversed()), 5, 10, 10),
            (Array(1...20), 10, 19, 20), (Array(1...201), 101, 191, 199),
        ] as [([Int64], Double, Double, Double)]
    )
    func percentilesAreValuesThatWereMeasured(_ values: [Int64], _ p50: Double, _ p95: Double, _ p99: Double) throws {
        let figure = try #require(LatencyFigure(exactly: values.map { $0 * 1_000 }))
        #expect(figure.count == values.count)
        #expect((figure.p50, figure.p95, figure.p99) == (p50, p95, p99))
        #expect(LatencyFigure(exactly: []) == nil)
    }

    @Test func routesAreFoldedOverTheirStatusesAndTheMostCalledComeFirst() async throws {
        try await withServer { server in
            let rig = ConsoleRig(server)
            #expect(await rig.records.routeLatencies().isEmpty)
            func answer(_ method: String, _ route: String, _ status: Int, _ seconds: Double, times: Int = 1) {
                let record = APIServer.Record(requestID: "", method: method, route: route, status: status)
                for _ in 0..<times { rig.metrics.answered(record, seconds: seconds) }
            }
            for number in 1...15 { answer("GET", "/r\(number)/", 200, 0.2) }
            // Half of them up to 5 ms, the other half up to 10: the middle is at 5, and 95 % at 9.5.
            answer("POST", "/payments/br/enrollments/", 201, 0.004, times: 20)
            answer("POST", "/payments/br/enrollments/", 400, 0.008, times: 20)
            answer("GET", "/payments/br/enrollments/", 200, 60, times: 5)
            let figures = await rig.records.routeLatencies()
            #expect(figures.count == 12)
            #expect(
                figures.prefix(3).map(\.name) == [
                    "POST /payments/br/enrollments/", "GET /payments/br/enrollments/", "GET /r1/",
                ]
            )
            #expect(figures.prefix(3).map(\.count) == [40, 5, 1])
            #expect(abs(figures[0].p50 - 5) < 1e-9 && abs(figures[0].p95 - 9.5) < 1e-9)
            #expect(figures[1].p50 == 10_000, "what is above the last bound lies on it")
        }
    }
}
