import ChaveBase
import Hashing
import Testing
import TokenActivationCore

/// The chain: each entry follows the one before, and no field can be changed unseen.
@Suite struct ActivationAuditTests {
    static func fact(_ chain: ActivationAuditChain = .card("V-1")) -> ActivationAuditFact {
        ActivationAuditFact(
            chain: chain,
            at: Timestamp(seconds: 5),
            actor: "holder/maria client/app",
            action: .activate,
            outcome: "ACTIVE",
            activation: "0190",
            content: Digest(ofText: "content")
        )
    }

    @Test func theFirstFollowsTheChainsName() {
        let first = ActivationAuditEntry(Self.fact(), after: nil)
        #expect(first.sequence == 1)
        #expect(first.previous == ActivationAuditChain.card("V-1").start)
        let second = ActivationAuditEntry(Self.fact(), after: (first.sequence, first.hash))
        #expect(second.sequence == 2)
        #expect(second.previous == first.hash)
        #expect(second.hash != first.hash)
    }

    @Test func everyFieldCounts() {
        let entry = ActivationAuditEntry(Self.fact(), after: nil)
        var others: [ActivationAuditFact] = []
        for change: (inout ActivationAuditFact) -> Void in [
            { $0.chain = .card("V-2") }, { $0.at = Timestamp(seconds: 6) }, { $0.actor = "server" },
            { $0.action = .decline }, { $0.outcome = "DECLINED" }, { $0.activation = nil }, { $0.content = nil },
        ] {
            var fact = Self.fact()
            change(&fact)
            others.append(fact)
        }
        for other in others {
            #expect(ActivationAuditEntry(other, sequence: 1, previous: entry.previous).hash != entry.hash, "\(other)")
        }
        #expect(ActivationAuditEntry(Self.fact(), sequence: 2, previous: entry.previous).hash != entry.hash)
        #expect(ActivationAuditEntry(Self.fact(), sequence: 1, previous: entry.hash).hash != entry.hash)
    }

    @Test(arguments: [
        ActivationAuditChain.card("V-1"), .card(""), .card("a/b"),
        .holder(CardHolder(tenant: "shop", user: "maria")), .holder(CardHolder(tenant: "a/b", user: "c/d")),
        .holder(CardHolder(tenant: "", user: "")), .holder(CardHolder(tenant: "padaria-é", user: "joão")),
    ])
    func aChainIsReadAsItWasWritten(_ chain: ActivationAuditChain) {
        #expect(ActivationAuditChain(text: chain.text) == chain)
    }

    @Test(arguments: ["", "card", "other/x", "holder/", "holder/x/a/b", "holder/9/a/b", "holder/-1/a/b", "holder/1/ab"])
    func whatIsNoChainIsNotRead(_ text: String) { #expect(ActivationAuditChain(text: text) == nil) }
}
