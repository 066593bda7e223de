import Testing
import Waiting

@testable import PaymentsCore

/// A reader of a sequence misses nothing that comes late, and waits for nothing that never comes.
struct SequenceCursorTests {
    private func cursor(_ reached: Int64 = 0) -> SequenceCursor {
        SequenceCursor(reached: reached, patienceMilliseconds: 5_000)
    }

    private func expect(
        _ cursor: inout SequenceCursor,
        saw numbers: [Int64],
        of question: SequenceCursor.Question,
        at time: Int64,
        keepsPlace: Bool = true
    ) {
        let hasPlace = cursor.saw(numbers, of: question, at: time)
        #expect(hasPlace == keepsPlace)
    }

    @Test func whatWasPassedOverIsAskedForUntilItComes() {
        var cursor = cursor(6)
        let first = cursor.question(at: 0)
        #expect(first == SequenceCursor.Question(after: 6, missing: []))
        expect(&cursor, saw: [8, 11], of: first, at: 0)
        let second = cursor.question(at: 10)
        #expect(second == SequenceCursor.Question(after: 11, missing: [7, 9, 10]))
        expect(&cursor, saw: [9, 12], of: second, at: 10)
        #expect(cursor.question(at: 20) == SequenceCursor.Question(after: 12, missing: [7, 10]))
    }

    @Test func whatNeverComesIsAskedForFiveSecondsLong() {
        var cursor = cursor()
        let first = cursor.question(at: 100)
        expect(&cursor, saw: [2], of: first, at: 100)
        #expect(cursor.question(at: 5_099).missing == [1])
        let last = cursor.question(at: 5_100)
        #expect(last.missing == [])
        expect(&cursor, saw: [], of: last, at: 5_100)
        #expect(cursor.question(at: 100).missing == [], "It is forgotten, whatever the time.")
    }

    @Test func aPageThatWasCutIsGoneOnWithAfterItsLast() {
        var cursor = cursor()
        let question = cursor.question(at: 0)
        expect(&cursor, saw: Array(1...1_000), of: question, at: 0)
        #expect(cursor.question(at: 0) == SequenceCursor.Question(after: 1_000, missing: []))
    }

    @Test(arguments: [1, 5_000, 9_999] as [Int64])
    func aReaderThatLostItsPlaceSaysSoAndGoesOn(_ before: Int64) {
        var cursor = cursor()
        let first = cursor.question(at: 0)
        expect(&cursor, saw: [before + 1], of: first, at: 0)
        let question = cursor.question(at: 1)
        #expect(question.missing.count == Int(before))
        let left = Int64(SequenceCursor.mostMissing) - before
        var within = cursor
        expect(&within, saw: [before + 2 + left], of: question, at: 1)
        expect(&cursor, saw: [before + 3 + left, .max], of: question, at: 1, keepsPlace: false)
        #expect(cursor.question(at: 1) == SequenceCursor.Question(after: .max, missing: []))
    }

    /// Any order in which commits can show: each is seen once it shows, within two questions.
    @Test(arguments: 0..<40 as Range<UInt64>)
    func inWhateverOrderTheyShowEachIsSeen(_ seed: UInt64) {
        var random = SeededNumbers(seed: seed)
        var cursor = cursor()
        var hidden = Set<Int64>(1...200)
        var shown: Set<Int64> = []
        var seen: Set<Int64> = []
        for time in Int64(0)..<400 {
            // The lowest ones show sooner or later; none is later than 60 others.
            for number in hidden.sorted().prefix(60) where random.next() % 8 == 0 {
                hidden.remove(number)
                shown.insert(number)
            }
            let question = cursor.question(at: time)
            let answer = shown.filter { $0 > question.after || question.missing.contains($0) }
            expect(&cursor, saw: Array(answer), of: question, at: time)
            seen.formUnion(answer)
            #expect(seen == shown)
        }
        #expect(seen.count == 200)
    }
}
