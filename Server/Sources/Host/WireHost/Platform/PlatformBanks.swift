import ChaveBase
import ChavePixModel
import HTTPKernel
import InstitutionPort
import Logging
import OpenFinanceClient
import PaymentsCore
public import ServerHost
import ServiceLifecycle

/// The banks of Open Finance, reached by the platform's own certificates.
public struct PlatformBanks: OutsideBanks {
    private let participant: PlatformParticipant

    public init(_ participant: PlatformParticipant) { self.participant = participant }

    public var initiator: InitiatorFacts {
        InitiatorFacts(
            ispb: participant.ispb,
            cnpj: participant.file.registrationNumber,
            relyingPartyID: participant.file.commonName,
            origins: participant.file.originURIs,
            redirectURIs: participant.file.redirectURIs
        )
    }

    public func connect(_ place: BanksPlace) async throws -> any ConnectedBanks {
        let exchange = participant.exchange(now: place.world.now)
        let logger = place.logger
        if participant.webhookTLS == nil, !participant.file.webhookURIs.isEmpty {
            logger.warning("no webhook of a bank is heard: the file of --open-finance has webhook_uris, and no server")
        }
        let connector = OpenFinanceConnector(
            settings: participant.settings,
            keys: participant.keys,
            exchange: exchange,
            registrations: place.registrations,
            copy: place.copy,
            world: place.world,
            alarm: { logger.error("\($0.sentence)") },
            account: { account in
                place.account(account)
                logger.info("bank exchange", metadata: account.metadata)
            },
            directory: { banks, former in
                place.directory.update(banks)
                place.directory.add(formerEntries: former)
            }
        )
        do {
            try await connector.requireRelyingParty()
            try await connector.open()
        } catch {
            await exchange.close()
            throw error
        }
        let banks = OpenBanks(
            participant: participant,
            openFinance: connector,
            exchange: exchange,
            world: place.world,
            logger: logger
        )
        banks.tellOfEnds()
        return banks
    }
}

/// The open way to the banks of Open Finance.
private struct OpenBanks: ConnectedBanks {
    let participant: PlatformParticipant
    let openFinance: OpenFinanceConnector
    let exchange: HTTPSExchange
    let world: World
    let logger: Logger

    var connector: any InstitutionConnector { openFinance }
    var certificates: [BankCertificate] { participant.certificates }

    /// The directory allows its list to be kept for so long.
    private static let refreshMilliseconds = 15 * 60 * 1_000
    /// Without any list it is asked sooner.
    private static let firstListMilliseconds = 30 * 1_000

    func serve(telling notifications: any InstitutionNotifications) async throws {
        guard let listener = try listener(notifications) else { return await keepList() }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await keepList() }
            // A listener ends its connections in order by itself; a cancellation would break off those that begin.
            group.addTask { try await listener.run() }
            try await group.waitForAll()
        }
    }

    /// The socket for banks' webhooks; `nil` where the file has no certificate for one.
    private func listener(_ notifications: any InstitutionNotifications) throws -> WireListener? {
        guard let tls = participant.webhookTLS, let address = participant.webhookAddress else { return nil }
        let webhooks = BankWebhooks(connector: openFinance, notifications: notifications)
        let server = APIServer(
            principal: webhooks,
            operations: { _ in nil },
            admission: Admission(AdmissionLimits()),
            headers: AnswerHeaders(),
            names: ServerNames(baseURL: "https://\(address.host)", others: [address.host]),
            world: world
        )
        return WireListener(
            name: "webhooks of banks",
            server: server,
            address: participant.settings.isDevelopment ? "127.0.0.1" : "0.0.0.0",
            port: address.port,
            tls: tls,
            readsCertificates: true,
            logger: logger,
            onAnswer: { _, _ in },
            onRunning: {}
        )
    }

    /// Tells an operator of each certificate that ends within 30 days, or has ended.
    func tellOfEnds() {
        for certificate in certificates {
            let seconds = certificate.notAfter.microseconds(since: world.now()) / 1_000_000
            let days = Int((Double(seconds) / 86_400).rounded(.down))
            guard days < CertificateFile.warningDays else { continue }
            logger.error(
                "a certificate of the file of --open-finance ends soon: put a new one in its place, and start again",
                metadata: ["certificate": "\(certificate.name)", "days": "\(days)"]
            )
        }
    }

    /// How often an operator is told of a certificate's end.
    private static let tellsEverySeconds: Int64 = 24 * 60 * 60

    private func keepList() async {
        await cancelWhenGracefulShutdown { await keepListUntilCancelled() }
    }

    private func keepListUntilCancelled() async {
        var told = world.now()
        while !Task.isCancelled {
            if world.now() >= told.adding(seconds: OpenBanks.tellsEverySeconds) {
                told = world.now()
                tellOfEnds()
            }
            let hasList = await openFinance.hasList
            await world.sleep(hasList ? OpenBanks.refreshMilliseconds : OpenBanks.firstListMilliseconds)
            guard !Task.isCancelled else { return }
            do {
                try await openFinance.refreshDirectory()
            } catch {
                logger.error("the list of banks is not kept", metadata: ["error": "\(error)"])
            }
        }
    }

    func close() async { await exchange.close() }
}

extension WireAccount {
    /// One line of the log: no token, no key, no person.
    fileprivate var metadata: Logger.Metadata {
        [
            "institution": "\(institution?.text ?? "directory")", "operation": "\(name)",
            "status": "\(status.map(String.init) ?? "none")", "outcome": "\(verdict)",
            "milliseconds": "\(Int(seconds * 1_000))", "x-fapi-interaction-id": "\(interactionID ?? "")",
        ]
    }
}
