import ChaveBase
import ChavePixModel
import ChaveWebAuthn

/// An enrollment as the test server keeps it; moments are milliseconds of the test's clock.
struct TestEnrollment {
    var resource: EnrollmentResource
    /// The `Chave-Device` that made it: for another one it does not exist.
    let device: String
    var version: Int64 = 1
    /// What the bank's callback carries once the person has agreed.
    let state: String
    let code: String
    let idToken: String
    /// Whether the person has agreed at the bank.
    var isApproved = false
    /// When the present step is over, where it has an end.
    var deadline: Int64?
    /// What was handed in with the callback.
    var callback: RedirectionParameters?
    /// When the bank has its registration options.
    var optionsDue: Int64?
    var options: IssuedOptions?
    /// What was handed in with `confirm`.
    var confirmation: RegistrationCredential?
    /// The credential, once it was verified.
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

    /// The next moment at which it changes by itself.
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
