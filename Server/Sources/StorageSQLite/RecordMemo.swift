import Synchronization

/// Records that were read or written lately, by their very text, so that the same text is not decoded again.
///
/// What it gives is what decoding would give, whoever wrote the row: it is asked with the text that the file holds. Two
/// generations of at most `capacity` records; when the young one is full, the old one goes.
final class RecordMemo: Sendable {
    static let shared = RecordMemo(capacity: 4_096)

    private struct Generations {
        var young: [String: any Sendable] = [:]
        var old: [String: any Sendable] = [:]

        mutating func insert(_ record: any Sendable, for text: String, _ capacity: Int) {
            if young.count >= capacity {
                old = young
                young.removeAll(keepingCapacity: true)
            }
            young[text] = record
        }
    }
    private let generations = Mutex(Generations())
    private let capacity: Int

    init(capacity: Int) { self.capacity = capacity }

    /// `nil` also where another kind of record has this text.
    func record<Record: Sendable>(_ type: Record.Type, of text: String) -> Record? {
        generations.withLock { generations -> Record? in
            if let record = generations.young[text] { return record as? Record }
            guard let record = generations.old[text] else { return nil }
            generations.insert(record, for: text, capacity)
            return record as? Record
        }
    }

    func remember(_ record: some Sendable, as text: String) {
        generations.withLock { $0.insert(record, for: text, capacity) }
    }
}
