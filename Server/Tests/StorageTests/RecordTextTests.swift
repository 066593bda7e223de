import ChaveBase
import ChavePixModel
import Foundation
import PaymentsModel
import PaymentsStores
import SQLPort
import ServerTestSupport
import Testing
import Webhooks

/// The text of a record is the one that `JSONEncoder` makes, but for the order of its members: what an earlier version
/// has written is read, and an earlier version reads this.
@Suite struct RecordTextTests {
    private let sample = StorageSample(1)

    /// Compared as JSON, and read back by Foundation alone.
    private func expectSameForm<Record: Codable & Equatable & Sendable>(
        _ record: Record,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let text = try RecordText.encode(record)
        let ours = try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
        let theirs = try JSONSerialization.jsonObject(with: JSONEncoder().encode(record), options: .fragmentsAllowed)
        #expect(ours as? NSObject == theirs as? NSObject, "\(Record.self)", sourceLocation: sourceLocation)
        #expect(
            try JSONDecoder().decode(Record.self, from: Data(text.utf8)) == record,
            "\(Record.self)",
            sourceLocation: sourceLocation
        )
    }

    @Test func everyRecordHasTheFormThatItHadBefore() throws {
        try expectSameForm(sample.organisation)
        try expectSameForm(sample.apiKey())
        var family = sample.tokenFamily()
        try expectSameForm(family)
        family.previous = .init(refreshID: "r0", spentAt: StorageSample.start, device: sample.digest("device"))
        try expectSameForm(family)
        try expectSameForm(sample.customer(externalID: "cliente", words: ["ana", "maria"]))
        try expectSameForm(sample.bankAccount())
        try expectSameForm(sample.app())
        try expectSameForm(sample.credential())
    }

    @Test(arguments: SampleStates.enrollment)
    func everyStateOfAnEnrollmentHasTheFormThatItHadBefore(_ state: EnrollmentState) throws {
        var enrollment = sample.enrollment(device: "one", externalID: "a/b")
        enrollment.state = state
        try expectSameForm(enrollment)
    }

    @Test(arguments: SampleStates.intent)
    func everyStateOfAnIntentHasTheFormThatItHadBefore(_ state: PaymentIntentState) throws {
        var intent = sample.intent()
        intent.state = state
        intent.consentRequest = Sealed(box: Array(0...255))
        intent.isRefusedByBank = true
        try expectSameForm(intent)
    }

    @Test(arguments: [
        "", "plain", "\"quoted\" \\ and / slashed", "\u{0}\u{1}\u{8}\t\n\u{B}\u{C}\r\u{1F}\u{7F}", "ação €",
        "\u{1D11E}\u{1F600}", "\u{2028}\u{2029}",
    ])
    func everyTextComesBack(_ text: String) throws {
        try expectSameForm([text])
        try expectSameForm([text: text])
    }

    private struct Numbers: Codable, Equatable {
        var smallest = Int64.min
        var largest = UInt64.max
        var small: [Int8] = [-128, -1, 0, 9, 10, 127]
        var others = [[Int]](arrayLiteral: [], [1], [2, 3])
        var fraction = 0.1
        var single: Float = -2.5
        var truths = [true, false]
        var gaps: [Int?] = [nil, 1]
        var absent: Int?
        var nested: [String: [String: Int]] = ["a": [:], "b": ["c": 1, "d": 2]]
    }

    @Test func numbersListsAndGapsComeBack() throws { try expectSameForm(Numbers()) }

    private enum Choice: Codable, Equatable, Sendable {
        case bare
        case one(Int)
        case named(first: String, second: [Choice])
    }

    @Test func choicesWithinChoicesComeBack() throws {
        try expectSameForm(Choice.bare)
        try expectSameForm(Choice.named(first: "a", second: [.bare, .one(2), .named(first: "b", second: [])]))
    }

    @Test func whatIsNoNumberIsRefused() {
        #expect(throws: (any Error).self) { try RecordText.encode([Double.infinity]) }
        #expect(throws: (any Error).self) { try RecordText.encode([Float.nan]) }
    }

    /// Writes to the outer container after the inner one, and to the inner one again.
    private struct Interleaved: Codable, Equatable, Sendable {
        private enum Key: CodingKey { case inner, outer, more }

        init() {}
        init(from decoder: any Decoder) throws {}

        func encode(to encoder: any Encoder) throws {
            var outer = encoder.container(keyedBy: Key.self)
            var inner = outer.nestedContainer(keyedBy: Key.self, forKey: .inner)
            try inner.encode(1, forKey: .inner)
            try outer.encode(2, forKey: .outer)
            try inner.encode(3, forKey: .more)
        }
    }

    private struct Silent: Codable, Equatable, Sendable {
        init() {}
        init(from decoder: any Decoder) throws {}
        func encode(to encoder: any Encoder) throws {}
    }

    private struct Twice: Codable, Equatable, Sendable {
        init() {}
        init(from decoder: any Decoder) throws {}

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(1)
            try container.encode(2)
        }
    }

    @Test func whatCannotBeWrittenInOneGoIsRefusedInsteadOfWrittenWrong() {
        #expect(throws: (any Error).self) { try RecordText.encode(Interleaved()) }
        #expect(throws: (any Error).self) { try RecordText.encode(Silent()) }
        #expect(throws: (any Error).self) { try RecordText.encode([Silent()]) }
        #expect(throws: (any Error).self) { try RecordText.encode(Twice()) }
    }

    @Test func aTextOfAnEarlierVersionIsRead() throws {
        let intent = sample.intent()
        let encoder = JSONEncoder()
        encoder.outputFormatting = .prettyPrinted
        let earlier = String(decoding: try encoder.encode(intent), as: UTF8.self)
        #expect(try RecordText.decode(PaymentIntent.self, from: .text(earlier)) == intent)
    }
}
