public import Foundation

/// Why a call of the callback face failed.
///
/// There will never be more cases: apps switch over them without a default. The calls that are `async throws` throw
/// `SignInError`, which says more.
public enum BISDKError: Error, Hashable, Sendable {
    /// This device holds no such credential.
    case credentialNotFound
    /// What happened and what the caller can do about it; fit for a log.
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
