import ChaveBase

extension SignIn {
    /// Few enough that nobody who writes waits long for one of them.
    private static let removedAtOnce = 200

    /// Throws away what is over: codes, sessions, links, tokens; call it now and then.
    ///
    /// In portions, each a commit of its own. Nothing is thrown away that counts by either clock: where deadlines are ahead
    /// of the time that is told, their records stay that much longer.
    ///
    /// - Returns: how many records there were.
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
