public import Foundation

/// Why a call of the callback form failed.
///
/// There will never be more cases: apps switch over them without a default. The `async throws` calls throw
/// `SignInError`, which has more detail.
public enum BISDKError: Error, Hashable, Sendable {
    /// This device has no such credential.
    case credentialNotFound
    /// A description of the failure and the caller's next step, fit for a log.
    case description(String)
}

extension BISDKError: LocalizedError {
    public var errorDescription: String? {
        switch self {
        case .credentialNotFound: "This device holds no credential of that user."
        case .description(let text): text
        }
    }
}
