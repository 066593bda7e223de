import ChaveBase
import Foundation
import Synchronization

/// Records that were read or written lately, by the bytes of their text, so that the same text is not decoded again.
///
/// What it gives is what decoding would give, whoever wrote the row: it is asked with the text that the file holds. Two
/// generations of at most `capacity` bytes of text; when the young one is full, the old one goes.
package final class RecordMemo: Sendable {
    package static let shared = RecordMemo(capacity: 8 << 20)

    /// Longer texts are rare, and few of them would drive out many others.
    package static let longestText = 16 << 10

    private struct Generations {
        var young: [Text: any Sendable] = [:]
        var old: [Text: any Sendable] = [:]
        var youngBytes = 0
    }
    private let generations = Mutex(Generations())
    private let capacity: Int

    package init(capacity: Int) { self.capacity = capacity }

    /// `nil` also where another kind of record has this text.
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

/// Compared by its bytes: two ways to write one letter are two texts.
private struct Text: Hashable {
    let text: String

    init(_ text: String) { self.text = text }

    var count: Int { text.utf8.count }

    static func == (lhs: Text, rhs: Text) -> Bool {
        let areSame = lhs.text.utf8.withContiguousStorageIfAvailable { mine in
            rhs.text.utf8.withContiguousStorageIfAvailable { theirs in
                // As one block: a text is thousands of bytes long, and is compared at each hit.
                mine.count == theirs.count
                    && UnsafeRawBufferPointer(mine).elementsSame(as: UnsafeRawBufferPointer(theirs))
            }
        }
        return (areSame ?? nil) ?? lhs.text.utf8.elementsEqual(rhs.text.utf8)
    }

    /// A record begins with what no other one has: its id, its version and when it was changed.
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
    /// Of two blocks of one length.
    fileprivate func elementsSame(as other: UnsafeRawBufferPointer) -> Bool {
        guard let mine = baseAddress, let theirs = other.baseAddress else { return isEmpty && other.isEmpty }
        return memcmp(mine, theirs, count) == 0
    }
}
