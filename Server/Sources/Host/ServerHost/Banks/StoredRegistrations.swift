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
        try state(await store.bankRegistration(at: institution), of: institution)
    }

    func all() async throws -> [KeptRegistration] {
        try await store.bankRegistrations().map { row in
            KeptRegistration(
                institution: row.institution,
                since: row.since,
                state: try state(row.registration, of: row.institution)
            )
        }
    }

    func mark(at institution: InstitutionID) async throws -> Bool {
        try await store.markBankRegistration(at: institution, since: world.now())
    }

    func unmark(at institution: InstitutionID) async throws {
        guard case .sent = try await store.bankRegistration(at: institution) else { return }
        try await store.removeBankRegistration(at: institution)
    }

    func save(_ registration: ClientRegistration, at institution: InstitutionID) async throws {
        try await save(Kept(registration: registration, isBeingRemoved: nil), at: institution)
    }

    func markRemoval(of registration: ClientRegistration, at institution: InstitutionID) async throws {
        try await save(Kept(registration: registration, isBeingRemoved: true), at: institution)
    }

    func remove(at institution: InstitutionID) async throws {
        try await store.removeBankRegistration(at: institution)
    }

    func objects(at institution: InstitutionID) async throws -> BankObjects {
        let counted = try await store.objects(at: institution)
        return BankObjects(
            enrollments: counted.enrollments,
            unconfirmedEnds: counted.unconfirmedEnds,
            payments: counted.payments
        )
    }

    // MARK: The sealed form

    /// A registration with the mark of its removal.
    private struct Kept: Codable {
        var registration: ClientRegistration
        var isBeingRemoved: Bool?
    }

    /// The row is gone: another process forgot the registration meanwhile.
    private struct Forgotten: Error {}

    private func save(_ kept: Kept, at institution: InstitutionID) async throws {
        let secret = try fieldKey.sealSecret(
            Array(try JSONEncoder().encode(kept)),
            field: StoredRegistrations.field(institution),
            randomBytes: world.randomBytes
        )
        guard try await store.storeBankRegistration(secret, at: institution) else { throw Forgotten() }
    }

    private func state(_ stored: StoredBankRegistration?, of institution: InstitutionID) throws -> RegistrationState {
        switch stored {
        case nil: return .none
        case .sent: return .sent
        case .registered(let secret):
            let bytes = try fieldKey.openSecret(secret, field: StoredRegistrations.field(institution))
            let kept = try JSONDecoder().decode(Kept.self, from: Data(bytes))
            return kept.isBeingRemoved == true ? .removing(kept.registration) : .registered(kept.registration)
        }
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
