/// How a request ended, in the words of the answer.
public enum TokenActivationOutcome: String, Hashable, Sendable, CaseIterable {
    /// The backend said that the token is active.
    case approved
    /// The holder said no.
    case declined
    /// Everything else; the wallet may offer another way.
    case failure
}
