import ChavePixModel

extension PixError {
    /// The error for an accepted call whose end the client did not wait for or cannot read.
    static func accepted(
        _ operation: PendingRequest.Operation,
        _ resource: UnknownOutcome.Resource,
        key: String,
        cause: PixError? = nil
    ) -> PixError {
        PixError(
            .outcomeUnknown,
            "The server has accepted the call; read the object to learn its end, and do not start it again.",
            unknownOutcome: UnknownOutcome(
                operation: operation,
                idempotencyKey: key,
                read: resource,
                isAccepted: true
            ),
            cause: cause
        )
    }

    /// Whether the server has accepted the call and only its end is unknown.
    var isAccepted: Bool { unknownOutcome?.isAccepted ?? false }
}
