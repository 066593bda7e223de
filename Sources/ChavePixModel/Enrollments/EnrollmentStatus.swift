/// Where an enrollment stands, for whoever asks.
public struct EnrollmentStatus: OpenText, JSONScalar {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public static let pending = EnrollmentStatus(rawValue: "PENDING")
    public static let succeeded = EnrollmentStatus(rawValue: "SUCCEEDED")
    public static let failed = EnrollmentStatus(rawValue: "FAILED")
    public static let canceled = EnrollmentStatus(rawValue: "CANCELED")

    public static let all: [EnrollmentStatus] = [.pending, .succeeded, .failed, .canceled]
}

/// Where an enrollment stands at the bank, in Open Finance's words.
public struct EnrollmentDetailStatus: OpenText, JSONScalar {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public static let awaitingAccountHolderValidation = EnrollmentDetailStatus(
        rawValue: "AWAITING_ACCOUNT_HOLDER_VALIDATION"
    )
    public static let awaitingEnrollment = EnrollmentDetailStatus(rawValue: "AWAITING_ENROLLMENT")
    public static let authorised = EnrollmentDetailStatus(rawValue: "AUTHORISED")
    public static let rejected = EnrollmentDetailStatus(rawValue: "REJECTED")
    public static let revoked = EnrollmentDetailStatus(rawValue: "REVOKED")

    public static let all: [EnrollmentDetailStatus] = [
        .awaitingAccountHolderValidation, .awaitingEnrollment, .authorised, .rejected, .revoked,
    ]
}
