import ChaveBase
import SignInCore
import SignInModel
import StoreTestSupport
import Synchronization

/// The product over records in memory, with a clock that the test sets and mail that it reads.
final class TestSignIn: Sendable {
    static let baseURL = "https://chave.example"
    static let tenant = TenantID("sandbox")

    let store = WorldRecordStore()
    let mail = MailDrop()
    let signIn: SignIn
    private let clock: TestMoment

    /// `watching` may put a store of its own between the product and the records.
    init(
        seed: UInt64 = 1,
        policy: SignInPolicy = SignInPolicy(baseURL: TestSignIn.baseURL),
        watching: (any RecordStore) -> any RecordStore = { $0 }
    ) {
        let clock = TestMoment(seed: seed)
        self.clock = clock
        signIn = SignIn(
            store: watching(store),
            vault: RecordVault(secret: Array(repeating: 7, count: 32)),
            world: World(
                now: { clock.now },
                uptimeMilliseconds: { 0 },
                randomBytes: { clock.randomBytes($0) },
                sleep: { _ in },
                deadlinesAheadSeconds: { clock.deadlinesAheadSeconds }
            ),
            policy: policy,
            mail: mail
        )
    }

    var now: Timestamp { clock.now }

    func advance(seconds: Int64) { clock.advance(microseconds: seconds * 1_000_000) }

    /// Puts the clock that deadlines read forward, and no other.
    func putDeadlinesForward(seconds: Int64) { clock.putDeadlinesForward(seconds: seconds) }

    func advance(milliseconds: Int64) { clock.advance(microseconds: milliseconds * 1_000) }
}

/// A clock and a generator that give the same each time.
private final class TestMoment: Sendable {
    private struct State {
        var now = Timestamp(seconds: 1_789_000_000)
        var deadlinesAheadSeconds: Int64 = 0
        var generator: UInt64
    }
    private let state: Mutex<State>

    init(seed: UInt64) { state = Mutex(State(generator: seed)) }

    var now: Timestamp { state.withLock { $0.now } }

    var deadlinesAheadSeconds: Int64 { state.withLock { $0.deadlinesAheadSeconds } }

    func putDeadlinesForward(seconds: Int64) { state.withLock { $0.deadlinesAheadSeconds += seconds } }

    func advance(microseconds: Int64) { state.withLock { $0.now = $0.now.adding(microseconds: microseconds) } }

    /// SplitMix64.
    func randomBytes(_ count: Int) -> [UInt8] {
        state.withLock { state in
            (0..<count).map { _ in
                state.generator &+= 0x9E37_79B9_7F4A_7C15
                var word = state.generator
                word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
                word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
                return UInt8(truncatingIfNeeded: word >> 32)
            }
        }
    }
}

/// Keeps what was sent, or refuses to.
final class MailDrop: MailSender {
    private struct Lost: Error {}
    private struct State {
        var mails: [Mail] = []
        var refuses = false
    }
    private let state = Mutex(State())

    var mails: [Mail] { state.withLock { $0.mails } }

    func refuse(_ refuses: Bool) { state.withLock { $0.refuses = refuses } }

    func send(_ mail: Mail) async throws(MailFault) {
        let isTaken = state.withLock { state in
            if !state.refuses { state.mails.append(mail) }
            return !state.refuses
        }
        guard isTaken else { throw MailFault(underlying: Lost()) }
    }
}
