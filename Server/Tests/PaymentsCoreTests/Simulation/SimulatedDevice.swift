import ChaveBase
import ChaveDeviceKeys
import ChavePixModel
import ChaveSoftwareAuthenticator
import ChaveWire
import Hashing
import PaymentsModel
import ServerTestSupport
import Testing

/// A phone with a real authenticator, and the person who holds it.
struct SimulatedDevice: Sendable {
    let caller: Caller
    let cpf: String
    let authenticator: SoftwareAuthenticator
    let name: String

    static let first = "52998224725"
    static let second = "11144477735"

    init(_ name: String = "celular", cpf: String = first, in simulation: Simulation) {
        self.name = name
        self.cpf = cpf
        caller = .device(
            organisation: simulation.organisation,
            apiKey: Simulation.apiKey,
            device: Digest(ofText: name),
            customer: nil
        )
        authenticator = SoftwareAuthenticator(store: MemoryKeyStore(), gesture: .always(.verified))
    }

    func signals() throws -> RiskSignals {
        var signals = RiskSignals(
            deviceId: name,
            osVersion: "18.1",
            userTimeZoneOffset: "-03",
            language: "pt",
            screenDimensions: .init(height: 2_556, width: 1_179),
            accountTenure: try #require(CalendarDate(iso: "2024-01-15"))
        )
        signals.isRootedDevice = false
        signals.screenBrightness = JSONNumber("0.5")
        signals.elapsedTimeSinceBoot = 1_000
        return signals
    }

    func credential(for options: JSONValue) async throws -> RegistrationCredential {
        let made = try await authenticator.makeCredential(try CredentialCreationOptions(json: options))
        return RegistrationCredential(
            rawID: made.id,
            authenticatorAttachment: "platform",
            attestationObject: made.attestationObject,
            clientDataJSON: made.clientDataJSON
        )
    }

    func assertion(for options: JSONValue) async throws -> AssertionCredential {
        let made = try await authenticator.getAssertion(try CredentialRequestOptions(json: options))
        return AssertionCredential(
            rawID: made.id,
            authenticatorAttachment: "platform",
            authenticatorData: made.authenticatorData,
            clientDataJSON: made.clientDataJSON,
            signature: made.signature,
            userHandle: made.userHandle
        )
    }

    /// The key of one request, as the HTTP layer would make it.
    func key(_ key: String?, _ route: String, body: String) -> IdempotentRequest? {
        key.map {
            IdempotentRequest(
                key: $0,
                caller: caller,
                method: "POST",
                route: route,
                target: route,
                body: Array(body.utf8)
            )
        }
    }
}
