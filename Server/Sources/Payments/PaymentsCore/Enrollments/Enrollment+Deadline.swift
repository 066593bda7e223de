public import ChaveBase

extension Enrollment {
    /// Until when what it waits for has to come; `nil` at rest and where the bank alone decides when.
    public var deadline: Timestamp? {
        switch state {
        case .created(_, _, let deadline), .knownToBank(_, _, let deadline), .signalsSent(_, let deadline),
            .awaitingHolder(_, let deadline), .returned(_, _, let deadline), .exchanging(let deadline),
            .exchanged(_, let deadline), .holderChecked(_, let deadline), .awaitingCredential(_, _, let deadline),
            .attested(_, _, let deadline), .registering(_, _, let deadline):
            deadline
        case .authorised, .withdrawing, .ended: nil
        }
    }

    /// The bank's words about its end, cleaned, or our sentence for the reason.
    public var endMessage: String? { end.map { $0.message ?? $0.reason.sentence } }
}
