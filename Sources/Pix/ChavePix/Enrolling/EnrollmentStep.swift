public import ChavePixModel

/// One step of an enrollment in progress, from `PixClient.enroll(_:)`.
///
/// It may gain cases in any minor release; switch with a default.
public enum EnrollmentStep: Sendable {
    /// The bank has the enrollment.
    case created(EnrollmentResource)
    /// The person must approve at the bank; the app opens the URL and answers.
    case redirect(BankRedirect)
    /// The bank has sent the person back.
    case redirected(EnrollmentResource)
    /// The bank has sent the options for the credential.
    case optionsReceived
    /// The person has agreed and the device has made its credential.
    case credentialMade
    /// The last step; the status tells whether the device can pay.
    case finished(EnrollmentResource)
}

/// A visit at the bank, which the app starts and answers.
public struct BankRedirect: Sendable {
    /// The URL that the app opens.
    public let url: String
    let answer: Promise<String>

    /// Answers with the URL that the bank called; a second answer is ignored.
    public func complete(callbackURL: String) { answer.keep(callbackURL) }
}
