import ChaveBase
public import PostgresClient

/// Where a server's data is: a directory with everything, or PostgreSQL and a directory with the keys beside it.
public struct DataPlace: Sendable, CustomStringConvertible {
    public var directory: String
    /// `nil` where the stores are files of the directory.
    public var database: PostgresSettings?

    public init(directory: String, database: PostgresSettings?) {
        self.directory = directory
        self.database = database
    }

    /// A directory with everything.
    public static func files(_ directory: String) -> DataPlace { DataPlace(directory: directory, database: nil) }

    /// Where the stores are; no user and no password.
    public var description: String { database?.description ?? directory }
}
