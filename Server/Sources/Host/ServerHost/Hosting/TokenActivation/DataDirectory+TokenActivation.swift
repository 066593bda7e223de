import CardsStores
import Foundation
import PaymentsStores
import SQLiteWriter
import SandboxCards

/// The part of a data directory for activations and the sandbox's cards.
extension DataDirectory {
    /// The files that a backup copies, in this order: a restored server asks the networks for later changes.
    static func tokenActivationFiles(in directory: String) -> [String] {
        var names: [String] = []
        if hasTokenActivations(in: directory) { names.append(SQLTokenActivationStore.fileName) }
        if SandboxCards.exists(in: directory) { names.append(SandboxCards.fileName) }
        return names
    }

    static func hasTokenActivations(in directory: String) -> Bool {
        FileManager.default.fileExists(atPath: "\(directory)/\(SQLTokenActivationStore.fileName)")
    }

    static func tokenActivationFindings(_ directory: String) async throws -> [String] {
        var options = GroupCommitWriter.Options()
        options.mayMigrate = false
        var findings: [String] = []
        if hasTokenActivations(in: directory) {
            findings += try await withTokenActivationStore(directory, options) { try await $0.check() }
        }
        if SandboxCards.exists(in: directory) {
            findings += try await SandboxCards.verdict(in: directory).findings
        }
        return findings
    }

    /// The number of rows by the table's name, with the store's name in front.
    static func tokenActivationRows(_ directory: String) async throws -> [String: Int64] {
        var options = GroupCommitWriter.Options()
        options.mayMigrate = false
        var rows: [String: Int64] = [:]
        if hasTokenActivations(in: directory) {
            let counts = try await withTokenActivationStore(directory, options) { try await $0.rowCounts() }
            for (table, count) in counts { rows["token_activation_\(table)"] = count }
        }
        if SandboxCards.exists(in: directory) {
            for (table, count) in try await SandboxCards.rows(in: directory) { rows["sandbox_cards_\(table)"] = count }
        }
        return rows
    }

    static func migrateTokenActivations(_ directory: String) async throws {
        if hasTokenActivations(in: directory) {
            try await withTokenActivationStore(directory, GroupCommitWriter.Options()) { _ in }
        }
        if SandboxCards.exists(in: directory) { try await SandboxCards.migrate(in: directory) }
    }

    private static func withTokenActivationStore<Value>(
        _ directory: String,
        _ options: GroupCommitWriter.Options,
        _ body: (SQLTokenActivationStore) async throws -> Value
    ) async throws -> Value {
        let store = try SQLTokenActivationStore(directory: directory, options: options)
        do {
            let value = try await body(store)
            await store.close()
            return value
        } catch {
            await store.close()
            throw error
        }
    }
}
