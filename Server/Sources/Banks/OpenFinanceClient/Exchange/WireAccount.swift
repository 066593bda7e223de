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
    public var startedAt: Timestamp
    public var seconds: Double
    /// `nil` when there was no whole answer.
    public var status: Int?
    /// What the connector made of it: `answered`, `refused CODE`, or the reason why it is unknown.
    public var verdict: String
}
