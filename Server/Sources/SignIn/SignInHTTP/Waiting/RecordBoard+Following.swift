import ChaveBase
import SignInCore
import SignInModel
import Waiting

extension RecordBoard {
    /// Reads again until the result is not to be held any more, or the time is up.
    ///
    /// The follower reads only after a change and at the moments at which time itself is a change. It takes a ticket
    /// before each read, so that it misses no change between the two. The last read comes after the time is up.
    func follow<View: Sendable>(
        milliseconds: Int64,
        isHeld: (Followed<View>) -> Bool,
        read: () async throws -> Followed<View>
    ) async throws -> Followed<View> {
        let deadline = world.uptimeMilliseconds() + milliseconds
        var seen = try await read()
        var isLast = world.uptimeMilliseconds() >= deadline
        while !isLast, isHeld(seen) {
            // Only changes of these kinds are told between nodes.
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

    /// The pause before the next read: until time may change the answer, and at least a quarter of a second.
    ///
    /// A view may change soon and often, but the records are read at most four times a second.
    static func pause(left: Int64, changesIn milliseconds: Int64?) -> Int64 {
        min(left, max(shortestPause, milliseconds ?? left))
    }

    private static var shortestPause: Int64 { 250 }
}
