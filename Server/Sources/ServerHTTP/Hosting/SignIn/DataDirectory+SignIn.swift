import Foundation
import PaymentsCore
import SQLiteWriter
public import SignInCore
import StorageSQLite

/// Sign-in's part of a data directory.
extension DataDirectory {
    /// There is no sign-in to work on.
    public struct NoSignIn: Error, Hashable, CustomStringConvertible {
        let directory: String
        public var description: String {
            "There is no sign-in in \(directory). Start a server with --sign-in there first, or give another --data."
        }
    }

    static func hasSignIn(in directory: String) -> Bool {
        FileManager.default.fileExists(atPath: "\(directory)/signin.sqlite")
    }

    /// Opens sign-in beside whoever else has it, or makes it where it `mayBeMade`, does `body`, and closes it.
    ///
    /// It mails nothing: a link is mailed by a running server alone. `baseURL` is how the outside reaches that server.
    ///
    /// - Throws: ``NoSignIn`` where there is none, ``SecretFiles/Problem`` where its key is not there or another one.
    public static func administerSignIn<Value>(
        _ directory: String,
        baseURL: String = "https://localhost",
        mayBeMade: Bool = false,
        _ body: (SignIn) async throws -> Value
    ) async throws -> Value {
        guard hasSignIn(in: directory) || mayBeMade else { throw NoSignIn(directory: directory) }
        var options = GroupCommitWriter.Options()
        options.isShared = hasSignIn(in: directory)
        let secrets = SecretFiles(dataDirectory: directory)
        return try await secrets.whileNothingRotates {
            try await withSignInStore(directory, options) { store in
                try await SignInInventory(secrets: secrets, store: store).requireComplete()
                let world = try SignInWorld(of: directory)
                let signIn = SignIn(
                    store: store,
                    vault: try secrets.signInKeys(orMakeFrom: world.randomBytes).vault,
                    world: world,
                    policy: SignInPolicy(baseURL: baseURL),
                    mail: NoMail()
                )
                return try await body(signIn)
            }
        }
    }

    /// Seals every record of sign-in with a new key and drops the older one; what broke off goes on where it stood.
    ///
    /// No server may use the directory meanwhile.
    public static func rotateSignInKey(_ directory: String) async throws -> (id: String, records: Int) {
        guard hasSignIn(in: directory) else { throw NoSignIn(directory: directory) }
        let secrets = SecretFiles(dataDirectory: directory)
        return try await secrets.rotating {
            try await withSignInStore(directory, GroupCommitWriter.Options()) { store in
                let randomBytes = World.live.randomBytes
                return try await SignInKeyRotation(secrets: secrets, store: store, randomBytes: randomBytes).run()
            }
        }
    }

    /// Gives the ID tokens of a tenant, or of every tenant, new keys; the names of those that have some.
    ///
    /// They are published at once and sign after ten minutes, also in a running server.
    public static func rotateIDTokenKeys(_ directory: String, of only: TenantID?) async throws -> [TenantID] {
        try await administerSignIn(directory) { signIn in
            if let only {
                try await signIn.rotateSigningKeys(of: only)
                return [only]
            }
            var rotated: [TenantID] = []
            try await signIn.forEachTenant { tenant in
                try await signIn.rotateSigningKeys(of: tenant.tenant)
                rotated.append(tenant.tenant)
            }
            return rotated
        }
    }

    static func signInFindings(_ directory: String, _ options: GroupCommitWriter.Options) async throws -> [String] {
        guard hasSignIn(in: directory) else { return [] }
        return try await withSignInStore(directory, options) { store in
            let inventory = SignInInventory(secrets: SecretFiles(dataDirectory: directory), store: store)
            return try await store.check() + inventory.unreadable(of: store)
        }
    }

    static func signInRows(
        _ directory: String,
        _ options: GroupCommitWriter.Options
    ) async throws -> [String: Int64] {
        guard hasSignIn(in: directory) else { return [:] }
        let counts = try await withSignInStore(directory, options) { try await $0.recordCounts() }
        return Dictionary(uniqueKeysWithValues: counts.map { ("sign_in_\($0.key)", $0.value) })
    }

    static func withSignInStore<Value>(
        _ directory: String,
        _ options: GroupCommitWriter.Options,
        _ body: (SQLiteRecordStore) async throws -> Value
    ) async throws -> Value {
        try await closing(try SQLiteRecordStore(directory: directory, options: options), after: body)
    }
}

extension SignInWorld {
    /// The real world, with deadlines as far ahead as a sandbox of that directory has put them.
    fileprivate init(of directory: String) throws {
        let ahead = try SandboxClock.storedAheadSeconds(in: directory)
        var world = World.live
        world.deadlinesAheadSeconds = { ahead }
        self.init(world)
    }
}
