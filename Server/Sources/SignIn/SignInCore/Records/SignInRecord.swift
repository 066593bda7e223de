public import ChaveBase
public import ChaveWire

/// Something that sign-in keeps: a user, a client, a grant, a code.
///
/// Its content is sealed at rest as a whole, so an index is all that a database can look it up by.
public protocol SignInRecord: Sendable {
    /// Names the sort of record; stored, so it never changes.
    static var kind: String { get }

    var tenant: TenantID { get }
    /// Unique among the records of its kind and tenant.
    var recordID: String { get }
    var indexes: [RecordIndex] { get }
    /// When it may be thrown away; `nil`: never.
    ///
    /// It counts or not by rules of its own; see ``SignIn/removeExpired()``.
    var expiresAt: Timestamp? { get }

    /// All of it but what the key says already.
    var content: JSONObject { get }

    /// - Throws: ``SignInFault/damaged(kind:)`` where the content is not one that this version writes.
    init(tenant: TenantID, recordID: String, content: JSONObject) throws(SignInFault)
}

/// A value that a record can be found by, besides its id.
public struct RecordIndex: Hashable, Sendable {
    public var name: String
    public var value: String
    /// Whether no other record of the kind may have the same value: of the tenant, or anywhere.
    public var isUnique: Bool
    /// Whether it is found without knowing the tenant.
    public var isGlobal: Bool

    public init(_ name: String, _ value: String, isUnique: Bool = false, isGlobal: Bool = false) {
        self.name = name
        self.value = value
        self.isUnique = isUnique
        self.isGlobal = isGlobal
    }
}

/// Our world failed; whoever asked may ask again.
public enum SignInFault: Error, Sendable {
    /// The database did not answer, or not as it should.
    case storage(underlying: any Error)
    /// A record's bytes were changed at rest, or sealed by a key that is gone.
    case damaged(kind: String)
    /// The cryptographic library would not sign.
    case signing(underlying: any Error)
    /// Others changed the same thing too often in a row.
    case contended
}
