import ChaveBase
public import SignInModel

/// A tenant's alarm over wrong codes, for monitoring.
public struct GuessAlarmView: Hashable, Sendable {
    /// How often the alarm was raised.
    public var raised: Int64
    /// Whether the alarm lasts, so that each claim must carry work.
    public var demandsWork: Bool
}

extension SignIn {
    /// The state of a tenant's alarm; a tenant without wrong codes has never had an alarm.
    public func guessAlarm(of tenant: TenantID) async throws(SignInFault) -> GuessAlarmView {
        let alarm = try await records.find(GuessAlarm.self, GuessAlarm.id, of: tenant)?.record
        return GuessAlarmView(
            raised: alarm?.raised ?? 0,
            demandsWork: alarm?.demandsWork(at: world.deadlineNow()) ?? false
        )
    }
}
