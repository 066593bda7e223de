import PostgresClient
import SQLPort
import Testing

/// What a caller may write and neither database keeps whole.
@Suite struct KeptTextTests {
    @Test(arguments: ["", "ação", "a\u{0}b", "\u{1A}", "\u{1A}0", "\u{0}\u{1A}1\u{0}", "\u{1A}\u{1A}"])
    func everyTextComesBackAsItWent(_ text: String) {
        let kept = KeptText.written(text)
        #expect(!kept.utf8.contains(0))
        #expect(KeptText.read(kept) == text)
        #expect((kept == text) == !text.utf8.contains { $0 == 0 || $0 == 0x1A })
    }

    /// Texts are looked through eight bytes at a time: a mark is found at each place of each length.
    @Test(arguments: ["\u{0}", "\u{1A}"]) func aMarkIsFoundWhereverItStands(_ mark: String) {
        for length in 1...26 {
            for place in 0..<length {
                for neighbour in ["\u{1}", "\u{19}", "\u{1B}", "\u{80}", "é"] {
                    let before = String(repeating: neighbour, count: place)
                    let text = before + mark + String(repeating: neighbour, count: length - place - 1)
                    let kept = KeptText.written(text)
                    #expect(kept == before + (mark == "\u{0}" ? "\u{1A}0" : "\u{1A}1") + text.dropFirst(place + 1))
                    #expect(KeptText.read(kept) == text)
                }
            }
            let plain = String(repeating: "\u{19}", count: length)
            #expect(KeptText.written(plain) == plain && KeptText.read(plain) == plain)
        }
    }

    @Test(arguments: ["\u{1A}", "\u{1A}2", "a\u{1A}\u{1A}"]) func whatWasNeverWrittenIsReadAsItIs(_ text: String) {
        #expect(KeptText.read(text) == text)
    }

    @Test func parametersHaveTheServersNumbers() {
        let statement = PostgresDatabase.statement("SELECT ?1, ?12", ["a", nil, 7, true, [1, 2].blob])
        #expect(statement.sql == "SELECT $1, $12")
        #expect(statement.values == [.text("a"), .null, .integer(7), .integer(1), .bytes([1, 2])])
    }
}
