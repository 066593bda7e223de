import ChaveBase
public import PostgresClient

/// The place of a server's data: a directory with everything, or PostgreSQL with a directory of keys.
public struct DataPlace: Sendable, CustomStringConvertible {
    public var directory: String
    /// The PostgreSQL of the stores; `nil` when the stores are files of the directory.
    public var database: PostgresSettings?

    public init(directory: String, database: PostgresSettings?) {
        self.directory = directory
        self.database = database
    }

    /// A place with everything in one directory.
    public static func files(_ directory: String) -> DataPlace { DataPlace(directory: directory, database: nil) }

    /// The address of the stores, without user and password.
    public var description: String { database?.description ?? directory }
}
