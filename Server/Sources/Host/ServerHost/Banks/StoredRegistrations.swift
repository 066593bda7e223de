import ChaveBase
import ChavePixModel
import Foundation
import OpenFinanceClient
import PaymentsModel
import PaymentsStores

/// The registrations at banks, sealed in the payments' database.
struct StoredRegistrations: RegistrationStore {
    let store: any BankRegistrations
    let fieldKey: FieldKey
    let world: World

    func state(at institution: InstitutionID) async throws -> RegistrationState {
        switch try await store.bankRegistration(at: institution) {
        case nil: return .none
        case .sent: return .sent
        case .registered(let secret):
            let bytes = try fieldKey.openSecret(secret, field: StoredRegistrations.field(institution))
            return .registered(try JSONDecoder().decode(ClientRegistration.self, from: Data(bytes)))
        }
    }

    func mark(at institution: InstitutionID) async throws -> Bool {
        try await store.markBankRegistration(at: institution)
    }

    func unmark(at institution: InstitutionID) async throws {
        guard case .sent = try await store.bankRegistration(at: institution) else { return }
        try await store.removeBankRegistration(at: institution)
    }

    func save(_ registration: ClientRegistration, at institution: InstitutionID) async throws {
        let secret = try fieldKey.sealSecret(
            Array(try JSONEncoder().encode(registration)),
            field: StoredRegistrations.field(institution),
            randomBytes: world.randomBytes
        )
        try await store.storeBankRegistration(secret, at: institution)
    }

    /// The field name that binds the box to its place.
    private static func field(_ institution: InstitutionID) -> String { "bank-registration/\(institution.text)" }
}

/// The directory's last good list, in a file of the data directory.
struct DirectoryCopyFile: DirectoryCopyStore {
    let path: String

    static func path(in directory: String) -> String { "\(directory)/banks.json" }

    func read() throws -> [UInt8]? {
        guard FileManager.default.fileExists(atPath: path) else { return nil }
        return Array(try Data(contentsOf: URL(fileURLWithPath: path)))
    }

    /// Replaces the file as a whole: a crash leaves the old one or the new one.
    func write(_ bytes: [UInt8]) throws {
        try Data(bytes).write(to: URL(fileURLWithPath: path), options: .atomic)
    }
}
