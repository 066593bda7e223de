import ChavePixModel

/// What a row is called, and what a caller may know of it before calling.
struct ActivationText: Sendable {
    enum Answer: Sendable {
        case message(Schema)
        /// Something that has no table, by its media type.
        case other(String)

        var mediaType: String {
            switch self {
            case .message: "application/json"
            case .other(let type): type
            }
        }
    }

    /// The operation's name in the document and in generated clients; unique.
    let name: String
    /// One line.
    let summary: String
    let answer: Answer
    /// What the use case itself refuses with, beside what follows from the row.
    let refusals: [ProblemCode]
    /// Whether the body is a wallet's payload.
    var takesPayload = false
    /// Whether an `Idempotency-Key` has to come.
    var takesKey = false

    init(
        _ name: String,
        _ summary: String,
        _ answer: Answer,
        _ refusals: [ProblemCode] = [],
        takesPayload: Bool = false,
        takesKey: Bool = false
    ) {
        self.name = name
        self.summary = summary
        self.answer = answer
        self.refusals = refusals
        self.takesPayload = takesPayload
        self.takesKey = takesKey
    }
}

extension ActivationRoute {
    /// All that it may be refused with, in the order of ``ProblemCode``.
    var refusals: [ProblemCode] {
        var codes: Set<ProblemCode> = [
            .invalidParameter, .notAcceptable, .requestOverdue, .addressTooLong, .headersTooLarge, .tooManyRequests,
            .temporarilyUnavailable, .serverError,
        ]
        codes.formUnion(text.refusals)
        if case .holder = handler { codes.formUnion([.invalidToken, .clientNotAllowed, .requestTooLarge]) }
        if text.takesPayload { codes.formUnion([.invalidPayload, .cardNumberRefused, .unsupportedMediaType]) }
        if text.takesKey {
            codes.formUnion([.idempotencyKeyMissing, .idempotencyKeyInvalid, .idempotencyKeyReused])
        }
        return ProblemCode.allCases.filter(codes.contains)
    }
}
