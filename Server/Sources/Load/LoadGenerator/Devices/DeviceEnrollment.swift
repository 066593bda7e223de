import ChavePix
import ChavePixModel
import ChaveSoftwareAuthenticator
import ChaveTransport
import HolderBrowser
import Synchronization

/// Enrolls devices completely, with the SDK and the bank's own pages.
struct DeviceEnrollment: Sendable {
    let target: LoadTarget
    let transport: any HTTPTransport

    private static let callbackURL = "https://loja.example/callback"
    private static let tenure = "2024-01-15"

    /// Enrolls a device of the next payer in turn; the device stores its key in memory.
    func device(_ number: Int) async throws -> LoadDevice {
        let payer = try target.payer(number)
        let store = MemoryKeyStore()
        let watch = DeviceHeaderWatch(transport)
        let merchant = MerchantCalls(target: target, transport: transport)
        let token = try await merchant.token()
        let authenticator = SoftwareAuthenticator(store: store, gesture: .always(.verified))
        var configuration = PixConfiguration(
            baseURL: target.server,
            transport: watch,
            authenticator: authenticator,
            secretStore: store,
            signalCollector: LinuxSignalCollector()
        )
        configuration.tokenProvider = { try await merchant.token() }
        let client = PixClient(accessToken: token, configuration: configuration)
        defer { client.close() }
        let created = try await begin(client, payer)
        var browser = HolderBrowser(transport: transport, cpf: payer.cpf, password: payer.password)
        let returned = try await browser.approve(
            startingAt: created.details.redirectURL ?? "",
            until: DeviceEnrollment.callbackURL
        )
        _ = try await client.completeRedirection(callbackURL: returned)
        let credential = try await client.makeCredential(try await client.registrationOptions(created.id))
        let enrollment = try await client.confirmEnrollment(created.id, credential)
        guard enrollment.status == .succeeded, let header = watch.header else {
            throw LoadFailure(
                "The bank ended an enrollment (\(enrollment.status.rawValue)). Choose another with --institution."
            )
        }
        return LoadDevice(
            number: number,
            target: target,
            transport: transport,
            authenticator: authenticator,
            tokens: DeviceTokens(token, from: merchant),
            header: header,
            enrollment: enrollment,
            signals: try await client.collectRiskSignals(accountTenure: DeviceEnrollment.tenure)
        )
    }

    /// Runs the first step alone: the holder of this enrollment has not come to the bank yet.
    func begin(_ client: PixClient, _ payer: LoadPayer) async throws -> EnrollmentResource {
        guard let identifier = TaxIdentifier(payer.cpf),
            let callback = CallbackURL(DeviceEnrollment.callbackURL, rules: .sandbox)
        else { throw LoadFailure("A payer's CPF is none.") }
        return try await client.createEnrollment(
            NewEnrollment(
                customer: .person(identifier: identifier, name: nil, externalID: nil),
                institution: target.institution,
                accountTenure: DeviceEnrollment.tenure,
                callbackURL: callback
            )
        )
    }
}

/// Forwards requests, and remembers the `Chave-Device` header that the SDK sends with them.
final class DeviceHeaderWatch: HTTPTransport {
    private let transport: any HTTPTransport
    private let device = Mutex<String?>(nil)

    init(_ transport: any HTTPTransport) { self.transport = transport }

    var header: String? { device.withLock { $0 } }

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        if let sent = request.headers["chave-device"] { device.withLock { $0 = sent } }
        return try await transport.send(request)
    }
}
