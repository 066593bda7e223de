import ChaveCeremonyDebugger
import Testing

@Suite struct LineSplitterTests {
    /// However the stream is cut into pieces.
    @Test(arguments: 1...9)
    func linesAreTheSameInPiecesOfAnySize(_ size: Int) {
        let text = Array("one\n\nthree of many bytes\nfour".utf8)
        var splitter = LineSplitter(limit: 5)
        var lines: [LineSplitter.Line] = []
        for start in stride(from: 0, to: text.count, by: size) {
            lines += splitter.lines(endingIn: text[start..<min(start + size, text.count)])
        }
        if let rest = splitter.rest() { lines.append(rest) }
        #expect(lines == [.bytes(Array("one".utf8)), .bytes([]), .tooLong, .bytes(Array("four".utf8))])
    }

    @Test func aLineOfExactlyTheLimitIsTaken() {
        var splitter = LineSplitter(limit: 3)
        #expect(splitter.lines(endingIn: Array("abc\nabcd\n".utf8)) == [.bytes(Array("abc".utf8)), .tooLong])
        #expect(splitter.rest() == nil)
    }

    @Test func aLineFeedAtTheEndBeginsNoLine() {
        var splitter = LineSplitter(limit: 3)
        #expect(splitter.lines(endingIn: Array("a\n".utf8)).count == 1)
        #expect(splitter.rest() == nil)
        #expect(splitter.lines(endingIn: Array("abcdef".utf8)).isEmpty)
        #expect(splitter.rest() == .tooLong)
        #expect(splitter.rest() == nil)
    }
}
