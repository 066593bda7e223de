import ChaveBase
import Testing
import TokenActivationCore

@Suite struct IdempotencyKeyTests {
    @Test(arguments: ["a", "\"a\"", String(repeating: "k", count: 255), "\"", "5f1c…".replacing("…", with: "-1")])
    func aVisibleTextIsTaken(_ header: String) throws {
        let key = try ActivationScene.key(header)
        #expect(key.text == (header == "\"a\"" ? "a" : header))
    }

    @Test(arguments: ["", "\"\"", " ", "a b", "é", "a\u{0}", "a\n", String(repeating: "k", count: 256)])
    func anythingElseIsRefused(_ header: String) {
        #expect(throws: ActivationRefusal(.idempotencyKeyInvalid)) { try ActivationScene.key(header) }
    }

    @Test func aRequestWithoutAKeyIsRefused() {
        #expect(throws: ActivationRefusal(.idempotencyKeyMissing, field: "Idempotency-Key")) {
            try ActivationScene.key(nil)
        }
    }

    @Test func theFingerprintTellsRequestsApart() throws {
        let one = try ActivationScene.key("k", "/a", body: "b").fingerprint
        #expect(try ActivationScene.key("other", "/a", body: "b").fingerprint == one)
        #expect(try ActivationScene.key("k", "/ab", body: "").fingerprint != one)
        #expect(try ActivationScene.key("k", "/a", body: "b ").fingerprint != one)
    }
}
