public import ChaveDeviceKeys
import ChaveTransport

/// The reaction of the person and the device to a question of a test authenticator.
public struct TestAnswer: Sendable {
    indirect enum Kind: Sendable {
        case does(Deed)
        case fails(DeviceKeyError)
        case neverAnswers
        case each(registration: TestAnswer, authentication: TestAnswer)
    }

    /// The action when nothing fails.
    enum Deed: Sendable {
        case agrees(isVerified: Bool)
        case signsWrongly
    }

    let kind: Kind
    /// The person's delay, in milliseconds of the test's clock.
    let delayMilliseconds: Int64

    init(_ kind: Kind, afterMilliseconds delay: Int64 = 0) {
        self.kind = kind
        delayMilliseconds = delay
    }

    /// The right person is present and agrees: by face, by finger, by PIN.
    public static let agrees = TestAnswer(.does(.agrees(isVerified: true)))

    /// A person is present and agrees without verification; when verification is required this is `.notAllowed`.
    public static let isOnlyPresent = TestAnswer(.does(.agrees(isVerified: false)))

    /// The person refuses: `.userCancelled`.
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

    /// The device already holds one of the excluded credentials: `.credentialExcluded`.
    public static let isExcluded = TestAnswer.fails(
        DeviceKeyError(.credentialExcluded, "this device is already registered", field: "excludeCredentials")
    )

    /// An invalid signature; in a registration, a signature for another challenge.
    ///
    /// A relying party that accepts it is broken: ``PixTestServer`` ends the enrollment or the payment.
    public static let signsWrongly = TestAnswer(.does(.signsWrongly))

    /// No answer until the call's task is cancelled, which ends in `.userCancelled`.
    public static let neverAnswers = TestAnswer(.neverAnswers)

    /// Any other error of a device.
    public static func fails(_ error: DeviceKeyError) -> TestAnswer { TestAnswer(.fails(error)) }

    /// One answer for making a key and another for signing: `.registering(.agrees, signing: .cancels)`.
    public static func registering(_ registration: TestAnswer, signing authentication: TestAnswer) -> TestAnswer {
        TestAnswer(.each(registration: registration, authentication: authentication))
    }

    /// The same answer after a delay by the test's clock, without real waiting.
    public func after(milliseconds: Int64) -> TestAnswer { TestAnswer(kind, afterMilliseconds: milliseconds) }
}

extension TestAnswer {
    /// The action after the person's delay.
    ///
    /// - Throws: The error of the answer; `.userCancelled` when the task was cancelled meanwhile.
    func given(to ceremony: TestQuestion.Ceremony, by clock: TestClock) async throws(DeviceKeyError) -> Deed {
        if delayMilliseconds > 0 { try? await clock.clock.sleep(delayMilliseconds) }
        if case .neverAnswers = kind { await Forever.untilCancelled() }
        guard !Task.isCancelled else { throw TestAnswer.cancelled }
        switch kind {
        case .does(let deed): return deed
        case .fails(let error): throw error
        case .neverAnswers: throw TestAnswer.cancelled
        case .each(let registration, let authentication):
            let answer = ceremony == .registration ? registration : authentication
            return try await answer.given(to: ceremony, by: clock)
        }
    }

    private static let cancelled = DeviceKeyError(.userCancelled, "the call was cancelled")
}
