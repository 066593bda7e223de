import ChaveBase
import Testing

private typealias TestID = ResourceID<ResourceIDTests>

struct ResourceIDTests {
    @Test func aUUIDIsReadInEitherCaseAndWrittenInLower() throws {
        let id = try #require(TestID("82666CDE-3F80-4350-B0F7-24CB8E9294C9"))
        #expect(id.text == "82666cde-3f80-4350-b0f7-24cb8e9294c9")
        #expect(TestID(id.text) == id)
        #expect(TestID(bytes: id.bytes) == id)
    }

    @Test(arguments: [
        "", "82666cde-3f80-4350-b0f7-24cb8e9294c", "82666cde-3f80-4350-b0f7-24cb8e9294c99",
        "82666cde03f80-4350-b0f7-24cb8e9294c9", "82666cde-3f80-4350-b0f7-24cb8e9294cg",
        "{82666cde-3f80-4350-b0f7-24cb8e9294c9}", "82666cde3f804350b0f724cb8e9294c9",
        "82666cde-3f80-4350-b0f7-24cb8e92９4c", "-----------------------------------c",
    ])
    func whatIsNoUUIDIsRefused(_ text: String) {
        #expect(TestID(text) == nil)
    }

    @Test func fifteenBytesAreNoID() {
        #expect(TestID(bytes: [UInt8](repeating: 0, count: 15)) == nil)
        #expect(TestID(bytes: [UInt8](repeating: 0, count: 17)) == nil)
    }

    @Test func newIDsSortByTimeToTheMicrosecond() {
        var random = SeededGenerator(seed: 3)
        var previous: TestID?
        for step in Int64(0)..<3_000 {
            let noise = (0..<16).map { _ in UInt8.random(in: 0...255, using: &random) }
            let now = Timestamp(microseconds: 1_732_620_057_389_056 + step)
            let id = TestID.version7(at: now, random: noise)
            if let previous {
                #expect(previous < id)
                #expect(previous.text < id.text)
            }
            previous = id
        }
    }

    @Test func aNewIDIsOfVersionSeven() {
        let id = TestID.version7(
            at: Timestamp(milliseconds: 0x017F_22E2_79B0),
            random: [UInt8](repeating: 0xFF, count: 8)
        )
        // The time of the example in RFC 9562, appendix A.6.
        #expect(id.text == "017f22e2-79b0-7000-bfff-ffffffffffff")
        let extreme = TestID.version7(at: Timestamp(microseconds: .max), random: [UInt8](repeating: 0, count: 8))
        #expect(Array(extreme.text)[14] == "7")
        #expect(
            TestID.version7(at: Timestamp(microseconds: .min), random: [UInt8](repeating: 0, count: 8)).high == 0x7000
        )
    }
}
