import ChaveBase
import Testing

@testable import PostgresNodes

/// The rule by which a process carries the database's clock on, over given samples.
struct ClockCourseTests {
    /// A question at `at`, in milliseconds of this process, whose answer took `took` and said `said`.
    private static func sample(at: Int64, took: Int64 = 2, said: Int64) throws -> ClockSample {
        try #require(
            ClockSample(
                askedAt: at * 1_000,
                answeredAt: (at + took) * 1_000,
                said: Timestamp(microseconds: said * 1_000)
            )
        )
    }

    /// Known to a millisecond at 10 000: the database is 1 000 000 ms ahead of this process.
    private static func course() throws -> ClockCourse {
        try #require(ClockCourse([try sample(at: 9_998, said: 1_009_999)]))
    }

    private static func reading(_ course: ClockCourse, at: Int64) -> Double {
        Double(course.reading(at: at * 1_000).microseconds) / 1_000
    }

    @Test func theShortestRoundTripCounts() throws {
        let samples = [
            try Self.sample(at: 100, took: 80, said: 5_000), try Self.sample(at: 200, took: 4, said: 5_102),
            try Self.sample(at: 300, took: 30, said: 5_900),
        ]
        let course = try #require(ClockCourse(samples))
        #expect(Self.reading(course, at: 204) == 5_104)
        #expect(course.errorMicroseconds(at: 204_000) == 2_000)
        #expect(ClockCourse([]) == nil)
    }

    /// Half a part in a thousand, which is as far as a kernel goes.
    @Test func whatIsKnownGrowsOld() throws {
        let course = try Self.course()
        #expect(course.errorMicroseconds(at: 10_000_000) == 1_000)
        #expect(course.errorMicroseconds(at: 20_000_000) == 6_000)
        #expect(course.errorMicroseconds(at: 0) == 1_000)
    }

    /// What the second sample is like, and what becomes of it.
    ///
    /// It is answered at 12 000, when 1 012 000 is expected, and what was known is exact to two milliseconds.
    struct Line: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var took: Int64
        /// What the database is ahead of what is expected.
        var ahead: Int64
        var correction: ClockCourse.Correction
        /// Milliseconds later, and what is read then beyond what was expected without the sample.
        var later: [(Int64, Double)]
    }

    static let lines = [
        Line(testDescription: "the same", took: 2, ahead: 0, correction: .smooth(microseconds: 0), later: [(0, 0)]),
        Line(
            testDescription: "a little forward counts at once",
            took: 2,
            ahead: 40,
            correction: .smooth(microseconds: 40_000),
            later: [(0, 40), (1_000, 40)]
        ),
        Line(
            testDescription: "a little back is gone at half speed",
            took: 2,
            ahead: -40,
            correction: .smooth(microseconds: -40_000),
            later: [(0, 0), (20, -10), (80, -40), (1_000, -40)]
        ),
        Line(testDescription: "less exact and possible", took: 200, ahead: 90, correction: .none, later: [(0, 0)]),
        Line(
            testDescription: "less exact and impossible",
            took: 200,
            ahead: 150,
            correction: .smooth(microseconds: 150_000),
            later: [(0, 150)]
        ),
        Line(
            testDescription: "a second forward is none yet",
            took: 2,
            ahead: 1_001,
            correction: .smooth(microseconds: 1_001_000),
            later: [(0, 1_001)]
        ),
        Line(
            testDescription: "a jump forward",
            took: 2,
            ahead: 1_002,
            correction: .jump(microseconds: 1_002_000),
            later: [(0, 1_002), (5_000, 1_002)]
        ),
        Line(
            testDescription: "a jump back",
            took: 2,
            ahead: -300_000,
            correction: .jump(microseconds: -300_000_000),
            later: [(0, -300_000), (5_000, -300_000)]
        ),
        Line(
            testDescription: "a slow answer is no jump",
            took: 4_000,
            ahead: 2_900,
            correction: .smooth(microseconds: 2_900_000),
            later: [(0, 2_900)]
        ),
    ]

    @Test(arguments: lines)
    func eachSampleIsWorthWhatItCanTell(_ line: Line) throws {
        var course = try Self.course()
        let middle = 12_000 - line.took / 2
        let sample = try Self.sample(at: 12_000 - line.took, took: line.took, said: middle + 1_000_000 + line.ahead)
        #expect(course.take([sample], at: 12_000_000) == line.correction)
        for (later, beyond) in line.later {
            #expect(Self.reading(course, at: 12_000 + later) == Double(1_012_000 + later) + beyond, "\(later) later")
        }
    }

    @Test func withoutAnAnswerItGoesOn() throws {
        var course = try Self.course()
        #expect(course.take([], at: 3_600_000_000) == .none)
        #expect(Self.reading(course, at: 3_600_000) == 4_600_000)
    }

    /// Any course of small corrections, looked at every millisecond: no time comes twice as another.
    @Test func smallCorrectionsNeverLeadBack() throws {
        var course = try Self.course()
        var (last, shift) = (Self.reading(course, at: 10_000), Int64(0))
        for step in Int64(1)...4_000 {
            let now = 10_000 + step
            if step % 50 == 0 {
                shift += [-900, 700, -30, 20, -400, 610][Int(step / 50) % 6]
                let sample = try Self.sample(at: now - 2, said: now - 1 + 1_000_000 + shift)
                let correction = course.take([sample], at: now * 1_000)
                #expect(correction != .none)
                if case .jump = correction { Issue.record("a jump by \(shift)") }
            }
            let reading = Self.reading(course, at: now)
            #expect(reading > last)
            last = reading
        }
    }

    @Test(arguments: [(5, 4, 100), (-1, 4, 100), (5, 6, -1), (5, .max, 100), (5, 6, .max)] as [(Int64, Int64, Int64)])
    func whatCannotBeIsNoSample(_ asked: Int64, _ answered: Int64, _ said: Int64) {
        let said = Timestamp(microseconds: said)
        #expect(ClockSample(askedAt: asked, answeredAt: answered, said: said) == nil)
    }
}
