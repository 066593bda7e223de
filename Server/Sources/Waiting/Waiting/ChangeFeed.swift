/// The recent changes of all nodes on one database, as a sequence that each node reads.
package protocol ChangeFeed<Object>: Sendable {
    associatedtype Object: Hashable & Sendable

    /// The highest number that is visible now; 0 before the first change.
    func reached() async throws -> Int64

    /// The changes under the numbers that `question` asks for, at most `limit`, lowest first.
    func changes(_ question: SequenceCursor.Question, limit: Int) async throws -> [ToldChange<Object>]

    /// Forgets the changes up to `number`, some lines at a time.
    func forget(through number: Int64) async throws
}

/// One line of a ``ChangeFeed``.
package struct ToldChange<Object: Hashable & Sendable>: Hashable, Sendable {
    package var number: Int64
    /// `nil` for a change of this node, which has woken its own waiters itself.
    package var object: Object?

    package init(number: Int64, object: Object?) {
        self.number = number
        self.object = object
    }
}
