import Foundation
import PostgresClient
import PostgresNodes
import SandboxBank

/// Questions about a place before anything there is opened.
extension ServerStorage {
    /// Whether a server's payments were ever stored at the place.
    ///
    /// A file that may not be examined counts as present: opening it reports the reason.
    func hasPayments() async throws -> Bool {
        if let pool { return try await PostgresStores.isThere(.payments, over: pool) }
        return access("\(place.directory)/payments.sqlite", F_OK) == 0 || (errno != ENOENT && errno != ENOTDIR)
    }

    func hasSignIn() async throws -> Bool {
        if let pool { return try await PostgresStores.isThere(.signIn, over: pool) }
        return DataDirectory.hasSignIn(in: place.directory)
    }

    func hasBank() async throws -> Bool {
        if let pool { return try await SandboxBank.exists(over: pool) }
        return SandboxBank.exists(in: place.directory)
    }

    /// The files that the opened payments need beside them.
    func inventory(of store: any ServerStore) async throws -> DataInventory {
        DataInventory(
            directory: place.directory,
            store: store,
            hasBank: try await hasBank(),
            bankName: isInFiles ? "\(place.directory)/bank.sqlite" : "the schema \"bank\" of \(place)"
        )
    }

    /// Requires that there is a server's data.
    ///
    /// - Throws: ``DataDirectory/Missing`` when there is none.
    func requireData() async throws {
        guard try await hasPayments() else { throw DataDirectory.Missing(place: place) }
    }

    /// The use for payments: beside other processes, or as their maker when there are none.
    func useOfPayments() async throws -> Use { try await hasPayments() ? .beside : .serving }

    /// The use for sign-in's records: beside other processes, or as their maker when there are none.
    func useOfRecords() async throws -> Use { try await hasSignIn() ? .beside : .serving }
}
