public import ChaveBase
import ChavePixModel
public import OpenFinanceClient
import PaymentsCore
import PaymentsStores

/// A server's records about banks on the wire, opened by a command.
public struct KeptBanks: Sendable {
    public let registrations: any RegistrationStore
    /// The kept list of banks, which a command reads and never replaces.
    public let copy: any DirectoryCopyStore
    public let world: World
}

extension DataDirectory {
    /// Opens the registrations and the list of banks, beside a running server or without one.
    ///
    /// - Throws: ``Missing`` when there is no data, or a sentence about the key that registrations are sealed with.
    public static func withBanks(_ place: DataPlace, _ body: (KeptBanks) async throws -> Void) async throws {
        try await ServerStorage.with(place) { storage in
            try await storage.requireData()
            let keys = try await storage.openKeys(.beside)
            try await keys.require(.field)
            let world = try await storage.commandWorld()
            try await storage.withPayments(.beside) { store in
                try await storage.inventory(of: store).requireComplete(isSandbox: false)
                guard let key = try keys.secrets.storedFieldKey() else {
                    throw SecretFiles.Problem.missing(
                        keys.secrets.fieldKeyPath,
                        wayOut: "Start a server over this data first, or restore the file from the backup."
                    )
                }
                let copy = DirectoryCopyFile(path: DirectoryCopyFile.path(in: place.directory))
                try await body(
                    KeptBanks(
                        registrations: StoredRegistrations(store: store, fieldKey: key, world: world),
                        copy: ReadOnlyCopy(copy: copy),
                        world: world
                    )
                )
            }
        }
    }

    /// A copy that a command reads; the server alone replaces it.
    private struct ReadOnlyCopy: DirectoryCopyStore {
        let copy: DirectoryCopyFile

        func read() throws -> [UInt8]? { try copy.read() }

        func write(_ bytes: [UInt8]) throws {}
    }
}
