import ChaveBase
import Foundation
import PaymentsCore
import PaymentsStores
import SQLiteWriter
public import SignInCore
public import SignInModel
import SignInStores

/// Sign-in's part of a data directory.
extension DataDirectory {
    /// There is no sign-in at the place.
    public struct NoSignIn: Error, Hashable, CustomStringConvertible {
        let place: String
        public var description: String {
            "There is no sign-in in \(place). Start a server with --sign-in there first, or give another --data."
        }
    }

    static func hasSignIn(in directory: String) -> Bool {
        FileManager.default.fileExists(atPath: "\(directory)/signin.sqlite")
    }

    /// Opens sign-in beside other processes, or makes it when it `mayBeMade`, runs `body`, and closes it.
    ///
    /// The call sends no mail: only a running server mails links. `baseURL` is the URL of that server.
    ///
    /// - Throws: ``NoSignIn`` when there is none, ``SecretFiles/Problem`` when its key is missing or another one.
    public static func administerSignIn<Value>(
        _ place: DataPlace,
        baseURL: String = "https://localhost",
        mayBeMade: Bool = false,
        _ body: (SignIn) async throws -> Value
    ) async throws -> Value {
        try await ServerStorage.with(place) { storage in
            guard try await storage.hasSignIn() || mayBeMade else { throw NoSignIn(place: "\(place)") }
            return try await SecretFiles(dataDirectory: place.directory).whileNothingRotates {
                try await storage.withRecords(storage.useOfRecords()) { store in
                    let world = try await storage.commandWorldWithDeadlines()
                    let signIn = SignIn(
                        store: store,
                        vault: try await vault(storage, store, world),
                        world: world,
                        policy: SignInPolicy(baseURL: baseURL),
                        mail: NoMail()
                    )
                    return try await body(signIn)
                }
            }
        }
    }

    /// The vault of the keys that sealed the records, or of new keys when there are no records.
    private static func vault(
        _ storage: ServerStorage,
        _ store: any TendedRecordStore,
        _ world: World
    ) async throws -> RecordVault {
        let keys = try await storage.openKeys(storage.isInFiles ? .beside : .serving)
        try await SignInInventory(secrets: keys.secrets, store: store).requireComplete()
        try await keys.require(.signIn)
        let stored = try keys.secrets.signInKeys(orMakeFrom: world.randomBytes)
        try await keys.tell(.signIn)
        return stored.vault
    }

    /// Seals every record of sign-in with a new key and drops the older one; an interrupted rotation continues where it
    /// stopped.
    ///
    /// No server may use the data meanwhile.
    public static func rotateSignInKey(_ place: DataPlace) async throws -> (id: String, records: Int) {
        try await ServerStorage.with(place) { storage in
            guard try await storage.hasSignIn() else { throw NoSignIn(place: "\(place)") }
            return try await SecretFiles(dataDirectory: place.directory).rotating {
                try await storage.withRecords(.serving) { store in
                    let keys = try await storage.openKeys(.beside)
                    let randomBytes = World.live.randomBytes
                    return try await SignInKeyRotation(shared: keys, store: store, randomBytes: randomBytes).run()
                }
            }
        }
    }

    /// Makes new keys for the ID tokens of one tenant or of all, and returns the tenants that got new keys.
    ///
    /// The keys are published at once and sign after ten minutes, also in a running server.
    public static func rotateIDTokenKeys(_ place: DataPlace, of only: TenantID?) async throws -> [TenantID] {
        try await administerSignIn(place) { signIn in
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

    static func signInRows(_ directory: String) async throws -> [String: Int64] {
        guard hasSignIn(in: directory) else { return [:] }
        var options = GroupCommitWriter.Options()
        options.mayMigrate = false
        let store = try SQLRecordStore(directory: directory, options: options)
        do {
            let counts = try await store.recordCounts()
            await store.close()
            return Dictionary(uniqueKeysWithValues: counts.map { ("sign_in_\($0.key)", $0.value) })
        } catch {
            await store.close()
            throw error
        }
    }
}
