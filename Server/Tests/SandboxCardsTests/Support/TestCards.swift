import ChaveBase
import ChaveTransport
import Foundation
import PostgresClient
import SQLPort
import StoreTestSupport
import Synchronization
import TokenActivationCore
import TokenNetworks

@testable import SandboxCards

/// The clocks of a sandbox: they stand until a test moves them, and who sleeps is only noted.
final class SandboxTime: Sendable {
    private struct State {
        var now = Timestamp(rfc3339: "2026-07-14T12:00:00Z") ?? Timestamp(microseconds: 0)
        var aheadSeconds: Int64 = 0
        var sleeps: [Int] = []
        var counter: UInt64 = 0
        var onSleep: @Sendable () -> Void = {}
    }

    private let state = Mutex(State())

    var now: Timestamp { state.withLock { $0.now } }
    /// The milliseconds of each sleep.
    var sleeps: [Int] { state.withLock { $0.sleeps } }

    /// Runs `action` whenever somebody sleeps, in their task.
    func onSleep(_ action: @escaping @Sendable () -> Void) { state.withLock { $0.onSleep = action } }

    func advance(seconds: Int) { state.withLock { $0.now = $0.now.adding(seconds: seconds) } }

    /// Puts the clock of deadlines forward; time does not pass.
    func jump(seconds: Int64) { state.withLock { $0.aheadSeconds += seconds } }

    var world: World {
        World(
            now: { self.now },
            uptimeMilliseconds: { 0 },
            randomBytes: { self.bytes($0) },
            sleep: { milliseconds in
                let action = self.state.withLock { state in
                    state.sleeps.append(milliseconds)
                    return state.onSleep
                }
                action()
            },
            deadlinesAheadSeconds: { self.state.withLock { $0.aheadSeconds } }
        )
    }

    /// The same bytes in each run, never the same twice in one.
    private func bytes(_ count: Int) -> [UInt8] {
        state.withLock { state in
            (0..<count).map { _ in
                state.counter &+= 0x9E37_79B9_7F4A_7C15
                let mixed = (state.counter ^ (state.counter >> 31)) &* 0xBF58_476D_1CE4_E5B9
                return UInt8(truncatingIfNeeded: mixed >> 40)
            }
        }
    }
}

/// A sandbox in a directory or in a PostgreSQL database of its own, and both adapters over it.
struct TestCards: Sendable {
    static let ana = CardHolder(tenant: "padaria-aurora", user: "ana")
    static let account = "wallet-account-1"

    let directory: String
    /// `nil` where the cards are in a file.
    let database: WorldDatabase?
    let time: SandboxTime
    let options: SandboxCards.Options
    let cards: SandboxCards

    init(_ configure: (inout SandboxCards.Options) -> Void = { _ in }) async throws {
        var options = SandboxCards.Options(issuer: "padaria-aurora")
        options.isSynced = false
        configure(&options)
        let directory = FileManager.default.temporaryDirectory.path + "/cards-\(UUID().uuidString)"
        let database = WorldStorage.isInPostgres ? try await WorldDatabase.taken() : nil
        try await self.init(directory: directory, database: database, time: SandboxTime(), options: options)
        if database != nil { WorldStorage.countOpened() }
    }

    private init(
        directory: String,
        database: WorldDatabase?,
        time: SandboxTime,
        options: SandboxCards.Options
    ) async throws {
        self.directory = directory
        self.database = database
        self.time = time
        self.options = options
        if let database {
            let pool = PostgresPool(database.pool.settings)
            cards = try await SandboxCards(over: pool, options: options, world: time.world)
        } else {
            cards = try SandboxCards(directory: directory, options: options, world: time.world)
        }
    }

    /// Runs `body` with a sandbox that is closed and removed afterwards.
    static func with(
        _ configure: (inout SandboxCards.Options) -> Void = { _ in },
        _ body: (TestCards) async throws -> Void
    ) async throws {
        let test = try await TestCards(configure)
        do {
            try await body(test)
            await test.remove()
        } catch {
            await test.remove()
            throw error
        }
    }

    /// The same place, opened again.
    func reopened() async throws -> TestCards {
        await cards.close()
        return try await another()
    }

    /// The same place, opened once more: what a second node has.
    func another() async throws -> TestCards {
        try await TestCards(directory: directory, database: database, time: time, options: options)
    }

    /// Does to the tables what no part of the sandbox does.
    func damage(_ sql: StoredSQL) async throws {
        let words = database == nil ? sql.sqlite : sql.postgres
        _ = try await cards.store.write(.desk) { try $0.run(words, []) }
    }

    func remove() async {
        await cards.close()
        try? FileManager.default.removeItem(atPath: directory)
    }

    /// The network as an issuer asks it.
    func provider(_ network: CardNetwork) throws -> any TokenServiceProvider { try Self.provider(network, of: cards) }

    static func provider(_ network: CardNetwork, of cards: SandboxCards) throws -> any TokenServiceProvider {
        let transport = cards.transport(for: network)
        let base = try BaseURL(SandboxCards.address(of: network))
        return switch network {
        case .visa: VisaLikeProvider(transport: transport, base: base, operatorID: "issuer")
        case .mastercard:
            MastercardLikeProvider(transport: transport, base: base, userID: "issuer-app", organization: "issuer")
        }
    }

    /// A card of a holder at one of the networks.
    func card(_ network: CardNetwork, of holder: CardHolder = ana) async throws -> IssuedCard {
        let cards = try await cards.issue(to: holder)
        guard let card = cards.first(where: { $0.network == network }) else { throw NoSuchCard() }
        return card
    }

    private struct NoSuchCard: Error {}

    /// A card in the wallet.
    func added(
        _ network: CardNetwork,
        _ temper: NetworkTemper = .prompt,
        device: String = "Ana's phone",
        account: String = account
    ) async throws -> WalletToken {
        try await cards.add(
            card: try await card(network).panReferenceID,
            deviceName: device,
            temper: temper,
            walletAccountID: account
        )
    }
}

extension WalletToken {
    var reference: TokenReference { TokenReference(id: id, requestorID: payload.tokenRequestorID) }

    /// An order as the rules of activation write it.
    func order(_ operationID: String = "operation-1") -> TokenOrder {
        TokenOrder(
            operationID: operationID,
            token: reference,
            deviceID: payload.deviceID ?? "",
            deviceIndex: payload.deviceIndex.flatMap { Int64($0) }
        )
    }
}
