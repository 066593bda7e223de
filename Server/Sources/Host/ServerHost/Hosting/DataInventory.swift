import Foundation
import PaymentsCore
import PaymentsStores

/// What must stand beside a database that is in use: without it the data is lost, and making it anew would hide that.
struct DataInventory {
    let directory: String
    let store: any InventoriedStore
    /// Whether a sandbox's bank is beside it, and what it is called where it is missed.
    let hasBank: Bool
    let bankName: String

    /// - Throws: ``SecretFiles/Problem``, which names the file and the way out.
    func requireComplete(isSandbox: Bool) async throws {
        if try await store.holdsSealedFields() { try await requireFieldKey() }
        if try await store.holdsEnrollments() { try requireSandbox(isSandbox) }
    }

    private func requireFieldKey() async throws {
        let secrets = SecretFiles(dataDirectory: directory)
        guard let key = try secrets.storedFieldKey() else {
            throw SecretFiles.Problem.missing(
                secrets.fieldKeyPath,
                wayOut: "Restore it from the backup: without it what is sealed there can never be read again."
            )
        }
        let customers = try await store.customerOfEachKey()
        let account = try await store.oldestBankAccount()
        do {
            for wrapped in customers.compactMap(\.key) { _ = try key.unwrap(wrapped) }
            // What is of no person rests on the first key, which no row names.
            if let account { try account.requireReadable(with: key) }
        } catch {
            throw SecretFiles.Problem.foreign(secrets.fieldKeyPath)
        }
    }

    /// Bank and merchant of a sandbox are made before its first enrollment.
    private func requireSandbox(_ isSandbox: Bool) throws {
        let merchant = SandboxMerchant.fileName(in: directory)
        let hasMerchant = FileManager.default.fileExists(atPath: merchant)
        guard isSandbox || hasMerchant || hasBank else { return }
        let wayOut = "Restore it from the backup, or start anew with another --data."
        if !hasBank { throw SecretFiles.Problem.missing(bankName, wayOut: wayOut) }
        if !hasMerchant { throw SecretFiles.Problem.missing(merchant, wayOut: wayOut) }
    }
}
