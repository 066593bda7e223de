import ChaveBase
import SignInCore
import Waiting

extension RecordBoard {
    /// Reads until what is read is not to be held any more, or the time is up.
    ///
    /// Nothing is asked of the records between two changes and the moments at which time is one. A ticket is taken before
    /// each read, so that no change between the two is missed; the last read comes after the time is up.
    func follow<View: Sendable>(
        milliseconds: Int64,
        isHeld: (Followed<View>) -> Bool,
        read: () async throws -> Followed<View>
    ) async throws -> Followed<View> {
        let deadline = world.uptimeMilliseconds() + milliseconds
        var seen = try await read()
        var isLast = world.uptimeMilliseconds() >= deadline
        while !isLast, isHeld(seen) {
            // Other nodes are told of these kinds alone.
            assert(seen.hangsOn.allSatisfy { FollowedRecords.kinds.contains($0.kind) })
            let ticket = board.ticket(for: seen.hangsOn)
            defer { board.forget(ticket) }
            isLast = world.uptimeMilliseconds() >= deadline || board.isOver || Task.isCancelled
            seen = try await read()
            guard !isLast, isHeld(seen) else { break }
            let left = deadline - world.uptimeMilliseconds()
            await board.wait(ticket, milliseconds: Self.pause(left: left, changesIn: seen.changesInMilliseconds))
        }
        return seen
    }

    /// How long nothing is asked: until time may change the answer, and no shorter than a quarter of a second.
    ///
    /// However soon a view says that it changes, and however often, the records are read four times a second at most.
    static func pause(left: Int64, changesIn milliseconds: Int64?) -> Int64 {
        min(left, max(shortestPause, milliseconds ?? left))
    }

    private static var shortestPause: Int64 { 250 }
}
