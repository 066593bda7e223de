/// How far an extension to a second device is.
///
/// `.started` comes once and first, `.tokenUpdated` with each new code, and `.done` or `.aborted` once and last.
public enum ExtendCredentialsStatus: Sendable {
    /// Cancelled, refused too often, or out of time.
    case aborted
    /// Show the digits, the QR code or both; the code is `nil` where the configuration makes none.
    case started(CredentialToken, QRCode?)
    /// The digits before no longer count.
    case tokenUpdated(CredentialToken, QRCode?)
    /// The other device has its credential.
    case done
}
