import BiometricPixSDK
import ChaveBase
import ChaveDeviceKeys
import ChavePixModel
import ChaveSoftwareAuthenticator
import ChaveTesting
import ChaveTransport
import Foundation
import Testing

@testable import ChavePix

/// A client with everything around it, in memory.
struct Rig {
    let clock: TestClock
    let server: FakeServer
    let store = MemoryKeyStore()
    let secrets = MemorySecretStore()
    let events = Locked<[PixEvent]>([])
    var configuration: PixConfiguration

    init(gesture: UserGesture = .always(.verified)) throws {
        let clock = TestClock()
        self.clock = clock
        server = FakeServer(clock: clock)
        let events = events
        configuration = PixConfiguration(
            baseURL: try BaseURL("https://pay.example"),
            transport: server,
            authenticator: SoftwareAuthenticator(store: store, gesture: gesture),
            secretStore: secrets,
            signalCollector: LinuxSignalCollector(screen: nil, system: Rig.machine),
            clock: clock.clock,
            observer: { event in events.withLock { $0.append(event) } }
        )
    }

    /// A laptop in São Paulo.
    static let machine = LinuxSystem(
        contents: { path in
            switch path {
            case "/etc/os-release": "NAME=\"Debian GNU/Linux\"\nPRETTY_NAME=\"Debian GNU/Linux 13 (trixie)\"\n"
            case "/proc/uptime": "12345.67 54321.00\n"
            case "/proc/cpuinfo": "processor\t: 0\nflags\t\t: fpu vme hypervisor sse\n"
            case "/sys/class/power_supply/BAT0/type": "Battery\n"
            case "/sys/class/power_supply/BAT0/status": "Charging\n"
            case "/sys/class/power_supply/AC/type": "Mains\n"
            default: nil
            }
        },
        entries: { $0 == "/sys/class/power_supply" ? ["AC", "BAT0"] : [] },
        environment: { ["LANG": "pt_BR.UTF-8"] },
        effectiveUserID: { 1_000 },
        secondsFromGMT: { -3 * 3_600 },
        terminalPixels: { nil },
        // Ended by cancellation; an hour is for ever in a test.
        sleep: { _ in try await Task.sleep(nanoseconds: 3_600_000_000_000) }
    )

    func client(token: String? = "token") -> PixClient { PixClient(accessToken: token, configuration: configuration) }

    func sdk(token: String? = "token") -> BiometricPixSDK {
        BiometricPixSDK(accessToken: token, configuration: configuration)
    }

    static let diskFailure = DeviceKeyError(.store, "The disk fails.")

    static let cpf = "529.982.247-25"

    static func newEnrollment() throws -> NewEnrollment {
        NewEnrollment(
            customer: .person(identifier: try #require(TaxIdentifier(punctuated: cpf)), name: nil, externalID: nil),
            institution: FakeServer.bank,
            accountTenure: "2024-11-26",
            callbackURL: try #require(CallbackURL("https://shop.example/callback"))
        )
    }

    static let callback = "https://shop.example/callback?state=s-1&code=c-1&id_token=t.t.t"

    static func intentRequest(_ enrollment: EnrollmentID, amount: String = "12.34") throws -> CreatePaymentIntentRequest
    {
        CreatePaymentIntentRequest(
            amount: try #require(Money(decimal: amount)),
            customer: .person(identifier: try #require(TaxIdentifier(punctuated: cpf)), name: nil, externalID: nil),
            description: "A book",
            statementDescription: "BOOKS",
            paymentMethodDetails: ChavePixModel.PaymentMethodDetails(
                beneficiaryBankAccount: FakeServer.beneficiary,
                enrollment: enrollment
            )
        )
    }

    /// The id of an enrollment that waits for the bank.
    func createdEnrollment() async throws -> String {
        try await client().createEnrollment(try Rig.newEnrollment()).id.text
    }

    /// An enrollment that stands, and its device's credential.
    func enrolled() async throws -> (client: PixClient, enrollment: EnrollmentID) {
        let client = client()
        let created = try await client.createEnrollment(try Rig.newEnrollment())
        _ = try await client.completeRedirection(callbackURL: Rig.callback)
        let options = try await client.registrationOptions(created.id)
        let credential = try await client.makeCredential(options)
        let end = try await client.confirmEnrollment(created.id, credential)
        #expect(end.status == .succeeded)
        server.state.withLock { $0.readsBeforeEnd = 1 }
        return (client, created.id)
    }

    /// An enrollment and the credential to confirm it with.
    func confirmable() async throws -> Confirmable {
        let client = client()
        let created = try await client.createEnrollment(try Rig.newEnrollment())
        let credential = try await client.makeCredential(try await client.registrationOptions(created.id))
        return Confirmable(client: client, id: created.id, idText: created.id.text, credential: credential)
    }

    struct Confirmable: Sendable {
        let client: PixClient
        let id: EnrollmentID
        let idText: String
        let credential: CreatedCredential
    }

    /// An intent with its assertion and signals, ready to be authorised.
    func signed() async throws -> Signed {
        let (client, enrollment) = try await enrolled()
        return try await Rig.signed(client, enrollment)
    }

    static func signed(_ client: PixClient, _ enrollment: EnrollmentID) async throws -> Signed {
        let intent = try await client.createPaymentIntent(try Rig.intentRequest(enrollment))
        let options = try #require(intent.paymentMethodInformation?.fidoOptions)
        let assertion = try await client.sign(options)
        let signals = try await client.collectRiskSignals(accountTenure: "2024-11-26")
        return Signed(client: client, intent: intent.id, assertion: assertion, signals: signals)
    }

    struct Signed: Sendable {
        let client: PixClient
        let intent: PaymentIntentID
        let assertion: CredentialAssertion
        let signals: ChavePixModel.RiskSignals

        func authorize() async throws(PixError) -> PaymentIntentResource {
            try await client.authorize(intent, assertion: assertion, riskSignals: signals)
        }
    }
}

extension MemorySecretStore {
    /// What another client over the same store does when it has its final answers.
    func eraseRequests() throws(DeviceKeyError) {
        for name in try secretNames() where name.hasPrefix("request-") { try removeSecret(name) }
    }
}
