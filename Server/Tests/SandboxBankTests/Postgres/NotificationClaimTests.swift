import InstitutionPort
import SQLPort
import Testing

@testable import SandboxBank

/// An object of the platform.
private struct Paid: ClientOwned {
    let id: String
    let client = "chave"
}

/// The platform is told of each change at least once, and of none twice while all goes well.
@Suite(.inPostgres) struct NotificationClaimTests {
    /// Enough for several claims.
    private func notify(_ count: Int, at bank: SandboxBank) async throws {
        let branch = try #require(bank.branches[TestBank.institution(.approvesAtOnce)])
        try await bank.atDesk(of: branch) { desk in
            for number in 0..<count { try desk.notify(.payment, Paid(id: "payment-\(number)")) }
        }
    }

    @Test func nodesThatTickAtOnceTellEachChangeOnce() async throws {
        let test = try await TestBank()
        let nodes = [test, try await test.opened(), try await test.opened()]
        let heard = nodes.map { _ in HeardNotifications() }
        for (node, heard) in zip(nodes, heard) { node.bank.setNotifications(heard) }
        try await notify(450, at: test.bank)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for node in nodes { group.addTask { try await node.bank.tick() } }
            try await group.waitForAll()
        }
        let all = heard.flatMap(\.items)
        #expect(all.count == 450)
        #expect(Set(all.map(\.id)).count == 450)
        #expect(try await test.bank.count(.notifications) == 0)
        for node in nodes { await node.remove() }
    }

    @Test func whatANodeTookAndDidNotTellIsToldWhenItsTimeIsOver() async throws {
        let test = try await TestBank()
        let other = try await test.opened()
        let heard = HeardNotifications()
        other.bank.setNotifications(heard)
        try await notify(3, at: test.bank)
        let taken = try await test.bank.store.write(.upkeep) {
            try NotificationClaim.taken(in: $0, token: [1], at: TestBank.start)
        }
        #expect(taken?.items.map(\.object) == ["payment-0", "payment-1", "payment-2"])
        try await other.bank.deliverNotifications()
        #expect(heard.items.isEmpty)
        // The node is gone, and a minute of the server's has passed.
        try await test.bank.store.write(.upkeep) { try StoredBank.ageClaims(byMicroseconds: 60_000_000, in: $0) }
        try await other.bank.deliverNotifications()
        #expect(heard.items.map(\.id) == ["payment-0", "payment-1", "payment-2"])
        // What it had taken is another's now: it takes nothing away.
        try await notify(1, at: test.bank)
        try await test.bank.store.write(.upkeep) { try taken?.settle(in: $0) }
        #expect(try await test.bank.count(.notifications) == 1)
        await other.remove()
        await test.remove()
    }
}
