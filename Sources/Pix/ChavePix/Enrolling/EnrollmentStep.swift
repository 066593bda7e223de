public import ChavePixModel

/// One step of an enrollment under way, as `PixClient.enroll(_:)` tells it.
///
/// It may gain cases in any minor release; switch with a default.
public enum EnrollmentStep: Sendable {
    /// The bank has the enrollment.
    case created(EnrollmentResource)
    /// The person has to approve at the bank; the app opens the URL and answers.
    case redirect(BankRedirect)
    /// The bank has sent the person back.
    case redirected(EnrollmentResource)
    /// The bank has said what the device must make.
    case optionsReceived
    /// The person has agreed and the device has made its credential.
    case credentialMade
    /// The last step; the status tells whether the enrollment stands.
    case finished(EnrollmentResource)
}

/// A visit at the bank that the app makes possible and answers.
public struct BankRedirect: Sendable {
    /// What the app opens.
    public let url: String
    let answer: Promise<String>

    /// The URL that the bank called; a second answer is ignored.
    public func complete(callbackURL: String) { answer.keep(callbackURL) }
}
