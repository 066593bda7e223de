import ChaveBase
import ChavePixModel
import Testing

struct EndToEndIDTests {
    @Test(arguments: ["E9040088820210128000800123873170", "E432158152025061315009OzwiMmDSO7"])
    func publishedExamplesAreRead(_ text: String) {
        #expect(EndToEndID(text)?.text == text)
    }

    @Test func itsPartsCanBeTold() throws {
        let id = try #require(EndToEndID("E432158152025061315009OzwiMmDSO7"))
        #expect(id.ispb == "43215815")
        #expect(id.minute.rfc3339 == "2025-06-13T15:00:00.000000Z")
    }

    @Test(arguments: [
        "", "D432158152025061315009OzwiMmDSO7", "e432158152025061315009OzwiMmDSO7", "E432158152025061315009OzwiMmDSO",
        "E432158152025061315009OzwiMmDSO77", "E4321581a2025061315009OzwiMmDSO7", "E432158152025023015009OzwiMmDSO7",
        "E432158152025061324009OzwiMmDSO7", "E432158152025061315609OzwiMmDSO7", "E432158152025061315009OzwiMmDS-7",
        "E432158152025061315009OzwiMmDSé",
    ])
    func whatIsNoneIsRefused(_ text: String) {
        #expect(EndToEndID(text) == nil)
    }

    @Test func aNewOneHasTheMinuteAndReadsBack() throws {
        let now = Timestamp(microseconds: 1_732_620_057_389_056)
        let id = try #require(EndToEndID(ispb: "00038166", at: now, random: [UInt8](repeating: 0xAB, count: 16)))
        #expect(id.text.hasPrefix("E00038166202411261120"))
        #expect(EndToEndID(id.text) == id)
        #expect(EndToEndID(ispb: "0003816", at: now, random: [UInt8](repeating: 0, count: 16)) == nil)
        #expect(EndToEndID(ispb: "abcdefgh", at: now, random: [UInt8](repeating: 0, count: 16)) == nil)
    }

    @Test func suffixesUseAllCharactersEvenly() throws {
        var random = SeededGenerator(seed: 4)
        var counts: [Character: Int] = [:]
        var seen: Set<String> = []
        for _ in 0..<2_000 {
            let noise = (0..<16).map { _ in UInt8.random(in: 0...255, using: &random) }
            let id = try #require(EndToEndID(ispb: "00038166", at: Timestamp(seconds: 0), random: noise))
            seen.insert(id.text)
            for character in id.text.suffix(11) { counts[character, default: 0] += 1 }
        }
        #expect(seen.count == 2_000)
        #expect(counts.count == 62)
        // 22,000 characters over 62: 355 each, deviation about 19.
        #expect(counts.values.allSatisfy { (255...455).contains($0) })
    }
}
