import ChaveBase
import ChaveWire
import Testing

@testable import SandboxBank

/// Clients that registered themselves, and their messages, each of which counts once.
@Suite struct ClientTests {
    private let institution = TestBank.institution(.approvesAtOnce)

    private func client(_ id: String, software: String = "software") -> RegisteredClient {
        var metadata = JSONObject()
        metadata["scope"] = "payments"
        return RegisteredClient(
            id: id,
            software: software,
            organisation: "organisation",
            metadata: metadata,
            tokenDigest: [1, 2],
            createdAt: TestBank.start
        )
    }

    @Test func anInstitutionHasOneClientOfASoftware() async throws {
        let bank = try await TestBank().bank
        #expect(try await bank.register(client("a"), at: institution))
        #expect(try await !bank.register(client("b"), at: institution))
        #expect(try await bank.register(client("b", software: "other"), at: institution))
        #expect(try await bank.register(client("c"), at: TestBank.institution(.slowOptions)))
        #expect(try await bank.client("a", at: institution) == client("a"))
        #expect(try await bank.client("a", at: TestBank.institution(.slowOptions)) == nil)
    }

    @Test func aClientIsChangedAndRemoved() async throws {
        let bank = try await TestBank().bank
        var changed = client("a")
        #expect(try await bank.register(changed, at: institution))
        changed.metadata["scope"] = "openid payments"
        try await bank.update(changed, at: institution)
        #expect(try await bank.client("a", at: institution)?.metadata["scope"] == "openid payments")
        try await bank.removeClient("a", at: institution)
        #expect(try await bank.client("a", at: institution) == nil)
        #expect(try await bank.register(client("z"), at: institution))
    }

    @Test func aMessageCountsOnceADayForEachClientAndInstitution() async throws {
        let test = try await TestBank()
        #expect(try await test.bank.takeMessage("id", of: "a", at: institution))
        #expect(try await !test.bank.takeMessage("id", of: "a", at: institution))
        #expect(try await test.bank.takeMessage("id", of: "b", at: institution))
        #expect(try await test.bank.takeMessage("id", of: "a", at: TestBank.institution(.slowOptions)))
        test.clock.advance(seconds: 86_399)
        #expect(try await !test.bank.takeMessage("id", of: "a", at: institution))
        test.clock.advance(seconds: 1)
        #expect(try await test.bank.takeMessage("id", of: "a", at: institution))
        test.clock.advance(seconds: 86_401)
        try await test.bank.tick()
        #expect(try await test.bank.count(.messages) == 0)
    }

    @Test func aTokenIsBoundToItsCertificate() async throws {
        let bank = try await TestBank().bank
        let client = BankClient(
            id: "a",
            organisation: "o",
            name: "A",
            relyingPartyID: "localhost",
            origins: [],
            certificate: "thumbprint"
        )
        let token = bank.accessToken(ofClient: client, scope: "payments")
        let holder = try #require(bank.holder(ofAccessToken: token.text))
        #expect(holder.certificate == "thumbprint")
        #expect(holder.enrollmentID == nil)
        #expect(holder.scope == "payments")
        #expect(token.text.utf8.count < 512)
    }
}
