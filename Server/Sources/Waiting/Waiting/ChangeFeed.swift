/// What all nodes on one database have changed of late, as a sequence that each of them reads.
package protocol ChangeFeed<Object>: Sendable {
    associatedtype Object: Hashable & Sendable

    /// The highest number that can be seen now; 0 where nothing was told yet.
    func reached() async throws -> Int64

    /// What is told under the numbers that `question` asks for, at most `limit`, lowest first.
    func changes(_ question: SequenceCursor.Question, limit: Int) async throws -> [ToldChange<Object>]

    /// Forgets what was told up to that number, some lines at a time.
    func forget(through number: Int64) async throws
}

/// One line of a ``ChangeFeed``.
package struct ToldChange<Object: Hashable & Sendable>: Hashable, Sendable {
    package var number: Int64
    /// `nil` for a change of this node's own, which has told its own waiters.
    package var object: Object?

    package init(number: Int64, object: Object?) {
        self.number = number
        self.object = object
    }
}
