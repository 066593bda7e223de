extension PostgresError.Kind {
    /// Reads the meaning of an SQLSTATE (PostgreSQL, appendix "Error Codes"); its first two characters are the class.
    init(sqlState code: String) {
        self = Self.single[code] ?? Self.classes[String(code.prefix(2))] ?? .other
    }

    private static let single: [String: Self] = [
        "22012": .conditionFailed,
        "23505": .uniqueViolation,
        "25006": .readOnly,
        "25P03": .connectionLost,  // idle in a transaction for longer than the session allows
        "25P04": .connectionLost,  // in a transaction for longer than that
        "40003": .connectionLost,  // the server does not know either
        "40P01": .deadlock,
        "42501": .notAuthorised,
        "53100": .diskFull,
        "53300": .tooManyConnections,
        "55P03": .lockNotAvailable,
        "57014": .cancelled,
        "57P01": .serverShutDown,
        "57P02": .serverShutDown,
        "57P03": .serverShutDown,
        "57P05": .connectionLost,  // idle for longer than the session allows
        "XX001": .serverDamaged,
        "XX002": .serverDamaged,
    ]

    private static let classes: [String: Self] = [
        "08": .connectionLost,
        "0A": .statementWrong,
        "22": .valueRefused,
        "23": .constraintViolation,
        "26": .statementWrong,
        "28": .notAuthorised,
        "3D": .notAuthorised,
        "3F": .statementWrong,
        "40": .serializationFailure,
        "42": .statementWrong,
        "53": .resourcesExhausted,
        "54": .resourcesExhausted,
        "58": .serverDamaged,
    ]
}
