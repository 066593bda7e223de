public import ChaveDeviceKeys
import ChaveTransport

/// What the person and the device do when a test authenticator is asked.
public struct TestAnswer: Sendable {
    enum Kind: Sendable {
        case agrees(isVerified: Bool)
        case fails(DeviceKeyError)
        case signsWrongly
        case neverAnswers
    }

    let kind: Kind
    /// How long the person takes, in milliseconds of the test's clock.
    let delayMilliseconds: Int64

    init(_ kind: Kind, afterMilliseconds delay: Int64 = 0) {
        self.kind = kind
        delayMilliseconds = delay
    }

    /// The right person is there and agrees: by face, by finger, by PIN.
    public static let agrees = TestAnswer(.agrees(isVerified: true))

    /// Somebody is there and agrees, and nobody checked who; where verification is required that is `.notAllowed`.
    public static let isOnlyPresent = TestAnswer(.agrees(isVerified: false))

    /// The person says no: `.userCancelled`.
    public static let cancels = TestAnswer.fails(DeviceKeyError(.userCancelled, "the person said no"))

    /// The device has no code or password: `.noDeviceLock`.
    public static let hasNoDeviceLock = TestAnswer.fails(
        DeviceKeyError(.noDeviceLock, "this device has no lock; set one in its settings")
    )

    /// The device holds no credential that the options allow: `.noCredential`.
    public static let hasNoCredential = TestAnswer.fails(
        DeviceKeyError(.noCredential, "this device holds no credential that the relying party allows")
    )

    /// The app is not associated with the relying party's domain: `.notAssociated`.
    public static let isNotAssociated = TestAnswer.fails(
        DeviceKeyError(.notAssociated, "the app is not associated with the relying party's domain", field: "rp.id")
    )

    /// The device holds one of the credentials that must not be there: `.credentialExcluded`.
    public static let isExcluded = TestAnswer.fails(
        DeviceKeyError(.credentialExcluded, "this device is already registered", field: "excludeCredentials")
    )

    /// A signature that does not hold; at a registration, one for another challenge.
    ///
    /// A relying party that takes it is broken: ``PixTestServer`` ends the enrollment or the payment.
    public static let signsWrongly = TestAnswer(.signsWrongly)

    /// Nobody answers until the call's task is cancelled, which ends in `.userCancelled`.
    public static let neverAnswers = TestAnswer(.neverAnswers)

    /// Whatever else a device may say.
    public static func fails(_ error: DeviceKeyError) -> TestAnswer { TestAnswer(.fails(error)) }

    /// The same, after so long by the test's clock; nobody waits for real.
    public func after(milliseconds: Int64) -> TestAnswer { TestAnswer(kind, afterMilliseconds: milliseconds) }
}

extension TestAnswer {
    /// What is done, once the person has taken their time.
    ///
    /// - Throws: `.userCancelled` when the task was cancelled meanwhile.
    func given(by clock: TestClock) async throws(DeviceKeyError) -> Kind {
        if case .neverAnswers = kind { await Forever.untilCancelled() }
        if delayMilliseconds > 0 { try? await clock.clock.sleep(delayMilliseconds) }
        guard !Task.isCancelled else { throw TestAnswer.cancelled }
        return kind
    }

    static let cancelled = DeviceKeyError(.userCancelled, "the call was cancelled")
}
