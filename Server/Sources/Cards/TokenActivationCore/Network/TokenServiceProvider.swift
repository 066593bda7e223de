/// The port to a card network's token service, on the issuer's side.
///
/// One for each network. An implementation asks once and never repeats: what may be repeated is decided above it.
public protocol TokenServiceProvider: Sendable {
    /// `nil` when the network knows none.
    func token(_ reference: TokenReference) async throws(TokenServiceFault) -> NetworkToken?

    /// All tokens of a card, the newest first.
    func tokens(ofCard panReferenceID: String) async throws(TokenServiceFault) -> [NetworkToken]

    /// The holder was there and said yes: INACTIVE becomes ACTIVE. Answers the state that the token has now.
    func approve(_ order: TokenOrder) async throws(TokenServiceFault) -> TokenState

    /// The holder, or the issuer, said no: the network waits no longer, the token stays INACTIVE.
    func decline(_ order: TokenOrder) async throws(TokenServiceFault) -> TokenState

    /// ACTIVE becomes SUSPENDED.
    func suspend(_ order: TokenOrder) async throws(TokenServiceFault) -> TokenState
}

/// Why a network's token service did not do what it was asked.
public enum TokenServiceFault: Error, Hashable, Sendable {
    /// It said no, with a word of its own; nothing was done.
    case refused(code: String)
    /// It could not be reached, or said that it did nothing: asking again is safe.
    case unavailable
    /// It may have been done: nobody knows until the token is read.
    case unknownOutcome
    /// What it answered is not what its interface says; whether anything was done is unknown too.
    case unreadableAnswer
}
