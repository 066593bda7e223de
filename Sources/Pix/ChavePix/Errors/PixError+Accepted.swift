import ChavePixModel

extension PixError {
    /// The server has taken the call, and its end was not waited for or cannot be read.
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

    /// Of the end of the call nothing is known but that the server has taken it.
    var isAccepted: Bool { unknownOutcome?.isAccepted ?? false }
}
