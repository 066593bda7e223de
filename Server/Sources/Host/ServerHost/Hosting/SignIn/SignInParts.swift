import ChaveBase
import ChavePixModel
import Foundation
import HTTPKernel
import Logging
import PaymentsCore
import SignInCore
import SignInHTTP
import SignInMail
import SignInModel

/// The sign-in of this server: its database, its rules and its mail.
struct SignInParts: Sendable {
    let store: any TendedRecordStore
    let signIn: SignIn
    let api: SignInAPI
    /// The outbox of a sandbox, which stores the mails instead of sending them.
    let outbox: MailOutbox?
    /// The sandbox's tenant; `nil` outside the sandbox.
    let tenant: SandboxTenant?

    /// The program of `--sendmail` cannot be run.
    struct NoMailProgram: Error, Hashable, CustomStringConvertible {
        let path: String
        var description: String { "\(path) (--sendmail) is no program that this user may run." }
    }

    /// Opens the records with their key, after a check that the key was not lost, and makes the sandbox's tenant.
    init(
        _ configuration: ServerConfiguration,
        storage: ServerStorage,
        keys: SharedKeys,
        world: World,
        metrics: ServerMetrics
    ) async throws {
        store = try await storage.openRecords(.serving) { [metrics] in metrics.operated($0) }
        do {
            try await SignInInventory(secrets: keys.secrets, store: store).requireComplete()
            try await keys.require(.signIn)
            let stored = try keys.secrets.signInKeys(orMakeFrom: world.randomBytes)
            try await keys.tell(.signIn)
            outbox = try SignInParts.outbox(configuration, world)
            let records = RecordBoard(store, world: world) { [metrics] in metrics.observed($0) }
            var policy = SignInPolicy(baseURL: configuration.signInBaseURL)
            policy.backChannelFault = { [rules = configuration.webhookRules] in LogoutSender.fault($0, rules) }
            signIn = SignIn(
                store: records,
                vault: stored.vault,
                world: world,
                policy: policy,
                mail: MeasuredMailSender(
                    sender: try SignInParts.sender(configuration, outbox, world),
                    metrics: metrics
                )
            )
            api = SignInAPI(signIn: signIn, records: records)
            tenant =
                configuration.isSandbox
                ? try await SandboxTenant.plant(in: signIn, baseURL: configuration.baseURL, keys: keys)
                : nil
        } catch {
            await store.close()
            throw error
        }
    }

    private static func outbox(_ configuration: ServerConfiguration, _ world: World) throws -> MailOutbox? {
        guard configuration.isSandbox, configuration.mailProgram == nil else { return nil }
        return try outbox(in: configuration.dataDirectory, sleep: world.sleep, now: world.now)
    }

    /// - Throws: ``SecretFiles/Problem`` when the file contains something other than mails.
    static func outbox(
        in directory: String,
        sleep: @escaping @Sendable (_ milliseconds: Int) async -> Void = World.live.sleep,
        now: @escaping @Sendable () -> Timestamp
    ) throws -> MailOutbox {
        let path = "\(directory)/\(fileName)"
        do {
            return try MailOutbox(
                file: MailOutbox.File(
                    read: { try PrivateFile.read(path, limits: MailOutbox.fileLimits) },
                    write: { try PrivateFile.write($0, to: path) },
                    // Nodes of one machine may share the directory.
                    alone: { body in try await FolderLock.holding(directory, sleep: sleep, body) }
                ),
                now: now
            )
        } catch is MailOutbox.Damaged {
            throw SecretFiles.Problem.damaged(path)
        }
    }

    static let fileName = "outbox.json"

    /// The pages of sign-in for people.
    func mounts(baseURL: String) -> [PageMounts.Mount] {
        SignInMounts.all(
            signIn: signIn,
            records: api.records,
            baseURL: baseURL,
            tellsOfTerminals: tenant != nil
        )
    }

    /// The sign-in details for a sandbox's pages; `nil` outside the sandbox.
    func sandbox(baseURL: String) -> SandboxSignIn? {
        tenant.map { tenant in
            SandboxSignIn(tenant: tenant, outbox: outbox, baseURL: baseURL) { [signIn] token in
                try? await signIn.standing(ofLink: token)
            }
        }
    }

    private static func sender(
        _ configuration: ServerConfiguration,
        _ outbox: MailOutbox?,
        _ world: World
    ) throws -> any MailSender {
        guard let mail = configuration.mailProgram else { return outbox ?? NoMail() }
        guard FileManager.default.isExecutableFile(atPath: mail.path) else { throw NoMailProgram(path: mail.path) }
        return SendmailSender(
            program: mail.path,
            from: mail.sender,
            world: world
        )
    }
}

/// The mail sender of a server without mail.
struct NoMail: MailSender {
    struct NotSet: Error {}

    func send(_ mail: Mail) async throws(MailFault) { throw MailFault(underlying: NotSet()) }
}
