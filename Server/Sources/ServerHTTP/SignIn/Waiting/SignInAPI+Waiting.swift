import PaymentsCore
import SignInCore

extension SignInAPI {
    /// Reads until there is another version than the caller has, nothing more will come, or the time is up.
    ///
    /// Nothing is asked of the records between two changes and the moments at which time is one. A ticket is taken before
    /// each read, so that no change between the two is missed; each read proves the caller's token again, and the last one
    /// comes after the time is up. A caller that says no version has an answer at once.
    func followed<View: Sendable>(
        _ context: SignInContext,
        version: (View) -> Int64,
        read: () async throws -> Followed<View>
    ) async throws -> View {
        let (board, world) = (records.board, records.world)
        let known = EntityTags.known(to: context.request)
        let deadline = world.uptimeMilliseconds() + (context.preferredWaitSeconds ?? 0) * 1_000
        func isHeld(_ seen: Followed<View>) -> Bool {
            seen.changesInMilliseconds != nil && known.includes(version(seen.view))
        }
        var seen = try await read()
        var isLast = world.uptimeMilliseconds() >= deadline
        while !isLast, isHeld(seen) {
            let ticket = board.ticket(for: seen.hangsOn)
            defer { board.forget(ticket) }
            isLast = world.uptimeMilliseconds() >= deadline || board.isOver || Task.isCancelled
            seen = try await read()
            guard !isLast, isHeld(seen) else { break }
            let left = deadline - world.uptimeMilliseconds()
            await board.wait(ticket, milliseconds: min(left, seen.changesInMilliseconds ?? left))
        }
        return seen.view
    }
}
