import ChaveBase
import ChavePixModel
public import OpenFinanceClient
public import ServerHost

/// The platform's way to directory and banks for a command, which serves nothing.
public enum PlatformDesk {
    /// Runs `body` with a connector, and closes its connections.
    ///
    /// `kept` is what the server's data has; `nil` where there is none, so that no bank has a registration.
    public static func with<Value: Sendable>(
        _ participant: PlatformParticipant,
        _ kept: KeptBanks?,
        alarm: @escaping @Sendable (ConnectorAlarm) -> Void = { _ in },
        _ body: (OpenFinanceConnector) async throws -> Value
    ) async throws -> Value {
        let exchange = participant.exchange(now: World.live.now)
        let connector = OpenFinanceConnector(
            settings: participant.settings,
            keys: participant.keys,
            exchange: exchange,
            registrations: kept?.registrations ?? NothingKept(),
            copy: kept?.copy ?? NothingKept(),
            world: kept?.world ?? .live,
            alarm: alarm,
            directory: { _, _ in }
        )
        do {
            let value = try await body(connector)
            await exchange.close()
            return value
        } catch {
            await exchange.close()
            throw error
        }
    }
}

/// The memory of a platform without data: nothing is registered, and nothing can be.
private struct NothingKept: RegistrationStore, DirectoryCopyStore {
    private struct NoData: Error {}

    func state(at institution: InstitutionID) async throws -> RegistrationState { .none }
    func all() async throws -> [KeptRegistration] { [] }
    func mark(at institution: InstitutionID) async throws -> Bool { false }
    func unmark(at institution: InstitutionID) async throws {}
    func save(_ registration: ClientRegistration, at institution: InstitutionID) async throws { throw NoData() }
    func markRemoval(of registration: ClientRegistration, at institution: InstitutionID) async throws {
        throw NoData()
    }
    func remove(at institution: InstitutionID) async throws {}
    func objects(at institution: InstitutionID) async throws -> BankObjects { BankObjects() }
    func read() throws -> [UInt8]? { nil }
    func write(_ bytes: [UInt8]) throws {}
}
