/// How far a reader has come in a sequence whose numbers are given out before they can be seen.
///
/// Two commits may take 7 and 8, and 8 be seen first: 7 is missing then, and is asked for again, until it shows or until
/// nobody can be that slow any more. What never comes was undone.
package struct SequenceCursor: Sendable {
    /// What to ask for next.
    package struct Question: Hashable, Sendable {
        /// All that are higher than this one.
        package var after: Int64
        /// And of those passed over, in order, the ones that may still come.
        package var missing: [Int64]

        package init(after: Int64, missing: [Int64]) {
            self.after = after
            self.missing = missing
        }
    }

    /// More than so many missing at once are not counted any more: the reader has lost its place.
    package static let mostMissing = 10_000

    package let patienceMilliseconds: Int64
    /// The highest that was seen.
    package private(set) var reached: Int64
    /// By number: since when it is missed.
    private var missing: [Int64: Int64] = [:]

    package init(reached: Int64, patienceMilliseconds: Int64) {
        self.reached = reached
        self.patienceMilliseconds = patienceMilliseconds
    }

    package func question(at uptimeMilliseconds: Int64) -> Question {
        let late = missing.filter { uptimeMilliseconds - $0.value < patienceMilliseconds }
        return Question(after: reached, missing: late.keys.sorted())
    }

    /// Notes what was seen of `question`.
    ///
    /// - Returns: `false` when the place is lost: more numbers are missing than a reader keeps, and what they stand for must
    ///   be taken as changed. The cursor goes on after the highest.
    package mutating func saw(_ numbers: [Int64], of question: Question, at uptimeMilliseconds: Int64) -> Bool {
        let asked = Set(question.missing)
        missing = missing.filter { asked.contains($0.key) }
        for number in numbers { missing[number] = nil }
        var last = reached
        for number in numbers.sorted() where number > reached {
            guard number - last - 1 <= Int64(SequenceCursor.mostMissing - missing.count) else {
                missing = [:]
                reached = numbers.max() ?? reached
                return false
            }
            for skipped in (last + 1)..<max(number, last + 1) { missing[skipped] = uptimeMilliseconds }
            last = number
        }
        reached = last
        return true
    }
}
