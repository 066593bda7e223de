import ChaveBase
import ChavePixModel
import PaymentsCore
import SignInCore
import SignInModel
import StoreTestSupport
import Synchronization
import Testing

@testable import HTTPKernel
@testable import ServerHost
@testable import SignInHTTP

/// Sign-in on a whole server, over records in memory, with two tenants and what their servers hold.
struct SignInRig: Sendable {
    let server: TestServer
    let store: WorldRecordStore
    let counted: CountedRecords
    let mail: MailShelf
    let signIn: SignIn
    let face: SignInAPI
    let api: APIServer
    let door: any Door
    let home: TenantID
    let apiToken: String
    let rival: TenantID
    let rivalToken: String

    static let app = "https://app.example"
    static let redirectURI = "https://app.example/callback"

    var clock: TestClock { server.clock }

    init(_ server: TestServer, admission: Admission = Admission(.sandbox)) async throws {
        let (store, mail) = (WorldRecordStore(), MailShelf())
        let world = server.clock.world
        let counted = CountedRecords(store)
        let records = RecordBoard(counted, world: world)
        let signIn = SignIn(
            store: records,
            vault: RecordVault(secret: Array(repeating: 7, count: 32)),
            world: world,
            policy: SignInPolicy(baseURL: TestServer.baseURL),
            mail: mail
        )
        self.server = server
        self.store = store
        self.counted = counted
        self.mail = mail
        self.signIn = signIn
        face = SignInAPI(signIn: signIn, records: records)
        api = APIServer(
            payments: server.payments,
            operations: Operations { [] },
            admission: admission,
            world: world
        ).with(signIn: face)
        door = MemoryDoor(api: api)
        (home, apiToken) = try await SignInRig.tenant("padaria-aurora", signIn)
        (rival, rivalToken) = try await SignInRig.tenant("outra-padaria", signIn)
    }

    private init(_ rig: SignInRig, through door: any Door) {
        server = rig.server
        store = rig.store
        counted = rig.counted
        mail = rig.mail
        signIn = rig.signIn
        face = rig.face
        api = rig.api
        self.door = door
        home = rig.home
        apiToken = rig.apiToken
        rival = rig.rival
        rivalToken = rig.rivalToken
    }

    func through(_ door: any Door) -> SignInRig { SignInRig(self, through: door) }

    private static func tenant(_ name: String, _ signIn: SignIn) async throws -> (TenantID, String) {
        let tenant = try #require(TenantID(name))
        _ = try await signIn.createTenant(tenant, displayName: "Padaria")
        _ = try await signIn.configureProfile(
            ProfileDraft(
                displayName: "Padaria Aurora",
                logoURI: "https://app.example/logo.png",
                registrationRedirectURI: app
            ),
            of: tenant
        )
        return (tenant, try await signIn.makeAPIToken(of: tenant, name: "test").token)
    }

    /// Returns once so many answers are held.
    func untilHeld(_ count: Int = 1) async throws {
        // Not the server's time: only lets the threads that do the work have the processor.
        while face.waitingCount < count { try await Task.sleep(for: .milliseconds(1)) }
    }
}

/// In which of its two forms an address is asked.
enum AddressForm: String, CaseIterable, Sendable {
    case belowTenant, withoutTenant

    func path(_ path: String, _ tenant: TenantID) -> String {
        self == .belowTenant ? "/t/\(tenant.text)\(path)" : path
    }
}

/// Keeps the mails that were sent, or refuses them.
final class MailShelf: MailSender {
    private struct Lost: Error {}
    private struct Shelf {
        var mails: [Mail] = []
        var refuses = false
    }
    private let shelf = Mutex(Shelf())

    func refuse(_ refuses: Bool) { shelf.withLock { $0.refuses = refuses } }

    func send(_ mail: Mail) async throws(MailFault) {
        let isTaken = shelf.withLock { shelf in
            if !shelf.refuses { shelf.mails.append(mail) }
            return !shelf.refuses
        }
        guard isTaken else { throw MailFault(underlying: Lost()) }
    }

    var last: Mail? { shelf.withLock { $0.mails.last } }

    /// The address in the last mail.
    var link: String {
        let text = shelf.withLock { $0.mails.last?.text ?? "" }
        return text.split(whereSeparator: \.isNewline).first { $0.contains("/bind?token=") }.map(String.init) ?? ""
    }
}

/// Runs `body` with sign-in on a server of its own.
func withSignIn(
    _ kind: DoorKind = .memory,
    _ body: @Sendable @escaping (SignInRig) async throws -> Void
) async throws {
    try await withServer { server in
        let rig = try await SignInRig(server)
        switch kind {
        case .memory: try await body(rig)
        case .socket: try await server.withSocket(api: rig.api) { door, _ in try await body(rig.through(door)) }
        }
    }
}
