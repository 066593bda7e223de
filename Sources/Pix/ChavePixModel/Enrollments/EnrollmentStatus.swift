/// Where an enrollment stands, for whoever asks.
public struct EnrollmentStatus: OpenText, JSONScalar {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// Under way: the person, the device or the bank has a step to do.
    public static let pending = EnrollmentStatus(rawValue: "PENDING")
    /// The device can pay.
    public static let succeeded = EnrollmentStatus(rawValue: "SUCCEEDED")
    /// It came to nothing; a new one may be begun.
    public static let failed = EnrollmentStatus(rawValue: "FAILED")
    /// It was given up or revoked; the device can no longer pay.
    public static let canceled = EnrollmentStatus(rawValue: "CANCELED")

    public static let all: [EnrollmentStatus] = [.pending, .succeeded, .failed, .canceled]
}

/// Where an enrollment stands at the bank, in Open Finance's words.
public struct EnrollmentDetailStatus: OpenText, JSONScalar {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// The person has not yet agreed at the bank.
    public static let awaitingAccountHolderValidation = EnrollmentDetailStatus(
        rawValue: "AWAITING_ACCOUNT_HOLDER_VALIDATION"
    )
    /// The bank waits for the device's credential.
    public static let awaitingEnrollment = EnrollmentDetailStatus(rawValue: "AWAITING_ENROLLMENT")
    /// The bank has the credential.
    public static let authorised = EnrollmentDetailStatus(rawValue: "AUTHORISED")
    /// The person or the bank said no.
    public static let rejected = EnrollmentDetailStatus(rawValue: "REJECTED")
    /// The person or the bank took it back.
    public static let revoked = EnrollmentDetailStatus(rawValue: "REVOKED")

    public static let all: [EnrollmentDetailStatus] = [
        .awaitingAccountHolderValidation, .awaitingEnrollment, .authorised, .rejected, .revoked,
    ]
}
