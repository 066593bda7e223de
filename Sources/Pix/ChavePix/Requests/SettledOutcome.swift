/// What is known in the end of a call that has to answer yes or no.
package enum SettledOutcome: Sendable {
    /// It happened, or the server has taken it and works on it.
    case accepted
    /// It ended without effect.
    case refused(PixError?)
    /// Nothing could be learned.
    case unknown(PixError)
}
