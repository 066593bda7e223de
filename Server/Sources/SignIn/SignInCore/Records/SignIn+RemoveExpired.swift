import ChaveBase
import SignInModel

extension SignIn {
    /// How many records one commit removes: few enough that no writer waits long for it.
    private static let removedAtOnce = 200

    /// Removes ended records: codes, sessions, links, tokens; call it now and then.
    ///
    /// Each portion is a commit of its own. A record that counts by either clock stays: where the clock of deadlines is
    /// ahead, its records stay that much longer.
    ///
    /// - Returns: the number of removed records.
    public func removeExpired() async throws -> Int {
        let time = min(world.now(), world.deadlineNow())
        var count = 0
        while true {
            let removed = try await records.removeExpired(at: time, limit: SignIn.removedAtOnce)
            count += removed
            guard removed == SignIn.removedAtOnce, !Task.isCancelled else { return count }
        }
    }
}
