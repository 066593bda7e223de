import ChaveBase
import ChavePixModel
import ChaveWire
import Foundation
import PaymentsCore
import PaymentsModel
import PaymentsStores
import Testing

@testable import ServerHost

/// A whole sandbox server with its clock, over two starts.
struct ServerClockTests {
    @Test func aJumpCountsForServerAndBankAndOutlivesTheStart() async throws {
        let directory = try await WholeServer.newDirectory()
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let time = TestClock(now: TestClock.beginning, seed: 3)
        let first = try await SandboxStart(directory, time)
        let clock = try #require(first.server.clock)
        let enrollment = try await first.send("POST", "/payments/br/enrollments/", Bodies.enrollment())
        #expect(enrollment.status == 201, "\(enrollment.text)")
        try await clock.jump(seconds: 300)
        try await first.sweep()
        #expect(try await first.status(of: enrollment.id) == "PENDING")
        try await clock.jump(seconds: 600)
        try await first.sweep()
        let ended = try await first.send("GET", "/payments/br/enrollments/\(enrollment.id)/")
        #expect(ended["status"] == "FAILED" && ended["status_reason_code"] == "expired", "\(ended.text)")
        await first.server.close()

        let second = try await SandboxStart(directory, time)
        #expect(second.server.clock?.aheadSeconds == 900)
        let later = try await second.send("POST", "/payments/br/enrollments/", Bodies.enrollment())
        try await second.sweep()
        #expect(try await second.status(of: later.id) == "PENDING")
        let id = try #require(EnrollmentID(later.id))
        guard case .awaitingHolder(_, let deadline)? = try await second.server.store.enrollment(id)?.state else {
            throw TestProblem("no redirect URL: \(later.text)")
        }
        #expect(deadline == time.now.adding(seconds: 900 + 890))
        await second.server.close()
        #expect(try await DataDirectory.check(.files(directory)) == [])
    }

    /// Behind the operator's key and the page's own form; a leap that the page does not offer is none.
    @Test func theOperatorsButtonPutsItForwardAndNobodyElse() async throws {
        let directory = try await WholeServer.newDirectory()
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let start = try await SandboxStart(directory, TestClock(now: TestClock.beginning, seed: 4))
        let clock = try #require(start.server.clock)
        var visit = OperatorVisit(start: start)
        #expect(await visit.submit("/console/clock", ["minutes": "15"]).status != 303)
        #expect(clock.aheadSeconds == 0)
        let key = try #require(try SecretFiles(dataDirectory: directory).storedOperatorKey())
        #expect(await visit.submit("/console/enter", ["key": key]).status == 303)
        for (form, ahead) in [("15", 900), ("60", 900), ("-5", 900), ("", 900), ("5", 1_200)] as [(String, Int64)] {
            _ = await visit.submit("/console/clock", ["minutes": form])
            #expect(clock.aheadSeconds == ahead, "\(form)")
        }
        let forged = await visit.send("POST", "/console/clock", "minutes=15&csrf=x")
        #expect(forged.status == 403 && clock.aheadSeconds == 1_200)
        #expect(await visit.send("GET", "/console").text.contains("data-ahead=\"1200\""))
        await start.server.close()
    }
}
