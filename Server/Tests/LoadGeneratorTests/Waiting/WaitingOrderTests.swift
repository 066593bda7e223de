import ChaveWire
import Testing

@testable import LoadGenerator

@Suite struct WaitingOrderTests {
    private static let json: JSONValue = [
        "server": "http://localhost:8080", "secret_id": "the-key", "secret_password": "the-password",
        "beneficiary": "0193a1b2-0000-7000-8000-000000000001", "institution": "0193a1b2-0000-7000-8000-000000000002",
        "clients": 7, "payers": [["cpf": "76109277673", "password": "senha"]],
    ]

    @Test func anOrderGoesOverAPipe() throws {
        let order = try #require(WaitingOrder(json: WaitingOrderTests.json))
        #expect(order.clients == 7 && order.target.payers == [LoadPayer(cpf: "76109277673", password: "senha")])
        #expect(order.json == WaitingOrderTests.json)
    }

    @Test(arguments: ["server", "secret_id", "secret_password", "beneficiary", "institution", "clients", "payers"])
    func anOrderThatLacksSomethingIsNone(_ name: String) {
        var object = JSONObject()
        let members = WaitingOrderTests.json.object?.members ?? []
        for (member, value) in members where member != name { object[member] = value }
        #expect(WaitingOrder(json: .object(object)) == nil)
    }

    @Test func anOrderShowsNoSecret() throws {
        let order = try #require(WaitingOrder(json: WaitingOrderTests.json))
        var dumped = "\(order) \(order.target) \(order.target.payers)"
        dump(order.target, to: &dumped)
        for secret in ["the-key", "the-password", "senha", "76109277673"] { #expect(!dumped.contains(secret)) }
    }

    @Test func aReportGoesOverAPipe() throws {
        var report = WaitingReport()
        report.held = 3
        report.questions = 40
        report.lost = 1
        var woken = LatencyHistogram()
        for time in Int64(1)...100 { woken.record(time * 100) }
        report.woken = WaitingReport.WokenTimes(woken)
        #expect(WaitingReport(json: report.json) == report)
        #expect(WaitingReport(json: ["held": 1]) == nil)
        #expect(report.woken.count == 100 && report.woken.maximum == 10_000 && !report.isGood)
    }

    @Test func whoeverWaitsInAProcessThatIsGoneIsLost() {
        var report = WaitingReport()
        (report.held, report.lost) = (3, 1)
        report.lose()
        #expect(report.held == 0 && report.lost == 4 && !report.isGood)
        var ended = WaitingReport()
        ended.lose()
        #expect(ended.isGood)
    }

    @Test func whoIsWokenByNothingIsLost() {
        let counts = WaitingCounts()
        for _ in 0..<3 { counts.begins() }
        counts.endSent(0, at: 1_000_000)
        counts.stopped(0, at: 4_000_000, isWoken: true)
        counts.stopped(1, at: 4_000_000, isWoken: true)
        counts.stopped(2, at: 4_000_000, isWoken: false)
        #expect(counts.report.held == 0 && counts.report.lost == 2)
        #expect(counts.report.woken.count == 1 && counts.report.woken.maximum == 3_000)
    }
}
