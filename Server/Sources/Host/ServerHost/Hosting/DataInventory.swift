import Foundation
import PaymentsCore
import PaymentsModel
import PaymentsStores

/// The files that a used database needs beside it: without them the data is lost, and new ones would hide the loss.
struct DataInventory {
    let directory: String
    let store: any InventoriedStore
    /// Whether a sandbox's bank is beside the database; ``bankName`` is its name in an error.
    let hasBank: Bool
    let bankName: String

    /// - Throws: ``SecretFiles/Problem``, which names the file and the next step.
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
            // Data that belongs to no person depends on the first key, which no row names.
            if let account { try account.requireReadable(with: key) }
        } catch {
            throw SecretFiles.Problem.foreign(secrets.fieldKeyPath)
        }
    }

    /// Requires bank and merchant of a sandbox, which are made before its first enrollment.
    private func requireSandbox(_ isSandbox: Bool) throws {
        let merchant = SandboxMerchant.fileName(in: directory)
        let hasMerchant = FileManager.default.fileExists(atPath: merchant)
        guard isSandbox || hasMerchant || hasBank else { return }
        let wayOut = "Restore it from the backup, or start anew with another --data."
        // A server that reaches banks on the wire keeps their list, and has no bank of its own.
        let isOnWire = FileManager.default.fileExists(atPath: DirectoryCopyFile.path(in: directory))
        if !hasBank && !isOnWire { throw SecretFiles.Problem.missing(bankName, wayOut: wayOut) }
        if !hasMerchant { throw SecretFiles.Problem.missing(merchant, wayOut: wayOut) }
    }
}
