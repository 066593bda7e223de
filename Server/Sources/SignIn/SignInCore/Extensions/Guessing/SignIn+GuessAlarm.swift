import ChaveBase

/// A tenant's alarm over wrong codes, for whoever watches over the server.
public struct GuessAlarmView: Hashable, Sendable {
    /// How often there was one.
    public var raised: Int64
    /// Whether there is one: each claim must carry work.
    public var demandsWork: Bool
}

extension SignIn {
    /// How a tenant's alarm stands; one that never had any wrong code has never had an alarm.
    public func guessAlarm(of tenant: TenantID) async throws(SignInFault) -> GuessAlarmView {
        let alarm = try await records.find(GuessAlarm.self, GuessAlarm.id, of: tenant)?.record
        return GuessAlarmView(
            raised: alarm?.raised ?? 0,
            demandsWork: alarm?.demandsWork(at: world.deadlineNow()) ?? false
        )
    }
}
