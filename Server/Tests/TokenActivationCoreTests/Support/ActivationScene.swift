import ChaveBase
import StoreTestSupport
import Synchronization
import TokenActivationCore

/// An issuer with two holders, their cards and a wallet, and a clock that a test moves.
final class ActivationScene: Sendable {
    static let start = Timestamp(seconds: 1_800_000_000)
    static let client = "issuer-app"
    static let maria = CardHolder(tenant: "padaria-aurora", user: "maria")
    static let joao = CardHolder(tenant: "padaria-aurora", user: "joao")
    static let pan = "V-3019310727778236299436"
    static let wallet = WalletRequestor(id: "40010030273", network: .visa, name: "Carteira")
    static let policy = ActivationPolicy(baseURL: "https://issuer.example", clients: [client])
    static let tokenID = "DNITHE301931072777823629"

    let store = WorldActivationStore()
    let register = ListedCards()
    let visa = ScriptedTokenService()
    let mastercard = ScriptedTokenService()
    let notices = CollectedNotices()
    private let clock = Mutex((now: ActivationScene.start, ahead: Int64(0), drawn: UInt64(1)))

    init() {
        register.put(Self.card())
        register.put(Self.card("V-9999999999999999999999", of: Self.joao))
        visa.put(Self.token())
    }

    var now: Timestamp { clock.withLock { $0.now } }
    func advance(seconds: Int64) { clock.withLock { $0.now = $0.now.adding(seconds: seconds) } }
    func putDeadlinesAhead(seconds: Int64) { clock.withLock { $0.ahead = seconds } }

    var engine: TokenActivations { engine() }

    func engine(
        _ policy: ActivationPolicy = ActivationScene.policy,
        over other: (any TokenActivationStore)? = nil
    ) -> TokenActivations {
        TokenActivations(
            store: other ?? store,
            cards: register,
            networks: [.visa: visa, .mastercard: mastercard],
            wallets: [Self.wallet, WalletRequestor(id: "50123197928", network: .mastercard, name: "Outra")],
            notices: notices,
            world: World(
                now: { self.now },
                uptimeMilliseconds: { 0 },
                randomBytes: { count in (0..<count).map { _ in self.draw() } },
                sleep: { _ in },
                deadlinesAheadSeconds: { self.clock.withLock { $0.ahead } }
            ),
            policy: policy
        )
    }

    /// The same bytes in each run, and never the same twice.
    private func draw() -> UInt8 {
        clock.withLock { clock in
            clock.drawn = clock.drawn &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return UInt8(truncatingIfNeeded: clock.drawn >> 33)
        }
    }

    func session(
        _ holder: CardHolder = ActivationScene.maria,
        client: String = ActivationScene.client,
        secondsAgo: Int64 = 10
    ) -> HolderSession {
        HolderSession(holder: holder, client: client, authenticatedAt: now.adding(seconds: -secondsAgo))
    }

    static func card(
        _ pan: String = ActivationScene.pan,
        of holder: CardHolder = ActivationScene.maria,
        isBlocked: Bool = false
    ) -> IssuedCard {
        IssuedCard(
            panReferenceID: pan,
            holder: holder,
            network: .visa,
            name: "Cartão Aurora",
            lastFour: "1234",
            isBlocked: isBlocked
        )
    }

    static func token(
        _ id: String = ActivationScene.tokenID,
        of pan: String = ActivationScene.pan,
        _ state: TokenState = .inactive
    ) -> NetworkToken {
        NetworkToken(
            id: id,
            network: .visa,
            requestorID: wallet.id,
            panReferenceID: pan,
            walletAccountID: "account",
            deviceID: "device-1",
            deviceIndex: 2,
            deviceName: "Celular",
            state: state,
            stepUpOpenedAt: start.adding(seconds: -60)
        )
    }

    static func payload(
        pan: String? = ActivationScene.pan,
        token: String? = ActivationScene.tokenID
    ) -> ActivationPayload {
        ActivationPayload(
            panReferenceID: pan,
            tokenRequestorID: wallet.id,
            tokenReferenceID: token,
            walletAccountID: "account",
            deviceID: "device-1",
            deviceIndex: "2",
            reasonCode: "01"
        )
    }

    /// A key as the HTTP face makes it.
    static func key(
        _ text: String? = "key-1",
        _ path: String = "/token-activations",
        body: String = "body"
    ) throws -> IdempotencyKey {
        try IdempotencyKey(header: text, method: "POST", path: path, body: Array(body.utf8))
    }

    /// Activates as Maria.
    func activate(
        _ payload: ActivationPayload = ActivationScene.payload(),
        key: String = "key-1"
    ) async throws -> ActivationView {
        try await engine.activate(payload, key: try Self.key(key), by: session())
    }

    /// Says no as Maria.
    func decline(
        _ payload: ActivationPayload = ActivationScene.payload(),
        key: String = "no-1"
    ) async throws -> ActivationView {
        try await engine.decline(payload, key: try Self.key(key, "/token-activations/decline"), by: session())
    }

    /// The code that `body` is refused with; `nil` where it is not.
    func refusal(_ body: () async throws -> Void) async -> ActivationRefusal? {
        do {
            try await body()
            return nil
        } catch {
            return error as? ActivationRefusal
        }
    }

    func entries(_ chain: ActivationAuditChain = .card(ActivationScene.pan)) async throws -> [ActivationAuditFact] {
        try await store.audit(chain, after: 0, limit: 1_000).map(\.fact)
    }
}
