public import ChaveBase
public import ChaveWire
import SQLPort

/// An initiator that registered itself at one institution (RFC 7591), as the bank stores it.
public struct RegisteredClient: Hashable, Sendable {
    /// The client id.
    public var id: String
    /// The software statement's id; an institution has one client of each.
    public var software: String
    /// The id of the organisation in the directory.
    public var organisation: String
    /// The registration's members and those of the software statement, by the names of the registration.
    public var metadata: JSONObject
    /// SHA-256 of the registration access token.
    public var tokenDigest: [UInt8]
    public var createdAt: Timestamp

    public init(
        id: String,
        software: String,
        organisation: String,
        metadata: JSONObject,
        tokenDigest: [UInt8],
        createdAt: Timestamp
    ) {
        self.id = id
        self.software = software
        self.organisation = organisation
        self.metadata = metadata
        self.tokenDigest = tokenDigest
        self.createdAt = createdAt
    }

    /// The name that holders see: `software_client_name` of the software statement.
    public var name: String? { metadata["software_client_name"]?.string }

    static let columns = #""id", "software", "organisation", "metadata", "token_digest", "created_at""#

    init(_ row: SQLRow) throws {
        var columns = ColumnReader(row, table: "client")
        id = try columns.text()
        software = try columns.text()
        organisation = try columns.text()
        guard let object = try JSONValue(parsing: columns.bytes()).object else { throw columns.fault("metadata") }
        metadata = object
        tokenDigest = try columns.bytes()
        createdAt = try columns.time()
    }
}
