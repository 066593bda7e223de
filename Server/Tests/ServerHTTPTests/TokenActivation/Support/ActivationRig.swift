import CardsStores
import ChaveBase
import ChaveTransport
import Foundation
import PaymentsCore
import PaymentsStores
import PostgresClient
import SQLiteWriter
import SandboxCards
import SignInCore
import SignInModel
import StoreTestSupport
import Synchronization
import Testing
import TokenActivationCore
import TokenNetworks

@testable import CardsHTTP
@testable import HTTPKernel
@testable import ServerHost

/// The issuer's addresses on a whole server: sign-in's rig, the sandbox's cards, and two networks to ask.
struct ActivationRig: Sendable {
    let signIn: SignInRig
    let cards: SandboxCards
    let store: any TokenActivationStore
    /// `nil` where the cards are in a file.
    let database: WorldDatabase?
    let activations: TokenActivations
    let face: TokenActivationAPI
    let notices: NoticeShelf
    let attempts: AttemptShelf
    /// What a network that takes its time waits for.
    let pause: NetworkPause
    /// The issuer's own app.
    let client: String

    var clock: TestClock { signIn.clock }
    var server: TestServer { signIn.server }

    init(_ signIn: SignInRig, directory: String) async throws {
        let (world, pause) = (signIn.clock.world, NetworkPause())
        self.pause = pause
        var options = SandboxCards.Options(issuer: signIn.home.text)
        options.isSynced = false
        let cardsWorld = World(
            now: world.now,
            uptimeMilliseconds: { 0 },
            randomBytes: world.randomBytes,
            sleep: { _ in await pause.wait() },
            deadlinesAheadSeconds: world.deadlinesAheadSeconds
        )
        if WorldStorage.isInPostgres {
            let database = try await WorldDatabase.taken()
            let pool = PostgresPool(database.pool.settings)
            cards = try await SandboxCards(over: pool, options: options, world: cardsWorld)
            store = WorldActivationStore()
            self.database = database
            WorldStorage.countOpened()
        } else {
            cards = try SandboxCards(directory: directory, options: options, world: cardsWorld)
            var writing = GroupCommitWriter.Options()
            writing.synchronous = .normal
            store = try SQLTokenActivationStore(directory: directory, options: writing)
            database = nil
        }
        client = try await signIn.clientID()
        notices = NoticeShelf()
        let policy = ActivationPolicy(baseURL: TestServer.baseURL, clients: [client])
        activations = TokenActivations(
            store: store,
            cards: cards.register,
            networks: try TokenActivationParts.networks(cards),
            wallets: cards.wallets,
            notices: notices,
            world: world,
            policy: policy
        )
        attempts = AttemptShelf()
        face = ActivationRig.face(activations, signIn, attempts)
        self.signIn = signIn.through(MemoryDoor(api: signIn.api.with(tokenActivation: face)))
    }

    private static func face(
        _ activations: TokenActivations,
        _ signIn: SignInRig,
        _ attempts: AttemptShelf
    ) -> TokenActivationAPI {
        TokenActivationAPI(
            activations: activations,
            signIn: signIn.signIn,
            settings: TokenActivationAPI.Settings(
                baseURL: TestServer.baseURL,
                tenant: signIn.home,
                freshSeconds: 300
            )
        ) { attempts.add($0, $1) }
    }

    private init(_ rig: ActivationRig, through door: any Door) {
        signIn = rig.signIn.through(door)
        (cards, store, activations, face) = (rig.cards, rig.store, rig.activations, rig.face)
        database = rig.database
        (notices, attempts, pause, client) = (rig.notices, rig.attempts, rig.pause, rig.client)
    }

    private init(_ rig: ActivationRig, by activations: TokenActivations) {
        self.activations = activations
        face = ActivationRig.face(activations, rig.signIn, rig.attempts)
        signIn = rig.signIn.through(MemoryDoor(api: rig.signIn.api.with(tokenActivation: face)))
        (cards, store, database) = (rig.cards, rig.store, rig.database)
        (notices, attempts, pause, client) = (rig.notices, rig.attempts, rig.pause, rig.client)
    }

    func through(_ door: any Door) -> ActivationRig { ActivationRig(self, through: door) }

    /// The same, with the same files, where no network can be asked.
    func withoutNetworks() -> ActivationRig {
        let activations = TokenActivations(
            store: store,
            cards: cards.register,
            networks: [:],
            wallets: cards.wallets,
            notices: notices,
            world: clock.world,
            policy: ActivationPolicy(baseURL: TestServer.baseURL, clients: [client])
        )
        return ActivationRig(self, by: activations)
    }

    /// All of the server, for a socket.
    var api: APIServer { signIn.api.with(tokenActivation: face) }

    func close() async {
        await (store as? SQLTokenActivationStore)?.close()
        await cards.close()
    }
}

/// Keeps what holders were told, or refuses it.
final class NoticeShelf: ActivationNotices {
    private let notices = Mutex<[ActivationNotice]>([])

    var all: [ActivationNotice] { notices.withLock { $0 } }

    func send(_ notice: ActivationNotice) async throws(ActivationNoticeFault) {
        notices.withLock { $0.append(notice) }
    }
}

/// How long a network takes: no time at all, or until it is let go.
final class NetworkPause: Sendable {
    private let isHeld = Mutex(false)

    func hold(_ holds: Bool) { isHeld.withLock { $0 = holds } }

    /// Returns at once when the task is cancelled.
    func wait() async {
        // Not the server's time: only lets the threads that do the work have the processor.
        while isHeld.withLock({ $0 }), !Task.isCancelled { try? await Task.sleep(for: .milliseconds(1)) }
    }
}

/// Keeps what was counted.
final class AttemptShelf: Sendable {
    private let attempts = Mutex<[String]>([])

    var all: [String] { attempts.withLock { $0 } }

    func add(_ attempt: ActivationAttempt, _ result: String) {
        attempts.withLock { $0.append("\(attempt.rawValue) \(result)") }
    }
}

/// Runs `body` with the issuer's addresses on a server of its own.
func withActivations(
    admission: Admission = Admission(.sandbox),
    _ body: @Sendable @escaping (ActivationRig) async throws -> Void
) async throws {
    let directory = NSTemporaryDirectory() + "chave-activations-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: directory) }
    try await withServer { server in
        let rig = try await ActivationRig(try await SignInRig(server, admission: admission), directory: directory)
        do {
            try await body(rig)
        } catch {
            await rig.close()
            throw error
        }
        await rig.close()
    }
}
