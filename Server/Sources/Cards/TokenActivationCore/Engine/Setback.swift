/// Why a use case did not do what it was asked, between its steps.
enum Setback: Error {
    /// Refused, and not yet in the audit: on the card's chain where it is the caller's own, else on the caller's.
    case refused(ActivationRefusal, ownCard: String?)
    /// Refused, by a commit that has it in the audit already.
    case recorded(ActivationRefusal)
    /// Somebody else was faster: read again and decide anew.
    case moved
}
