import ChaveCeremonyDebugger
import Testing

/// The checks that are told, against the refusals that come.
@Suite struct CheckTests {
    /// Each refusal of the examples fails one of its ceremony's checks, and no other.
    @Test(arguments: ExplanationTests.Case.registrations + ExplanationTests.Case.authentications)
    func eachRefusalFailsOneCheck(_ example: ExplanationTests.Case) throws {
        let isRegistration = example.sample().kind == "registration"
        let checks = isRegistration ? CeremonyCheck.registration : CeremonyCheck.authentication
        #expect(checks.filter { $0.isFailed(by: example.refusal) }.count == 1)
    }

    @Test func theFinerNameOfAnAttestationFailsTheCheckOfItsStep() throws {
        let failed = CeremonyCheck.registration.filter { $0.isFailed(by: "attestation_chain_not_trusted") }
        #expect(failed.map(\.refusal) == ["attestation_not_accepted"])
        #expect(failed.map(\.step) == ["WebAuthn Level 3, 7.1 step 24"])
        #expect(!CeremonyCheck.authentication.contains { $0.isFailed(by: "attestation_chain_not_trusted") })
    }

    /// A challenge is looked at before the origin, and the counter last of all.
    @Test func theOrderIsTheProcedures() throws {
        let names = CeremonyCheck.authentication.map(\.refusal)
        #expect(
            try #require(names.firstIndex(of: "challenge_mismatch")) < #require(
                names.firstIndex(of: "origin_not_allowed")
            )
        )
        #expect(names.last == "counter_not_advanced")
        #expect(CeremonyCheck.registration.count == 28 && CeremonyCheck.authentication.count == 22)
    }
}
