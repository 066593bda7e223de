import ChaveBase
import ChavePixModel
import ChaveWebAuthn

/// An enrollment in the test server; times are milliseconds of the test's clock.
struct TestEnrollment {
    var resource: EnrollmentResource
    /// The `Chave-Device` that created the enrollment: for any other device it does not exist.
    let device: String
    var version: Int64 = 1
    /// The parameters of the bank's callback after the person agreed.
    let state: String
    let code: String
    let idToken: String
    /// Whether the person has agreed at the bank.
    var isApproved = false
    /// The end of the present step, if it has one.
    var deadline: Int64?
    /// The parameters that the app sent from the callback.
    var callback: RedirectionParameters?
    /// The time at which the bank has the registration options.
    var optionsDue: Int64?
    var options: IssuedOptions?
    /// The credential that the app sent with `confirm`.
    var confirmation: RegistrationCredential?
    /// The credential after its verification.
    var credential: StoredCredential?
    var verdict: Verdict?

    struct IssuedOptions {
        let message: RegistrationOptions
        let challenge: [UInt8]
        let userHandle: [UInt8]
    }

    struct Verdict {
        var due: Int64?
        var refusal: StatusReasonCode?
    }

    /// The next time at which the enrollment changes by itself.
    var nextChange: Int64? {
        guard !isEnded else { return nil }
        return [deadline, options == nil ? optionsDue : nil, verdict?.due].compactMap(\.self).min()
    }

    var isEnded: Bool { resource.status != .pending }
    var isUsable: Bool { resource.status == .succeeded }

    mutating func change(at now: Timestamp, _ change: (inout EnrollmentResource) -> Void) {
        change(&resource)
        resource.updatedAt = now
        version += 1
    }

    mutating func end(
        _ status: EnrollmentStatus,
        _ reason: StatusReasonCode?,
        message: String? = nil,
        at now: Timestamp
    ) {
        deadline = nil
        change(at: now) { resource in
            resource.status = status
            resource.details.status = TestEnrollment.detail(of: status)
            resource.statusReasonCode = reason
            resource.statusReasonMessage = reason.map { message ?? "The enrollment ended: \($0.rawValue)." }
        }
    }

    private static func detail(of status: EnrollmentStatus) -> EnrollmentDetailStatus {
        switch status {
        case .succeeded: .authorised
        case .canceled: .revoked
        default: .rejected
        }
    }
}
