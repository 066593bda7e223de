/// The status of an enrollment, as every caller sees it.
public struct EnrollmentStatus: OpenText, JSONScalar {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// The enrollment is in progress: the person, the device or the bank has a step to do.
    public static let pending = EnrollmentStatus(rawValue: "PENDING")
    /// The device can pay.
    public static let succeeded = EnrollmentStatus(rawValue: "SUCCEEDED")
    /// The enrollment failed; the device can begin a new one.
    public static let failed = EnrollmentStatus(rawValue: "FAILED")
    /// The enrollment was cancelled or revoked; the device can no longer pay.
    public static let canceled = EnrollmentStatus(rawValue: "CANCELED")

    public static let all: [EnrollmentStatus] = [.pending, .succeeded, .failed, .canceled]
}

/// The status of an enrollment at the bank, in Open Finance's terms.
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
    /// The person or the bank refused.
    public static let rejected = EnrollmentDetailStatus(rawValue: "REJECTED")
    /// The person or the bank revoked the enrollment.
    public static let revoked = EnrollmentDetailStatus(rawValue: "REVOKED")

    public static let all: [EnrollmentDetailStatus] = [
        .awaitingAccountHolderValidation, .awaitingEnrollment, .authorised, .rejected, .revoked,
    ]
}
