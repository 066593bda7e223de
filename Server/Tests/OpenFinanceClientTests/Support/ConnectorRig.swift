import ChaveBase
import ChaveJOSE
import ChavePixModel
import ChaveWire
import InstitutionPort
import OpenFinanceWire
import Synchronization
import Testing

@testable import OpenFinanceClient

/// The connector before a bank that tests write.
struct ConnectorRig {
    let bank: WrittenBank
    let kept: KeptInMemory
    let connector: OpenFinanceConnector
    let alarms = Collected<ConnectorAlarm>()
    let accounts = Collected<WireAccount>()
    let directories = Collected<[InstitutionDirectoryEntry]>()

    init(
        bank: WrittenBank? = nil,
        exchange: (any WireExchange)? = nil,
        kept: KeptInMemory = KeptInMemory(),
        redirectURIs: [String] = ["https://loja.test/volta"],
        relyingPartyID: String? = "loja.test",
        keys: (WrittenBank.Keys) -> [SigningKey] = { [$0.ours] }
    ) async throws {
        let bank = try bank ?? WrittenBank()
        self.bank = bank
        self.kept = kept
        var settings = ConnectorSettings(
            organisation: WrittenBank.ours,
            software: WrittenBank.software,
            directory: DirectoryAddresses(
                participants: "https://directory.test:9443/participants",
                keystore: "https://directory.test:9443/keystore",
                token: "https://matls.directory.test:9444/token",
                assertion:
                    "https://matls.directory.test:9444/organisations/{org}/softwarestatements/{software}/assertion"
            ),
            redirectURIs: redirectURIs,
            webhookURIs: ["https://hooks.iniciadora.test"],
            certificateThumbprint: "thumbprint"
        )
        settings.originURIs = ["https://loja.test"]
        settings.relyingPartyID = relyingPartyID
        let signing = keys(bank.bankKeys).compactMap(EnvelopeKey.init)
        let platform = try #require(
            PlatformKeys(
                signing: signing,
                client: [bank.bankKeys.client],
                decryption: try DecryptionKeys([bank.bankKeys.decryption])
            )
        )
        let source = RandomSource()
        let (alarms, accounts, directories) = (alarms, accounts, directories)
        connector = OpenFinanceConnector(
            settings: settings,
            keys: platform,
            exchange: exchange ?? bank,
            registrations: kept,
            copy: kept,
            world: World(
                now: { bank.now },
                uptimeMilliseconds: { bank.now.microseconds / 1_000 },
                randomBytes: { source.bytes($0) },
                sleep: { _ in }
            ),
            alarm: { alarms.append($0) },
            account: { accounts.append($0) },
            directory: { banks, _ in directories.append(banks) }
        )
        try await connector.open()
    }

    /// The way to the bank, with a registration.
    func route() async throws -> InstitutionRoute {
        guard case .by(let route) = await connector.route(to: WrittenBank.institution) else {
            throw NoWay()
        }
        return route
    }

    struct NoWay: Error {}

    func call(
        _ operation: InstitutionOperation,
        subject: String = "urn:b:e1",
        token: String? = "enrollment-token",
        key: String? = "key-1",
        body: JSONValue = ["data": [:]]
    ) async throws -> InstitutionCall {
        InstitutionCall(
            institution: WrittenBank.institution,
            route: try await route(),
            operation: operation,
            subject: subject,
            accessToken: operation.needsEnrollmentToken ? token : nil,
            idempotencyKey: operation.takesIdempotencyKey ? key : nil,
            interactionID: TokenUUID.random { RandomSource.system.bytes($0) },
            body: operation.isRead ? [] : body.encoded()
        )
    }

    func send(_ call: InstitutionCall) async -> InstitutionReply {
        await connector.send(call, timeoutMilliseconds: 10_000)
    }
}

/// Random bytes that are different each time; no test depends on them.
final class RandomSource: Sendable {
    static let system = RandomSource()

    func bytes(_ count: Int) -> [UInt8] {
        var generator = SystemRandomNumberGenerator()
        return (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
    }
}

/// What a closure was given, in order.
final class Collected<Value: Sendable>: Sendable {
    private let values = Mutex<[Value]>([])

    func append(_ value: Value) { values.withLock { $0.append(value) } }
    var all: [Value] { values.withLock { $0 } }
}
