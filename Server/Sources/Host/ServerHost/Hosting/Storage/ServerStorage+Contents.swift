import Foundation
import PostgresClient
import PostgresNodes
import SandboxBank

/// What is at a place, before anything of it is opened.
extension ServerStorage {
    /// Whether a server's payments were ever kept there.
    ///
    /// A file that may not be looked at is there: opening it says why it may not.
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

    /// What must stand beside payments that were opened here.
    func inventory(of store: any ServerStore) async throws -> DataInventory {
        DataInventory(
            directory: place.directory,
            store: store,
            hasBank: try await hasBank(),
            bankName: isInFiles ? "\(place.directory)/bank.sqlite" : "the schema \"bank\" of \(place)"
        )
    }

    /// - Throws: ``DataDirectory/Missing`` where no server's data is.
    func requireData() async throws {
        guard try await hasPayments() else { throw DataDirectory.Missing(place: place) }
    }

    /// Beside whoever else has it, or as the one who makes it where there is nothing.
    func useOfPayments() async throws -> Use { try await hasPayments() ? .beside : .serving }

    /// The same for sign-in.
    func useOfRecords() async throws -> Use { try await hasSignIn() ? .beside : .serving }
}
