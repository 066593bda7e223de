public import ChaveBase
public import ChavePixModel
import InstitutionPort

/// The account of one HTTP exchange with a bank or the directory: no token, key or person is in it.
public struct WireAccount: Hashable, Sendable {
    /// `nil` for the directory.
    public var institution: InstitutionID?
    /// The operation of the port, or a name such as `token client_credentials`.
    public var name: String
    public var interactionID: String?
    public var seconds: Double
    /// `nil` when there was no whole answer.
    public var status: Int?
    /// `answered`, `refused CODE`, `token refused`, or `unknown: REASON`; of an exchange that is no call of the port,
    /// `answered` means any whole answer, whatever its status.
    public var verdict: String
}
