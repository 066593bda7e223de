/// A reader's place in a sequence whose numbers are given out before they are visible.
///
/// Two commits may get 7 and 8, and 8 may become visible first. Number 7 is then missing. The cursor asks for 7 again
/// until it appears, or until no commit can be that slow any more. A number that never appears belongs to a commit that
/// was rolled back.
package struct SequenceCursor: Sendable {
    /// The numbers to ask for next.
    package struct Question: Hashable, Sendable {
        /// Asks for all numbers above this one.
        package var after: Int64
        /// Asks also for these skipped numbers, in ascending order, which may still appear.
        package var missing: [Int64]

        package init(after: Int64, missing: [Int64]) {
            self.after = after
            self.missing = missing
        }
    }

    /// The most missing numbers that a cursor stores; with more, the reader has lost its place.
    package static let mostMissing = 10_000

    package let patienceMilliseconds: Int64
    /// The highest number that was seen.
    package private(set) var reached: Int64
    /// The missing numbers, each with the uptime since which it is missing.
    private var missing: [Int64: Int64] = [:]

    package init(reached: Int64, patienceMilliseconds: Int64) {
        self.reached = reached
        self.patienceMilliseconds = patienceMilliseconds
    }

    package func question(at uptimeMilliseconds: Int64) -> Question {
        let late = missing.filter { uptimeMilliseconds - $0.value < patienceMilliseconds }
        return Question(after: reached, missing: late.keys.sorted())
    }

    /// Notes the numbers that the answer to `question` contained.
    ///
    /// - Returns: `false` when the reader has lost its place, because more numbers are missing than the cursor stores.
    ///   The reader must then treat all objects as changed. The cursor continues after the highest number.
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
