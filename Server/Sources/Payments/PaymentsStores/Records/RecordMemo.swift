import ChaveBase
import Foundation
import Synchronization

/// A cache of records that were recently read or written, by the bytes of their text, so that no text is decoded twice.
///
/// The cache returns the result of decoding for any writer of the row, because its key is the stored text. It has two
/// generations of at most `capacity` bytes of text. When the young generation is full, the old one is dropped.
package final class RecordMemo: Sendable {
    package static let shared = RecordMemo(capacity: 8 << 20)

    /// The longest cached text: longer texts are rare, and few of them would displace many others.
    package static let longestText = 16 << 10

    private struct Generations {
        var young: [Text: any Sendable] = [:]
        var old: [Text: any Sendable] = [:]
        var youngBytes = 0
    }
    private let generations = Mutex(Generations())
    private let capacity: Int

    package init(capacity: Int) { self.capacity = capacity }

    /// The cached record; `nil` also when the text belongs to another kind of record.
    package func record<Record: Sendable>(_ type: Record.Type, of text: String) -> Record? {
        let text = Text(text)
        return generations.withLock { generations -> Record? in
            if let record = generations.young[text] { return record as? Record }
            guard let record = generations.old[text] else { return nil }
            insert(record, for: text, into: &generations)
            return record as? Record
        }
    }

    package func remember(_ record: some Sendable, as text: String) {
        let text = Text(text)
        guard text.count <= RecordMemo.longestText else { return }
        generations.withLock { insert(record, for: text, into: &$0) }
    }

    private func insert(_ record: any Sendable, for text: Text, into generations: inout Generations) {
        if generations.youngBytes + text.count > capacity {
            generations.old = generations.young
            generations.young = [:]
            generations.youngBytes = 0
        }
        if generations.young.updateValue(record, forKey: text) == nil { generations.youngBytes += text.count }
    }
}

/// A text that is compared by its bytes: two ways to write one letter are two texts.
private struct Text: Hashable {
    let text: String

    init(_ text: String) { self.text = text }

    var count: Int { text.utf8.count }

    static func == (lhs: Text, rhs: Text) -> Bool {
        let areSame = lhs.text.utf8.withContiguousStorageIfAvailable { mine in
            rhs.text.utf8.withContiguousStorageIfAvailable { theirs in
                // The texts are compared as one block: a text has thousands of bytes, and each hit compares it.
                mine.count == theirs.count
                    && UnsafeRawBufferPointer(mine).elementsSame(as: UnsafeRawBufferPointer(theirs))
            }
        }
        return (areSame ?? nil) ?? lhs.text.utf8.elementsEqual(rhs.text.utf8)
    }

    /// The number of hashed bytes: the start of a record is unique, with its id, version and time of change.
    private static let hashedCount = 512

    func hash(into hasher: inout Hasher) {
        hasher.combine(count)
        let isDone: Void? = text.utf8.withContiguousStorageIfAvailable {
            hasher.combine(bytes: UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer($0).prefix(Text.hashedCount)))
        }
        if isDone == nil { for byte in text.utf8.prefix(Text.hashedCount) { hasher.combine(byte) } }
    }
}

extension UnsafeRawBufferPointer {
    /// Compares two blocks of the same length.
    fileprivate func elementsSame(as other: UnsafeRawBufferPointer) -> Bool {
        guard let mine = baseAddress, let theirs = other.baseAddress else { return isEmpty && other.isEmpty }
        return memcmp(mine, theirs, count) == 0
    }
}
