/// How one sandbox bank behaves, so that a tester picks a behaviour by picking a bank.
public enum Temper: String, Hashable, Sendable, CaseIterable {
    case approvesAtOnce
    /// Answers 529 to the request for registration options during the first seconds after the approval.
    case slowOptions
    /// Rejects with REJEITADO_SEGURANCA_INTERNA: a rooted device at the risk signals, anyone at the approval.
    case rejectsByPolicy
    /// Answers 503 now and then, to calls and to browsers, sometimes after it has done what it was asked for.
    case unreliable
    case lowLimits
}
