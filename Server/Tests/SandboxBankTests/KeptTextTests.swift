import InstitutionPort
import PostgresClient
import Testing

@testable import SandboxBank

/// What a caller may write and neither database keeps whole.
@Suite struct KeptTextTests {
    @Test(arguments: ["", "ação", "a\u{0}b", "\u{1A}", "\u{1A}0", "\u{0}\u{1A}1\u{0}", "\u{1A}\u{1A}"])
    func everyTextComesBackAsItWent(_ text: String) {
        let kept = KeptText.written(text)
        #expect(!kept.utf8.contains(0))
        #expect(KeptText.read(kept) == text)
        #expect((kept == text) == !text.utf8.contains { $0 == 0 || $0 == 0x1A })
    }

    @Test(arguments: ["\u{1A}", "\u{1A}2", "a\u{1A}\u{1A}"]) func whatWasNeverWrittenIsReadAsItIs(_ text: String) {
        #expect(KeptText.read(text) == text)
    }

    @Test func parametersHaveTheServersNumbers() {
        let statement = PostgresBankDatabase.statement("SELECT ?1, ?12", ["a", nil, 7, true, [1, 2].blob])
        #expect(statement.sql == "SELECT $1, $12")
        #expect(statement.values == [.text("a"), .null, .integer(7), .integer(1), .bytes([1, 2])])
    }
}

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
