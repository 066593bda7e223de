import ChaveBase
import ChaveJOSE
import InstitutionPort
import PostgresClient
import SQLPort
import Synchronization
import Testing

@testable import SandboxBank

/// Several nodes at one bank.
@Suite(.inPostgres) struct NodesTests {
    /// A hundred at once, each within the limit by itself: what holds together holds over both nodes.
    @Test func aHundredSpendsOverTwoNodesStayWithinOneDailyLimit() async throws {
        let test = try await TestBank()
        let nodes = [Initiator(test), Initiator(try await test.opened())]
        let device = try await nodes[0].enroll(choosing: ["daily_limit": "10.00"])
        var messages: [OFBPaymentCreation] = []
        for number in 0..<100 {
            let consent = try await nodes[number % 2].authorisedConsent(device, "1.00")
            messages.append(nodes[0].creation(consent, try nodes[0].newEndToEndID()))
        }
        let replies = await replies(to: messages, over: nodes)
        let paid = replies.filter { if case .answered(201, _, _) = $0 { true } else { false } }
        #expect(paid.count == 10)
        let refusals = try replies.filter { !paid.contains($0) }.map { try refusedCode($0) }
        #expect(refusals == Array(repeating: "VALOR_ACIMA_LIMITE", count: 90))
        for node in nodes {
            let verdict = try await node.test.bank.verdict()
            #expect(verdict.faults == [])
            #expect(verdict.total == 0 && verdict.movements == 80)
        }
        await nodes[1].test.remove()
        await test.remove()
    }

    /// The same payment over both nodes and under other keys is one payment.
    @Test func whatBothNodesAreAskedToPayIsPaidOnce() async throws {
        let test = try await TestBank()
        let nodes = [Initiator(test), Initiator(try await test.opened())]
        let device = try await nodes[0].enroll()
        for _ in 0..<10 {
            let consent = try await nodes[0].authorisedConsent(device, "7.00")
            let message = nodes[0].creation(consent, try nodes[0].newEndToEndID())
            let replies = await replies(to: Array(repeating: message, count: 8), over: nodes)
            let ids = try Set(replies.map { try OFBPayment(bytes: try answered($0, 201)).paymentID })
            #expect(ids.count == 1)
            #expect(try await test.bank.ledgerLines(ofEndToEndID: message.endToEndID).map(\.centavos) == [-700, 700])
        }
        #expect(try await test.bank.verdict().isSound)
        await nodes[1].test.remove()
        await test.remove()
    }

    private func replies(
        to messages: [OFBPaymentCreation],
        over nodes: [Initiator]
    ) async -> [InstitutionReply] {
        await withTaskGroup(of: InstitutionReply.self) { group in
            for (number, message) in messages.enumerated() {
                let node = nodes[number % nodes.count]
                group.addTask { await node.pay(message) }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
    }

    @Test func nodesThatMakeABankTogetherMakeOne() async throws {
        let databases = try #require(BankEngine.databases)
        let place = TestBank.Place.database(try await databases.next())
        let nodes = try await withThrowingTaskGroup(of: TestBank.self) { group in
            for seed in [1, 2] as [UInt64] {
                group.addTask {
                    try await TestBank(
                        at: place,
                        clock: TestClock(TestBank.start),
                        random: SeededBytes(seed),
                        configuration: SandboxBank.Configuration(publicBaseURL: "http://localhost:8080")
                    )
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        let keys = nodes.map { node in node.bank.branches.mapValues { $0.key.publicKey.thumbprint } }
        #expect(keys[0].count == 5 && keys[0] == keys[1])
        // What one node signs, the other takes.
        let device = try await Initiator(nodes[0]).enroll()
        #expect(try await Initiator(nodes[1]).pay(device, "10.00").status == .acsc)
        let verdict = try await nodes[1].bank.verdict()
        #expect(verdict.isSound && verdict.movements == 71)
        for node in nodes { await node.remove() }
    }

    /// Whoever says nothing in the middle of a transaction does not hold up the others for ever.
    @Test func aNodeThatStandsStillInItsTurnLosesIt() async throws {
        let test = try await TestBank()
        let string = try #require(test.place.connectionString)
        let initiator = Initiator(test)
        let ispb = try #require(test.bank.branches[initiator.institution]).institution.ispb
        let pool = try BankPool.over(string, connections: 1)
        let turn = PostgresTurns(ofBankOver: pool).opening(of: .institution(ispb), deadline: .seconds(2))
        let error = await #expect(throws: PostgresError.self) {
            try await pool.transaction { transaction in
                // It has a BEGIN of its own.
                _ = try await transaction.run(Array(turn.dropFirst()))
                _ = try await initiator.createEnrollment()
                _ = try await transaction.run([PostgresStatement("SELECT 1")])
            }
        }
        #expect(error?.kind == .connectionLost)
        await pool.close()
        await test.remove()
    }
}
