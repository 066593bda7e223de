import InstitutionPort
import Testing

@testable import SandboxBank

/// A text with a NUL has the same answers wherever the bank is.
@Suite(.everyEngine) struct OddTextTests {
    @Test func aNameThatLooksEscapedComesBackAsItWentAndAnUnknownIdWithANULIsNotFound() async throws {
        let test = try await TestBank()
        let initiator = Initiator(test)
        let id = try await initiator.createEnrollment(name: "Loja \u{1A}1")
        #expect(try await initiator.enrollment(id).name == "Loja \u{1A}1")
        #expect(refusedStatus(await initiator.call(.readPayment, "a\u{0}b")) == 404)
        await test.remove()
    }
}
